// What the machine tells: where parts of the message begin and end, which recoveries were needed, and when a call's
// name is certain.
//
// Bytes are not in the marks. Whoever reads them walks the text beside them: the bytes between two marks belong to the
// innermost part that is open there, and to plain text where none is.

#pragma once

#include <cstdint>

namespace toolcall::engine {

enum class noun : std::uint8_t {
  block,  // one item of the message; what is in no other part of it is markup
  call,
  name,
  id,
  key,
  value,
  arguments,
  text,
  reasoning,
  string,
  object,
  array,
  replace,  // e -> "x": counts as x in the part around it; index is the replacement
  label,    // a recovery; index is the label
  dialect,  // what a rule of this dialect found for a shared one; index is its number
  json,     // a JSON value, in the part around it
  python,   // likewise a Python literal
};

// Of a part that is a replacement: the name of the tool that the caller chose.
inline constexpr std::uint16_t chosen_name = 0xFFFF;

struct mark {
  enum class kind : std::uint8_t { begin, end, failed, label, cut };  // cut: the first one behind a name or an id

  kind is;
  noun what;
  std::uint16_t index;  // block: the item; dialect: its number; replace: the replacement; label: the label
  std::uint32_t at;     // the instruction that made it, for program::rule_at
  std::uint64_t begin;  // where the part began; begin == end for kind::begin
  std::uint64_t end;    // where this mark stands
};

}  // namespace toolcall::engine
