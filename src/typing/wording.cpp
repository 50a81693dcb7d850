// The words in which a conversion is reported.
//
// A message may be handed back to the model, so it says what is allowed and what was found, names things as the schema
// and the model do, and is short whatever stands in either.

#include <algorithm>

#include "ascii.hpp"
#include "edit_distance.hpp"
#include "typing/convert.hpp"
#include "typing/dom.hpp"

namespace toolcall::typing {
namespace {

constexpr std::size_t most_listed = 8;
constexpr std::size_t longest_shown = 40;  // bytes

constexpr std::pair<unsigned, const char*> type_names[] = {
    {null_type, "null"},       {boolean_type, "boolean"}, {integer_type | number_type, "number"},
    {integer_type, "integer"}, {string_type, "string"},   {array_type, "array"},
    {object_type, "object"}};

// Why something was refused, where what was expected does not say it.
constexpr std::pair<std::string_view, std::string_view> reasons[] = {
    {"integer_fraction", "not a whole number"},
    {"number_range", "too large for a number"},
    {"enum_ambiguous", "several differ from it by their spelling only"},
    {"array_unparseable", "it begins like a list but cannot be read as one"},
    {"array_for_string", "a list has no one text"},
    {"max_level", "it would have to be converted, which the policy does not allow"},
    {"budget", "the schema has too many branches"},
};

std::string cut(std::string_view text) {
  if (text.size() <= longest_shown) return well_formed(std::string(text));
  std::size_t end = longest_shown;
  while (end > longest_shown - 4 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return well_formed(std::string(text.substr(0, end))) + "…";
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != 0) out += i + 1 == words.size() ? " or " : ", ";
    out += words[i];
  }
  return out;
}

std::string listed(const std::vector<std::string_view>& names) {
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), most_listed); ++i) out += (i == 0 ? "" : ", ") + cut(names[i]);
  return names.size() > most_listed ? out + ", …" : out;
}

std::string expected_member(const std::vector<schema::member>& members) {
  if (members.empty()) return "nothing (no value is allowed)";
  if (members.size() == 1) return members[0].type == string_type ? shown(members[0].text) : cut(members[0].text);
  std::vector<std::string_view> names;
  for (const schema::member& m : members) {
    if (names.size() <= most_listed) names.emplace_back(m.text);
  }
  return "one of " + listed(names);
}

// The member that the text was most likely meant to be; none if it is no more like one than a word is like another.
std::string_view nearest(const std::vector<schema::member>& members, std::string_view text) {
  constexpr std::size_t most_compared = 256, longest = 64;
  if (text.empty() || text.size() > longest) return {};
  const std::string word = ascii::lowered(text);
  std::string_view best;
  std::size_t least = longest;
  for (std::size_t i = 0; i < std::min(members.size(), most_compared); ++i) {
    const std::string& member = members[i].text;
    if (members[i].type != string_type || member.size() > longest) continue;
    const std::size_t d = edit_distance(word, ascii::lowered(member));
    if (d >= least || 2 * d > std::max(word.size(), member.size())) continue;
    best = member;
    least = d;
  }
  return best;
}

}  // namespace

std::string expected(const schema_graph& schemas, int index) {
  const schema& s = schemas[index];
  std::vector<std::string> words;
  if (s.never) return "nothing (the schema is false)";
  if (s.members) return expected_member(*s.members);
  for (const int branch : s.branches) {
    if (words.size() == most_listed) {
      words.back() = "something else";
      break;
    }
    std::string word = schemas[branch].branches.empty() ? expected(schemas, branch) : "one of several";
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(std::move(word));
  }
  if (!s.branches.empty()) return joined(words);
  for (const auto& [bits, name] : type_names) {
    const unsigned numeric = integer_type | number_type;
    const bool other_number = (bits & numeric) != 0 && (s.types & numeric) != bits;
    if ((s.types & bits) != 0 && !other_number) words.emplace_back(name);
  }
  return words.empty() ? "nothing (the schema's types exclude each other)" : joined(words);
}

std::string shown(std::string_view text) {
  return '"' + cut(text) + '"';
}

std::string shown_value(std::string_view lexeme) {
  if (lexeme.size() >= 2 && lexeme.front() == '"') return shown(lexeme.substr(1, lexeme.size() - 2));
  return cut(lexeme);
}

std::string unknown_name(std::string_view name, const std::vector<std::string_view>& known) {
  return "unknown field " + shown(name) + (known.empty() ? "; there are none" : "; known: " + listed(known));
}

finding converter::not_converted(int schema, std::string_view text, std::string got, std::string_view why) const {
  const auto& s = schemas_[schema];
  std::string message = "expected " + expected(schemas_, schema) + ", got " + std::move(got);
  for (const auto& [code, reason] : reasons) {
    if (code == why) message += " (" + std::string(reason) + ")";
  }
  if (s.members && why == "not_in_enum") {
    const std::string_view near = nearest(*s.members, text);
    if (!near.empty()) message += "; nearest: " + cut(near);
  }
  return conversion_finding("not_converted", pointer_, std::move(message), typing_level::refused, why);
}

finding conversion_finding(std::string_view label, std::string pointer, std::string message, typing_level level,
                           std::string_view code) {
  finding f{std::string(label), std::move(pointer), std::move(message)};
  f.level = level;
  f.code = code;
  return f;
}

finding renamed_finding(std::string pointer, std::string_view written, std::string_view declared,
                        std::string_view code) {
  return conversion_finding("assumed_type", std::move(pointer),
                            "the field " + shown(written) + " was read as " + shown(declared), typing_level::assumed,
                            code);
}

finding omitted_finding(std::string pointer, std::string_view code) {
  return conversion_finding("assumed_type", std::move(pointer), "it says nothing and may be left out, so it was",
                            typing_level::assumed, code);
}

finding dropped_finding(std::string pointer, std::string_view name) {
  return conversion_finding("assumed_type", std::move(pointer), "unknown field " + shown(name) + " was left out",
                            typing_level::assumed, "unknown_key_dropped");
}

finding forbidden_finding(std::string pointer, std::string message) {
  finding f = conversion_finding("schema_violation", std::move(pointer), std::move(message), typing_level::refused,
                                 "unknown_key");
  f.disagrees = f.refuses = true;
  return f;
}

}  // namespace toolcall::typing
