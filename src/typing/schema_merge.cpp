// What several schemas say of one value becomes one schema: the parts of an allOf, and each branch of a union with what
// stands next to the union. Only what conversion reads of a schema is merged; evaluation reads the schemas as declared.
//
// A property that two of them declare must be what both say, so it is a schema of these two parts in turn, which is
// merged when it is met. Each pair is made once, which ends the recursion of schemas that contain themselves; and what
// is made has a limit, after which the first one counts.

#include <algorithm>
#include <map>

#include "typing/schema.hpp"

namespace toolcall::typing {
namespace {

constexpr std::size_t most_merged = 20'000;  // schemas and properties

bool same(const schema::bound& a, const schema::bound& b) {
  return a.is == b.is && a.lexeme == b.lexeme;
}
bool same(const schema::multiple& a, const schema::multiple& b) {
  return a.lexeme == b.lexeme;
}
template <typename Part>
bool same(const Part& a, const Part& b) {
  return a == b;
}

// What is there already is not added again: parts of parts of parts may lead to the same one in many ways.
template <typename Part>
void append(std::vector<Part>& to, const std::vector<Part>& from) {
  for (const Part& part : from) {
    if (std::none_of(to.begin(), to.end(), [&](const Part& p) { return same(p, part); })) to.push_back(part);
  }
}

}  // namespace

class schema_merger {
 public:
  explicit schema_merger(std::vector<schema>& all) : all_(all), declared_(all.size()) {}

  void run(std::size_t first) {
    // More are made on the way.
    for (std::size_t i = first; i < declared_; ++i) merge_parts(i);
    for (std::size_t i = first; i < all_.size(); ++i) {
      merge_parts(i);
      spread_over_branches(i);
    }
    for (std::size_t i = first; i < all_.size(); ++i) note_names(all_[i]);
  }

 private:
  schema& at(int index) { return all_[static_cast<std::size_t>(index)]; }
  schema& merged(int index) { return at(index).merged == no_schema ? at(index) : at(at(index).merged); }

  // Where the schema may be changed: one that was declared keeps what it says, and conversion reads a copy.
  int changeable(std::size_t i) {
    if (i >= declared_) return static_cast<int>(i);
    if (all_[i].merged == no_schema) {
      schema copy = all_[i];
      copy.all_of.clear();
      all_.push_back(std::move(copy));
      all_[i].merged = static_cast<int>(all_.size() - 1);
    }
    return all_[i].merged;
  }

  // Ends because no schema reaches itself through its parts.
  void merge_parts(std::size_t i) {
    if (all_[i].all_of.empty() || all_[i].merged != no_schema) return;
    const std::vector<int> parts = all_[i].all_of;
    const int whole = changeable(i);
    at(whole).all_of.clear();
    for (const int part : parts) {
      merge_parts(static_cast<std::size_t>(part));
      schema made = std::move(at(whole));
      merge(made, schema(merged(part)));
      at(whole) = std::move(made);
    }
  }

  void merge(schema& to, const schema& from) {
    to.types &= from.types;
    to.never = to.never || from.never;
    if (from.members && to.members) to.members->intersect(*from.members);
    if (from.members && !to.members) to.members = from.members;
    if (from.min_length) to.min_length = std::max(to.min_length.value_or(0), *from.min_length);
    if (from.max_length) to.max_length = std::min(to.max_length.value_or(*from.max_length), *from.max_length);
    append(to.patterns, from.patterns);
    append(to.bounds, from.bounds);
    append(to.multiples, from.multiples);
    if (to.prefix_items.empty()) to.prefix_items = from.prefix_items;
    to.items = both(to.items, from.items);
    to.unique_items = to.unique_items || from.unique_items;
    for (const auto& [name, index] : from.properties) {
      const auto [known, fresh] = to.properties.try_emplace(name, index);
      if (!fresh) known->second = both(known->second, index);
    }
    merged_count_ += from.properties.size();
    append(to.pattern_properties, from.pattern_properties);
    to.closed = to.closed || from.closed;
    to.additional = both(to.additional, from.additional);
    if (to.property_names == no_schema) to.property_names = from.property_names;
    append(to.required, from.required);
    if (to.branches().empty()) to.any_of = from.branches();
  }

  // The schema of what must be as both say.
  int both(int a, int b) {
    if (b == no_schema || a == b || (a != no_schema && at(b).anything)) return a;
    if (a == no_schema || at(a).anything) return b;
    const auto [known, fresh] = pairs_.try_emplace(std::minmax(a, b), a);
    if (!fresh || merged_count_ >= most_merged) return known->second;
    schema made;
    made.all_of = {a, b};
    made.plain_string = at(a).plain_string && at(b).plain_string;
    return known->second = add(std::move(made));
  }

  // A branch says all that holds in it, so that it is known what the fields are that stand next to the union.
  void spread_over_branches(std::size_t i) {
    const schema& s = all_[i];
    if (s.merged != no_schema || s.spread) return;
    const bool more = !s.properties.empty() || !s.pattern_properties.empty() || !s.required.empty() || s.closed ||
                      s.additional != no_schema || s.items != no_schema || !s.prefix_items.empty();
    const std::size_t cost = (s.branches().size() + 1) * (s.properties.size() + 1);
    if (s.branches().empty() || !more || merged_count_ + cost >= most_merged) return;
    schema beside = s;
    beside.any_of.clear();
    beside.one_of.clear();
    const int index = add(std::move(beside));
    const std::vector<int> branches = all_[i].branches();
    std::vector<int> whole;
    for (const int branch : branches) whole.push_back(both(index, branch));
    schema& made = at(changeable(i));
    made.any_of = std::move(whole);
    made.spread = true;
  }

  static void note_names(schema& s) {
    if (s.merged != no_schema) return;
    for (const auto& [name, ignored] : s.properties) s.styles.add(name);
    s.needed.insert(s.required.begin(), s.required.end());
  }

  int add(schema made) {
    ++merged_count_;
    all_.push_back(std::move(made));
    return static_cast<int>(all_.size() - 1);
  }

  std::vector<schema>& all_;
  std::size_t declared_;
  std::map<std::pair<int, int>, int> pairs_;
  std::size_t merged_count_ = 0;
};

void schema_graph::merge_parts(std::size_t first) {
  schema_merger(schemas_).run(first);
}

}  // namespace toolcall::typing
