// Follows the instructions of the items in use, rule by rule; what is only noted is left out.

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "engine/program.hpp"

namespace toolcall::engine {

namespace {

class walk {
 public:
  explicit walk(const program& of) : of_(of), found_(of.literals.size()) {}

  std::vector<bool> from_items() {
    for (std::size_t i = 0; i < of_.items.size(); ++i)
      if (of_.in_use.may_begin({static_cast<std::uint16_t>(i), {}}) && of_.code[of_.items[i].address].is == code::begin)
        open_.emplace_back(of_.items[i].address, 0);
    while (!open_.empty()) {
      const auto [address, row] = open_.back();
      open_.pop_back();
      if (met_.emplace(address, row).second) follow(address, row);
    }
    return std::move(found_);
  }

 private:
  void follow(std::uint32_t address, std::uint32_t row) {
    for (std::uint32_t at = address;; ++at) {
      const instruction& i = of_.code[at];
      switch (i.is) {
        case code::literal:
          found_[i.x] = true;
          break;
        case code::one_of:
        case code::peek_one_of:
        case code::peek_none_of:
          for (std::uint32_t n = 0; n < i.y; ++n) found_[of_.literal_lists[i.x + n]] = true;
          break;
        case code::call:
        case code::inlined: {
          const rule_place to = of_.asked_by(i, row);
          open_.emplace_back(to.address & ~one_instruction_bit, to.row);
          break;
        }
        case code::choice:
        case code::unless:
          if (!of_.in_use.holds({i.y})) at += i.x - 1;
          break;
        case code::ret:
        case code::inlined_end:
          return;
        case code::begin:
          if (i.role == node_role::dialect && !of_.in_use.uses(i.x)) at = end_of(at);
          break;
        case code::end:
          if (row == 0) return;  // of the item
          break;
        default:
          break;
      }
    }
  }

  // Where the role ends that begins here.
  std::uint32_t end_of(std::uint32_t at) const {
    for (std::size_t open = 1; open > 0;) {
      const code is = of_.code[++at].is;
      if (is == code::begin) ++open;
      if (is == code::end) --open;
    }
    return at;
  }

  const program& of_;
  std::vector<bool> found_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> met_;
};

}  // namespace

std::vector<bool> program::literals_in_use() const {
  return walk(*this).from_items();
}

}  // namespace toolcall::engine
