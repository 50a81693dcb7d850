// Sets of bytes as least fix-points over the graph.
//
// They serve one argument: a loop or span that cannot consume a byte with which a tried expression begins is not read
// again when that expression is tried at a later place, because no such place lies in what it has read.

#include "grammarc/check_bytes.hpp"

namespace toolcall::grammarc {
namespace {

byte_set every_byte() {
  return byte_set().set();
}

byte_set literal_byte(const expression& literal, std::size_t i) {
  const auto c = static_cast<unsigned char>(literal.text[i]);
  byte_set made;
  made.set(c);
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  if (literal.any_case && letter) made.set(c ^ 0x20u);
  return made;
}

// The bytes at which a stop matches whatever follows.
byte_set stopping(const graph& of, std::size_t at, std::size_t depth = 0) {
  const graph_node& here = of[at];
  byte_set made;
  if (depth > of.instances.size()) return made;
  switch (here.is) {
    case form::set:
      return here.written->bytes;
    case form::any:
      return every_byte();
    case form::literal:
      return here.written->text.size() == 1 ? literal_byte(*here.written, 0) : made;
    case form::choice:
      if (here.of_dialects) return made;
      [[fallthrough]];
    case form::recovery:
      for (const std::size_t kid : here.kids) made |= stopping(of, kid, depth);
      return made;
    case form::call:
      return stopping(of, here.kids[0], depth + 1);
    default:
      return engine::facts_of(here.is).kind == engine::form_kind::wrapper ? stopping(of, here.kids[0], depth) : made;
  }
}

template <typename Step>
std::vector<byte_set> least(const graph& of, Step step) {
  std::vector<byte_set> sets(of.nodes.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t at = of.nodes.size(); at-- > 0;) {
      const byte_set now = sets[at] | step(sets, of[at]);
      changed = changed || now != sets[at];
      sets[at] = now;
    }
  }
  return sets;
}

// What both have in common: the forms without parts.
byte_set leaf(const graph& of, const graph_node& here) {
  switch (here.is) {
    case form::set:
      return here.written->bytes;
    case form::run:
    case form::span:
      return ~stopping(of, here.kids[0]);
    case form::any:
    case form::back:
      return every_byte();
    default:
      return engine::facts_of(here.is).kind == engine::form_kind::scan ? every_byte() : byte_set();
  }
}

}  // namespace

std::vector<byte_set> first_bytes(const graph& of, const std::vector<bool>& nullable) {
  return least(of, [&](const std::vector<byte_set>& sets, const graph_node& here) {
    byte_set made = leaf(of, here);
    if (here.is == form::literal && !here.written->text.empty()) return literal_byte(*here.written, 0);
    if (only_looks(here.is)) return made;  // its part is only looked at
    for (const std::size_t kid : here.kids) {
      made |= sets[kid];
      if ((here.is == form::sequence && !nullable[kid]) || here.is == form::followed_by) break;
    }
    return made;
  });
}

std::vector<byte_set> all_bytes(const graph& of) {
  return least(of, [&](const std::vector<byte_set>& sets, const graph_node& here) {
    byte_set made = leaf(of, here);
    if (here.is == form::literal)
      for (std::size_t i = 0; i < here.written->text.size(); ++i) made |= literal_byte(*here.written, i);
    if (only_looks(here.is)) return made;
    for (const std::size_t kid : here.kids) made |= sets[kid];
    return made;
  });
}

}  // namespace toolcall::grammarc
