// The declared names a grammar may ask for: tools, and the fields of each.
//
// The machine needs no more of a tool set than this; schemas stay in src/typing.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall::engine {

// A byte that may stand in a tool's or a field's name: ASCII letters and digits, _ - . : / $ @ and all of non-ASCII.
constexpr bool is_name_byte(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c >= 0x80 || c == '_' ||
         c == '-' || c == '.' || c == ':' || c == '/' || c == '$' || c == '@';
}

class vocabulary {
 public:
  static constexpr int none = -1;

  // Without a vocabulary every name counts as declared (decision: tools not given restrict nothing).
  bool given = false;

  int add_tool(std::string name) {
    given = true;
    note_length(name);
    const auto [place, fresh] = tools_.try_emplace(std::move(name), static_cast<int>(fields_.size()));
    if (fresh) fields_.emplace_back();
    return place->second;
  }
  // For a word that is most likely no tool: nearly all are told by their first byte and their length.
  bool is_tool(std::string_view word) const {
    return !word.empty() && (lengths_[static_cast<unsigned char>(word[0])] & length_bit(word)) != 0 &&
           tool(word) != none;
  }
  int add_field(int tool, std::string name) {
    const int word = words_.try_emplace(name, static_cast<int>(words_.size())).first->second;
    fields_[static_cast<std::size_t>(tool)].try_emplace(std::move(name), word);
    return word;
  }
  int tool(std::string_view name) const { return find(tools_, name); }
  // The number of a name that is a field of some tool; field() gives the same number, but only for this tool's fields.
  int word(std::string_view name) const { return find(words_, name); }
  int field(int tool, std::string_view name) const {
    return tool < 0 ? none : find(fields_[static_cast<std::size_t>(tool)], name);
  }

 private:
  using index = std::map<std::string, int, std::less<>>;
  static int find(const index& names, std::string_view name) {
    const auto found = names.find(name);
    return found == names.end() ? none : found->second;
  }
  static std::uint64_t length_bit(std::string_view word) { return std::uint64_t{1} << (word.size() % 64U); }
  void note_length(std::string_view name) {
    if (!name.empty()) lengths_[static_cast<unsigned char>(name[0])] |= length_bit(name);
  }
  std::array<std::uint64_t, 256> lengths_{};  // of the tools, by their first byte
  index tools_;
  index words_;
  std::vector<index> fields_;
};

// What the caller wants of the message beyond what its tools say.
struct request {
  bool forced = false;      // a call, of whatever tool
  std::string chosen;       // a call of this tool; empty if it does not matter which
  bool find_calls = true;   // else nothing is a call: its bytes are read as the grammar reads them otherwise
  std::vector<bool> off{};  // by label number: outside of calls, these recoveries are not there
};

}  // namespace toolcall::engine
