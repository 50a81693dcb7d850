// Which of the quotes in a string is its end.

#pragma once

#include <cstddef>
#include <string_view>

namespace toolcall::typing {

constexpr std::size_t no_quote = std::string_view::npos;

// How long the opening quote at the start of `text` is, and what closes it; of no quote, nothing.
struct quote_mark {
  std::string_view open, close;
  static quote_mark at(std::string_view text);
  explicit operator bool() const { return !open.empty(); }
};

// Blanks of other alphabets than JSON's, and the byte order mark: the length of one at the start of `text`, or 0.
std::size_t odd_blank_length(std::string_view text);

// Where a comment of one line that begins at `from` ends: at the end of its line, or before it at a quote or bracket,
// which may be more than a comment's; npos where the text ends first.
std::size_t end_of_line_comment(std::string_view text, std::size_t from);

// Whether a key and its colon begin at `text`.
bool begins_member(std::string_view text);
bool begins_quoted_member(std::string_view text);

// The closing quote of a key, from after the opening one: the first that is not escaped.
std::size_t end_of_key(std::string_view text, std::size_t from, std::string_view close);

// The quotes in a string that are not escaped. There is only one way to see them if they come in pairs, the first of a
// pair looks as if it opened something, the second as if it closed it, and after a pair that a comma follows there is
// no other.
class inner_quotes {
 public:
  // The next one, with the bytes on its sides; the string's own opening quote counts as a blank.
  void add(char before, char after);
  bool any() const { return any_; }
  bool clear() const { return clear_ && !open_; }

 private:
  bool any_ = false;
  bool clear_ = true;
  bool open_ = false;
  bool last_ = false;  // there may be no other
};

struct string_end {
  std::size_t at = no_quote;
  bool inner = false;  // there are quotes in the string that should have been escaped
};

// That of a value, in the containers that are open (their closing brackets, the innermost last).
//
// A quote closes where what may follow a value follows. Others are part of the string, if that is clear.
string_end end_of_value(std::string_view text, std::size_t from, std::string_view close, std::string_view containers);

}  // namespace toolcall::typing
