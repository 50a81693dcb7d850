// The yardsticks; see yardsticks.hpp.

#include "yardsticks.hpp"

#include <array>
#include <cstring>
#include <memory>

#include <nlohmann/json.hpp>
#include <simdjson.h>

namespace bench {

namespace {

// The bytes with which anything but plain text may begin: tags, "[e~[", quotations, fences, inline code.
std::array<bool, 256> first_bytes() {
  std::array<bool, 256> table{};
  table[0] = true;
  for (const char c : std::string_view("<[>~`")) table[static_cast<unsigned char>(c)] = true;
  return table;
}

std::size_t scan(std::string_view text, const std::array<bool, 256>& table) {
  const auto* at = reinterpret_cast<const unsigned char*>(text.data());
  const unsigned char* const end = at + text.size();  // a text of std::string: 0 stands here, and is in the table
  std::size_t hits = 0;
  for (;; ++at, ++hits) {
    while (!table[*at]) ++at;
    if (at == end) return hits;
  }
}

std::size_t find_all(std::string_view text, char byte) {
  const char* at = text.data();
  const char* const end = at + text.size();
  std::size_t hits = 0;
  while ((at = static_cast<const char*>(std::memchr(at, byte, static_cast<std::size_t>(end - at)))) != nullptr)
    ++at, ++hits;
  return hits;
}

}  // namespace

void add_scans(table& to, const std::string& text) {
  to.add("table scan", "whole", [&text, firsts = first_bytes()] { return scan(text, firsts); });
  to.add("memchr", "whole", [&text] { return find_all(text, '<'); });
}

void add_json_parsers(table& to, std::string_view json) {
  to.add("nlohmann", "whole", [kept = std::string(json)] { return nlohmann::json::parse(kept).size(); });
  // It reads beyond the end, so the text is brought to where it may once, and its parser is kept, as it recommends.
  const auto padded = std::make_shared<simdjson::padded_string>(json);
  const auto parser = std::make_shared<simdjson::dom::parser>();
  to.add("simdjson", "whole", [padded, parser] {
    simdjson::dom::element root;
    return parser->parse(*padded).get(root) == simdjson::SUCCESS ? std::size_t{1} : std::size_t{0};
  });
}

}  // namespace bench
