// Line by line, as a reader of Markdown sees it. The rules of message.md are not used: they may be what a gate is
// looking for.

#include "gates/quotations.hpp"

#include <algorithm>

#include "text/ascii.hpp"

namespace toolcall::tests {

namespace {

class marker {
 public:
  marker(std::string_view text, const message& of) : text_(text), quoted_(text.size()), in_call_(text.size()) {
    for (const part_span& span : of.spans)
      if (span.part == message_part::call || span.part == message_part::refused)
        std::fill(at(in_call_, span.begin), at(in_call_, span.end), true);
  }

  std::vector<bool> marked() {
    for (std::size_t line = 0; line < text_.size(); line = end_of(line) + 1)
      if (!in_call_[line]) read_line(line);
    return std::move(quoted_);
  }

 private:
  static std::vector<bool>::iterator at(std::vector<bool>& of, std::size_t place) {
    return of.begin() + static_cast<std::ptrdiff_t>(place);
  }

  std::size_t end_of(std::size_t line) const { return std::min(text_.find('\n', line), text_.size()); }
  std::size_t after_blanks(std::size_t from) const {
    return std::min(text_.find_first_not_of(" \t\r", from), text_.size());
  }
  std::size_t row_at(std::size_t from) const {
    if (from >= text_.size()) return 0;
    return std::min(text_.find_first_not_of(text_[from], from), text_.size()) - from;
  }
  void quote(std::size_t from, std::size_t to) { std::fill(at(quoted_, from), at(quoted_, to), true); }

  // After "- ", "* ", "+ " or "1. ".
  std::size_t behind_bullet(std::size_t from) const {
    std::size_t mark = from;
    while (mark < text_.size() && ascii::is_digit(text_[mark])) ++mark;
    const std::string_view marks = mark == from ? "-*+" : ".)";
    if (mark + 1 >= text_.size() || marks.find(text_[mark]) == marks.npos || text_[mark + 1] != ' ') return from;
    return after_blanks(mark + 1);
  }

  bool is_blank(std::size_t line) const { return after_blanks(line) >= end_of(line); }
  bool is_indented(std::size_t line) const { return text_.substr(line, 4) == "    " || text_.substr(line, 1) == "\t"; }

  // Words stand in a line before it, and words behind it: on a later line, or in its own last one. What ends the text
  // with a mark may be a call that is indented.
  bool is_indented_code(std::size_t line) const {
    if (!is_indented(line)) return false;
    std::size_t behind = line, before = line;
    while (behind < text_.size() && (is_indented(behind) || is_blank(behind))) behind = end_of(behind) + 1;
    while (before > 0 && (is_indented(before) || is_blank(before)))
      before = before == 1 ? 0 : text_.rfind('\n', before - 2) + 1;  // npos + 1 is 0
    const char last = text_[text_.find_last_not_of(" \t\r\n")];
    return !is_indented(before) && !is_blank(before) &&
           (behind < text_.size() || std::string_view(">]}").find(last) == std::string_view::npos);
  }

  void read_line(std::size_t line) {
    const std::size_t first = after_blanks(line), end = end_of(line), mark = behind_bullet(first);
    if (fenced_until_ > line) return;
    if (first < end && (text_[first] == '>' || is_indented_code(line))) return quote(line, end);
    const std::size_t row = row_at(mark);
    const bool fence = mark < end && row >= 3 && (text_[mark] == '~' || text_[mark] == '`');
    if (fence && (text_[mark] == '~' || text_.substr(mark + row, end - mark - row).find('`') == text_.npos)) {
      fenced_until_ = end_of_fence(end, text_[mark], row);
      return quote(line, fenced_until_);
    }
    read_code(line, end);
  }

  // <|call_end|>
  bool says_end(std::size_t at) const { return text_.substr(at, text_.find('>', at) - at).find("end") != text_.npos; }
  // Models write the mark of a call directly after the marks that close a fence.
  bool begins_mark(std::size_t at) const {
    return at + 1 < text_.size() &&
           (text_[at] == '[' || text_[at] == ']' || (text_[at] == '<' && text_[at + 1] != '/' && !says_end(at)));
  }

  std::size_t end_of_fence(std::size_t from, char mark, std::size_t row) const {
    for (std::size_t line = from + 1; line < text_.size(); line = end_of(line) + 1) {
      const std::size_t first = after_blanks(line);
      if (first >= text_.size() || text_[first] != mark || row_at(first) < row) continue;
      const std::size_t rest = after_blanks(first + row_at(first));
      if (rest == end_of(line)) return rest;
      if (begins_mark(rest)) return first + row_at(first);
    }
    return text_.size();
  }

  void read_code(std::size_t from, std::size_t end) {
    for (std::size_t open = text_.find('`', from); open < end; open = text_.find('`', from)) {
      const std::size_t row = row_at(open);
      from = open + row;
      if (in_call_[open]) continue;
      for (std::size_t close = text_.find('`', from); close < end; close = text_.find('`', close + row_at(close)))
        if (row_at(close) == row) {
          quote(open, close + row);
          from = close + row;
          break;
        }
    }
  }

  std::string_view text_;
  std::vector<bool> quoted_, in_call_;
  std::size_t fenced_until_ = 0;
};

}  // namespace

std::vector<bool> quoted_bytes(std::string_view text, const message& of) {
  return marker(text, of).marked();
}

}  // namespace toolcall::tests
