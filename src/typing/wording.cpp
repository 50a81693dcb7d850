// The wording of what evaluation and conversion report: what is allowed and what was found, in the words of the schema
// and the model.

#include "typing/wording.hpp"

#include <algorithm>

#include "text/nearest.hpp"
#include "text/utf8.hpp"
#include "typing/convert.hpp"

namespace toolcall::typing {
namespace {

constexpr std::size_t most_listed = 8;
constexpr std::size_t longest_shown = 40;  // bytes
constexpr unsigned most_branches = 64;     // that are looked at for one message

// Why something was refused, where what was expected does not say it.
constexpr std::pair<std::string_view, std::string_view> reasons[] = {
    {"integer_fraction", "not a whole number"},
    {"number_range", "too large for a number"},
    {"enum_ambiguous", "several allowed values differ from it only in spelling"},
    {"array_unparseable", "it begins like a list but cannot be read as one"},
    {"array_for_string", "a list is not a single text"},
    {"max_level", "it would have to be converted, which the policy does not allow"},
    {"budget", "the schema has too many branches"},
};

std::vector<std::string> type_words(unsigned types) {
  constexpr std::pair<unsigned, const char*> names[] = {
      {string_type, "string"}, {number_type, "number"}, {integer_type, "integer"}, {boolean_type, "boolean"},
      {array_type, "array"},   {object_type, "object"}, {null_type, "null"}};
  std::vector<std::string> words;
  for (const auto& [bit, name] : names) {
    const bool number = bit == integer_type && (types & number_type) != 0;
    if ((types & bit) != 0 && !number) words.emplace_back(name);
  }
  return words;
}

std::string member_words(const member_list& members) {
  if (members.size() == 1) return members[0].type == string_type ? shown(members[0].text) : cut(members[0].text);
  std::vector<std::string_view> names;
  for (const auto& m : members) {
    if (names.size() <= most_listed) names.emplace_back(m.text);
  }
  return "one of " + listed(names);
}

std::string either(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != 0) out += i + 1 == words.size() ? " or " : ", ";
    out += words[i];
  }
  return out;
}

// What is expected, each thing once.
struct expectation {
  const schema_graph& schemas;
  std::vector<std::string> words{};
  unsigned left = most_branches;

  void add(std::string word) {
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(std::move(word));
  }

  // False: the schema says nothing about types and values.
  bool of(const schema& s, unsigned types) {
    types &= s.types;
    if (left == 0 || words.size() > most_listed) return add("something else"), true;
    --left;
    if (s.never || types == 0 || (s.members && s.members->empty())) return true;  // which is not an alternative
    if (s.members) return add(member_words(*s.members)), true;
    const auto is_worded = [&](int branch) { return of(schemas[branch], types); };
    if (!s.branches().empty() && std::all_of(s.branches().begin(), s.branches().end(), is_worded)) return true;
    if (types == any_type) return false;
    for (const std::string& word : type_words(types)) add(word);
    return true;
  }
};

}  // namespace

std::string expected(const schema_graph& schemas, const schema& s) {
  expectation all{schemas};
  if (!all.of(schemas.merged(s), any_type)) return "";
  if (all.words.size() > most_listed) {
    all.words.resize(most_listed);
    all.words.back() = "something else";
  }
  return all.words.empty() ? "nothing (no value is allowed)" : either(all.words);
}

std::string expected(const schema_graph& schemas, int schema) {
  return expected(schemas, schemas.declared(schema));
}

std::string listed(const std::vector<std::string_view>& names) {
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), most_listed); ++i) out += (i == 0 ? "" : ", ") + cut(names[i]);
  return names.size() > most_listed ? out + ", …" : out;
}

std::string cut(std::string_view text) {
  return utf8::well_formed(utf8::shortened(text, longest_shown));
}

std::string shown(std::string_view text) {
  return '"' + cut(text) + '"';
}

std::string shown_value(std::string_view lexeme) {
  if (lexeme.size() >= 2 && lexeme.front() == '"') return shown(lexeme.substr(1, lexeme.size() - 2));
  return cut(lexeme);
}

std::string unknown_name(std::string_view name, const std::vector<std::string_view>& known) {
  return "unknown field " + shown(name) + (known.empty() ? "; there are no fields" : "; known: " + listed(known));
}

std::string nearest_member(const member_list& members, std::string_view text) {
  if (members.size() < 2) return "";
  std::vector<std::string_view> names;
  for (const auto& m : members) {
    if (m.type == string_type) names.emplace_back(m.text);
  }
  const std::string_view near = nearest(text, names);
  return near.empty() ? "" : "; nearest: " + cut(near);
}

diagnostic converter::not_converted(int schema, std::string_view text, std::string got, std::string_view why) const {
  const auto& s = schemas_[schema];
  const std::string wanted = expected(schemas_, s);
  std::string message = (wanted.empty() ? "" : "expected " + wanted + ", ") + "got " + std::move(got);
  for (const auto& [code, reason] : reasons) {
    if (code == why) message += " (" + std::string(reason) + ")";
  }
  if (s.members && why == "not_in_enum") message += nearest_member(*s.members, text);
  diagnostic f = conversion_diagnostic("not_converted", pointer_, std::move(message), typing_level::refused, why);
  f.invalidates = why == "number_range";  // which its schema may take, as digits
  return f;
}

diagnostic conversion_diagnostic(std::string_view label, std::string pointer, std::string message, typing_level level,
                                 std::string_view code) {
  diagnostic f{std::string(label), std::move(pointer), std::move(message)};
  f.level = level;
  f.code = code;
  return f;
}

diagnostic renamed_diagnostic(std::string pointer, std::string_view written, std::string_view declared,
                              std::string_view code) {
  return conversion_diagnostic("assumed_type", std::move(pointer),
                               "the field " + shown(written) + " was read as " + shown(declared), typing_level::assumed,
                               code);
}

diagnostic loose_json_diagnostic(std::string pointer, const repair_list& defects) {
  diagnostic made{"loose_json", std::move(pointer), "", true};
  for (const repair& each : defects.all())
    made.detail.append(made.detail.empty() ? "" : ", ").append(name_of(each.what));
  return made;
}

diagnostic wrapper_diagnostic(std::string pointer, std::string_view field) {
  return conversion_diagnostic("assumed_type", std::move(pointer),
                               "the tool has no field " + shown(field) + ", so what is in it was read as the arguments",
                               typing_level::assumed, "arguments_wrapper");
}

diagnostic omitted_diagnostic(std::string pointer, std::string_view code) {
  return conversion_diagnostic("assumed_type", std::move(pointer), "it is empty and optional, so it was left out",
                               typing_level::assumed, code);
}

diagnostic dropped_diagnostic(std::string pointer, std::string_view name) {
  return conversion_diagnostic("assumed_type", std::move(pointer), "unknown field " + shown(name) + " was left out",
                               typing_level::assumed, "unknown_key_dropped");
}

diagnostic forbidden_diagnostic(std::string pointer, std::string message) {
  diagnostic f = conversion_diagnostic("schema_violation", std::move(pointer), std::move(message),
                                       typing_level::refused, "unknown_key");
  f.invalidates = f.refuses = true;
  return f;
}

diagnostic repeated_key(std::string pointer) {
  diagnostic f =
      conversion_diagnostic("duplicate_field", std::move(pointer), "given again with another value; the first counts",
                            typing_level::refused, "duplicate_key");
  f.invalidates = true;
  return f;
}

diagnostic huge_number(std::string pointer, std::string_view lexeme) {
  diagnostic f =
      conversion_diagnostic("not_converted", std::move(pointer), shown_value(lexeme) + " is too large for a double",
                            typing_level::refused, "number_range");
  f.invalidates = true;
  return f;
}

}  // namespace toolcall::typing
