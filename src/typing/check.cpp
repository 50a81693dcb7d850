// Checks with our own means what is taken away from valijson.
//
// It walks the value and the compiled schema together, through properties, items and the merged parts of allOf; what
// stands in branches is not looked at here. Below a pattern of properties valijson sees nothing, so there the types and
// bounds are checked here too.

#include <set>

#include "typing/convert.hpp"
#include "typing/dom.hpp"
#include "typing/judge.hpp"

namespace toolcall::typing {
namespace {

using json::kind;

class checker {
 public:
  checker(const schema_graph& schemas, const json::document& doc, std::vector<finding>& found)
      : schemas_(schemas), doc_(doc), found_(found) {}

  // `all`: nobody else checks this value.
  void value(int schema, std::uint32_t node, bool all) {
    if (schema == no_schema || found_.size() >= max_findings) return;
    const auto& s = schemas_[schema];
    if (all && !converts_unchanged(schema, node)) return add("expected " + expected(schemas_, schema) + ", got ", node);
    switch (doc_[node].what) {
      case kind::string:
        return string(s, node);
      case kind::number:
        return number(s, node, all);
      case kind::array:
        return array(s, node, all);
      case kind::object:
        return object(schema, node, all);
      default:
        return;
    }
  }

 private:
  bool converts_unchanged(int schema, std::uint32_t node) {
    const outcome o = converter(schemas_, pointer_).value(schema, doc_, node);
    return o.ok && o.cost == 0;
  }

  void add(std::string message, std::uint32_t node) {
    if (found_.size() >= max_findings) return;
    found_.push_back({"schema_violation", pointer_, std::move(message) + shown_value(doc_.lexeme(node))});
  }

  void string(const schema& s, std::uint32_t node) {
    if (s.patterns.empty()) return;
    const std::string text = well_formed(doc_.text_of(node));
    for (const auto& [expression, spelled] : s.patterns) {
      if (!matches(*expression, text)) add("expected a string that matches " + spelled + ", got ", node);
    }
  }

  void number(const schema& s, std::uint32_t node, bool all) {
    for (const schema::bound& b : s.bounds) {
      if (!all && !b.big) continue;
      schema only;
      only.bounds = {b};
      if (!number_holds(only, doc_.lexeme(node))) add("is beyond the limit " + b.spelled + ": ", node);
    }
    for (const std::string& m : s.multiples) {
      const auto fits = is_multiple(decimal::of(doc_.lexeme(node)), decimal::of(m));
      if (fits == false) add("expected a multiple of " + m + ", got ", node);
    }
  }

  void array(const schema& s, std::uint32_t node, bool all) {
    if (s.unique_items) unique(node);
    if (s.items == no_schema && s.prefix_items.empty()) return;
    std::size_t i = 0;
    for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[n].next, ++i) {
      step(std::to_string(i), i < s.prefix_items.size() ? s.prefix_items[i] : s.items, n, all);
    }
  }

  // nlohmann's objects are sorted and its numbers are one spelling, so equal values are equal text.
  void unique(std::uint32_t node) {
    std::set<std::string> seen;
    for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[n].next) {
      if (!seen.insert(to_dom(doc_, n, big_numbers::as_double).dump()).second) return add("has an item twice: ", n);
    }
  }

  void object(int schema, std::uint32_t node, bool all) {
    const auto& s = schemas_[schema];
    const bool patterned = !s.pattern_properties.empty();
    if (all) required(s, node);
    for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[n + 1].next) {
      const std::string name = doc_.text_of(n);
      if (s.property_names != no_schema) step(name, s.property_names, n, true);
      const int property = schemas_.property(schema, name);
      if (property == no_schema && s.closed && (patterned || all)) {
        step_only(name, [&] { add("is not declared, and nothing undeclared is allowed: ", n); });
      }
      const bool declared = s.field(name) != no_schema;
      step(name, property, n + 1, all || (patterned && !declared));
    }
  }

  void required(const schema& s, std::uint32_t node) {
    for (const std::string& name : s.required) {
      if (doc_.member(node, name) != 0 || found_.size() >= max_findings) continue;
      std::string pointer = pointer_;
      json::append_step(pointer, name);
      found_.push_back({"missing_required", std::move(pointer), "missing required \"" + name + '"'});
    }
  }

  template <typename Action>
  void step_only(std::string_view name, Action action) {
    const std::size_t length = pointer_.size();
    json::append_step(pointer_, name);
    action();
    pointer_.resize(length);
  }
  void step(std::string_view name, int schema, std::uint32_t node, bool all) {
    if (schema == no_schema) return;
    step_only(name, [&] { value(schema, node, all); });
  }

  const schema_graph& schemas_;
  const json::document& doc_;
  std::vector<finding>& found_;
  std::string pointer_;
};

// Counts what valijson would visit: a schema that comes back to itself in two branches doubles the work with each level
// of the value.
class meter {
 public:
  meter(const schema_graph& schemas, const json::document& doc)
      : schemas_(schemas), doc_(doc), left_(std::uint64_t{64} * doc.size() + 100'000) {}

  bool visit(int schema, std::uint32_t node) {
    if (schema == no_schema) return true;
    if (left_ == 0) return false;
    --left_;
    const auto& s = schemas_[schema];
    for (const int branch : s.branches) {
      if (!visit(branch, node)) return false;
    }
    return doc_[node].what == kind::object ? members(schema, node) : items(s, node);
  }

 private:
  bool members(int schema, std::uint32_t node) {
    for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[n + 1].next) {
      if (!visit(schemas_.property(schema, doc_.text_of(n)), n + 1)) return false;
    }
    return true;
  }
  bool items(const schema& s, std::uint32_t node) {
    if (doc_[node].what != kind::array) return true;
    std::size_t i = 0;
    for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[n].next, ++i) {
      if (!visit(i < s.prefix_items.size() ? s.prefix_items[i] : s.items, n)) return false;
    }
    return true;
  }

  const schema_graph& schemas_;
  const json::document& doc_;
  std::uint64_t left_;
};

}  // namespace

bool is_affordable(const schema_graph& schemas, int root, const json::document& doc) {
  return meter(schemas, doc).visit(root, 0);
}

void check(const schema_graph& schemas, int root, const json::document& doc, bool all, std::vector<finding>& found) {
  checker(schemas, doc, found).value(root, 0, all);
}

}  // namespace toolcall::typing
