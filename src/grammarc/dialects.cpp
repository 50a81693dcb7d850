// dialects.r: a shared page asks all dialects for a rule, and cannot name them, since it does not know which there are.

#include "grammarc/dialects.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace toolcall::grammarc {
namespace {

int order_of(const page& here) {
  int order = 1000;  // pages that say nothing come behind those that do
  const auto said = here.front.find("order");
  if (said == here.front.end() || said->second.empty()) return order;
  const std::string& number = said->second.front();
  std::from_chars(number.data(), number.data() + number.size(), order);
  return order;
}

}  // namespace

bool is_dialect(const page& here) {
  return here.front.count("dialect") != 0;
}

std::vector<const page*> dialects_among(const std::vector<page>& pages) {
  std::vector<const page*> found;
  for (const page& each : pages)
    if (is_dialect(each)) found.push_back(&each);
  std::stable_sort(found.begin(), found.end(), [](const page* a, const page* b) {
    return std::pair(order_of(*a), std::string_view(a->name)) < std::pair(order_of(*b), std::string_view(b->name));
  });
  return found;
}

std::string_view rule_of_dialects(std::string_view text) {
  constexpr std::string_view all = "dialects.";
  return text.substr(0, all.size()) == all ? text.substr(all.size()) : std::string_view();
}

std::vector<place> rules_of_dialects(const std::vector<page>& pages, std::string_view r) {
  std::vector<place> found;
  for (const page* each : dialects_among(pages))
    for (const rule& one : each->rules)
      if (one.name == r) found.push_back({each, &one});
  return found;
}

}  // namespace toolcall::grammarc
