// Lines and server-sent events from bytes that are cut anywhere.

#include <random>
#include <string>
#include <vector>

#include <toolcall/line_reader.hpp>
#include <toolcall/server_events.hpp>

#include "catch.hpp"

namespace line_reader_test {

using namespace toolcall;

namespace {

using strings = std::vector<std::string>;

// All that a reader gives of bytes that are fed in two pieces, or byte by byte.
template <typename Reader, typename Show>
strings read_pieces(const Reader& fresh, const strings& pieces, const Show& show) {
  Reader reader = fresh;
  strings all;
  for (const std::string& piece : pieces) {
    std::string_view bytes = piece;
    while (const auto given = reader.next(bytes)) {
      all.push_back(show(*given));
      reader = Reader(reader);  // a copy goes on as its original would
    }
    CHECK(bytes.empty());
  }
  while (const auto given = reader.finish()) all.push_back(show(*given));
  return all;
}

// The same for every division into two pieces, and for single bytes.
template <typename Reader, typename Show>
strings read_all(const Reader& fresh, const std::string& bytes, const Show& show) {
  const strings whole = read_pieces(fresh, {bytes}, show);
  strings single;
  for (std::size_t i = 0; i <= bytes.size(); ++i) {
    CHECK(read_pieces(fresh, {bytes.substr(0, i), bytes.substr(i)}, show) == whole);
    if (i < bytes.size()) single.push_back(bytes.substr(i, 1));
  }
  CHECK(read_pieces(fresh, single, show) == whole);
  return whole;
}

std::string show_line(const text_line& line) {
  return std::string(line.text) + (line.too_long ? " (too long)" : "");
}

strings lines(const std::string& bytes, std::size_t longest = 100) {
  return read_all(line_reader(longest), bytes, show_line);
}

std::string show_event(const server_event& e) {
  static constexpr const char* kinds[] = {"event", "comment", "retry", "too_long", "unknown"};
  std::string all = kinds[static_cast<int>(e.kind)];
  if (!e.type.empty()) all += " type=" + std::string(e.type);
  if (!e.id.empty()) all += " id=" + std::string(e.id);
  return all + " [" + std::string(e.data) + "]";
}

strings events(const std::string& bytes, std::size_t longest = 100) {
  return read_all(server_event_reader(longest), bytes, show_event);
}

}  // namespace

TEST_CASE("lines end with LF, CRLF or CR, and the last needs no end") {
  CHECK(lines("") == strings{});
  CHECK(lines("a") == strings{"a"});
  CHECK(lines("a\n") == strings{"a"});
  CHECK(lines("a\nb\r\nc\rd") == strings{"a", "b", "c", "d"});
  CHECK(lines("\n\r\n\r\r\n") == strings{"", "", "", ""});
  CHECK(lines("a\n\rb") == strings{"a", "", "b"});
}

TEST_CASE("a byte-order mark is skipped where the bytes begin, and nowhere else") {
  CHECK(lines("\xEF\xBB\xBF"
              "a\n\xEF\xBB\xBF"
              "b") == strings{"a",
                              "\xEF\xBB\xBF"
                              "b"});
  CHECK(lines("\xEF\xBB\xBF") == strings{""});
  CHECK(lines("\xEF\xBB") == strings{"\xEF\xBB"});
}

TEST_CASE("bytes of a line are given as they are") {
  const std::string odd("a\0b\xC3\xA9\xFF", 6);
  CHECK(lines(odd + "\n") == strings{odd});
}

TEST_CASE("a line that is too long is cut, and the next one is whole") {
  CHECK(lines("12345\n123456\n12345", 5) == strings{"12345", "12345 (too long)", "12345"});
  CHECK(lines("123456", 5) == strings{"12345 (too long)"});
}

TEST_CASE("an event is its data lines, joined") {
  CHECK(events("data: a\n\n") == strings{"event [a]"});
  CHECK(events("data:a\ndata: b\ndata:  c\n\n") == strings{"event [a\nb\n c]"});
  CHECK(events("data\n\n") == strings{"event []"});
  CHECK(events("data:\ndata:\n\n") == strings{"event [\n]"});
  CHECK(events("event: e\nid: 7\ndata: {\"a\": 1}\n\ndata: b\n\n") ==
        strings{"event type=e id=7 [{\"a\": 1}]", "event [b]"});
}

TEST_CASE("an event without data does not count") {
  CHECK(events("event: e\n\nid: 1\n\n\n\ndata: x\n\n") == strings{"event [x]"});
}

TEST_CASE("a line that the standard does not know is given as it stands") {
  CHECK(events("error: {}\nDATA: 2\n\ndata: x\n\n") ==
        strings{"unknown [error: {}]", "unknown [DATA: 2]", "event [x]"});
}

TEST_CASE("all line ends and a byte-order mark are read in events too") {
  CHECK(events("\xEF\xBB\xBF"
               "data: a\r\n\r\ndata: b\r\rdata: c\n\n") == strings{"event [a]", "event [b]", "event [c]"});
}

TEST_CASE("comments and retry are given, also in the middle of an event") {
  CHECK(events(": keep\n\ndata: a\n:x\nretry: 10\n\n:") ==
        strings{"comment [ keep]", "comment [x]", "retry [10]", "event [a]", "comment []"});
}

TEST_CASE("the last event needs no empty line after it") {
  CHECK(events("data: a\n\ndata: [DONE]") == strings{"event [a]", "event [[DONE]]"});
  CHECK(events("data: a\n\ndata: b\n") == strings{"event [a]", "event [b]"});
}

TEST_CASE("an event that is too long is cut, and said to be, and the next one is whole") {
  CHECK(events("data: 12345\ndata: 67890\n\ndata: 1\n\n", 11) == strings{"event [12345\n67890]", "event [1]"});
  CHECK(events("data: 12345\ndata: 67890\n\ndata: 1\n\n", 10) == strings{"too_long [1234\n6789]", "event [1]"});
  CHECK(events("data: 12345678\n\n", 10) == strings{"too_long [1234]"});
}

TEST_CASE("no bytes make a difference between one piece and many") {
  std::mt19937 random(7);
  const std::string alphabet = "dat:a \n\r\n\r\xEF\xBB\xBF\xC3x";
  for (int round = 0; round < 300; ++round) {
    std::string bytes;
    for (std::size_t i = 0; i < random() % 30; ++i) bytes += alphabet[random() % alphabet.size()];
    if (random() % 2 == 0) bytes = "data: " + bytes;
    INFO(bytes);
    lines(bytes, 1 + random() % 20);
    events(bytes, 1 + random() % 20);
  }
}

TEST_CASE("an event says the line where it begins") {
  const auto show = [](const server_event& e) { return std::to_string(e.line) + " " + std::string(e.data); };
  CHECK(read_all(server_event_reader(), "\xEF\xBB\xBF: hi\r\n\r\nevent: e\ndata: a\ndata: b\n\nretry: 3\rdata: c",
                 show) == strings{"1  hi", "4 a\nb", "7 3", "8 c"});
}

}  // namespace line_reader_test
