// The mark that ends reasoning which was not opened, in a response that is rewritten.

#include <string>
#include <vector>

#include "catch.hpp"
#include "serving/responses.hpp"

namespace reasoning_mark_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

// What a sink is given: text as it is, the type of anything else.
struct seen_events {
  std::string text, others;
  std::uint64_t end = 0;
  bool in_order = true;

  void add(const event& e) {
    if (e.type == event_type::text) text += e.text;
    if (e.type != event_type::text) others += std::string(to_string(e.type)) + ' ';
    if (e.type == event_type::diagnostic) return;
    in_order = in_order && e.begin == end;
    end = e.end;
  }
};

seen_events events_of(std::string_view content) {
  seen_events seen;
  completion_rewriter::settings how;
  how.sink.context = &seen;
  how.sink.on_event = [](void* to, std::string_view, std::uint64_t, const event& e) {
    static_cast<seen_events*>(to)->add(e);
  };
  completion_rewriter rewriter(how);
  (void)rewriter.rewrite(chunk_of(choice_of("{\"content\":" + json(content).dump() + "}")));
  (void)rewriter.finish();
  return seen;
}

}  // namespace

TEST_CASE("the mark stays between the reasoning and the answer") {
  for (const std::vector<std::string>& pieces :
       {std::vector<std::string>{"Hm.</think>Hello"}, {"Hm.</th", "ink>", "Hello"}})
    CHECK(client(contents(pieces)).choices.at(0).content == "Hm.</think>Hello");
  const std::string body =
      R"({"id":"r","choices":[{"index":0,"message":{"role":"assistant","content":"Hm.</think>Hello"}}]})";
  CHECK(json::parse(rewritten({body}).at(0))["choices"][0]["message"]["content"] == "Hm.</think>Hello");
}

TEST_CASE("where only blanks stand before it, there is nothing to tell apart") {
  CHECK(client(contents({" </think>Hello"})).choices.at(0).content == " Hello");
}

TEST_CASE("in the events the mark is text, once, at its place") {
  const seen_events seen = events_of("Hm.</think>Hello");
  CHECK(seen.text == "Hm.</think>Hello");
  CHECK(seen.others == "diagnostic ");
  CHECK(seen.in_order);
  CHECK(seen.end == 16);
}

}  // namespace reasoning_mark_test
