#include "gates/smaller_calls.hpp"

#include <string>
#include <utility>

namespace toolcall::tests {

namespace {

template <typename item>
std::vector<item> without(std::vector<item> all, std::size_t i) {
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
  return all;
}

bool continues_character(const std::string& text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

void add_shorter_strings(const json_value& than, std::vector<json_value>& to) {
  for (std::size_t size = than.text.size(); size > 0; size /= 2)
    for (std::size_t at = 0; at + size <= than.text.size(); at += size) {
      if (continues_character(than.text, at) || continues_character(than.text, at + size)) continue;
      to.push_back(than);
      to.back().text.erase(at, size);
    }
}

std::vector<json_value> smaller_values(const json_value& than) {
  std::vector<json_value> all;
  if (than.is == json_value::kind::string && !than.is_word) add_shorter_strings(than, all);
  for (std::size_t i = 0; i < than.members.size(); ++i) {
    all.push_back(than);
    all.back().members = without(than.members, i);
    for (json_value& less : smaller_values(than.members[i].value)) {
      all.push_back(than);
      all.back().members[i].value = std::move(less);
    }
  }
  for (std::size_t i = 0; i < than.items.size(); ++i) {
    all.push_back(than);
    all.back().items = without(than.items, i);
    for (json_value& less : smaller_values(than.items[i])) {
      all.push_back(than);
      all.back().items[i] = std::move(less);
    }
  }
  return all;
}

}  // namespace

std::vector<std::vector<written_call>> smaller_calls(const std::vector<written_call>& than) {
  std::vector<std::vector<written_call>> all;
  for (std::size_t i = 0; i < than.size() && than.size() > 1; ++i) all.push_back(without(than, i));
  for (std::size_t i = 0; i < than.size(); ++i)
    for (json_value& less : smaller_values(than[i].arguments)) {
      all.push_back(than);
      all.back()[i].arguments = std::move(less);
    }
  return all;
}

}  // namespace toolcall::tests
