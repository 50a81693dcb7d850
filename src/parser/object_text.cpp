// See object_text.hpp.

#include "parser/object_text.hpp"

#include <utility>

#include "typing/loose_json.hpp"

namespace toolcall::events {

bool object_text::read(std::string_view text) {
  for (int wraps = 0; wraps <= 2; ++wraps) {
    std::string& rewritten = kept.emplace_back();
    typing::loose_reading how;
    if (!typing::read_loose_json(text, object, rewritten, how)) return false;
    for (const typing::repair& each : how.repairs.all()) defects.add(each.what, each.at);
    repaired = repaired || !rewritten.empty();
    numbers = std::move(how.numbers);
    const typing::json::value_kind what = object[0].what;
    if (what != typing::json::value_kind::string) return what == typing::json::value_kind::object;
    text = kept.emplace_back(object.text_of(0));
  }
  return false;
}

std::string_view object_text::written(std::uint32_t node) const {
  const typing::respelled_number* const number = typing::find_number(numbers, object[node].begin);
  return number != nullptr ? std::string_view(number->written) : object.lexeme(node);
}

}  // namespace toolcall::events
