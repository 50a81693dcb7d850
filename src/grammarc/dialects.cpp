// dialects.r: a shared page asks all dialects for a rule, and cannot name them, since it does not know which there are.

#include "grammarc/dialects.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "text/ascii.hpp"

namespace toolcall::grammarc {
namespace {

constexpr int last_order = 1000000;  // pages without one stand after those that have one

}  // namespace

std::optional<int> order_of(const page& here) {
  const auto found = here.front.find("order");
  if (found == here.front.end() || found->second.size() != 1) return std::nullopt;
  const std::string& number = found->second.front();
  if (number.empty() || number.size() > 6 || number.find_first_not_of("0123456789") != number.npos) return std::nullopt;
  int order = 0;
  std::from_chars(number.data(), number.data() + number.size(), order);
  return order;
}

void check_order(const page& here, const std::vector<ordered_dialect>& others, std::vector<problem>& found) {
  const std::optional<int> order = order_of(here);
  if (here.front.count("order") == 0)
    found.push_back({here.file, 1, "",
                     "the front matter has no `order: N`, which says when automatic detection tries this dialect; "
                     "toolcall dialects --verbose lists those of the others"});
  for (const ordered_dialect& other : others)
    if (order && *order == other.order && other.name != here.name)
      found.push_back({here.file, here.front_lines.at("order"), "",
                       "order: " + std::to_string(other.order) + " is that of " + std::string(other.name) +
                           " already, so it would not be clear which is tried first; give this dialect one of its own "
                           "(toolcall dialects --verbose lists them)"});
}

bool is_dialect(const page& here) {
  return here.front.count("dialect") != 0;
}

const rule* rule_named(const page& here, std::string_view name) {
  const auto found =
      std::find_if(here.rules.begin(), here.rules.end(), [&](const rule& each) { return each.name == name; });
  return found == here.rules.end() ? nullptr : &*found;
}

const rule* entry_of(const page& here, std::string_view entry) {
  const rule* const found = rule_named(here, entry);
  const bool never = found != nullptr && found->body.is == form::call && found->body.text == "message.never";
  return never ? nullptr : found;
}

const rule* call_sign_of(const page& here) {
  const rule* const sign = rule_named(here, "call_sign");
  return sign == nullptr ? rule_named(here, "call_mark") : sign;
}

bool is_token(const page& here, const expression& literal) {
  const auto found = here.front.find("tokens");
  if (found == here.front.end()) return false;
  const auto same = [&](char a, char b) { return a == b || (literal.any_case && ascii::lower(a) == ascii::lower(b)); };
  return std::any_of(found->second.begin(), found->second.end(), [&](const std::string& token) {
    return std::equal(token.begin(), token.end(), literal.text.begin(), literal.text.end(), same);
  });
}

std::vector<const page*> dialects_among(const std::vector<page>& pages) {
  std::vector<const page*> found;
  for (const page& each : pages)
    if (is_dialect(each)) found.push_back(&each);
  std::stable_sort(found.begin(), found.end(), [](const page* a, const page* b) {
    return std::pair(order_of(*a).value_or(last_order), std::string_view(a->name)) <
           std::pair(order_of(*b).value_or(last_order), std::string_view(b->name));
  });
  return found;
}

std::vector<page_rule> rules_of_dialects(const std::vector<page>& pages, std::string_view r) {
  std::vector<page_rule> found;
  for (const page* each : dialects_among(pages))
    if (const rule* const one = rule_named(*each, r)) found.push_back({each, one});
  return found;
}

}  // namespace toolcall::grammarc
