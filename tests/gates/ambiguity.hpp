// What the pages say of values that have two readings (spec/notation.md, "A page").

#pragma once

#include <string_view>
#include <vector>

#include "authoring/page_folder.hpp"
#include "gates/renderers.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::tests {

class ambiguity {
 public:
  explicit ambiguity(const authoring::page_folder& pages);

  // Whether the dialect's rule `ambiguous` matches at the beginning of one of the values between marks.
  bool in(const rendered& text, std::string_view dialect) const;
  // Whether the page of the dialect has such a rule.
  bool is_known(std::string_view dialect) const;

 private:
  bool in(std::string_view value, const raw_piece& piece, const grammarc::page& page) const;
  const grammarc::page* page_of(std::string_view dialect) const;

  std::vector<grammarc::page> pages_;
};

}  // namespace toolcall::tests
