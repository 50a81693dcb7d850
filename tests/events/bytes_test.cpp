// Every byte string is a message: ill-formed UTF-8, NUL, empty chunks, markers cut inside a character.

#include <random>

#include "catch.hpp"
#include "events/calls.hpp"
#include "text/utf8.hpp"

namespace bytes_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

parser fresh() {
  return parser(minimax(), some_tools(), seeded());
}

void same_everywhere(const std::string& text) {
  const message whole = parsed(text);
  CHECK(lost_bytes(whole, text) == "");
  const emitted expected = read(fresh(), text);
  CHECK(broken_calls(expected) == "");
  std::vector<std::size_t> every;
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    every.push_back(cut);
    every.push_back(cut);  // an empty piece
    CHECK(read(fresh(), text, {cut}) == expected);
  }
  CHECK(read(fresh(), text, every) == expected);
}

}  // namespace

TEST_CASE("bytes that are no UTF-8 stay as they are") {
  const std::string bad = "a\xFF\xC3(\xE2\x82 \xED\xA0\x80\xF5 \xC0\xAF z";
  same_everywhere(bad + block(invoke("put", field("text", bad))) + "\xE2\x82");
  CHECK(parsed(bad).content == bad);
  const message made = parsed("<think>" + bad + "</think>" + block(invoke("put", field("text", bad))));
  CHECK(made.reasoning == bad);
  REQUIRE(made.calls.size() == 1);
  CHECK(made.calls[0].arguments == "{\"text\":\"" + bad + "\"}");
}

TEST_CASE("NUL is a byte like others") {
  const std::string nul("a\0b", 3);
  same_everywhere(nul + block(invoke("put", field("text", nul))) + nul);
  CHECK(parsed(nul).content == nul);
  CHECK(parsed(block(invoke("put", field("text", nul)))).calls.at(0).arguments == "{\"text\":\"a\\u0000b\"}");
}

TEST_CASE("markers directly after half a character are found") {
  for (const std::string half : {"\xC3", "\xE2\x82", "\xF0\x9F\x8C"}) {
    same_everywhere("x" + half + block(invoke("put", field("text", half))) + half);
    const message made = parsed("x" + half + block(invoke("ping")));
    CHECK(made.content == "x" + half);
    CHECK(made.calls.size() == 1);
  }
}

TEST_CASE("markers cut inside a character of theirs or beside one") {
  same_everywhere("é" + block(invoke("put", field("text", "ü€🌧"))) + "🌧<think>é</think>\n\né");
}

TEST_CASE("deltas of text end at whole characters") {
  const std::string text = "aé€🌧" + block(invoke("put", field("text", "é€🌧"))) + "<think>🌧é</think>";
  for (std::size_t size = 1; size < 5; ++size) {
    parser reader = fresh();
    for (std::size_t at = 0; at < text.size(); at += size)
      for (const event& e : reader.feed(std::string_view(text).substr(at, size)))
        if (e.type == event_type::text || e.type == event_type::reasoning || e.type == event_type::arguments)
          CHECK(utf8::ill_formed(e.text) == std::string_view::npos);
  }
}

TEST_CASE("an empty text is an empty message") {
  const message made = parsed("");
  CHECK(made.spans.empty());
  CHECK(made.content.empty());
  parser reader = fresh();
  CHECK(reader.feed("").empty());
  CHECK(reader.finish().empty());
}

TEST_CASE("any bytes are a message, the same for every way to cut") {
  std::mt19937_64 bits(7);
  const std::string markers[] = {open_block,
                                 close_block,
                                 "<invoke name=\"put\">",
                                 "</invoke>",
                                 "<parameter name=\"text\">",
                                 "</parameter>",
                                 "<think>",
                                 "</think>",
                                 "`",
                                 "\n",
                                 "> ",
                                 "\"",
                                 "<",
                                 "é",
                                 std::string(1, '\0')};
  for (int round = 0; round < 400; ++round) {
    std::string text;
    for (std::size_t parts = bits() % 12; parts > 0; --parts)
      text += bits() % 3 == 0 ? std::string(1, static_cast<char>(bits())) : markers[bits() % std::size(markers)];
    const emitted whole = read(fresh(), text);
    const std::size_t first = bits() % (text.size() + 1), second = first + bits() % (text.size() - first + 1);
    INFO(text);
    CHECK(lost_bytes(parsed(text), text) == "");
    CHECK(broken_calls(whole) == "");
    CHECK(read(fresh(), text, {first, second}) == whole);
  }
}

TEST_CASE("JSON output has no ill-formed bytes, and says where they were") {
  const std::string json = to_json(parsed("ab\xFF"));
  CHECK(utf8::ill_formed(json) == std::string_view::npos);
  CHECK(json.find("\"content\":\"ab\xEF\xBF\xBD\"") != std::string::npos);
  CHECK(json.find("invalid_utf8") != std::string::npos);
  CHECK(json.find("\"begin\":2,\"end\":3") != std::string::npos);
}

}  // namespace bytes_test
