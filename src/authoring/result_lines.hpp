// What was emitted for a text, in the lines of a page's examples (spec/notation.md, "A page"): to write them, and to
// compare them with what an example expects.
//
// The one idea: parts and notes are compared each in their own order, so a note may stand after the part that it
// concerns.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/event.hpp>

namespace toolcall::authoring {

// Not as written: strings are unquoted and blanks of JSON are gone.
struct lines {
  struct result_part {
    std::string kind;  // text, reasoning, call, invalid, incomplete, refused
    std::string name;  // of a call
    std::string text;  // of call and invalid, the arguments
    bool operator==(const result_part&) const = default;
  };
  struct note {
    std::string label, pointer, bytes;
    bool operator==(const note&) const = default;
  };
  std::vector<result_part> parts;
  std::vector<note> notes;
  bool operator==(const lines&) const = default;
};

// What cannot be read as lines of a result, and which of them.
struct wrong_line : std::runtime_error {
  wrong_line(std::size_t at, const std::string& why) : std::runtime_error(why), line(at) {}
  std::size_t line;  // from 0
};

// Throws wrong_line.
lines expected_lines(std::string_view written);

// Gathers events, in whatever pieces they come.
class result_lines {
 public:
  void take(std::span<const event> emitted);

  // As lines of an example, each with its end.
  std::string written(std::string_view text) const;
  // What an example that expects `expected` is compared with: its notes may leave pointers out.
  lines compared_with(const lines& expected, std::string_view text) const;

 private:
  struct entry {
    std::string kind, name, text;  // note: the name is the label, the text its pointer
    std::uint64_t begin = 0, end = 0;
  };
  void take(const event& e);
  void add_text(const char* kind, const event& e);

  std::vector<entry> all_;
  std::size_t open_ = 0;  // the call that was begun
  event_type last_ = event_type::markup;
  std::uint64_t last_end_ = 0;
};

// "" where they are the same; else both.
std::string difference(const lines& expected, const result_lines& found, std::string_view text);

}  // namespace toolcall::authoring
