// The members of a JSON object, as its schema wants them.
//
// Which member is meant is settled for all of them before any is converted: a key in another style is a declared one
// only if nothing else in the object, and nothing else in the schema, could be meant by it.

#include <algorithm>

#include "text/quotes.hpp"
#include "typing/convert.hpp"
#include "typing/json_escape.hpp"

namespace toolcall::typing {

using json::value_kind;

conversion converter::object(int schema, const json::document& doc, std::uint32_t node) {
  const auto& s = schemas_[schema];
  conversion whole = converted_json("{");
  std::vector<field> fields = fields_of(doc, node, whole);
  read_styles(s, schema, fields, whole);
  for (const field& f : fields) add_field(schema, doc, f, whole);
  whole.json += '}';
  std::size_t needed = 0;
  for (const field& f : fields) needed += s.needed.contains(f.name) ? 1 : 0;
  whole.valid = whole.valid && needed == s.needed.size();
  return whole;
}

// Each key once.
std::vector<converter::field> converter::fields_of(const json::document& doc, std::uint32_t node,
                                                   conversion& whole) const {
  std::vector<field> fields;
  for (const auto& [key, differs] : members_once(doc, node)) {
    fields.push_back({doc.text_of(key), key});
    if (!differs) continue;
    whole.note(typing_level::refused, "duplicate_key");
    report_field(fields.back().name, repeated_key(""), whole);
  }
  return fields;
}

// By the name that each key stands for.
void converter::read_styles(const schema& s, int schema, std::vector<field>& fields, conversion& whole) const {
  const auto is_declared = [&](const field& f) { return s.field(f.name) != no_schema; };
  if (std::all_of(fields.begin(), fields.end(), is_declared)) return;
  std::map<std::string, unsigned, std::less<>> candidates;  // how many keys could mean a declared name
  std::vector<std::string_view> targets(fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string& name = fields[i].name;
    if (schemas_.names(schema, name)) {
      ++candidates[name];
      continue;
    }
    const std::string_view bare = without_quotes(name);
    if (const auto known = s.properties.find(bare); known != s.properties.end()) {
      targets[i] = known->first;
    } else if (const std::string_view styled = s.styles.find(bare); !styled.empty()) {
      if (!s.takes_others() || s.needed.contains(styled)) targets[i] = styled;
    }
    if (!targets[i].empty()) ++candidates[std::string(targets[i])];
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (targets[i].empty() || candidates.find(targets[i])->second != 1) continue;
    if (rules_.max_level < typing_level::assumed) continue;
    const bool quoted = without_quotes(fields[i].name) != fields[i].name;
    const std::string_view code = quoted ? "stray_quote" : "key_style";
    diagnostic f = renamed_diagnostic("", fields[i].name, targets[i], code);
    fields[i].name = targets[i];
    fields[i].renamed = true;
    whole.cost += conversion::assumed;
    whole.note(typing_level::assumed, code);
    report_field(fields[i].name, std::move(f), whole);
  }
}

void converter::report_field(std::string_view name, diagnostic f, conversion& whole) const {
  f.pointer = pointer_;
  json::append_step(f.pointer, name);
  whole.report(std::move(f));
}

// Null, or raw text that spells it or has nothing in it, where the schema wants neither.
bool converter::says_nothing(int property, const json::document& doc, std::uint32_t node) const {
  if (doc[node].what == value_kind::null) return true;
  if (!is_raw_text(doc, node) || property == no_schema || admits(property, string_type)) return false;
  const std::string text = doc.text_of(node);
  return text == "null" || json::trim(text).empty();
}

// A key that the schema forbids. True if it is left out.
bool converter::drops(const schema& s, const field& f, conversion& whole) const {
  if (rules_.unknown == unknown_keys::drop && rules_.max_level >= typing_level::assumed) {
    whole.cost += conversion::assumed;
    whole.note(typing_level::assumed, "unknown_key_dropped");
    report_field(f.name, dropped_diagnostic("", f.name), whole);
    return true;
  }
  whole.valid = false;
  if (rules_.unknown == unknown_keys::refuse) whole.note(typing_level::refused, "unknown_key");
  if (rules_.unknown == unknown_keys::refuse) {
    std::vector<std::string_view> known;
    for (const auto& [name, ignored] : s.properties) known.emplace_back(name);
    report_field(f.name, forbidden_diagnostic("", unknown_name(f.name, known)), whole);
  }
  return false;
}

void converter::add_field(int schema, const json::document& doc, const field& f, conversion& whole) {
  const auto& s = schemas_[schema];
  int property = schemas_.property(schema, f.name);
  if (s.closed && property == no_schema && drops(s, f, whole)) return;
  // No schema says what it is, so raw text stays text.
  if (property != no_schema && schemas_[property].anything && s.field(f.name) == no_schema) property = no_schema;
  at(f.name, [&] {
    const bool other = property == no_schema && !words_ && !s.properties.empty() && is_raw_text(doc, f.key + 1);
    conversion inner = other ? converted_string(doc.text_of(f.key + 1)) : value(property, doc, f.key + 1);
    const bool optional = !s.needed.contains(f.name) && rules_.max_level >= typing_level::assumed;
    if (!inner.ok && optional && says_nothing(property, doc, f.key + 1)) {
      const bool null = doc[f.key + 1].what == value_kind::null || doc.lexeme(f.key + 1) == "\"null\"";
      const std::string_view code = null ? "null_omitted" : "empty_omitted";
      whole.cost += conversion::assumed;
      whole.note(typing_level::assumed, code);
      whole.report(omitted_diagnostic(pointer_, code));
    } else {
      if (whole.json.size() > 1) whole.json += ',';
      f.renamed ? append_json_string(whole.json, f.name) : void(whole.json += doc.lexeme(f.key));
      whole.json += ':';
      add_part(property, doc, f.key + 1, std::move(inner), whole);
    }
  });
}

}  // namespace toolcall::typing
