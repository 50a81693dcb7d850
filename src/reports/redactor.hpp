// Words for words: what a text becomes, and which words stay.

#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "reports/runs.hpp"

namespace toolcall::reports {

// Words in lower letters.
class word_set {
 public:
  // The runs, stretches and words of a text.
  void add(std::string_view text);
  // The same, and what its words are when they are written as one: get_weather is getweather, too.
  void add_name(std::string_view name);
  bool add_word(const std::string& word) { return words_.insert(word).second; }
  bool has(const std::string& word) const { return words_.find(word) != words_.end(); }
  const std::set<std::string, std::less<>>& all() const { return words_; }

 private:
  std::set<std::string, std::less<>> words_;
};

class redactor {
 public:
  // `stay` are the words that do, `taken` those that no word becomes, because they stand in what is redacted.
  redactor(word_set stay, word_set taken, std::uint64_t seed, bool numbers)
      : stay_(std::move(stay)), taken_(std::move(taken)), seed_(seed), numbers_(numbers) {}

  std::string applied(std::string_view text);

 private:
  void redact(const run& of, std::string_view text, std::string& to);
  void redact_letters(part letters, std::string& to);
  void redact_word(part word, std::string& to);
  part rest_of(part word) const;
  void redact_digits(part digits, std::string& to) const;
  void redact_code(part of, bool hexadecimal, std::string& to) const;
  const std::u32string& other_word(const std::string& word, part letters);
  std::u32string drawn_word(part letters, std::uint64_t key) const;

  word_set stay_, taken_;
  std::uint64_t seed_;
  bool numbers_;
  std::map<std::string, std::u32string, std::less<>> chosen_;
  std::set<std::u32string> used_;
};

}  // namespace toolcall::reports
