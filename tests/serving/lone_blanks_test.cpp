// Blanks beside calls, and the text of calls that cannot be read, in what clients get.

#include "catch.hpp"
#include "serving/responses.hpp"

namespace lone_blanks_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string call = "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>";

// The content that a client puts together: of a stream of these pieces, of a byte a piece, and of a whole response,
// which are the same.
std::string content_of(const std::vector<std::string>& pieces, completion_rewriter::settings how = rewriting()) {
  std::string all;
  for (const std::string& each : pieces) all += each;
  const client_message made = fold(rewritten(contents(pieces), how));
  CHECK(made.wrong.empty());
  CHECK(fold(rewritten(contents(bytes_of(all)), how)).choices.at(0).content == made.choices.at(0).content);
  const json whole = {{"choices", {{{"message", {{"content", all}}}, {"finish_reason", "stop"}}}}};
  const json read = json::parse(rewritten({whole.dump()}, how).at(0))["choices"][0]["message"]["content"];
  CHECK((read.is_null() ? "" : read.get<std::string>()) == made.choices[0].content);
  return made.choices[0].content;
}

}  // namespace

TEST_CASE("blanks that stand alone before, between or after calls are not sent") {
  CHECK(content_of({call + "\n"}).empty());
  CHECK(content_of({call, "\n", " \n"}).empty());
  CHECK(content_of({"\n\n", call, "\n", call, "\n"}).empty());
  CHECK(content_of({"<think>Hm.</think>\n\n", call, "\n"}).empty());
}

TEST_CASE("blanks of a text are its own") {
  CHECK(content_of({"So:\n", call, "\n"}) == "So:\n");
  CHECK(content_of({"So:", "\n", "\n", call, "\n"}) == "So:\n\n");
  CHECK(content_of({call, "\n", "\nDone.", "\n"}) == "\n\nDone.\n");
  CHECK(content_of({" ", " Yes", "\n"}) == "  Yes\n");
  CHECK(content_of({"\n", "\n"}) == "\n\n");
  CHECK(content_of({call, std::string(5000, ' ')}) == std::string(5000, ' '));
}

TEST_CASE("every byte of blanks that are not sent is markup for who takes the events") {
  struct counted {
    std::uint64_t text = 0, markup = 0;
  } seen;
  completion_rewriter::settings how = rewriting();
  how.sink.context = &seen;
  how.sink.on_event = [](void* context, std::string_view, std::uint64_t, const event& e) {
    if (e.type == event_type::text) static_cast<counted*>(context)->text += e.end - e.begin;
    if (e.type == event_type::markup) static_cast<counted*>(context)->markup += e.end - e.begin;
  };
  rewritten(contents({"\n", call + "\n", "\n", "So.", call, "\n"}), how);
  CHECK(seen.text == std::string("\n\nSo.").size());
  CHECK(seen.markup == 2 + 2 * std::string("<tool_call></tool_call>").size());
}

TEST_CASE("the text of a refused call is text where that is asked for, and comes once") {
  const std::string refused = "<tool_call>ping(n=3)</tool_call>";
  completion_rewriter::settings how = rewriting();
  CHECK(content_of({"Ok.\n", refused}, how) == "Ok.\n");
  how.refused = refused_as::text;
  CHECK(content_of({"Ok.\n", refused}, how) == "Ok.\n" + refused);
  CHECK(content_of({refused + "\nWell."}, how) == refused + "\nWell.");
  CHECK(content_of({"<think>Hm.</think>", refused, call}, how) == refused);
}

}  // namespace lone_blanks_test
