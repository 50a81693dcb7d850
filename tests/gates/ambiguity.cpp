#include "gates/ambiguity.hpp"

#include <algorithm>

#include "grammarc/check.hpp"
#include "interpreter/interpreter.hpp"

namespace toolcall::tests {

namespace {

constexpr const char* rule_name = "ambiguous";

}  // namespace

ambiguity::ambiguity(const authoring::page_folder& pages) : pages_(grammarc::with_ambiguous(pages.pages())) {
}

bool ambiguity::in(const rendered& text, std::string_view dialect) const {
  const grammarc::page* const page = page_of(dialect);
  return page != nullptr && std::any_of(text.raw.begin(), text.raw.end(), [&](const raw_piece& piece) {
           return in(std::string_view(text.text).substr(piece.begin, piece.end - piece.begin), piece, *page);
         });
}

bool ambiguity::is_known(std::string_view dialect) const {
  return page_of(dialect) != nullptr;
}

bool ambiguity::in(std::string_view value, const raw_piece& piece, const grammarc::page& page) const {
  interpreter::names declared;
  declared.given = true;
  declared.tools[piece.of->name] = piece.of->declared;
  declared.around = {true, piece.of->name, piece.had};
  return interpreter::evaluate(pages_, page.name, rule_name, value, 0, declared, {}).is == interpreter::match_kind::ok;
}

const grammarc::page* ambiguity::page_of(std::string_view dialect) const {
  for (const grammarc::page& page : pages_)
    for (const grammarc::rule& rule : page.ambiguous)
      if (page.name == dialect && rule.name == rule_name) return &page;
  return nullptr;
}

}  // namespace toolcall::tests
