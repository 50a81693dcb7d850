// Loose JSON, read as what it evidently means.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall::typing {

// What was wrong with a text that was read all the same. Safe: every reader would take it for the same value. Assumed:
// the value is complete, and this reading is clearly the nearest.
enum class repair_class : unsigned char { safe, assumed };

enum class defect : unsigned char {
  trailing_comma,
  comment,
  quote_mark,
  bare_key,
  number_key,
  literal,
  control_character,
  bad_escape,
  typographic_quote,
  odd_blank,
  nul,
  missing_closer,
  surplus_closer,
  inner_closer,
  missing_comma,
  inner_quote,
  bare_word,
  number_spelling,
  number_guess,
  escaped_quote,
  half_pair,
  tuple,
  triple_quote,
  stray_comma,
  escaped_newline
};
repair_class class_of(defect what);
std::string_view name_of(defect what);

struct repair {
  defect what;
  std::size_t at;  // in the text
};

// Each kind of defect once, where it comes first.
class repair_list {
 public:
  void add(defect what, std::size_t at);
  bool empty() const { return all_.empty(); }
  bool assumed() const;
  const std::vector<repair>& all() const { return all_; }

 private:
  std::vector<repair> all_;
};

// A number that JSON writes otherwise, such as 007.
struct respelled_number {
  std::size_t at;  // in the repaired text
  std::string written;
};

// The number that begins at a place of the repaired text, if it was written otherwise; else null. `all` is in the order
// of the text.
const respelled_number* find_number(std::span<const respelled_number> all, std::size_t at);

struct repaired_json {
  std::string json;  // strict
  repair_list repairs;
  std::vector<std::size_t> words;         // where in it stand words without quotes, as strings
  std::vector<respelled_number> numbers;  // in the order of the text
};

// Nothing where data is missing, two readings differ, or a number or word would have to be guessed. What is cut off is
// never completed. Words without quotes are read only if the caller, who knows the schema, wants them.
std::optional<repaired_json> repaired(std::string_view text, bool words = false);

}  // namespace toolcall::typing
