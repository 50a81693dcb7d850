// Reads the object of arguments, which may be JSON, or JSON in a string.

#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "typing/json.hpp"
#include "typing/repair.hpp"

namespace toolcall::events {

struct object_text {
  typing::json::document object;
  std::deque<std::string> kept;  // what the document views, where it is not the text itself
  bool repaired = false;
  typing::repair_list defects;  // what was repaired
  std::vector<typing::respelled_number> numbers;

  // What a model wrote as JSON: an object, or a JSON string that holds one, or a string that holds such a string.
  // False: it is not an object.
  bool read(std::string_view text);

  // The text of a value, as the model wrote it if it is a number.
  std::string_view written(std::uint32_t node) const;
};

}  // namespace toolcall::events
