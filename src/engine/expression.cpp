// Two trees are the same if they have the same form everywhere. A pair of instances that is being compared is taken for
// the same meanwhile, so recursion ends.

#include "engine/expression.hpp"

#include <set>
#include <utility>

namespace toolcall::engine {

namespace {

class comparison {
 public:
  explicit comparison(const grammar& of) : of_(of) {}

  bool same(const expression& a, const expression& b) {
    if (a.is != b.is || a.children.size() != b.children.size()) return false;
    if (a.is == form::call && a.rule != b.rule && !same_instances(a.rule, b.rule)) return false;
    if (a.text != b.text || a.label != b.label || a.bytes != b.bytes || a.leaf != b.leaf || a.role != b.role ||
        a.number != b.number || a.any_case != b.any_case || a.token != b.token)
      return false;
    for (std::size_t i = 0; i < a.children.size(); ++i)
      if (!same(a.children[i], b.children[i])) return false;
    return true;
  }

 private:
  bool same_instances(std::size_t a, std::size_t b) {
    return !compared_.insert({a, b}).second || same(of_.instances[a].body, of_.instances[b].body);
  }

  const grammar& of_;
  std::set<std::pair<std::size_t, std::size_t>> compared_;
};

}  // namespace

bool same(const grammar& of, const expression& a, const expression& b) {
  return comparison(of).same(a, b);
}

}  // namespace toolcall::engine
