// Counts what valijson would do before it does it: it remembers nothing, so a schema that comes back to itself in two
// branches doubles its work with each level of the value.

#include "typing/dom.hpp"
#include "typing/judge.hpp"

namespace toolcall::typing {
namespace {

class meter {
 public:
  meter(const constraints& all, const json::document& doc)
      : all_(all), doc_(doc), left_(std::uint64_t{64} * doc.size() + 100'000) {}

  bool visit(int index, std::uint32_t node) {
    if (index == no_schema) return true;
    if (left_ == 0 || depth_ == max_depth) return false;
    --left_;
    ++depth_;
    const bool affordable = parts(all_[index], node);
    --depth_;
    return affordable;
  }

 private:
  static constexpr unsigned max_depth = 400;

  bool parts(const constraint& c, std::uint32_t node) {
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
    if (doc_[node].what == json::kind::object) return members(c, node);
    return doc_[node].what != json::kind::array || items(c, node);
  }

  bool members(const constraint& c, std::uint32_t node) {
    if (c.properties.empty() && c.pattern_properties.empty() && c.additional == no_schema) return true;
    for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[n + 1].next) {
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

  bool items(const constraint& c, std::uint32_t node) {
    std::size_t i = 0;
    for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[n].next, ++i) {
      if (!visit(i < c.prefix_items.size() ? c.prefix_items[i] : c.items, n) || !visit(c.contains, n)) return false;
    }
    return true;
  }

  const constraints& all_;
  const json::document& doc_;
  std::uint64_t left_;
  unsigned depth_ = 0;
};

}  // namespace

bool is_affordable(const constraints& all, const json::document& doc) {
  return meter(all, doc).visit(all.root, 0);
}

}  // namespace toolcall::typing
