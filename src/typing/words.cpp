// The words of messages about values, each of bounded length: a model reads them again.

#include <algorithm>

#include "ascii.hpp"
#include "edit_distance.hpp"
#include "typing/evaluation.hpp"

namespace toolcall::typing {
namespace {

constexpr std::size_t most_listed = 8;
constexpr std::size_t most_shown = 40;
constexpr std::size_t most_compared = 64;

}  // namespace

unsigned type_of_node(const json::document& doc, std::uint32_t node) {
  switch (doc[node].what) {
    case json::kind::null:
      return null_type;
    case json::kind::boolean:
      return boolean_type;
    case json::kind::string:
      return string_type;
    case json::kind::array:
      return array_type;
    case json::kind::object:
      return object_type;
    case json::kind::number:
      break;
  }
  return decimal::of(doc.lexeme(node)).is_integral() ? integer_type : number_type;
}

std::string type_words(unsigned types) {
  constexpr std::pair<unsigned, const char*> words[] = {
      {string_type, "string"}, {number_type, "number"}, {integer_type, "integer"}, {boolean_type, "boolean"},
      {array_type, "array"},   {object_type, "object"}, {null_type, "null"}};
  std::string out;
  for (const auto& [bit, word] : words) {
    const bool said = bit == integer_type && (types & number_type) != 0;
    if ((types & bit) != 0 && !said) out += (out.empty() ? "" : " or ") + std::string(word);
  }
  return out.empty() ? "nothing" : out;
}

std::string cut(std::string_view text) {
  if (text.size() <= most_shown) return std::string(text);
  std::size_t end = most_shown - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

std::string list_words(const std::vector<std::string>& list) {
  std::string out;
  for (std::size_t i = 0; i < std::min(list.size(), most_listed); ++i) out += (i == 0 ? "" : ", ") + cut(list[i]);
  return list.size() > most_listed ? out + ", ..." : out;
}

std::string nearest(std::string_view text, const std::vector<std::string>& list) {
  if (text.size() > most_compared) return "";
  const std::string folded = ascii::lowered(std::string(text));
  std::string best;
  std::size_t least = most_compared;
  for (const std::string& each : list) {
    if (each.size() > most_compared) continue;
    const std::string candidate = ascii::lowered(each);
    const bool begins = folded.size() >= 3 && (candidate.starts_with(folded) || folded.starts_with(candidate));
    const std::size_t far = begins ? 1 : edit_distance(folded, candidate);
    // Less than half of it may differ.
    if (far < least && 2 * far < std::max(folded.size(), candidate.size())) {
      least = far;
      best = each;
    }
  }
  return best;
}

}  // namespace toolcall::typing
