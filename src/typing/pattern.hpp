// Patterns of schemas, compiled.

#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace toolcall::typing {

using pattern = std::shared_ptr<const re2::RE2>;

// Whether the pattern is found anywhere in a text that is UTF-8; in time linear in the text.
bool matches(const re2::RE2& expression, std::string_view text);

// The pattern as RE2 spells it: JSON Schema's are those of ECMAScript.
std::string in_re2_syntax(std::string_view ecma);

// Each pattern is compiled once for all the tools.
class pattern_set {
 public:
  struct entry {
    pattern compiled;     // null: RE2 cannot compile it
    std::string problem;  // why not
  };
  const entry& get(const std::string& text);

 private:
  std::map<std::string, entry, std::less<>> known_;
};

}  // namespace toolcall::typing
