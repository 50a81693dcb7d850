// The marks are what stands in the compiled pages as literals; so a new page needs nothing here.

#include "reports/kept_words.hpp"

#include <algorithm>
#include <vector>

#include <toolcall/dialect.hpp>

#include "dialects/compiled_dialects.hpp"
#include "dialects/compiled_grammar.hpp"
#include "text/edit_distance.hpp"
#include "text/utf8.hpp"

namespace toolcall::reports {

namespace {

constexpr std::size_t no_secret = 3;      // so short a word is no secret
constexpr std::size_t longest_near = 24;  // letters of words that are compared

void add_literals(const engine::program& of, word_set& to) {
  for (const engine::literal_bytes& each : of.literals) to.add(of.at(each.text));
}

// At most a third of the letters differ.
bool is_near(const std::string& word, const std::string& other) {
  if (other.size() <= no_secret || other.size() > longest_near) return false;
  const std::size_t most = std::max(word.size(), other.size()), allowed = most / 3;
  const std::size_t apart = most - std::min(word.size(), other.size());
  return apart <= allowed && edit_distance(word, other) <= allowed;
}

}  // namespace

word_set words_of_marks() {
  word_set made;
  add_literals(grammar::all_dialects(), made);
  add_literals(grammar::message_heads(), made);
  for (const std::string_view each : events::turn_marks()) made.add(each);
  for (const dialect_facts& each : dialect::all())
    for (const auto* const list : {&each.starts, &each.tokens})
      for (const std::string_view mark : *list) made.add(mark);
  for (const char* const value :
       {"true", "false", "null", "none", "yes", "no", "on", "off", "nan", "inf", "infinity", "undefined", "nil"})
    made.add_word(value);
  return made;
}

std::vector<std::vector<std::string>> words_near(std::string_view text, const word_set& stay) {
  std::vector<std::string> shortest, near;
  const auto add = [&](const std::string& word) {
    if (stay.has(word) || word.size() > longest_near) return;
    const auto is_like = [&](const std::string& other) { return is_near(word, other); };
    if (utf8::length(word) <= no_secret)
      shortest.push_back(word);
    else if (std::any_of(stay.all().begin(), stay.all().end(), is_like))
      near.push_back(word);
  };
  each_run(text, [&](const run& of) {
    for (const part group : groups_of(of)) {
      if (is_digit(group.front().point)) continue;
      add(folded(group));
      for (const part each : words_of(group)) add(folded(each));
    }
  });
  std::vector<std::vector<std::string>> made = {shortest};
  for (const std::string& word : near) made.push_back({word});
  shortest.insert(shortest.end(), near.begin(), near.end());
  made.push_back(shortest);
  return made;
}

}  // namespace toolcall::reports
