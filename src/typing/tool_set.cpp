// The tools as the event layer sees them.
//
// Everything that depends on a schema alone is decided here once: which fields a tool has, which of them may be told
// while they are read, and the judge. A call only looks things up.

#include <algorithm>
#include <charconv>
#include <set>
#include <tuple>

#include <toolcall/error.hpp>

#include "typing/convert.hpp"
#include "typing/dom.hpp"
#include "typing/judge.hpp"
#include "typing/relax.hpp"
#include "typing/spell.hpp"
#include "typing/typing.hpp"

namespace toolcall::typing {
namespace {

// Keywords of a root that judge each field on its own, or only names and numbers of fields.
bool judges_fields_alone(const nlohmann::json& root) {
  constexpr std::string_view alone[] = {
      "type",          "properties",    "required",    "additionalProperties", "propertyNames",
      "minProperties", "maxProperties", "definitions", "patternProperties",    "unenforced"};
  return std::all_of(root.items().begin(), root.items().end(), [&](const auto& item) {
    return std::find(std::begin(alone), std::end(alone), item.key()) != std::end(alone);
  });
}

// Reads JSON into doc and notes in `out` how that went; a repair may be beyond what the rules allow. Words without
// quotes are read where there is a schema.
bool read_value(std::string_view json_text, const std::string& pointer, json::document& doc, std::string& respelled,
                typed& out, loose_reading& how, bool words, const rules& told) {
  out.readable = read_loosely(json_text, doc, respelled, how, words);
  if (respelled.empty() || !out.readable) return out.readable;
  finding slip = loose_json(pointer);
  slip.level = how.repairs.assumed() ? typing_level::assumed : typing_level::lossless;
  out.readable = slip.level <= told.max_level;
  if (out.readable) out.findings.push_back(std::move(slip));
  return out.readable;
}

// What the branches of a root say about one field.
class field_readings {
 public:
  field_readings(const schema_graph& schemas, std::string_view field) : schemas_(schemas), field_(field) {}

  std::vector<int> declared;
  bool anything = false;  // some branch does not mention the field, and is not closed

  // `said`: what is around the branch declares or forbids the field; `rest`: what it says about other fields.
  void look_at(int index, bool said = false, int rest = no_schema, unsigned depth = 0) {
    const schema& s = schemas_[index];
    if (s.never || (s.types & object_type) == 0) return;
    if (schemas_.names(index, field_)) add(schemas_.property(index, field_));
    said = said || s.closed || schemas_.names(index, field_);
    if (s.additional != no_schema) rest = s.additional;
    if (!seen_.emplace(index, said, rest).second) return;
    const bool leaf = s.branches.empty() || depth == max_depth;
    for (std::size_t i = 0; !leaf && i < s.branches.size(); ++i) look_at(s.branches[i], said, rest, depth + 1);
    if (said || !leaf) return;
    if (rest != no_schema) add(rest);
    anything = anything || rest == no_schema;
  }

 private:
  void add(int index) {
    if (std::find(declared.begin(), declared.end(), index) == declared.end()) declared.push_back(index);
  }

  const schema_graph& schemas_;
  std::string_view field_;
  static constexpr unsigned max_depth = 64;
  std::set<std::tuple<int, bool, int>> seen_;
};

// If several branches declare a field, it may be any of them, and anything where a branch has no say in it.
int any_of(schema_graph& schemas, int root, std::string_view field, int first) {
  constexpr std::size_t many = 32;  // then what they say in particular is not tried, and it is anything
  field_readings readings(schemas, field);
  readings.look_at(root);
  if (readings.declared.empty()) return first;
  if (readings.anything && readings.declared.size() > many) readings.declared.clear();
  schema either;
  either.branches = readings.declared;
  if (readings.anything) {
    schema open;
    open.anything = true;
    either.branches.push_back(schemas.add(std::move(open)));
  }
  return either.branches.size() == 1 ? either.branches[0] : schemas.add(std::move(either));
}

}  // namespace

tool_set::tool_set(std::string_view text, refused tools) {
  names_.given = true;
  read(text, tools);
}

tool_set::~tool_set() = default;

void tool_set::add_schema(tool_entry& entry, const nlohmann::json& source, const std::string& pointer) {
  nlohmann::json normal = normalise(source, pointer, schemas_.patterns(), remarks_);
  entry.whole = !judges_fields_alone(normal);
  entry.root = schemas_.add(normal);
  gather_fields(entry, entry.root, 0);
  for (auto& [name, index] : entry.fields) {
    index = any_of(schemas_, entry.root, name, index);
    entry.styles.add(name);
  }
  entry.last = std::make_unique<typing::judge>(std::move(normal), schemas_.patterns(), pointer, remarks_);
}

// A field may also be declared in a branch of the root.
void tool_set::gather_fields(tool_entry& entry, int index, unsigned depth) {
  if (depth > 8) return;
  const auto declared = schemas_[index].properties;
  const auto branches = schemas_[index].branches;
  entry.required.insert(schemas_[index].required.begin(), schemas_[index].required.end());
  entry.fields.insert(declared.begin(), declared.end());
  for (const int branch : branches) gather_fields(entry, branch, depth + 1);
}

std::vector<std::string> tool_set::fields(std::size_t i) const {
  std::vector<std::string> names;
  for (const auto& [name, ignored] : tools_[i].fields) names.push_back(name);
  return names;
}

int tool_set::field_schema(int tool, std::string_view field) const {
  if (!knows(tool)) return no_schema;
  const auto& fields = entry(tool).fields;
  if (const auto found = fields.find(field); found != fields.end()) return found->second;
  return entry(tool).root == no_schema ? no_schema : schemas_.property(entry(tool).root, field);
}

telling tool_set::field_telling(int tool, std::string_view field) const {
  if (!knows(tool)) return telling::at_once;
  if (entry(tool).whole) return telling::when_complete;
  const int found = field_schema(tool, field);
  const bool declared = entry(tool).fields.contains(field);
  if (found == no_schema || (!declared && schemas_[found].anything)) return telling::at_once;
  // A pattern of properties looks at declared ones too.
  if (!schemas_[entry(tool).root].pattern_properties.empty()) return telling::when_complete;
  return schemas_[found].plain_string ? telling::at_once : telling::when_complete;
}

bool tool_set::is_optional(int tool, std::string_view field) const {
  return knows(tool) && entry(tool).fields.contains(field) && !entry(tool).required.contains(field);
}

// A field that may be left out, and whose text says nothing that its schema would take, was left out.
bool tool_set::omits(int tool, std::string_view field, std::string_view text, typed& out, const rules& told) const {
  if (told.max_level < typing_level::assumed || !is_optional(tool, field)) return false;
  const bool null = text == "null";
  if (!null && (!json::trim(text).empty() || admits(tool, field, string_type))) return false;
  out.omitted = true;
  out.add(omitted_finding(json::pointer_to(field), null ? "null_omitted" : "empty_omitted"));
  return true;
}

bool tool_set::forbids(int tool, std::string_view field) const {
  if (!knows(tool) || entry(tool).root == no_schema || entry(tool).fields.contains(field)) return false;
  return schemas_[entry(tool).root].closed && schemas_.property(entry(tool).root, field) == no_schema;
}

key_reading tool_set::read_key(int tool, std::string_view key, const rules& told) const {
  if (told.max_level < typing_level::assumed || !knows(tool) || entry(tool).root == no_schema) return {};
  const tool_entry& of = entry(tool);
  if (of.fields.contains(key) || schemas_.names(of.root, key)) return {};
  const std::string_view bare = without_quotes(key);
  if (of.fields.contains(bare)) return {std::string(bare), "stray_quote"};
  const std::string_view styled = of.styles.find(key);
  if (styled.empty() || (!schemas_[of.root].closed && !of.required.contains(styled))) return {};
  return {std::string(styled), "key_style"};
}

finding tool_set::unknown_field(int tool, std::string_view field, const rules& told) const {
  if (told.unknown == unknown_keys::drop) return dropped_finding(json::pointer_to(field), field);
  std::vector<std::string_view> known;
  if (knows(tool)) {
    for (const auto& [name, ignored] : entry(tool).fields) known.emplace_back(name);
  }
  return forbidden_finding(json::pointer_to(field), unknown_name(field, known));
}

void typed::add(finding f) {
  if (f.level > level) {
    level = f.level;
    code = f.code;
  }
  findings.push_back(std::move(f));
}

namespace {

typed taken(outcome result) {
  typed out;
  out.json = std::move(result.json);
  out.findings = std::move(result.findings);
  out.fits = result.whole;
  out.level = result.level;
  out.code = result.code;
  return out;
}

}  // namespace

typed tool_set::convert(int tool, std::string_view field, std::string_view raw, const rules& told) const {
  const int found = field_schema(tool, field);
  const bool declared = knows(tool) && entry(tool).fields.contains(field);
  typed out;
  if (found == no_schema || (!declared && schemas_[found].anything)) {
    append_json_string(out.json, raw);
    return out;
  }
  converter to_schema(schemas_, json::pointer_to(field), told);
  outcome result = to_schema.raw(found, raw);
  if (result.ok) {
    // Of what is read as JSON, strings may hold half a surrogate pair.
    const bool container = result.json.starts_with('{') || result.json.starts_with('[');
    if (container) result.json = with_whole_pairs(std::move(result.json));
    return taken(std::move(result));
  }
  if (raw != "null" && omits(tool, field, raw, out, told)) return out;
  append_json_string(out.json, raw);
  out.add(to_schema.not_converted(found, raw, shown(raw), result.code));
  out.fits = false;
  return out;
}

finding no_python(std::string_view text, std::string pointer) {
  return {"assumed_type", std::move(pointer), shown(text) + " is no Python literal, and was read as text"};
}

typed as_written(const written& value, const std::string& pointer) {
  typed out;
  std::optional<std::string> json;
  if (value.is == form::python) json = python_as_json(value.text);
  if (value.is == form::python && !json) out.findings.push_back(no_python(value.text, pointer));
  if (value.is == form::json || json) {
    json::document doc;
    std::string respelled;
    loose_reading how;
    if (read_value(json ? *json : value.text, pointer, doc, respelled, out, how, false, {}))
      doc.append_compact(0, out.json);
  } else {
    append_json_string(out.json, value.text);
  }
  return out;
}

typed tool_set::convert(int tool, std::string_view field, const written& value, const rules& told) const {
  if (value.is == form::raw) return convert(tool, field, value.text, told);
  if (value.is == form::json) return convert_value(tool, field, value.text, value.places, told);
  std::string json;
  if (value.is == form::string) {
    append_json_string(json, value.text);
  } else if (auto read = python_as_json(value.text)) {
    json = std::move(*read);
  } else {
    typed out = convert(tool, field, value.text, told);
    out.findings.insert(out.findings.begin(), no_python(value.text, json::pointer_to(field)));
    return out;
  }
  return convert_value(tool, field, json, {}, told);
}

typed tool_set::convert_value(int tool, std::string_view field, std::string_view json_text,
                              std::span<const std::size_t> places, const rules& told) const {
  typed out;
  json::document doc;
  std::string respelled;
  loose_reading how;
  const int found = field_schema(tool, field);
  if (!read_value(json_text, json::pointer_to(field), doc, respelled, out, how, found != no_schema, told)) return out;
  if (!how.words.empty()) places = how.words;  // a word is raw text
  converter to_schema(schemas_, json::pointer_to(field), told);
  to_schema.note_places(doc, places);
  outcome result = to_schema.value(found, doc, 0);
  if (result.ok) {
    typed made = taken(std::move(result));
    made.findings.insert(made.findings.begin(), out.findings.begin(), out.findings.end());
    made.readable = made.fits || how.words.empty();
    return made;
  }
  if (!how.words.empty()) return out.readable = false, out;
  if (doc[0].what == json::kind::null && omits(tool, field, "null", out, told)) return out;
  doc.append_compact(0, out.json);
  const std::string text = doc[0].what == json::kind::string ? doc.text_of(0) : std::string();
  out.add(to_schema.not_converted(found, text, shown_value(doc.lexeme(0)), result.code));
  out.fits = false;
  return out;
}

bool tool_set::admits(int tool, std::string_view field, unsigned types) const {
  const int found = field_schema(tool, field);
  return found == no_schema || converter(schemas_, "").admits(found, types);
}

std::vector<finding> tool_set::judge(int tool, std::string_view arguments_json) const {
  if (!knows(tool) || !entry(tool).last) return {};
  std::vector<finding> found = entry(tool).last->verdict(arguments_json);
  for (finding& f : found) {
    f.level = typing_level::refused;
    if (f.code.empty()) f.code = f.label == "missing_required" ? "missing_required" : "validation";
  }
  return found;
}

bool tool_set::requires_complete(int tool) const {
  return knows(tool) && entry(tool).whole;
}

}  // namespace toolcall::typing
