// See predicates.hpp.

#include "typing/predicates.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace toolcall::typing {
namespace {

template <typename Key>
bool has_two_alike(std::vector<Key>& keys) {
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

}  // namespace

unsigned type_of(const json::document& doc, std::uint32_t node) {
  switch (doc[node].what) {
    case json::value_kind::null:
      return null_type;
    case json::value_kind::boolean:
      return boolean_type;
    case json::value_kind::string:
      return string_type;
    case json::value_kind::array:
      return array_type;
    case json::value_kind::object:
      return object_type;
    case json::value_kind::number:
      break;
  }
  return is_integral(doc.lexeme(node)) ? integer_type | number_type : number_type;
}

bool repeats_a_key(const json::document& doc, std::uint32_t object) {
  if (doc[object].size < 2) return false;
  std::vector<std::string_view> keys;
  keys.reserve(doc[object].size);
  bool escapes = false;
  for (std::uint32_t n = object + 1; n < doc[object].next; n = doc[n + 1].next) {
    keys.push_back(doc.lexeme(n));
    escapes = escapes || keys.back().find('\\') != keys.back().npos;
  }
  if (!escapes) return has_two_alike(keys);
  std::vector<std::string> meant;
  for (std::uint32_t n = object + 1; n < doc[object].next; n = doc[n + 1].next) meant.push_back(doc.text_of(n));
  return has_two_alike(meant);
}

bool keeps_length(const schema& s, std::uint64_t characters) {
  return (!s.min_length || characters >= *s.min_length) && (!s.max_length || characters <= *s.max_length);
}

bool keeps(const schema::bound& b, const decimal& value) {
  const int order = compare(value, b.limit);
  switch (b.is) {
    case schema::relation::at_least:
      return order >= 0;
    case schema::relation::above:
      return order > 0;
    case schema::relation::at_most:
      return order <= 0;
    case schema::relation::below:
      break;
  }
  return order < 0;
}

// What has too many digits to be divided is not refused.
bool keeps(const schema::multiple& m, const decimal& value) {
  return is_multiple(value, m.divisor).value_or(true);
}

bool string_holds(const schema& s, std::string_view text) {
  if ((s.min_length || s.max_length) && !keeps_length(s, utf8::length(text))) return false;
  return std::all_of(s.patterns.begin(), s.patterns.end(), [&](const auto& p) { return matches(*p.first, text); });
}

bool number_holds(const schema& s, std::string_view lexeme) {
  if (s.bounds.empty() && s.multiples.empty()) return true;
  const decimal d = decimal::of(lexeme);
  const auto kept = [&](const auto& each) { return keeps(each, d); };
  return std::all_of(s.bounds.begin(), s.bounds.end(), kept) &&
         std::all_of(s.multiples.begin(), s.multiples.end(), kept);
}

}  // namespace toolcall::typing
