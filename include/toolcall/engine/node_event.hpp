// Node events: what the machine writes down while it reads. A node of the message (a call, its name, a value, text …)
// begins or ends at a position, a recovery was needed, or a call's name is certain.
//
// Node events hold positions and no bytes. Whoever reads them walks the text along with them: the bytes between two
// node events belong to the innermost node that is open there, and to plain text where none is open.

#pragma once

#include <cstdint>

namespace toolcall::engine {

enum class node_role : std::uint8_t {
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
  replace,  // e -> "x": counts as x in the node around it; index is the replacement
  label,    // a recovery, or a note; index is the label
  dialect,  // what a rule of this dialect found for a shared one; index is its number
  json,     // a JSON value, in the part around it
  python,   // likewise a Python literal
};

// Of a node that is a replacement: the name of the tool that the caller chose.
inline constexpr std::uint16_t chosen_name = 0xFFFF;
// Likewise from here on: the number of a declared field is added (vocabulary::word).
inline constexpr std::uint16_t first_field_name = 0x8000;

enum class node_event_type : std::uint8_t {
  begin,
  end,
  failed,
  label,
  note,  // what begins here looks like something; it is not read yet, so the next node event may stand before its end
  cut,   // the first one after a name or an id
};

struct node_event {
  node_event_type is;
  node_role role;
  std::uint16_t index;  // block: the item; dialect: its number; replace: the replacement; label: the label
  std::uint32_t at;     // the instruction that made it, for program::rule_at
  std::uint64_t begin;  // where the node began; begin == end for node_event_type::begin
  std::uint64_t end;    // where this event stands; of a note, the end of what was noted

  std::uint64_t place() const { return is == node_event_type::note ? begin : end; }  // where this event stands
};

}  // namespace toolcall::engine
