// The declared names a grammar may ask for: tools, and the fields of each. The machine needs no more of a tool set.

#pragma once

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toolcall {

// A byte that may stand in a tool's or a field's name: ASCII letters and digits, _ - . : / $ @ and all of non-ASCII.
constexpr bool is_name_byte(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c >= 0x80 || c == '_' ||
         c == '-' || c == '.' || c == ':' || c == '/' || c == '$' || c == '@';
}

// One that a name does not end between: after `get` in `get_weather` no name ends, in `get:weather` one may.
constexpr bool is_word_byte(unsigned char c) {
  return is_name_byte(c) && c != '.' && c != ':' && c != '/' && c != '$' && c != '@';
}

// Declared names, each with a number.
class name_index {
 public:
  static constexpr int none = -1;

  // The number that the name has now: the given one, or an earlier one.
  int add(std::string name, int number) {
    const auto place = std::lower_bound(names_.begin(), names_.end(), name, before);
    if (place != names_.end() && place->first == name) return place->second;
    if (!name.empty()) firsts_.set(static_cast<unsigned char>(name.front()));
    return names_.insert(place, {std::move(name), number})->second;
  }
  int find(std::string_view name) const {
    const auto place = std::lower_bound(names_.begin(), names_.end(), name, before);
    return place != names_.end() && place->first == name ? place->second : none;
  }
  std::size_t size() const { return names_.size(); }
  // Of the first one in order; there must be one.
  int first() const { return names_.front().second; }
  template <typename Test>
  bool any_of(const Test& is) const {
    return std::any_of(names_.begin(), names_.end(),
                       [&](const entry& each) { return is(std::string_view(each.first)); });
  }
  // The name that has this number; empty if none has.
  std::string_view name_of(int number) const {
    const auto has_it = [number](const entry& each) { return each.second == number; };
    const auto found = std::find_if(names_.begin(), names_.end(), has_it);
    return found == names_.end() ? std::string_view{} : std::string_view(found->first);
  }

  // The longest name that the text begins with and that ends there.
  struct match {
    std::size_t size = 0;    // 0: no name does
    bool undecided = false;  // more bytes could decide otherwise
  };
  match longest(std::string_view text, bool at_end) const {
    if (!text.empty() && !may_begin_with(text.front())) return {};  // nearly everywhere
    return longest_of_first(text, at_end);
  }
  bool may_begin_with(char byte) const { return firsts_[static_cast<unsigned char>(byte)]; }

 private:
  match longest_of_first(std::string_view text, bool at_end) const;

  using entry = std::pair<std::string, int>;
  static bool before(const entry& a, std::string_view name) { return a.first < name; }

  std::vector<entry> names_;  // in order
  std::bitset<256> firsts_;   // the bytes that they begin with
};

class vocabulary {
 public:
  static constexpr int none = name_index::none;

  // Without a vocabulary every name counts as declared (decision: tools not given restrict nothing).
  bool given = false;
  // Where names are given: whether any other counts as a tool, too, with the fields of all.
  bool any_tool = false;

  int add_tool(std::string name) {
    given = true;
    const int number = tools_.add(name, static_cast<int>(fields_.size()));
    written_.add(std::move(name), number);
    if (number == static_cast<int>(fields_.size())) fields_.emplace_back();
    return number;
  }
  // How the tool's name may be written, too; nothing if that is a name already.
  void add_spelling(int tool, std::string written) { written_.add(std::move(written), tool); }
  int add_field(int tool, std::string name) {
    const int word = words_.add(name, static_cast<int>(words_.size()));
    return fields_[static_cast<std::size_t>(tool)].add(std::move(name), word);
  }
  const name_index& tools() const { return tools_; }
  // With their other spellings, which a text may have in their place.
  const name_index& written_tools() const { return written_; }
  bool is_spelling(std::string_view name) const { return tools_.find(name) == none && written_.find(name) != none; }
  // Whether the name of a tool or of a field may begin with the byte.
  bool may_begin_with(char byte) const {
    return !given || any_tool || written_.may_begin_with(byte) || words_.may_begin_with(byte);
  }
  int tool(std::string_view name) const { return or_any(tools_.find(name)); }
  int written_tool(std::string_view name) const { return or_any(written_.find(name)); }
  // The number of a name that is a field of some tool; that of a field is the same.
  int word(std::string_view name) const { return words_.find(name); }
  std::string_view word(int number) const { return words_.name_of(number); }
  const name_index& fields(int tool) const {
    static const name_index nothing;
    if (tool < 0) return nothing;
    const auto at = static_cast<std::size_t>(tool);
    return at == fields_.size() ? words_ : fields_[at];
  }

 private:
  int or_any(int known) const { return known == none && any_tool ? static_cast<int>(fields_.size()) : known; }

  name_index tools_;
  name_index written_;
  name_index words_;
  std::vector<name_index> fields_;
};

}  // namespace toolcall
