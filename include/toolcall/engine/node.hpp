// A rule of a PEGTL grammar as a constant: what layout.hpp makes of its type, and all that is left of the type.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <toolcall/engine/expression.hpp>

namespace toolcall::engine {

struct node {
  // What is written with other forms.
  enum class meaning : std::uint8_t { itself, plus, optional, repeated, end, of_dialect };

  op is = op::sequence;
  meaning as = meaning::itself;
  noun role = noun::block;
  bool any_case = false;
  bool token = false;
  bool around_one = false;  // its children are one part, in order
  unsigned count = 0;       // how often it is repeated
  std::size_t size = 0;     // of children
  const node* const* (*children)() = nullptr;
  bool (*test)(char) = nullptr;  // of a set; null: any byte
  leaf_rule leaf = nullptr;
  std::string_view text;
  std::string_view name;  // of a rule of the grammar; empty for what stands inside of one
};

}  // namespace toolcall::engine
