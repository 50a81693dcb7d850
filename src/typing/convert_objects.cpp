// The members of a JSON object, as its schema wants them.
//
// Which member is meant is settled for all of them before any is converted: a key in another style is a declared one
// only if nothing else in the object, and nothing else in the schema, could be meant by it.

#include <algorithm>

#include "typing/convert.hpp"
#include "typing/spell.hpp"

namespace toolcall::typing {

using json::kind;

std::string_view without_quotes(std::string_view name) {
  constexpr std::string_view quotes = "\"'`";
  const std::size_t first = name.find_first_not_of(quotes);
  if (first == name.npos) return name;
  return name.substr(first, name.find_last_not_of(quotes) + 1 - first);
}

outcome converter::object(int schema, const json::document& doc, std::uint32_t node) {
  const auto& s = schemas_[schema];
  outcome whole = json_outcome("{");
  const std::vector<field> fields = fields_of(schema, doc, node, whole);
  for (const field& f : fields) add_field(schema, doc, f, whole);
  whole.json += '}';
  std::size_t needed = 0;
  for (const field& f : fields) needed += s.needed.contains(f.name) ? 1 : 0;
  whole.valid = whole.valid && needed == s.needed.size();
  return whole;
}

// Each key once, by the name that it stands for.
std::vector<converter::field> converter::fields_of(int schema, const json::document& doc, std::uint32_t node,
                                                   outcome& whole) const {
  std::vector<field> fields;
  std::map<std::string, std::string> seen;
  for (std::uint32_t n = node + 1; n < doc[node].next; n = doc[n + 1].next) {
    std::string name = doc.text_of(n), written;
    doc.append_compact(n + 1, written);
    const auto [first, fresh] = seen.try_emplace(name, written);
    if (fresh) {
      fields.push_back({std::move(name), n});
    } else if (first->second != written) {
      finding f = conversion_finding("duplicate_field", "", "given again with another value; the first counts",
                                     typing_level::refused, "duplicate_key");
      f.disagrees = true;
      whole.valid = false;
      whole.note(typing_level::refused, "duplicate_key");
      tell_of_field(name, std::move(f), whole);
    }
  }
  const bool all_named = std::all_of(fields.begin(), fields.end(),
                                     [&](const field& f) { return schemas_[schema].field(f.name) != no_schema; });
  if (!all_named) read_styles(schemas_[schema], schema, fields, whole);
  return fields;
}

void converter::read_styles(const schema& s, int schema, std::vector<field>& fields, outcome& whole) const {
  std::map<std::string, unsigned, std::less<>> candidates;  // how many keys could mean a declared name
  std::vector<std::string_view> targets(fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string& name = fields[i].name;
    if (schemas_.names(schema, name)) {
      ++candidates[name];
      continue;
    }
    const auto bare = s.properties.find(without_quotes(name));
    if (bare != s.properties.end()) {
      targets[i] = bare->first;
    } else if (const std::string_view styled = s.styles.find(name); !styled.empty()) {
      if (s.closed || s.needed.contains(styled)) targets[i] = styled;
    }
    if (!targets[i].empty()) ++candidates[std::string(targets[i])];
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (targets[i].empty() || candidates.find(targets[i])->second != 1) continue;
    if (told_.max_level < typing_level::assumed) continue;
    const bool quoted = without_quotes(fields[i].name) != fields[i].name;
    const std::string_view code = quoted ? "stray_quote" : "key_style";
    finding f = renamed_finding("", fields[i].name, targets[i], code);
    fields[i].name = targets[i];
    fields[i].renamed = true;
    whole.cost += outcome::assumed;
    whole.note(typing_level::assumed, code);
    tell_of_field(fields[i].name, std::move(f), whole);
  }
}

void converter::tell_of_field(std::string_view name, finding f, outcome& whole) const {
  if (whole.findings.size() >= max_value_findings) return;
  f.pointer = pointer_;
  json::append_step(f.pointer, name);
  whole.findings.push_back(std::move(f));
}

// Null, or raw text with nothing in it, where the schema wants neither.
bool converter::says_nothing(int property, const json::document& doc, std::uint32_t node) const {
  if (doc[node].what == kind::null) return true;
  return is_raw_text(doc, node) && json::trim(doc.text_of(node)).empty() && !admits(property, string_type);
}

// A key that the schema forbids. True if it is left out.
bool converter::drops(const schema& s, const field& f, outcome& whole) const {
  if (told_.unknown == unknown_keys::drop && told_.max_level >= typing_level::assumed) {
    whole.cost += outcome::assumed;
    whole.note(typing_level::assumed, "unknown_key_dropped");
    tell_of_field(f.name, dropped_finding("", f.name), whole);
    return true;
  }
  whole.valid = false;
  if (told_.unknown == unknown_keys::refuse) whole.note(typing_level::refused, "unknown_key");
  if (told_.unknown == unknown_keys::refuse && whole.findings.size() < max_value_findings) {
    std::vector<std::string_view> known;
    for (const auto& [name, ignored] : s.properties) known.emplace_back(name);
    tell_of_field(f.name, forbidden_finding("", unknown_name(f.name, known)), whole);
  }
  return false;
}

void converter::add_field(int schema, const json::document& doc, const field& f, outcome& whole) {
  const auto& s = schemas_[schema];
  int property = schemas_.property(schema, f.name);
  if (s.closed && property == no_schema && drops(s, f, whole)) return;
  // Nobody said what it is, so raw text stays text.
  if (property != no_schema && schemas_[property].anything && s.field(f.name) == no_schema) property = no_schema;
  const std::size_t length = pointer_.size();
  json::append_step(pointer_, f.name);
  outcome inner = value(property, doc, f.key + 1);
  const bool optional = !s.needed.contains(f.name) && told_.max_level >= typing_level::assumed;
  if (!inner.ok && optional && says_nothing(property, doc, f.key + 1)) {
    const std::string_view code = doc[f.key + 1].what == kind::null ? "null_omitted" : "empty_omitted";
    whole.cost += outcome::assumed;
    whole.note(typing_level::assumed, code);
    if (whole.findings.size() < max_value_findings) whole.findings.push_back(omitted_finding(pointer_, code));
  } else {
    if (whole.json.size() > 1) whole.json += ',';
    f.renamed ? append_json_string(whole.json, f.name) : void(whole.json += doc.lexeme(f.key));
    whole.json += ':';
    add_part(property, doc, f.key + 1, std::move(inner), whole);
  }
  pointer_.resize(length);
}

}  // namespace toolcall::typing
