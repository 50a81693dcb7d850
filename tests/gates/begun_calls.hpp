// Where calls begin in a text: at a mark of a dialect that is followed by what its calls begin with.
//
// What calls begin with is taken from the trees of the pages (rule_parts.hpp), and not from what was read of the text.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "authoring/page_folder.hpp"
#include "gates/rule_parts.hpp"
#include "gates/texts.hpp"
#include "interpreter/interpreter.hpp"

namespace toolcall::tests {

struct begun_call {
  std::size_t begin = 0, end = 0;  // from the mark up to the name
  bool cut_off = false;            // the text ends before it is certain that a call begins here
};

class begun_calls {
 public:
  // Dialects are those of the folder, which must outlive this.
  explicit begun_calls(const authoring::page_folder& folder);

  // A call of one of these dialects that begins at this byte: the mark is followed, blanks aside, by all that their
  // calls have before the name, and not by a placeholder such as <name>. If they have nothing there, by a declared
  // name.
  std::optional<begun_call> at(const page_list& dialects, std::string_view text, std::size_t begin,
                               const interpreter::names& declared);

  // Whether a mark of one of these dialects begins at this byte.
  bool is_mark(const page_list& dialects, std::string_view text, std::size_t at, const interpreter::names& declared);

  // Answers are kept by the bytes that follow; they hold for the same dialects and the same names.
  void forget() {
    found_.clear();
    marks_.clear();
  }

 private:
  using mark_sizes = std::map<const grammarc::page*, std::size_t>;

  std::optional<begun_call> look(const page_list& dialects, std::string_view text, std::size_t begin,
                                 const interpreter::names& declared, std::size_t& looked_until);
  std::size_t end_of_marks(const grammarc::page* page, std::string_view text, std::size_t begin,
                           const interpreter::names& declared);
  const mark_sizes& marks_at(std::string_view text, std::size_t at, const interpreter::names& declared);

  const page_list& dialects_;
  rule_parts parts_;
  std::unordered_map<std::string, std::optional<begun_call>> found_;  // as if it began at 0
  std::unordered_map<std::string, mark_sizes> marks_;
};

}  // namespace toolcall::tests
