// Hundreds of conversations, sound and broken: what is mended is what providers accept, and nothing of it is lost.

#include <functional>
#include <iterator>

#include <toolcall/error.hpp>
#include <toolcall/mend.hpp>

#include "catch.hpp"
#include "mend/pairing_check.hpp"
#include "mend/story.hpp"

namespace generated_transcripts {

using namespace mend_test;

namespace {

using toolcall::mended_transcript;
using toolcall::transcript_format;

const toolcall::tools& declared() {
  static const toolcall::tools made = toolcall::tools::from_json(
      R"([{"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}, )"
      R"("days": {"type": "integer"}}}}, {"name": "find_city", "parameters": {"type": "object", "properties": )"
      R"({"city": {"type": "string"}, "days": {"type": "integer"}}}}])");
  return made;
}

mended_transcript mended(const std::string& text, transcript_format format) {
  return toolcall::mend(text, declared(), toolcall::dialect::automatic(), format);
}

struct way {
  transcript_format format;
  json (*write)(const story&);
  std::function<std::vector<std::string>(const json&, const std::set<std::string>&)> problems;
};

const std::vector<way>& ways() {
  static const std::vector<way> all = {
      {transcript_format::openai, as_chat, problems_of_chat},
      {transcript_format::responses, as_responses, problems_of_responses},
      {transcript_format::anthropic, as_anthropic,
       [](const json& messages, const auto&) { return problems_of_anthropic(messages); }},
  };
  return all;
}

std::size_t count(const std::string& in, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = in.find(what); at != in.npos; at = in.find(what, at + 1)) ++found;
  return found;
}

// Arguments that cannot be read.
std::set<std::string> unreadable_in(const story& of) {
  std::set<std::string> made;
  for (const step& each : of)
    for (const told_call& call : each.calls)
      if (call.written == form::cut) made.insert("{\"city\": \"" + call.word);
  return made;
}

void check_words(const story& of, const std::string& text) {
  for (const step& each : of) {
    if (!each.word.empty()) CHECK(count(text, each.word) == 1);
    for (const told_result& result : each.results) CHECK(count(text, result.word) == 1);
    for (const told_call& call : each.calls) CHECK(count(text, call.word) == 1);
  }
}

}  // namespace

TEST_CASE("mend: a sound conversation is returned to the byte") {
  for (const way& each : ways())
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
      const json written = each.write(told(seed));
      REQUIRE(each.problems(written, {}).empty());
      for (const int indent : {-1, 2}) {
        const mended_transcript made = mended(written.dump(indent), each.format);
        CHECK(made.json == written.dump(indent));
        CHECK(made.changes.empty());
      }
    }
}

TEST_CASE("mend: a broken conversation becomes one that providers accept, without a loss") {
  std::size_t unsound = 0;
  for (const way& each : ways())
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
      const story of = broken(told(seed), seed);
      const json written = each.write(of);
      INFO(to_string(each.format) << ' ' << seed << '\n' << written.dump(1));
      const mended_transcript made = mended(written.dump(), each.format);
      INFO(to_json(made.changes));
      INFO(made.json);
      CHECK(each.problems(json::parse(made.json), unreadable_in(of)) == std::vector<std::string>());
      check_words(of, made.json);
      CHECK(made.json.find("tool_call>") == made.json.npos);
      CHECK(made.changed() == (made.json != written.dump()));
      const mended_transcript again = mended(made.json, each.format);
      INFO(to_json(again.changes));
      CHECK_FALSE(again.changed());
      CHECK(again.json == made.json);
      unsound += each.problems(written, unreadable_in(of)).empty() ? 0 : 1;
    }
  CHECK(unsound > 800);
}

// One value of the document is replaced by one of another type.
TEST_CASE("mend: a document with a wrong value is refused, or mended for good") {
  const json odd[] = {nullptr, 5, "", "text", json::array(), json::object(), json::array({1}), {{"type", "text"}}};
  std::size_t refused = 0, made_sound = 0;
  for (const way& each : ways())
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
      const story of = broken(told(seed % 50), seed);
      const json flat = each.write(of).flatten();
      json damaged = flat.unflatten();
      const std::string place = std::next(flat.begin(), (seed * 7919U) % flat.size()).key();
      const json::json_pointer at(place), above = at.parent_pointer();
      damaged[seed % 3 == 0 && !above.empty() ? above : at] = odd[seed % std::size(odd)];
      INFO(to_string(each.format) << ' ' << damaged.dump(1));
      try {
        const mended_transcript made = mended(damaged.dump(), each.format);
        INFO(made.json);
        std::set<std::string> unreadable = unreadable_in(of);
        unreadable.insert({"5", "text", "[]", "[1]"});
        std::vector<std::string> found = each.problems(json::parse(made.json), unreadable);
        std::erase(found, "an empty text");  // which is in what was given
        CHECK(found == std::vector<std::string>());
        CHECK_FALSE(mended(made.json, each.format).changed());
        ++made_sound;
      } catch (const toolcall::setup_error& why) {
        CHECK_FALSE(why.reason().empty());
        ++refused;
      }
    }
  CHECK(refused > 50);
  CHECK(made_sound > 700);
}

}  // namespace generated_transcripts
