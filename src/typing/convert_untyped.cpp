// Conversion of JSON without a schema, and the rules for all JSON.
//
// Of members with one key the first counts, and others must say the same. A number that no double holds stays as it was
// written, but no reader could make of it what was meant, so the call is invalid.

#include <algorithm>
#include <unordered_map>

#include "typing/canonical.hpp"
#include "typing/convert.hpp"
#include "typing/json_escape.hpp"
#include "typing/python_literal.hpp"

namespace toolcall::typing {

using json::value_kind;

std::vector<member_once> members_once(const json::document& doc, std::uint32_t object) {
  std::vector<member_once> members;
  members.reserve(doc[object].size);
  const bool plain = !repeats_a_key(doc, object);
  std::unordered_map<std::string, std::size_t> known;
  for (std::uint32_t n = object + 1; n < doc[object].next; n = doc[n + 1].next) {
    const bool fresh = plain || known.try_emplace(doc.text_of(n), members.size()).second;
    if (fresh) {
      members.push_back({n});
      continue;
    }
    member_once& first = members[known.find(doc.text_of(n))->second];
    first.differs = first.differs || canonical(doc, first.key + 1) != canonical(doc, n + 1);
  }
  return members;
}

// In an object that declares nothing: elements have no quotes, so digits are a number there.
bool converter::is_scalar_element(std::string_view text) const {
  if (!rules_.elements || rules_.max_level < typing_level::assumed) return false;
  return text == "true" || text == "false" || text == "null" ||
         (!text.empty() && json::number_length(text) == text.size());
}

// Whether the subtree can be copied as it stands.
bool converter::is_plain(const json::document& doc, std::uint32_t node) const {
  if (&doc == placed_in_) {
    const auto first = std::lower_bound(places_.begin(), places_.end(), doc[node].begin);
    if (first != places_.end() && *first < doc[node].end) return false;
  }
  for (std::uint32_t n = node; n < doc[node].next; ++n) {
    if (doc[n].what == value_kind::number && is_out_of_range(doc.lexeme(n))) return false;
    if (doc[n].what == value_kind::object && repeats_a_key(doc, n)) return false;
  }
  return true;
}

conversion converter::untyped(const json::document& doc, std::uint32_t node, bool declared) {
  if (is_raw_text(doc, node)) {
    if (words_ && is_variable(doc.text_of(node))) return conversion::refused("not_literal");
    const std::string text = doc.text_of(node);
    return declared || is_scalar_element(text) ? raw(schema_graph::anything, text) : converted_string(text);
  }
  conversion o;
  if (is_plain(doc, node)) {
    doc.append_compact(node, o.json);
  } else if (doc[node].what == value_kind::number) {
    o.json = doc.lexeme(node);
    o.note(typing_level::refused, "number_range");
    o.report(huge_number(pointer_, o.json));
  } else {
    untyped_parts(doc, node, declared, o);
  }
  return o;
}

void converter::untyped_parts(const json::document& doc, std::uint32_t node, bool declared, conversion& whole) {
  const bool object = doc[node].what == value_kind::object;
  whole.json += object ? '{' : '[';
  if (object) {
    for (const auto& [key, differs] : members_once(doc, node)) {
      const std::string name = doc.text_of(key);
      if (differs) whole.note(typing_level::refused, "duplicate_key");
      if (differs) report_field(name, repeated_key(""), whole);
      if (whole.json.back() != '{') whole.json += ',';
      whole.json += doc.lexeme(key);
      whole.json += ':';
      // The members of an object without a schema are undeclared.
      untyped_part(name, doc, key + 1, false, whole);
    }
  } else {
    std::size_t i = 0;
    for (std::uint32_t n = node + 1; n < doc[node].next; n = doc[n].next, ++i) {
      if (i != 0) whole.json += ',';
      untyped_part(std::to_string(i), doc, n, declared, whole);
    }
  }
  whole.json += object ? '}' : ']';
}

void converter::untyped_part(std::string_view step, const json::document& doc, std::uint32_t node, bool declared,
                             conversion& whole) {
  at(step, [&] {
    conversion inner = untyped(doc, node, declared);
    if (!inner.ok) return add_part(no_schema, doc, node, std::move(inner), whole);
    whole.json += inner.json;
    whole.take_in(inner);
    for (diagnostic& f : inner.diagnostics) whole.report(std::move(f));
  });
}

}  // namespace toolcall::typing
