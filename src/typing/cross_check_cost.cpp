// Counts the work of valijson in advance: it remembers nothing, so a schema that comes back to itself in two
// branches doubles its work with each level of the value; and it compares all items that must differ with each other.

#include "typing/cross_check.hpp"

namespace toolcall::typing {
namespace {

class cost {
 public:
  cost(const schema_graph& all, const json::document& doc)
      : all_(all), doc_(doc), left_(std::uint64_t{64} * doc.size() + 100'000) {}

  bool visit(int index, std::uint32_t node) {
    if (index == no_schema) return true;
    if (depth_ == max_depth || !spend(1)) return false;
    ++depth_;
    const bool affordable = parts(all_.declared(index), node);
    --depth_;
    return affordable;
  }

 private:
  static constexpr unsigned max_depth = 400;

  bool spend(std::uint64_t steps) {
    if (left_ < steps) return false;
    left_ -= steps;
    return true;
  }

  bool parts(const schema& c, std::uint32_t node) {
    if (c.members && !spend(c.members->size())) return false;
    for (const auto* list : {&c.all_of, &c.any_of, &c.one_of}) {
      for (const int each : *list) {
        if (!visit(each, node)) return false;
      }
    }
    for (const int each : {c.none_of, c.condition, c.then, c.otherwise}) {
      if (!visit(each, node)) return false;
    }
    for (const auto& [name, each] : c.dependent_schemas) {
      if (!visit(each, node)) return false;
    }
    if (doc_[node].what == json::value_kind::object) return members(c, node);
    return doc_[node].what != json::value_kind::array || items(c, node);
  }

  bool members(const schema& c, std::uint32_t node) {
    const bool names = c.property_names != no_schema;
    if (c.properties.empty() && c.pattern_properties.empty() && c.additional == no_schema && !names) return true;
    for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[n + 1].next) {
      if (names && !visit(c.property_names, n)) return false;
      const std::string name = doc_.text_of(n);
      const auto declared = c.properties.find(name);
      bool found = declared != c.properties.end();
      if (found && !visit(declared->second, n + 1)) return false;
      for (const auto& [expression, each] : c.pattern_properties) {
        if (!matches(*expression, name)) continue;
        found = true;
        if (!visit(each, n + 1)) return false;
      }
      if (!found && !visit(c.additional, n + 1)) return false;
    }
    return true;
  }

  bool items(const schema& c, std::uint32_t node) {
    if (c.unique_items && !spend(std::uint64_t{doc_[node].size} * doc_[node].size)) return false;
    std::size_t i = 0;
    for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[n].next, ++i) {
      if (!visit(i < c.prefix_items.size() ? c.prefix_items[i] : c.items, n) || !visit(c.contains, n)) return false;
    }
    return true;
  }

  const schema_graph& all_;
  const json::document& doc_;
  std::uint64_t left_;
  unsigned depth_ = 0;
};

}  // namespace

bool is_affordable(const schema_graph& all, int root, const json::document& doc) {
  return cost(all, doc).visit(root, 0);
}

}  // namespace toolcall::typing
