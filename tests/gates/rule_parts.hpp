// What the rules of pages match before a part, and after it: as rules of their own, made from the trees of the pages.
//
// So a test can ask of any dialect whether a call, or a field, is begun at a place of a text, without knowing how the
// dialect spells it, and without the rules that read the whole. The interpreter answers.

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "grammarc/tree.hpp"
#include "interpreter/interpreter.hpp"

namespace toolcall::tests {

// Names of rules, with their pages, for match() below.
struct field_rules {
  std::string opening;            // all before the value: <parameter name="city">
  std::string pair;               // such an opening, and what closes it before any other opening
  std::set<std::string> readers;  // the rules that cut the value out: invoke_field.parameter
};

class rule_parts {
 public:
  explicit rule_parts(const std::vector<grammarc::page>& pages);
  ~rule_parts();
  rule_parts(const rule_parts&) = delete;
  rule_parts& operator=(const rule_parts&) = delete;

  // Rules that match this page's calls up to the name, one for each way to write them. A name that must be declared is
  // matched as well. If the arguments may come first, there are ways that end there.
  const std::vector<std::string>& beginnings(const std::string& page);

  // The fields of this page's calls that are written between marks: whose opening has a letter besides the key. So
  // neither those of JSON and Python, nor those whose tag is the key alone.
  const std::vector<field_rules>& fields(const std::string& page);

  // Applies one of these rules, or any rule of the pages, at a place of a text. `farthest`, if given, learns where the
  // match came to its end.
  interpreter::match_result match(const std::string& rule, std::string_view text, std::size_t at,
                                  const interpreter::names& declared, interpreter::failures* farthest = nullptr) const;

 private:
  class maker;
  std::vector<grammarc::page> pages_;  // the last are those with the rules that are made here
  std::unique_ptr<maker> maker_;
  std::map<std::string, std::vector<std::string>> beginnings_;
  std::map<std::string, std::vector<field_rules>> fields_;
};

}  // namespace toolcall::tests
