// The declared names a grammar may ask for: tools, and the fields of each.
//
// The machine needs no more of a tool set than this; schemas stay in src/typing.

#pragma once

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
    const auto [place, fresh] = tools_.try_emplace(std::move(name), static_cast<int>(fields_.size()));
    if (fresh) fields_.emplace_back();
    return place->second;
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
  index tools_;
  index words_;
  std::vector<index> fields_;
};

// What the caller wants of the message beyond what its tools say.
struct request {
  bool forced = false;  // a call, of whatever tool
  std::string chosen;   // a call of this tool; empty if it does not matter which
};

}  // namespace toolcall::engine
