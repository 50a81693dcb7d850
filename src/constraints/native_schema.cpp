// What both engines read alike is copied. References become definitions of the part's own, because a part stands alone
// in the constraint. Which keywords an engine knows was found by asking it (tests/constrain).

#include "constraints/native_schema.hpp"

#include <algorithm>

#include "constraints/schema_rules.hpp"
#include "typing/json_escape.hpp"

namespace toolcall::constraints {

namespace {

template <typename List>
bool is_in(const List& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

constexpr std::string_view copied[] = {"pattern",  "format",           "minLength",        "maxLength",
                                       "minimum",  "maximum",          "multipleOf",       "minItems",
                                       "maxItems", "exclusiveMinimum", "exclusiveMaximum", "required"};

constexpr std::string_view known_formats[] = {"date-time", "time", "date", "duration", "email",
                                              "hostname",  "ipv4", "ipv6", "uuid",     "uri"};

void append_name(std::string& to, std::string_view name) {
  if (to.back() != '{') to += ',';
  typing::append_json_string(to, name);
  to += ':';
}

}  // namespace

std::string native_schema::text(place at, kinds of, std::string_view before) {
  std::string made;
  schema(made, at, of, false, before);
  std::string defined;
  // A definition may refer to further ones.
  for (std::size_t i = 0; i < referred_.size(); ++i) {
    defined += (i == 0 ? "\"d0\":" : ",\"d" + std::to_string(i) + "\":");
    schema(defined, referred_[i], all_kinds, false);
  }
  referred_.clear();
  if (defined.empty()) return made;
  made.pop_back();
  return made + (made.back() == '{' ? "" : ",") + "\"$defs\":{" + defined + "}}";
}

std::size_t native_schema::reference(place to) {
  const auto found = std::find(referred_.begin(), referred_.end(), to);
  const auto number = static_cast<std::size_t>(found - referred_.begin());
  if (found == referred_.end()) referred_.push_back(to);
  return number;
}

void native_schema::schema(std::string& to, place at, kinds of, bool is_open, std::string_view before) {
  const bool is_object = at < of_.text().size() && of_.text()[at].what == value_kind::object;
  if (!is_possible(of_, at, of)) {
    to += "false";
    return;
  }
  (to += '{') += before;
  if (!is_object) {
    if (of != all_kinds) types(to, anything, of);
    to += '}';
    return;
  }
  if (of_.keyword(at, "$ref") != 0) {
    const place target = of_.resolved(at);
    append_name(to, "$ref");
    to += "\"#/$defs/d" + std::to_string(reference(target)) + "\"}";
    return;
  }
  const document& text = of_.text();
  const kinds allowed = of & of_.kinds_of(at);
  const bool has_values = of_.keyword(at, "const") != 0 || of_.keyword(at, "enum") != 0;
  const bool has_parts = !of_.alternatives(at).empty() || of_.keyword(at, "allOf") != 0;
  if (!has_values && !has_parts) types(to, at, allowed);
  for (std::uint32_t key = at + 1; key < text[at].next; key = text[key + 1].next) keyword(to, at, key, of);
  if (!has_values && !has_parts && allowed != all_kinds) others(to, at, allowed, is_open);
  to += '}';
}

// What is not said of members and items is said: the engines differ in what they make of that.
void native_schema::others(std::string& to, place at, kinds allowed, bool is_open) {
  if ((allowed & kind_bit(value_kind::object)) != 0 && !is_open) {
    append_name(to, "additionalProperties");
    const place found = of_.others(at);
    if (found == schema_view::closed || found == anything)
      to += found == anything ? "true" : "false";
    else
      schema(to, found, all_kinds, false);
  }
  if ((allowed & kind_bit(value_kind::array)) != 0 && of_.keyword(at, "items") == 0) {
    append_name(to, "items");
    to += ends_early(at) ? "false" : "true";
  }
}

void native_schema::keyword(std::string& to, place at, std::uint32_t key, kinds of) {
  const std::string name = of_.text().text_of(key);
  const std::uint32_t value = key + 1;
  if (schema_view::is_annotation(name) && name != "nullable") return;
  if (const std::string why = why_unsaid(at, name, value); !why.empty()) {
    // Both are left out, and the first of them is where one is looking.
    if (name != "then" && name != "else") limits_.add(of_.pointer_to(value), why);
    return;
  }
  if (name == "nullable") return;
  if (name == "const") {
    append_name(to, name);
    of_.text().append_compact(value, to);
  } else if (name == "enum") {
    append_name(to, name);
    values(to, value, of);
  } else if (name == "required" && of_.others(at) == schema_view::closed) {
    append_name(to, name);
    required(to, at);
  } else if (name == "required" && of_.keyword(at, "properties") == 0) {
    append_name(to, name);
    required(to, at);
    append_name(to, "properties");
    properties(to, at);
  } else if (name == "properties") {
    append_name(to, name);
    properties(to, at);
  } else if (name == "anyOf" || name == "oneOf" || name == "allOf" || name == "prefixItems") {
    const bool both = name == "allOf";
    if (name == "oneOf") limits_.add(of_.pointer_to(value), "reads \"oneOf\" as \"anyOf\"");
    append_name(to, name == "oneOf" ? "anyOf" : name);
    branches(to, name, value, name == "prefixItems" ? all_kinds : of, both && of_.text()[value].size > 1);
  } else if (name == "items" || name == "additionalItems") {
    append_name(to, name);
    schema(to, ends_early(at) ? schema_view::closed : value, all_kinds, false);
  } else {
    append_name(to, name);
    of_.text().append_compact(value, to);
  }
}

void native_schema::required(std::string& to, place at) {
  std::string named;
  for (const property& each : of_.properties(at)) {
    if (!each.is_required) continue;
    named += named.empty() ? "" : ",";
    typing::append_json_string(named, each.name);
  }
  to += "[" + named + "]";
}

// What is required and not listed is listed: no value could have it otherwise. What has no value is not.
void native_schema::properties(std::string& to, place at) {
  to += '{';
  for (const property& each : of_.properties(at)) {
    if (!is_possible(of_, each.schema)) {
      const bool is_open = of_.others(at) != schema_view::closed;
      if (is_open && engine_ == engine::xgrammar)
        limits_.add(of_.pointer_to(each.schema), "does not say that this member is never there");
      if (!is_open || engine_ == engine::xgrammar) continue;
    }
    append_name(to, each.name);
    schema(to, each.schema, all_kinds, false);
  }
  to += '}';
}

// Whether one of the first items has no value, so that a list ends before it.
bool native_schema::ends_early(place at) const {
  const std::vector<place> first = of_.items(at).first;
  return !std::all_of(first.begin(), first.end(), [&](place each) { return is_possible(of_, each); });
}

void native_schema::branches(std::string& to, std::string_view name, std::uint32_t list, kinds of, bool is_open) {
  const document& text = of_.text();
  to += '[';
  bool is_first = true;
  for (place each = list + 1; each < text[list].next; each = text[each].next) {
    if (name == "prefixItems" && !is_possible(of_, each)) break;
    if (name != "prefixItems" && name != "allOf" && !is_possible(of_, each, of)) continue;
    if (!is_first) to += ',';
    is_first = false;
    schema(to, each, of, is_open);
  }
  to += ']';
}

void native_schema::values(std::string& to, std::uint32_t list, kinds of) const {
  const document& text = of_.text();
  to += '[';
  bool is_first = true;
  for (std::uint32_t each = list + 1; each < text[list].next; each = text[each].next) {
    if ((kind_bit(text[each].what) & of) == 0) continue;
    if (!is_first) to += ',';
    is_first = false;
    text.append_compact(each, to);
  }
  to += ']';
}

void native_schema::types(std::string& to, place at, kinds of) const {
  if (of == all_kinds) return;
  constexpr std::string_view words[] = {"null", "boolean", "number", "string", "array", "object"};
  std::string all;
  std::size_t count = 0;
  for (unsigned i = 0; i < std::size(words); ++i) {
    if ((of & (1U << i)) == 0) continue;
    const bool is_integer = words[i] == "number" && of_.takes_integers_alone(at);
    all += (count++ == 0 ? "\"" : ",\"") + std::string(is_integer ? "integer" : words[i]) + "\"";
  }
  append_name(to, "type");
  to += count == 1 ? all : "[" + all + "]";
}

// Whether the keyword has a value of the kind that engines want; older drafts have others.
bool native_schema::is_usual(std::string_view name, std::uint32_t value) const {
  constexpr std::string_view lists[] = {"anyOf", "oneOf", "allOf", "prefixItems", "enum", "required"};
  constexpr std::string_view numbers[] = {"minimum",          "maximum",    "exclusiveMinimum",
                                          "exclusiveMaximum", "multipleOf", "minLength",
                                          "maxLength",        "minItems",   "maxItems"};
  const value_kind is = of_.text()[value].what;
  if (is_in(lists, name)) return is == value_kind::array;
  if (is_in(numbers, name)) return is == value_kind::number;
  if (name == "pattern" || name == "format") return is == value_kind::string;
  if (name == "properties") return is == value_kind::object;
  return name != "items" || is != value_kind::array;
}

std::string native_schema::why_unsaid(place at, std::string_view name, std::uint32_t value) const {
  const auto has = [&](std::string_view other) { return of_.keyword(at, other) != 0; };
  const std::string unsaid = "does not say \"" + std::string(name) + "\"; such values are not excluded";
  if (name == "nullable") {
    const bool is_read = !has("enum") && !has("const") && of_.alternatives(at).empty() && !has("allOf");
    return is_read || of_.text().lexeme(value) != "true" ? std::string() : "does not say \"nullable\" here";
  }
  if (!is_usual(name, value)) return unsaid;
  if (name == "format" && !is_in(known_formats, of_.text().text_of(value))) return unsaid;
  if (name == "pattern") {
    const std::string_view expression = of_.text().lexeme(value);
    if (expression.find("(?") != expression.npos || expression.find("\\\\1") != expression.npos) return unsaid;
  }
  if (engine_ == engine::xgrammar) {
    if ((name == "minLength" || name == "maxLength") && (has("pattern") || has("format"))) return unsaid;
    if (name == "required" && !has("properties") && of_.kinds_of(at) != object_kind) return unsaid;
    if ((has("const") || has("enum")) && name != "const" && name != "enum") return unsaid;
    if (name == "allOf" && of_.text()[value].size > 1) return unsaid;
    if ((name == "anyOf" || name == "oneOf") && has("properties")) return unsaid;
  } else if (name == "patternProperties" || name == "minProperties" || name == "maxProperties") {
    return name == "patternProperties" ? unsaid : "";
  }
  if (is_in(copied, name)) return {};
  constexpr std::string_view parts[] = {"const", "enum",        "properties", "items",          "anyOf",
                                        "oneOf", "prefixItems", "allOf",      "additionalItems"};
  return is_in(parts, name) ? std::string() : unsaid;
}

}  // namespace toolcall::constraints
