// What raw text and JSON values have in common when they are converted: the alternatives of a schema, the choice among
// results, the steps, and the bounds.

#include "typing/convert.hpp"

#include <algorithm>

#include "typing/json_escape.hpp"

namespace toolcall::typing {
namespace {

constexpr std::size_t max_alternatives = 64;
// Branches that branch again, and admit nothing in the end.
constexpr unsigned max_branches = 1000;
constexpr unsigned max_branch_depth = 64;

}  // namespace

std::vector<converter::alternative> converter::alternatives(int schema, unsigned types) const {
  std::vector<alternative> out;
  unsigned left = max_branches;
  add_alternatives(schema, types, 0, out, left);
  // More branches than are tried: none is taken.
  if (out.size() > max_alternatives || left == 0) out.clear();
  return out;
}

bool converter::has_readings(int schema) const {
  const auto list = alternatives(schema, any_type);
  const auto is_certain = [&](const alternative& a) { return schemas_[a.schema].members.has_value(); };
  return list.size() > 1 && !std::all_of(list.begin(), list.end(), is_certain);
}

void converter::add_alternatives(int schema, unsigned types, unsigned depth, std::vector<alternative>& out,
                                 unsigned& left) const {
  const auto& s = schemas_[schema];
  types &= s.types;
  if (left > 0) --left;
  if (s.never || depth == max_branch_depth || out.size() > max_alternatives || left == 0) return;
  if (s.members) {
    unsigned present = 0;
    for (const auto& m : *s.members) present |= m.type;
    if ((present & types) != 0) out.push_back({schema, present & types});
    return;
  }
  if (!s.branches().empty()) {
    for (const int branch : s.branches()) add_alternatives(branch, types, depth + 1, out, left);
    return;
  }
  for (const unsigned type : {+null_type, +boolean_type, +string_type, +array_type, +object_type}) {
    if ((types & type) != 0) out.push_back({schema, type});
  }
  if (const unsigned numeric = types & (integer_type | number_type)) out.push_back({schema, numeric});
}

// Where an alternative admits the type that a value has, only this type counts: that a bound fails is for validation to
// say, and no reason to change a type. An enum of strings says which strings, and lets others be something else's text.
std::vector<converter::alternative> converter::of_type(const std::vector<alternative>& all, unsigned type) const {
  std::vector<alternative> same;
  bool admitted = false;
  for (const alternative& a : all) {
    if ((a.type & type) == 0) continue;
    same.push_back({a.schema, a.type & type});
    admitted = admitted || type != string_type || !schemas_[a.schema].members;
  }
  return admitted ? same : all;
}

conversion converter::least(std::vector<conversion> results) const {
  conversion* best = nullptr;
  bool tie = false;
  std::size_t converted = 0;
  for (conversion& o : results) {
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
    return assumed(std::move(*best), "union_tie", "the value", "the first of several that fit");
  }
  // Out of bounds, but of one type only: validation will say so.
  for (conversion& o : results) {
    if (o.ok && converted == 1) return std::move(o);
  }
  return conversion::refused(results.size() == 1 ? results[0].code : "no_union_branch");
}

conversion converter::step(conversion o, typing_level how, std::string_view code) const {
  if (!o.ok) return o;
  if (how > rules_.max_level) return conversion::refused("max_level");
  o.cost += how == typing_level::assumed ? conversion::assumed : conversion::lossless;
  o.note(how, code);
  return o;
}

conversion converter::assumed(conversion o, std::string_view code, const std::string& before,
                              std::string_view what) const {
  o = step(std::move(o), typing_level::assumed, code);
  if (!o.ok) return o;
  std::string message = before + " was read as " + std::string(what);
  o.diagnostics.push_back(
      conversion_diagnostic("assumed_type", pointer_, std::move(message), typing_level::assumed, code));
  return o;
}

void conversion::note(typing_level how, std::string_view what) {
  // The code of a container counts least: those of its parts say more.
  const bool weak = what == "raw_object" || what == "raw_array";
  if (how < level || (how == level && weak && !code.empty())) return;
  level = how;
  code = what;
}

// A diagnostic that makes the call invalid is reported whatever the limit.
void conversion::report(diagnostic f) {
  const bool must = f.invalidates && std::none_of(diagnostics.begin(), diagnostics.end(),
                                                  [](const diagnostic& known) { return known.invalidates; });
  if (diagnostics.size() < max_value_diagnostics || must) diagnostics.push_back(std::move(f));
}

void conversion::take_in(const conversion& part) {
  valid = valid && part.valid;
  whole = whole && part.whole;
  cost += part.cost;
  if (part.level > level || (part.level == level && code.empty())) {
    level = part.level;
    code = part.code;
  }
}

conversion converted_string(std::string_view text) {
  conversion o;
  append_json_string(o.json, text);
  return o;
}

conversion converted_json(std::string json) {
  conversion o;
  o.json = std::move(json);
  return o;
}

}  // namespace toolcall::typing
