// Dialects that a host brings: read like those of the library, alone and beside them, and refused where they would
// break something.

#include <toolcall/custom_dialect.hpp>
#include <toolcall/error.hpp>

#include "catch.hpp"
#include "effort.hpp"
#include "events/calls.hpp"

namespace custom_dialect_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

namespace pegtl = tao::pegtl;
using rules::node_role;

struct blanks : pegtl::star<pegtl::blank> {};
struct key : rules::role<node_role::key, pegtl::plus<pegtl::identifier_other>> {};
struct value : rules::role<node_role::value, rules::run<pegtl::one<',', ')', '\n'>>> {};
struct one_field : pegtl::seq<blanks, key, pegtl::one<'='>, rules::cut, value> {};
struct fields : pegtl::opt<one_field, pegtl::star<pegtl::one<','>, rules::cut, one_field>> {};
struct closed : rules::recover<"own_label", pegtl::one<')'>, pegtl::success> {};
struct called : rules::role<node_role::call, rules::text<"@call ">, rules::role<node_role::name, rules::tool>,
                            pegtl::one<'('>, rules::cut, fields, closed> {};

struct at_call {
  static constexpr std::string_view name = "at_call";
  static constexpr label_facts labels[] = {{"own_label", "incomplete", "No bracket closes this call."}};
  using call = called;
};

// The same calls, told whole; with reasoning and a mark that is shown to nobody.
struct note {
  static constexpr std::string_view name = "note";
  static constexpr std::string_view emission = "whole", repeats = "join";
  struct call : pegtl::seq<rules::text<"#">, called> {};
  struct reasoning
      : pegtl::seq<rules::text<"((">, rules::cut, rules::role<node_role::reasoning, rules::run<rules::text<"))">>>,
                   pegtl::opt<rules::text<"))">>> {};
  struct control : rules::text<"<|end|>"> {};
};

std::string calls_of(const message& m) {
  std::string all;
  for (const tool_call& call : m.calls) all += call.dialect + " " + call.name + " " + call.arguments + "\n";
  return all;
}

template <typename Page>
std::string refusal(std::string_view beside = "") {
  try {
    static_cast<void>(custom_dialect<Page>(beside));
    return "";
  } catch (const setup_error& why) {
    return why.reason();
  }
}

bool says(const std::string& reason, std::string_view what) {
  INFO(reason);
  return reason.find(what) != reason.npos;
}

// Pages that are refused.
template <typename Call>
struct page_with {
  static constexpr std::string_view name = "wrong";
  using call = Call;
};
struct endless : pegtl::seq<rules::text<"<">, pegtl::star<blanks>> {};
struct left : pegtl::sor<pegtl::seq<left, rules::text<"a">>, rules::text<"b">> {};
struct empty : pegtl::opt<rules::text<"a">> {};
struct nested : rules::role<node_role::call, rules::text<"<">, pegtl::opt<called>> {};
struct homeless : pegtl::seq<rules::text<"<">, rules::role<node_role::name, rules::tool>> {};
struct talking : rules::role<node_role::call, rules::text<"<">, rules::role<node_role::text, pegtl::any>> {};
struct built_in_name {
  static constexpr std::string_view name = "hermes";
  using call = called;
};
struct built_in_label {
  static constexpr std::string_view name = "wrong";
  static constexpr label_facts labels[] = {{"missing_close", "reported", "x"}};
  using call = called;
};
struct odd_consequence {
  static constexpr std::string_view name = "wrong";
  static constexpr label_facts labels[] = {{"own_label", "harmless", "x"}};
  using call = called;
};
struct odd_emission {
  static constexpr std::string_view name = "wrong";
  static constexpr std::string_view emission = "late";
  using call = called;
};

// All dialects are laid out beside the own one, which takes a sanitizer minutes.
const char* const all_dialects = slow && !is_nightly() ? "hermes,minimax" : "auto";

const std::string text =
    "Hm `@call put(text=a)` @call set(n=3,mode=on) é @call ping() <tool_call>{\"name\":\"ping\"}</tool_call>" +
    block(invoke("put", field("text", "x"))) + "@call set(n=x)";

}  // namespace

TEST_CASE("a dialect of one's own is read alone, and beside those of the library") {
  const message alone = parse(text, custom_dialect<at_call>(), some_tools());
  CHECK(calls_of(alone) == "at_call set {\"n\":3,\"mode\":\"on\"}\nat_call ping {}\nat_call set {\"n\":\"x\"}\n");
  CHECK(alone.calls.back().status == call_status::invalid);
  CHECK(alone.content.find("<tool_call>") != alone.content.npos);
  CHECK(calls_of(parse(text, custom_dialect<at_call>("hermes"), some_tools())) ==
        "at_call set {\"n\":3,\"mode\":\"on\"}\nat_call ping {}\nhermes ping {}\nat_call set {\"n\":\"x\"}\n");
  CHECK(calls_of(parse(text, custom_dialect<at_call>(all_dialects), some_tools())) ==
        "at_call set {\"n\":3,\"mode\":\"on\"}\nat_call ping {}\nhermes ping {}\nminimax put {\"text\":\"x\"}\nat_call "
        "set {\"n\":\"x\"}\n");
  CHECK(calls_of(parse(text, dialect::automatic(), some_tools())) == "hermes ping {}\nminimax put {\"text\":\"x\"}\n");
}

TEST_CASE("what is emitted for a custom dialect does not depend on how the text is cut") {
  for (const char* const beside : {"", all_dialects}) {
    const dialect known = custom_dialect<at_call, note>(beside);
    const std::string all = text + "((why))<|end|>#@call put(text=a,text=b) #@call put(text=c @call put(";
    const auto fresh = [&] { return parser(known, some_tools(), seeded()); };
    const emitted once = read(fresh(), all);
    CHECK(broken_calls(once) == "");
    CHECK(lost_bytes(parse(all, known, some_tools()), all) == "");
    for (std::size_t cut = 0; cut <= all.size(); cut += effort(1, 5)) CHECK(read(fresh(), all, {cut}) == once);
  }
}

TEST_CASE("an own page may have reasoning and control marks, and tell calls whole") {
  const message made = parse("a((why))b<|end|>#@call put(text=a,text=b)", custom_dialect<note>(), some_tools());
  CHECK(made.content == "ab");
  CHECK(made.reasoning == "why");
  CHECK(calls_of(made) == "note put {\"text\":\"a\\nb\"}\n");
  CHECK(labels(made) == "repeated_field");
}

TEST_CASE("a label of an own page means what the page says, and without a word that a recovery was needed") {
  const message summary_of = parse("@call put(text=a\n", custom_dialect<at_call>(), some_tools());
  CHECK(summary_of.calls.empty());
  REQUIRE(summary_of.incomplete.size() == 1);
  CHECK(summary_of.incomplete[0].label == "own_label");
  REQUIRE(summary_of.diagnostics.size() == 1);
  CHECK(summary_of.diagnostics[0].message == "No bracket closes this call.");
  const message unknown = parse("@call put(text=a\n", custom_dialect<page_with<called>>(), some_tools());
  CHECK(calls_of(unknown) == "wrong put {\"text\":\"a\"}\n");
  REQUIRE(unknown.diagnostics.size() == 1);
  CHECK(unknown.diagnostics[0].message == "A recovery of the grammar was needed.");
}

TEST_CASE("where no call is looked for, an own one is text") {
  options none;
  none.tool_choice = tool_choice::of("none");
  const message made = parse("x @call ping() y", custom_dialect<at_call>(all_dialects), some_tools(), none);
  CHECK(made.calls.empty());
  CHECK(made.content == "x @call ping() y");
}

TEST_CASE("an own grammar that would break the machine is refused, and the rule is named") {
  CHECK(says(refusal<page_with<endless>>(), "endless"));
  CHECK(says(refusal<page_with<left>>(), "(left recursion)"));
  CHECK(says(refusal<page_with<empty>>(), "empty"));
  CHECK(says(refusal<page_with<nested>>(), "called: a call is inside a call"));
  CHECK(says(refusal<page_with<homeless>>(), "homeless: a name can only stand in a call"));
  CHECK(says(refusal<page_with<talking>>(), "talking: text can only stand outside of a call"));
}

TEST_CASE("an own page cannot take a name, a label or a word of its front matter that is not its own") {
  CHECK(says(refusal<built_in_name>(), "there is a dialect \"hermes\" already"));
  CHECK_THROWS_AS((custom_dialect<at_call, at_call>()), setup_error);
  CHECK(says(refusal<built_in_label>(), "keeps its meaning"));
  CHECK(says(refusal<odd_consequence>(), "allowed are reported, incomplete"));
  CHECK(says(refusal<odd_emission>(), "emission may be whole"));
  CHECK(says(refusal<at_call>("nonsense"), "there is no dialect and no model \"nonsense\""));
}

}  // namespace custom_dialect_test
