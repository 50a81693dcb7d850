// Raw text to JSON, as the schema wants it.
//
// Raw text has no type: the schema chooses the reading. One reading is taken silently, one of several is taken with a
// diagnostic, and without any the text stays as it was written.

#include <algorithm>
#include <optional>

#include "text/ascii.hpp"
#include "typing/canonical.hpp"
#include "typing/convert.hpp"
#include "typing/loose_json.hpp"
#include "typing/python_literal.hpp"

namespace toolcall::typing {
namespace {

using ascii::is_digit;

// The text of a JSON string that is all there is, or nothing. Its quotes may be escaped.
std::optional<std::string> unquoted(std::string_view text) {
  json::document doc;
  json::syntax_error why;
  if (text.starts_with('"') && doc.read(text, why)) return doc.text_of(0);
  if (!text.starts_with("\\\"")) return std::nullopt;
  const auto inner = with_quotes_unescaped(text);
  if (!inner || !doc.read(*inner, why) || doc[0].what != json::value_kind::string) return std::nullopt;
  return doc.text_of(0);
}

// A number without its sign, as a person writes one: groups of three, underscores, a missing digit at the point, zeros
// in front. Empty if it is not one; `guess` is the code of what had to be taken for granted.
std::string plain_number(std::string_view text, std::string_view& guess) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::size_t point = std::min(text.find('.'), e);
  std::string_view whole = text.substr(0, point);
  std::string digits;
  std::size_t group = 0;
  char separator = 0;
  for (std::size_t i = 0; i < whole.size(); ++i, ++group) {
    if (is_digit(whole[i])) {
      digits += whole[i];
      continue;
    }
    const bool first = separator == 0;
    if ((whole[i] != ',' && whole[i] != '_') || (!first && whole[i] != separator)) return "";
    if (first ? group == 0 || group > 3 : group != 4) return "";
    separator = whole[i];
    group = 0;
  }
  if (separator != 0 && group != 4) return "";
  if (separator != 0) guess = "digit_grouping";
  std::string fraction(text.substr(point, e - point));
  if (digits.empty() && fraction.size() < 2) return "";
  if (fraction == ".") fraction = ".0";
  if (digits.empty()) digits = "0";
  if (digits.size() > 1 && digits[0] == '0') {
    if (guess.empty()) guess = "leading_zero";
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  }
  return digits + fraction + std::string(text.substr(e));
}

// Only what a chat template prints for a value that is not a string.
bool is_canonical(const json::document& doc, std::string_view raw) {
  const json::node& root = doc[0];
  if (root.what == json::value_kind::null) return raw == "null";
  for (std::uint32_t n = 0; n < doc.size(); ++n) {
    if (doc[n].what == json::value_kind::number && is_out_of_range(doc.lexeme(n))) return false;
  }
  return root.what != json::value_kind::string;
}

std::string lowered(std::string_view text) {
  return ascii::lowered(text);
}

std::string_view why_nothing(const schema& s) {
  return s.never ? "schema_false" : s.types == 0 ? "schema_unsatisfiable" : "no_union_branch";
}

// A JSON string may hold JSON, and that a JSON string again.
constexpr unsigned max_decodes = 2;

std::string_view kind_word(bool integer) {
  return integer ? "an integer" : "a number";
}

}  // namespace

conversion converter::raw(int schema, std::string_view text, unsigned types) {
  const auto list = alternatives(schema, types);
  if (list.empty()) return conversion::refused(why_nothing(schemas_[schema]));
  if (list.size() > 1) return raw_union(list, text, schemas_[schema].anything);
  const auto [index, type] = list[0];
  const auto& s = schemas_[index];
  if (s.members) return raw_member(s, text, type);
  switch (type) {
    case string_type:
      return words_ && is_variable(text) ? conversion::refused("not_literal") : raw_string(s, text);
    case integer_type:
      return raw_number(s, text, true);
    case boolean_type:
      return raw_boolean(text);
    case null_type:
      return raw_null(text);
    case array_type:
      return raw_array(index, text, max_decodes);
    case object_type:
      return raw_object(index, text, max_decodes);
    default:
      return raw_number(s, text, false);
  }
}

conversion converter::raw_string(const schema& s, std::string_view text) const {
  conversion o = converted_string(text);
  if (string_holds(s, text)) return o;
  const std::string_view trimmed = json::trim(text);
  if (string_holds(s, trimmed)) return step(converted_string(trimmed), typing_level::lossless, "whitespace_trim");
  if (const auto inner = unquoted(trimmed); inner && string_holds(s, *inner)) {
    return step(converted_string(*inner), typing_level::lossless, "json_unquote");
  }
  o.valid = false;
  o.note(typing_level::refused, "string_constraint");
  return o;
}

conversion converter::raw_number(const schema& s, std::string_view text, bool integer) const {
  std::string inner;
  std::string_view trimmed = json::trim(text);
  if (auto quoted = unquoted(trimmed)) {
    inner = std::move(*quoted);
    trimmed = json::trim(inner);
  }
  std::string_view unsigned_part = trimmed;
  if (trimmed.starts_with('+') || trimmed.starts_with('-')) unsigned_part.remove_prefix(1);
  std::string_view guess;
  std::string lexeme = plain_number(unsigned_part, guess);
  if (lexeme.empty() || json::number_length(lexeme) != lexeme.size()) {
    return conversion::refused(integer ? "not_integer" : "not_number");
  }
  if (trimmed.starts_with('-')) lexeme.insert(0, 1, '-');
  const decimal d = decimal::of(lexeme);
  if (d.is_out_of_range()) return conversion::refused("number_range");
  if (integer && !d.is_integral()) return conversion::refused("integer_fraction");
  const bool rewritten = integer && lexeme.find_first_of(".eE") != lexeme.npos;
  if (rewritten) lexeme = d.integer_text();
  conversion o = converted_json(std::move(lexeme));
  o.valid = number_holds(s, o.json);
  const std::string_view code = rewritten ? "integral_decimal" : integer ? "raw_integer" : "raw_number";
  o = step(std::move(o), typing_level::lossless, code);
  return guess.empty() ? o : assumed(std::move(o), guess, shown(text), kind_word(integer));
}

conversion converter::raw_boolean(std::string_view text) const {
  const std::string_view trimmed = json::trim(text);
  const std::string word = ascii::lowered(unquoted(trimmed).value_or(std::string(trimmed)));
  if (word == "true" || word == "false") return step(converted_json(word), typing_level::lossless, "raw_boolean");
  for (const char* yes : {"yes", "on", "1"}) {
    if (word == yes) return assumed(converted_json("true"), "boolean_word", shown(text), "true");
  }
  for (const char* no : {"no", "off", "0"}) {
    if (word == no) return assumed(converted_json("false"), "boolean_word", shown(text), "false");
  }
  return conversion::refused("not_boolean");
}

conversion converter::raw_null(std::string_view text) const {
  const std::string_view word = json::trim(text);
  if (word != "null" && word != "None") return conversion::refused("not_null");
  return step(converted_json("null"), typing_level::lossless, "raw_null");
}

conversion converter::raw_member(const schema& s, std::string_view text, unsigned types, bool exact_only) const {
  const auto named = [&](std::string_view wanted) {
    return std::any_of(s.members->begin(), s.members->end(), [&](const member_list::member& m) {
      return m.type == string_type && (types & string_type) != 0 && m.text == wanted;
    });
  };
  if (named(text)) return converted_string(text);
  if (exact_only) return conversion::refused("not_in_enum");
  const std::string_view trimmed = json::trim(text);
  if (named(trimmed)) return step(converted_string(trimmed), typing_level::lossless, "whitespace_trim");
  const auto inner = unquoted(trimmed);
  if (inner && named(*inner)) return step(converted_string(*inner), typing_level::lossless, "json_unquote");
  conversion other = typed_member(s, trimmed, types);
  return other.ok ? other : folded_member(s, inner ? *inner : trimmed, types);
}

// A member that is not a string, from its spelling.
conversion converter::typed_member(const schema& s, std::string_view text, unsigned types) const {
  for (const member_list::member& m : *s.members) {
    if ((m.type & types) == 0 || m.type == string_type) continue;
    conversion o = conversion::refused("not_in_enum");
    if (m.type == null_type) o = raw_null(text);
    if (m.type == boolean_type && ascii::lowered(text) == m.text) o = converted_json(m.text);
    if ((m.type & (integer_type | number_type)) != 0) {
      o = raw_number(schema(), text, false);
      o.ok = o.ok && o.level < typing_level::assumed && compare(decimal::of(o.json), decimal::of(m.text)) == 0;
    }
    if ((m.type & (array_type | object_type)) != 0) {
      json::document doc;
      json::syntax_error why;
      o.ok = doc.read(text, why) && canonical(doc, 0) == m.canonical;
    }
    if (o.ok) return step(converted_json(m.text), typing_level::lossless, "enum_typed");
  }
  return conversion::refused("not_in_enum");
}

// A spelling that only one member can have meant: another case, other separators.
conversion converter::folded_member(const schema& s, std::string_view text, unsigned types) const {
  if ((types & string_type) == 0) return conversion::refused("not_in_enum");
  for (const auto& [fold, code] : {std::pair(&lowered, "enum_case"), std::pair(&ascii::folded, "enum_separator")}) {
    const std::string folded = fold(text);
    const member_list::member* found = nullptr;
    for (const member_list::member& m : *s.members) {
      if (m.type != string_type || fold(m.text) != folded || folded.empty()) continue;
      if (found != nullptr && found->text != m.text) return conversion::refused("enum_ambiguous");
      found = &m;
    }
    if (found != nullptr) return assumed(converted_string(found->text), code, shown(text), shown(found->text));
  }
  return conversion::refused("not_in_enum");
}

// No branch takes strings, so the text is the spelling of something else.
conversion converter::raw_typed(const std::vector<alternative>& all, std::string_view text) {
  json::document doc;
  json::syntax_error why;
  const bool canonical = doc.read(text, why) && is_canonical(doc, text);
  const auto same = canonical ? of_type(all, type_of(doc, 0)) : all;
  const bool object = canonical && doc[0].what == json::value_kind::object;
  std::vector<conversion> results;
  for (const auto& [schema, type] : object ? chosen_by_tag(same, doc, 0) : same) {
    if (budget_ == 0) return conversion::refused("budget");
    --budget_;
    results.push_back(raw(schema, text, type));
  }
  return least(std::move(results));
}

conversion converter::raw_union(const std::vector<alternative>& list, std::string_view text, bool anything) {
  const auto takes_string = [](const alternative& a) { return (a.type & string_type) != 0; };
  if (std::none_of(list.begin(), list.end(), takes_string)) return raw_typed(list, text);
  for (const auto& [schema, type] : list) {
    if ((type & string_type) == 0 || !schemas_[schema].members) continue;
    if (conversion o = raw_member(schemas_[schema], text, type, true); o.ok) return o;
  }
  const auto takes_null = [](const alternative& a) { return a.type == null_type; };
  if (text == "\"null\"" && !anything && std::any_of(list.begin(), list.end(), takes_null)) {
    conversion o = assumed(converted_string("null"), "union_raw_typed", shown(text), "the word, not as null");
    if (o.ok) return o;
  }
  json::document doc;
  json::syntax_error why;
  if (doc.read(text, why) && is_canonical(doc, text)) {
    for (const auto& [schema, type] : list) {
      if (type == string_type || budget_ == 0) continue;
      --budget_;
      conversion o = value(schema, doc, 0, type);
      const bool changed = o.cost != 0 || (!anything && o.level == typing_level::refused);
      if (!o.ok || !o.valid || changed) continue;
      o = assumed(std::move(o), anything ? "raw_any_typed" : "union_raw_typed", shown(text), "JSON, not as text");
      if (o.ok) return o;
    }
  }
  std::vector<conversion> results;
  for (const auto& [schema, type] : of_type(list, string_type)) {
    if (budget_ == 0) return conversion::refused("budget");
    --budget_;
    results.push_back(raw(schema, text, type));
    // Of a union with a string, text is the string unless a member says otherwise.
    const bool text_is_fine = type == string_type && !schemas_[schema].members && results.back().valid;
    if (text_is_fine) return results.back();
  }
  return least(std::move(results));
}

}  // namespace toolcall::typing
