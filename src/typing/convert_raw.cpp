// Raw text to JSON, as the schema wants it.
//
// Raw text has no type: the schema chooses the reading. One reading is taken silently, one of several is taken with a
// finding, and where there is none nothing is made up.

#include <algorithm>
#include <charconv>

#include "ascii.hpp"
#include "typing/convert.hpp"
#include "typing/relax.hpp"
#include "typing/spell.hpp"

namespace toolcall::typing {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string without_separators(std::string_view text) {
  std::string out = ascii::lowered(text);
  std::erase_if(out, [](char c) { return c == '_' || c == '-' || c == ' '; });
  return out;
}

outcome done(std::string json, unsigned cost) {
  outcome o;
  o.json = std::move(json);
  o.cost = cost;
  return o;
}

outcome string_outcome(std::string_view text, unsigned cost) {
  outcome o;
  o.cost = cost;
  append_json_string(o.json, text);
  return o;
}

// The text of a JSON string that is all there is, or nothing.
std::optional<std::string> unquoted(std::string_view text) {
  json::document doc;
  json::fault why;
  if (!text.starts_with('"') || !doc.read(text, why)) return std::nullopt;
  return doc.text_of(0);
}

// A number without its sign, as a person writes one: groups of three, underscores, a missing digit at the point, zeros
// in front. Empty if it is none; `assumed` if some of that had to be taken for granted.
std::string plain_number(std::string_view text, bool& assumed) {
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
  assumed = separator != 0;
  std::string fraction(text.substr(point, e - point));
  if (digits.empty() && fraction.size() < 2) return "";
  if (fraction == ".") fraction = ".0";
  if (digits.empty()) digits = "0";
  if (digits.size() > 1 && digits[0] == '0') {
    assumed = true;
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  }
  return digits + fraction + std::string(text.substr(e));
}

// Only what a chat template prints for a value that is no string.
bool is_canonical(const json::document& doc, std::string_view raw) {
  const json::node& root = doc[0];
  if (root.what == json::kind::null) return raw == "null";
  return root.what != json::kind::string;
}

}  // namespace

outcome converter::raw(int schema, std::string_view text, unsigned types) {
  const auto list = alternatives(schema, types);
  if (list.empty()) return outcome::refused();
  if (list.size() > 1) return raw_union(list, text);
  const auto [index, type] = list[0];
  const auto& s = schemas_[index];
  if (s.members) return raw_member(s, text, type);
  switch (type) {
    case string_type:
      return raw_string(s, text);
    case integer_type:
      return raw_number(s, text, true);
    case boolean_type:
      return raw_boolean(text);
    case null_type:
      return raw_null(text);
    case array_type:
      return raw_array(index, text);
    case object_type:
      return raw_object(index, text);
    default:
      return raw_number(s, text, false);
  }
}

outcome converter::raw_string(const schema& s, std::string_view text) {
  outcome o = string_outcome(text, 0);
  if (string_holds(s, text)) return o;
  if (string_holds(s, json::trim(text))) return string_outcome(json::trim(text), outcome::lossless);
  if (const auto inner = unquoted(json::trim(text)); inner && string_holds(s, *inner)) {
    return string_outcome(*inner, outcome::lossless);
  }
  o.valid = false;
  return o;
}

outcome converter::raw_number(const schema& s, std::string_view text, bool integer) {
  std::string inner;
  std::string_view trimmed = json::trim(text);
  if (auto quoted = unquoted(trimmed)) {
    inner = std::move(*quoted);
    trimmed = json::trim(inner);
  }
  std::string_view unsigned_part = trimmed;
  if (trimmed.starts_with('+') || trimmed.starts_with('-')) unsigned_part.remove_prefix(1);
  bool guess = false;
  std::string lexeme = plain_number(unsigned_part, guess);
  if (lexeme.empty() || json::number_length(lexeme) != lexeme.size()) return outcome::refused();
  if (trimmed.starts_with('-')) lexeme.insert(0, 1, '-');
  const decimal d = decimal::of(lexeme);
  if (d.is_out_of_range() || (integer && !d.is_integral())) return outcome::refused();
  if (integer && lexeme.find_first_of(".eE") != lexeme.npos) lexeme = d.integer_text();
  outcome o = done(std::move(lexeme), outcome::lossless);
  o.valid = number_holds(s, o.json);
  return guess ? assumed(std::move(o), text, integer ? "an integer" : "a number") : o;
}

outcome converter::raw_boolean(std::string_view text) {
  const std::string_view trimmed = json::trim(text);
  const std::string word = ascii::lowered(unquoted(trimmed).value_or(std::string(trimmed)));
  if (word == "true" || word == "false") return done(word, outcome::lossless);
  for (const char* yes : {"yes", "on", "1"}) {
    if (word == yes) return assumed(done("true", 0), text, "a boolean");
  }
  for (const char* no : {"no", "off", "0"}) {
    if (word == no) return assumed(done("false", 0), text, "a boolean");
  }
  return outcome::refused();
}

outcome converter::raw_null(std::string_view text) {
  const std::string_view word = json::trim(text);
  return word == "null" || word == "None" ? done("null", outcome::lossless) : outcome::refused();
}

outcome converter::raw_container(int schema, std::string_view text, unsigned type, unsigned decodes) {
  json::document doc;
  json::fault why;
  std::optional<std::string> strict;
  if (!doc.read(text, why)) {
    const std::string_view trimmed = json::trim(text);
    if (!trimmed.starts_with(type == array_type ? '[' : '{')) return outcome::refused();
    strict = relaxed(trimmed);
    if (!strict || !doc.read(*strict, why)) return outcome::refused();
  }
  const auto wanted = type == array_type ? json::kind::array : json::kind::object;
  if (doc[0].what == wanted) {
    outcome o = value(schema, doc, 0, type);
    o.cost += outcome::lossless;
    return o;
  }
  if (doc[0].what != json::kind::string || decodes == 0) return outcome::refused();
  const std::string inner = doc.text_of(0);
  return raw_container(schema, inner, type, decodes - 1);
}

outcome converter::raw_object(int schema, std::string_view text) {
  return raw_container(schema, text, object_type, 2);
}

outcome converter::raw_array(int schema, std::string_view text) {
  outcome whole = raw_container(schema, text, array_type, 2);
  const std::string_view trimmed = json::trim(text);
  // A broken list is not one item.
  if (whole.ok || trimmed.empty() || trimmed[0] == '[') return whole;
  const auto& s = schemas_[schema];
  const int items = s.prefix_items.empty() ? s.items : s.prefix_items[0];
  if (trimmed.starts_with("<item>")) return item_elements(items, text);
  if (items == no_schema) {
    return assumed(done("[" + string_outcome(text, 0).json + "]", 0), text, "an array of one item");
  }
  if (wraps_ == max_wraps) return outcome::refused();
  ++wraps_;
  outcome item = one_item(items, text);
  --wraps_;
  return item;
}

outcome converter::one_item(int items, std::string_view text) {
  outcome item = raw(items, text);
  if (!item.ok || !item.valid || item.cost >= outcome::assumed) {
    outcome split = split_list(items, json::trim(text));
    if (split.ok) return assumed(std::move(split), text, "an array, split at its commas");
  }
  if (!item.ok || !item.valid) return outcome::refused();
  item.json = "[" + item.json + "]";
  return assumed(std::move(item), text, "an array of one item");
}

// <item>a</item><item>b</item>, without markup inside.
outcome converter::item_elements(int items, std::string_view text) {
  constexpr std::string_view opener = "<item>", closer = "</item>";
  outcome list;
  list.json = "[";
  for (std::string_view rest = json::trim(text); !rest.empty(); rest = json::trim(rest)) {
    const std::size_t end = rest.find('<', 1);
    if (!rest.starts_with(opener) || end == rest.npos || !rest.substr(end).starts_with(closer)) {
      return outcome::refused();
    }
    const std::string_view piece = rest.substr(opener.size(), end - opener.size());
    outcome item = items == no_schema ? string_outcome(piece, 0) : raw(items, piece);
    if (!item.ok || !item.valid) return outcome::refused();
    if (list.json.size() > 1) list.json += ',';
    list.json += item.json;
    rest.remove_prefix(end + closer.size());
  }
  list.json += ']';
  return assumed(std::move(list), text, "an array of its elements");
}

outcome converter::split_list(int items, std::string_view text) {
  if (text.find(',') == text.npos) return outcome::refused();
  outcome list;
  list.json = "[";
  for (bool more = true; more;) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view piece = json::trim(text.substr(0, comma));
    outcome item = piece.empty() ? outcome::refused() : raw(items, piece);
    if (!item.ok || !item.valid) return outcome::refused();
    if (list.json.size() > 1) list.json += ',';
    list.json += item.json;
    more = comma < text.size();
    text.remove_prefix(more ? comma + 1 : comma);
  }
  list.json += ']';
  return list;
}

outcome converter::raw_member(const schema& s, std::string_view text, unsigned types, bool exact_only) {
  const auto named = [&](std::string_view wanted) {
    return std::any_of(s.members->begin(), s.members->end(), [&](const schema::member& m) {
      return m.type == string_type && (types & string_type) != 0 && m.text == wanted;
    });
  };
  if (named(text)) return string_outcome(text, 0);
  if (exact_only) return outcome::refused();
  const std::string_view trimmed = json::trim(text);
  if (named(trimmed)) return string_outcome(trimmed, outcome::lossless);
  if (const auto inner = unquoted(trimmed); inner && named(*inner)) return string_outcome(*inner, outcome::lossless);
  for (const schema::member& m : *s.members) {
    if ((m.type & types) == 0 || m.type == string_type) continue;
    outcome o = outcome::refused();
    if (m.type == null_type) o = raw_null(text);
    if (m.type == boolean_type && ascii::lowered(trimmed) == m.text) o = done(m.text, outcome::lossless);
    if ((m.type & (integer_type | number_type)) != 0) {
      o = raw_number(schema(), text, false);
      if (o.ok && (o.cost >= outcome::assumed || compare(decimal::of(o.json), decimal::of(m.text)) != 0)) o.ok = false;
      if (o.ok) o.json = m.text;
    }
    if (o.ok) return o;
  }
  return folded_member(s, trimmed, types);
}

// A spelling that only one member can have meant: another case, other separators.
outcome converter::folded_member(const schema& s, std::string_view text, unsigned types) {
  if ((types & string_type) == 0) return outcome::refused();
  for (const auto fold : {ascii::lowered, without_separators}) {
    const std::string folded = fold(text);
    const schema::member* found = nullptr;
    for (const schema::member& m : *s.members) {
      if (m.type != string_type || fold(m.text) != folded || folded.empty()) continue;
      if (found != nullptr && found->text != m.text) return outcome::refused();
      found = &m;
    }
    if (found != nullptr) return assumed(string_outcome(found->text, 0), text, shown(found->text));
  }
  return outcome::refused();
}

outcome converter::raw_union(const std::vector<alternative>& list, std::string_view text) {
  const auto string = std::find_if(list.begin(), list.end(), [](const auto& a) { return (a.type & string_type) != 0; });
  if (string == list.end()) {
    std::vector<outcome> results;
    for (const auto& [schema, type] : list) {
      if (budget_ == 0) return outcome::refused();
      --budget_;
      results.push_back(raw(schema, text, type));
    }
    return least(std::move(results));
  }
  for (const auto& [schema, type] : list) {
    if ((type & string_type) == 0 || !schemas_[schema].members) continue;
    if (outcome o = raw_member(schemas_[schema], text, type, true); o.ok) return o;
  }
  json::document doc;
  json::fault why;
  if (doc.read(text, why) && is_canonical(doc, text)) {
    for (const auto& [schema, type] : list) {
      if (type == string_type || budget_ == 0) continue;
      --budget_;
      outcome o = value(schema, doc, 0, type);
      if (o.ok && o.valid && o.cost == 0) return assumed(std::move(o), text, "JSON, not as text");
    }
  }
  std::vector<outcome> results;
  for (const auto& [schema, type] : list) {
    if (budget_ == 0) return outcome::refused();
    --budget_;
    results.push_back(raw(schema, text, type));
    // Of a union with a string, text is the string unless a member or a bound says otherwise.
    const bool text_is_fine = type == string_type && !schemas_[schema].members && results.back().valid;
    if (text_is_fine) return results.back();
  }
  return least(std::move(results));
}

}  // namespace toolcall::typing
