// What raw text and JSON values have in common when they are converted: the alternatives of a schema, the choice among
// results, the bounds, and the words for it.

#include "typing/convert.hpp"

#include <algorithm>

#include "typing/dom.hpp"

namespace toolcall::typing {
namespace {

constexpr std::size_t max_alternatives = 64;
constexpr unsigned max_branch_depth = 64;

constexpr std::pair<unsigned, const char*> type_names[] = {
    {null_type, "null"},          {boolean_type, "a boolean"}, {integer_type | number_type, "a number"},
    {integer_type, "an integer"}, {string_type, "a string"},   {array_type, "an array"},
    {object_type, "an object"}};

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != 0) out += i + 1 == words.size() ? " or " : ", ";
    out += words[i];
  }
  return out;
}

}  // namespace

bool string_holds(const schema& s, std::string_view text) {
  if (s.min_length || s.max_length) {
    const std::size_t length = code_points(text);
    if (s.min_length && length < *s.min_length) return false;
    if (s.max_length && length > *s.max_length) return false;
  }
  return std::all_of(s.patterns.begin(), s.patterns.end(), [&](const auto& p) { return matches(*p.first, text); });
}

bool number_holds(const schema& s, std::string_view lexeme) {
  if (s.bounds.empty() && s.multiples.empty()) return true;
  const decimal d = decimal::of(lexeme);
  for (const schema::bound& b : s.bounds) {
    const int order = compare(d, b.limit);
    if (b.is == schema::relation::at_least  ? order < 0
        : b.is == schema::relation::above   ? order <= 0
        : b.is == schema::relation::at_most ? order > 0
                                            : order >= 0) {
      return false;
    }
  }
  return std::all_of(s.multiples.begin(), s.multiples.end(),
                     [&](const std::string& m) { return is_multiple(d, decimal::of(m)).value_or(true); });
}

std::vector<converter::alternative> converter::alternatives(int schema, unsigned types) const {
  std::vector<alternative> out;
  add_alternatives(schema, types, 0, out);
  // More branches than anyone will try: none is taken.
  if (out.size() > max_alternatives) out.clear();
  return out;
}

void converter::add_alternatives(int schema, unsigned types, unsigned depth, std::vector<alternative>& out) const {
  const auto& s = schemas_[schema];
  types &= s.types;
  if (s.never || depth == max_branch_depth || out.size() > max_alternatives) return;
  if (s.members) {
    unsigned present = 0;
    for (const schema::member& m : *s.members) present |= m.type;
    if ((present & types) != 0) out.push_back({schema, present & types});
    return;
  }
  if (!s.branches.empty()) {
    for (const int branch : s.branches) add_alternatives(branch, types, depth + 1, out);
    return;
  }
  for (const unsigned type : {+null_type, +boolean_type, +string_type, +array_type, +object_type}) {
    if ((types & type) != 0) out.push_back({schema, type});
  }
  if (const unsigned numeric = types & (integer_type | number_type)) out.push_back({schema, numeric});
}

outcome converter::least(std::vector<outcome> results) const {
  outcome* best = nullptr;
  bool tie = false;
  std::size_t converted = 0;
  for (outcome& o : results) {
    converted += o.ok ? 1 : 0;
    if (!o.ok || !o.valid) continue;
    if (best == nullptr || o.cost < best->cost) {
      best = &o;
      tie = false;
    } else if (o.cost == best->cost && o.json != best->json) {
      tie = true;
    }
  }
  if (best != nullptr) {
    if (!tie) return std::move(*best);
    return assumed(std::move(*best), "the value", "the first of several that fit");
  }
  // Out of bounds, but of one type only: the judge will say so.
  for (outcome& o : results) {
    if (o.ok && converted == 1) return std::move(o);
  }
  return outcome::refused();
}

outcome converter::assumed(outcome o, std::string_view before, std::string_view what) const {
  o.cost += outcome::assumed;
  o.findings.push_back({"assumed_type", pointer_, shown(before) + " was read as " + std::string(what)});
  return o;
}

finding converter::not_converted(int schema, std::string_view got) const {
  return {"not_converted", pointer_, "expected " + expected(schemas_, schema) + ", got " + shown(got)};
}

std::string expected(const schema_graph& schemas, int index) {
  const schema& s = schemas[index];
  std::vector<std::string> words;
  if (s.never) return "nothing (the schema is false)";
  if (s.members) {
    for (const schema::member& m : *s.members) {
      if (words.size() == 12) {
        words.push_back("another of the schema's values");
        break;
      }
      words.push_back(m.type == string_type ? shown(m.text) : m.text);
    }
    return joined(words);
  }
  if (!s.branches.empty()) {
    for (const int branch : s.branches) {
      const bool nested = !schemas[branch].branches.empty();
      words.push_back(nested ? "one of several" : expected(schemas, branch));
    }
    return joined(words);
  }
  for (const auto& [bits, name] : type_names) {
    if ((s.types & (integer_type | number_type)) != 0 && (bits & integer_type) != 0) {
      if ((s.types & (integer_type | number_type)) == bits) words.emplace_back(name);
    } else if ((s.types & bits) != 0) {
      words.emplace_back(name);
    }
  }
  return words.empty() ? "nothing (the schema's types exclude each other)" : joined(words);
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  if (text.size() <= longest) return '"' + well_formed(std::string(text)) + '"';
  std::size_t end = longest;
  while (end > longest - 4 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return '"' + well_formed(std::string(text.substr(0, end))) + "…\"";
}

std::string shown_value(std::string_view lexeme) {
  if (lexeme.size() >= 2 && lexeme.front() == '"') return shown(lexeme.substr(1, lexeme.size() - 2));
  const std::string quoted = shown(lexeme);
  return quoted.substr(1, quoted.size() - 1 - (quoted.back() == '"' ? 1 : 0));
}

}  // namespace toolcall::typing
