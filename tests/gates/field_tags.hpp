// The tags of fields in a value: how a dialect opens and closes a field, taken from the rules that read fields, and not
// from those that find the ends of values.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "authoring/page_folder.hpp"
#include "gates/rule_parts.hpp"

namespace toolcall::tests {

struct field_tag {
  std::string key;
  std::size_t begin = 0, end = 0;
  bool paired = false;  // a closing tag of the field follows before any further opening
};

class field_tags {
 public:
  explicit field_tags(const gate_pages& folder) : folder_(folder), parts_(folder.pages()) {}

  // Whether the rule of this name reads values between such tags.
  bool is_reader(const std::string& dialect, const std::string& rule);

  // The first opening at this byte or later, in any spelling but a bare word such as <city>: the dialect has a word
  // before the key, or a special token next to it.
  std::optional<field_tag> next(const std::string& dialect, std::string_view value, std::size_t from);

 private:
  std::optional<field_tag> at(const grammarc::page& page, const field_rules& field, std::string_view value,
                              std::size_t begin) const;
  bool matches(const std::string& rule, std::string_view value, std::size_t begin) const;

  const gate_pages& folder_;
  rule_parts parts_;
};

}  // namespace toolcall::tests
