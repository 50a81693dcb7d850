// The words of the host's policy: what each sets, and what is said of those that it does not have.

#include <toolcall/error.hpp>

#include "catch.hpp"
#include "events/calls.hpp"

namespace policy_words_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

std::string mistake(std::string_view name, std::string_view value) {
  try {
    options how;
    how.policy.set(name, value);
    parser(minimax(), some_tools(), how);
  } catch (const setup_error& why) {
    return why.reason();
  }
  return "no mistake";
}

}  // namespace

TEST_CASE("what a policy does not have is refused, and the message says what there is") {
  CHECK(mistake("unknown-tools", "perhaps") == "\"perhaps\" is not one of surface, text");
  CHECK(mistake("quotation-guard", "fences,fence") ==
        "\"fence\" is not one of fences, inline-code, block-quotes, none");
  CHECK(mistake("quotation-guard", "fences,none") ==
        "\"none\" cannot be combined with other values, as in \"fences,none\"");
  CHECK(mistake("max-level", "") == "\"\" is not one of exact, lossless, assumed");
  CHECK(mistake("without", "mising_brace").find("there is no label \"mising_brace\"; did you mean missing_brace or ") ==
        0);
  const std::string none_near = mistake("without", "nolabel");
  CHECK(none_near.find("there is no label \"nolabel\"; labels are ") == 0);
  CHECK(none_near.find(", open_call, ") != none_near.npos);
  CHECK(mistake("no-such", "x") == "a policy has no \"no-such\"");
  CHECK(mistake("without", "open_call,unwrapped") == "no mistake");
}

TEST_CASE("each word of the list of settings sets something else than the default") {
  for (const policy_setting& setting : policy_settings()) {
    INFO(setting.name);
    policy how;
    if (setting.words.empty() || setting.words == "LABEL") {
      how.set(setting.name, setting.words.empty() ? "" : "open_call");
      CHECK((how.native_only || how.require_wrapper || how.hold_calls || how.without.size() == 1));
    } else {
      CHECK_NOTHROW(how.set(setting.name, setting.by_default));
    }
  }
  policy how;
  for (const auto& [name, value] : {std::pair{"unknown-tools", "text"},
                                    {"calls-in-reasoning", "always"},
                                    {"invalid-calls", "refuse"},
                                    {"made-up", "text"},
                                    {"evidence", "marks"},
                                    {"max-level", "exact"},
                                    {"unknown-keys", "refuse"},
                                    {"quotation-guard", "fences"},
                                    {"confirm", "repaired,loose_json"}})
    how.set(name, value);
  CHECK(how.unknown_tools == unknown_tools::text);
  CHECK(how.calls_in_reasoning == calls_in_reasoning::always);
  CHECK(how.invalid_calls == invalid_calls::refuse);
  CHECK(how.made_up == made_up::text);
  CHECK(how.evidence == evidence::marks);
  CHECK(how.max_level == typing_level::exact);
  CHECK(how.unknown_keys == unknown_keys::refuse);
  CHECK(how.confirm == std::vector<std::string>{"repaired", "loose_json"});
  how.set("confirm", "none");
  CHECK(how.confirm.empty());
  CHECK((how.quotation_guard.fences && !how.quotation_guard.inline_code && !how.quotation_guard.block_quotes));
}

}  // namespace policy_words_test
