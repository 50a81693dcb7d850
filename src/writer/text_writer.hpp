// Calls as text: the pieces of a form, filled in.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "dialects/dialect_traits.hpp"
#include "typing/json.hpp"
#include "writer/form.hpp"

namespace toolcall::writer {

struct written_call {
  std::string_view name, id;
  typing::json::document arguments;  // an object
};

class text_writer {
 public:
  text_writer(const form& as, events::raw_values values) : as_(as), values_(values) {}

  bool thinks() const { return !as_.think.empty(); }
  std::string reasoning(std::string_view text, bool is_last) const;
  std::string content(std::string_view text) const;
  std::string calls(std::span<const written_call> all) const;

 private:
  class filling;

  const form& as_;
  events::raw_values values_;
};

// Whether the page leaves a word of its form open.
bool is_open(const form& of);

}  // namespace toolcall::writer
