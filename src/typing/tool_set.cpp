// The tools as the event layer uses them.
//
// A call only looks things up: what depends on a schema alone is decided when its tool is called first
// (compiled_tool.hpp).

#include <algorithm>

#include <toolcall/error.hpp>

#include "text/nearest.hpp"
#include "text/quotes.hpp"
#include "typing/canonical.hpp"
#include "typing/compiled_tool.hpp"
#include "typing/convert.hpp"
#include "typing/json_escape.hpp"
#include "typing/loose_json.hpp"
#include "typing/python_literal.hpp"
#include "typing/typing.hpp"
#include "typing/wording.hpp"

namespace toolcall::typing {
namespace {

// Reads JSON into doc and notes in `out` how that went; a repair may be beyond what the rules allow. Words without
// quotes are read where there is a schema.
bool read_value(std::string_view json_text, const std::string& pointer, json::document& doc, std::string& rewritten,
                typed& out, loose_reading& how, bool words, const rules& rules) {
  out.readable = read_loose_json(json_text, doc, rewritten, how, words);
  if (rewritten.empty() || !out.readable) return out.readable;
  diagnostic note = loose_json_diagnostic(pointer, how.repairs);
  note.level = how.repairs.assumed() ? typing_level::assumed : typing_level::lossless;
  out.readable = note.level <= rules.max_level;
  if (out.readable) out.diagnostics.push_back(std::move(note));
  return out.readable;
}

}  // namespace

tool_set::tool_set(std::string_view text, refused tools, unusable_schema schemas) {
  names_.given = true;
  read(text, tools, schemas);
}

tool_set::~tool_set() = default;

const compiled_tool& tool_set::compiled(const tool_entry& tool) {
  return tool.compiled.get([&tool] {
    if (tool.schema.empty()) return std::make_unique<compiled_tool>();
    schema_issues found;
    found.tool = tool.name;
    auto made = compiled_from(tool.schema, tool.pointer, unusable_schema::unchecked, found);
    made->issues = std::move(found);
    return made;
  });
}

const schema_graph& tool_set::schemas_of(int tool) const {
  if (knows(tool)) return entry(tool).schemas;
  static const schema_graph none;
  return none;
}

const std::vector<toolcall::tools::schema_issue>& tool_set::report() const {
  return report_.get([this] {
    auto all = std::make_unique<std::vector<toolcall::tools::schema_issue>>();
    auto next = issues_.list.begin();
    for (const auto& tool : tools_) {
      const auto before = issues_.list.begin() + static_cast<std::ptrdiff_t>(tool->issues_before);
      all->insert(all->end(), next, before);
      next = before;
      const auto& found = compiled(*tool).issues.list;
      all->insert(all->end(), found.begin(), found.end());
    }
    all->insert(all->end(), next, issues_.list.end());
    return all;
  });
}

std::string_view tool_set::nearest(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const auto& tool : tools_) names.push_back(tool->name);
  return toolcall::nearest(name, names);
}

int tool_set::only_one_with(std::string_view arguments_json) const {
  json::document read;
  std::string rewritten;
  if (!read_loose_json(arguments_json, read, rewritten) || read[0].what != json::value_kind::object ||
      read[0].size == 0)
    return vocabulary::none;
  std::vector<std::string> keys;
  for (std::uint32_t key = 1; key < read[0].next; key = read[key + 1].next) keys.push_back(read.text_of(key));
  const auto takes = [&](const compiled_tool& tool) {
    const auto given = [&](const std::string& name) { return std::find(keys.begin(), keys.end(), name) != keys.end(); };
    return std::all_of(keys.begin(), keys.end(), [&](const std::string& key) { return tool.fields.contains(key); }) &&
           std::all_of(tool.required.begin(), tool.required.end(), given);
  };
  int only = vocabulary::none;
  for (std::size_t i = 0; i < tools_.size(); ++i) {
    if (!takes(entry(static_cast<int>(i)))) continue;
    if (only != vocabulary::none) return vocabulary::none;
    only = static_cast<int>(i);
  }
  return only;
}

std::string_view tool_set::field_of_another(int tool, const std::vector<std::string_view>& of_call) const {
  std::vector<std::string_view> left;
  for (const std::string_view name : of_call)
    if (field_schema(tool, name) == no_schema) left.push_back(name);
  if (!knows(tool) || left.empty() || left.size() == of_call.size()) return {};
  const auto takes = [&](const compiled_tool& other) {
    const auto is_left = [&](const std::string& name) {
      return std::find(left.begin(), left.end(), name) != left.end();
    };
    return !other.required.empty() && std::all_of(other.required.begin(), other.required.end(), is_left) &&
           std::all_of(left.begin(), left.end(), [&](std::string_view name) { return other.fields.contains(name); });
  };
  for (std::size_t i = 0; i < tools_.size(); ++i)
    if (static_cast<int>(i) != tool && takes(entry(static_cast<int>(i)))) return left.front();
  return {};
}

std::vector<std::string> tool_set::fields(std::size_t i) const {
  std::vector<std::string> names;
  for (const auto& [name, ignored] : entry(static_cast<int>(i)).fields) names.push_back(name);
  return names;
}

int tool_set::field_schema(int tool, std::string_view field, int branch) const {
  if (!knows(tool)) return no_schema;
  if (branch != no_schema) return schemas_of(tool).property(branch, field);
  const auto& fields = entry(tool).fields;
  if (const auto found = fields.find(field); found != fields.end()) return found->second;
  return entry(tool).root == no_schema ? no_schema : schemas_of(tool).property(entry(tool).root, field);
}

emission tool_set::field_emission(int tool, std::string_view field) const {
  if (!knows(tool)) return emission::at_once;
  if (entry(tool).dependent.contains(field) || wraps_arguments(tool, field)) return emission::with_call;
  if (entry(tool).whole) return emission::when_complete;
  const int found = field_schema(tool, field);
  const bool declared = entry(tool).fields.contains(field);
  if (found == no_schema || (!declared && schemas_of(tool)[found].anything)) return emission::at_once;
  // A pattern of properties looks at declared ones too.
  if (!schemas_of(tool)[entry(tool).root].pattern_properties.empty()) return emission::when_complete;
  return schemas_of(tool)[found].plain_string ? emission::at_once : emission::when_complete;
}

std::vector<reading> tool_set::other_readings(int tool) const {
  std::vector<reading> all;
  if (!knows(tool)) return all;
  for (const int branch : entry(tool).branches) all.push_back({branch});
  // The text is a string where that is possible, whatever else it could be.
  all.push_back({no_schema, string_type});
  return all;
}

bool tool_set::admits_values(int tool, const reading& as, std::string_view arguments_json) const {
  json::document doc;
  json::syntax_error why;
  if (!knows(tool) || as.branch == no_schema || !doc.read(arguments_json, why)) return false;
  for (std::uint32_t n = 1; n < doc[0].next; n = doc[n + 1].next) {
    const int field = schemas_of(tool)[as.branch].field(doc.text_of(n));
    if (field == no_schema || !schemas_of(tool)[field].members) continue;
    if (!schemas_of(tool)[field].members->contains(canonical(doc, n + 1))) return false;
  }
  return true;
}

bool tool_set::may_be_outside(int tool, std::string_view field, std::string_view member) const {
  if (!knows(tool) || !entry(tool).fields.contains(member)) return false;
  const int found = field_schema(tool, field);
  if (found == no_schema || schemas_of(tool)[found].properties.empty()) return false;
  return schemas_of(tool)[found].field(member) == no_schema;
}

// Only a tool that declares its fields can tell that this is not one.
bool tool_set::wraps_arguments(int tool, std::string_view field) const {
  if (field != "arguments" && field != "input" && field != "parameters") return false;
  if (!knows(tool) || entry(tool).root == no_schema || entry(tool).fields.contains(field)) return false;
  const int found = schemas_of(tool).property(entry(tool).root, field);
  const bool free = found == no_schema || schemas_of(tool)[found].anything;
  return free && (!entry(tool).fields.empty() || schemas_of(tool)[entry(tool).root].closed);
}

bool tool_set::is_optional(int tool, std::string_view field) const {
  return knows(tool) && entry(tool).fields.contains(field) && !entry(tool).required.contains(field);
}

// An optional field whose text is null, or empty where its schema takes no string, counts as left out.
bool tool_set::omits(int tool, std::string_view field, std::string_view text, typed& out, const rules& rules) const {
  if (rules.max_level < typing_level::assumed || !is_optional(tool, field)) return false;
  const bool null = text == "null";
  if (!null && (!json::trim(text).empty() || admits(tool, field, string_type))) return false;
  out.omitted = true;
  out.add(omitted_diagnostic(json::pointer_to(field), null ? "null_omitted" : "empty_omitted"));
  return true;
}

bool tool_set::forbids(int tool, std::string_view field) const {
  if (!knows(tool) || entry(tool).root == no_schema || entry(tool).fields.contains(field)) return false;
  return schemas_of(tool)[entry(tool).root].closed && schemas_of(tool).property(entry(tool).root, field) == no_schema;
}

key_reading tool_set::read_key(int tool, std::string_view key, const rules& rules) const {
  if (rules.max_level < typing_level::assumed || !knows(tool) || entry(tool).root == no_schema) return {};
  const compiled_tool& of = entry(tool);
  if (of.fields.contains(key) || schemas_of(tool).names(of.root, key)) return {};
  const std::string_view bare = without_quotes(key);
  if (of.fields.contains(bare)) return {std::string(bare), "stray_quote"};
  const std::string_view styled = of.styles.find(bare);
  if (styled.empty() || (schemas_of(tool)[of.root].takes_others() && !of.required.contains(styled))) return {};
  return {std::string(styled), "key_style"};
}

diagnostic tool_set::unknown_field(int tool, std::string_view field, const rules& rules) const {
  if (rules.unknown == unknown_keys::drop) return dropped_diagnostic(json::pointer_to(field), field);
  std::vector<std::string_view> known;
  if (knows(tool)) {
    for (const auto& [name, ignored] : entry(tool).fields) known.emplace_back(name);
  }
  return forbidden_diagnostic(json::pointer_to(field), unknown_name(field, known));
}

void typed::add(diagnostic f) {
  if (f.level > level) {
    level = f.level;
    code = f.code;
  }
  diagnostics.push_back(std::move(f));
}

namespace {

// `before`: the diagnostics that it has already.
typed taken(conversion result, std::vector<diagnostic> before = {}) {
  typed out;
  out.json = std::move(result.json);
  out.diagnostics = std::move(before);
  out.diagnostics.insert(out.diagnostics.end(), result.diagnostics.begin(), result.diagnostics.end());
  out.fits = result.whole;
  out.level = result.level;
  out.code = result.code;
  return out;
}

}  // namespace

typed tool_set::convert(int tool, std::string_view field, std::string_view raw, const rules& rules,
                        const reading& as) const {
  const int found = field_schema(tool, field, as.branch);
  const bool declared = knows(tool) && entry(tool).fields.contains(field);
  typed out;
  if (found == no_schema || (!declared && schemas_of(tool)[found].anything)) {
    append_json_string(out.json, raw);
    return out;
  }
  converter to_schema(schemas_of(tool), json::pointer_to(field), rules);
  conversion result = to_schema.raw(found, raw, to_schema.admits(found, as.types) ? as.types : any_type);
  if (result.ok) {
    // Of what is read as JSON, strings may hold half a surrogate pair.
    const bool container = result.json.starts_with('{') || result.json.starts_with('[');
    if (container) result.json = with_whole_pairs(std::move(result.json));
    return taken(std::move(result));
  }
  if ((raw != "null" || !admits(tool, field, string_type)) && omits(tool, field, raw, out, rules)) return out;
  append_json_string(out.json, raw);
  out.add(to_schema.not_converted(found, raw, shown(raw), result.code));
  out.fits = false;
  return out;
}

diagnostic no_python(std::string_view text, std::string pointer) {
  return {"assumed_type", std::move(pointer),
          shown(text) + " is not a Python literal that is read here, so it is kept as text"};
}

typed json_as_written(std::string_view text, const std::string& pointer) {
  typed out;
  json::document doc;
  std::string rewritten;
  loose_reading how;
  if (!read_value(text, pointer, doc, rewritten, out, how, false, {})) return out;
  static const schema_graph no_schemas;
  return taken(converter(no_schemas, pointer).value(no_schema, doc, 0), std::move(out.diagnostics));
}

typed as_written(const written& value, const std::string& pointer) {
  typed out;
  if (value.is == form::json) return json_as_written(value.text, pointer);
  if (value.is == form::python) {
    const python_value read = read_python(value.text);
    if (read.is == python_kind::literal) return json_as_written(read.json, pointer);
    if (read.is != python_kind::text) return out.readable = false, out;
    out.diagnostics.push_back(no_python(value.text, pointer));
  }
  append_json_string(out.json, value.text);
  return out;
}

typed tool_set::convert(int tool, std::string_view field, const written& value, const rules& rules,
                        const reading& as) const {
  if (value.is == form::raw) return convert(tool, field, value.text, rules, as);
  if (value.is == form::json) return convert_value(tool, field, value.text, value.places, rules, as);
  if (value.is == form::string) {
    std::string json;
    append_json_string(json, value.text);
    return convert_value(tool, field, json, {}, rules, as);
  }
  const python_value read = read_python(value.text);
  if (read.is == python_kind::literal) {
    const std::string_view json = json::trim(read.json);
    std::vector<respelled_number> numbers;
    if (json::number_length(json) == json.size())
      numbers.push_back(
          {static_cast<std::size_t>(json.data() - read.json.data()), std::string(json::trim(value.text))});
    return convert_value(tool, field, read.json, {}, rules, as, numbers);
  }
  typed out;
  const bool is_value =
      read.is == python_kind::text || (read.is == python_kind::variable && enumerated(tool, field, value.text, as));
  if (!is_value) return out.readable = false, out;
  out = convert(tool, field, value.text, rules, as);
  out.diagnostics.insert(out.diagnostics.begin(), no_python(value.text, json::pointer_to(field)));
  return out;
}

// A word without quotes as one of the field's certain values, or as another word for them.
bool tool_set::enumerated(int tool, std::string_view field, std::string_view word, const reading& as) const {
  const int found = field_schema(tool, field, as.branch);
  if (found == no_schema) return false;
  converter to_schema(schemas_of(tool), "");
  to_schema.note_words();
  return to_schema.raw(found, word).ok;
}

typed tool_set::convert_value(int tool, std::string_view field, std::string_view json_text,
                              std::span<const std::size_t> places, const rules& rules, const reading& as,
                              std::span<const respelled_number> numbers) const {
  typed out;
  json::document doc;
  std::string rewritten;
  loose_reading how;
  int found = field_schema(tool, field, as.branch);
  const bool declared = knows(tool) && entry(tool).fields.contains(field);
  if (!read_value(json_text, json::pointer_to(field), doc, rewritten, out, how, found != no_schema, rules)) return out;
  if (!declared && found != no_schema && schemas_of(tool)[found].anything) found = no_schema;
  converter to_schema(schemas_of(tool), json::pointer_to(field), rules);
  to_schema.note_places(doc, how.words.empty() ? places : how.words);
  if (!how.words.empty()) to_schema.note_words();
  to_schema.note_numbers(how.numbers.empty() ? numbers : how.numbers);
  conversion result = to_schema.value(found, doc, 0);
  if (result.ok) {
    typed made = taken(std::move(result), std::move(out.diagnostics));
    made.readable = made.fits || how.words.empty();
    return made;
  }
  if (!how.words.empty()) return out.readable = false, out;
  if (doc[0].what == json::value_kind::null && omits(tool, field, "null", out, rules)) return out;
  conversion kept;
  to_schema.add_part(found, doc, 0, std::move(result), kept);
  return taken(std::move(kept), std::move(out.diagnostics));
}

bool tool_set::admits(int tool, std::string_view field, unsigned types) const {
  const int found = field_schema(tool, field);
  return found == no_schema || converter(schemas_of(tool), "").admits(found, types);
}

std::vector<diagnostic> tool_set::validate(int tool, std::string_view arguments_json) const {
  if (!knows(tool) || !entry(tool).validation) return {};
  std::vector<diagnostic> found = entry(tool).validation->validate(arguments_json);
  for (diagnostic& f : found) {
    f.level = typing_level::refused;
    if (f.code.empty()) f.code = f.label == "missing_required" ? "missing_required" : "validation";
  }
  return found;
}

bool tool_set::requires_complete(int tool) const {
  return knows(tool) && entry(tool).whole;
}

}  // namespace toolcall::typing
