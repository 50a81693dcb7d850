// The first sets of the textbooks (Aho et al. 2006, 4.4.2), for rules as they are written: what a parameter stands for
// is not known. A predicate reads nothing, and bars bytes. After a cut a failure is not that of the expression alone,
// so what cuts before it has read a byte counts as unknown.

#include "engine/first_bytes.hpp"

#include "engine/json_scan.hpp"
#include "text/vocabulary.hpp"

namespace toolcall::engine {

namespace {

const first_bytes::bytes none, all = ~none;

bool is_json_byte(unsigned char byte) {
  return begins_json(static_cast<char>(byte));
}
first_bytes::bytes those(bool (*is_one)(unsigned char)) {
  first_bytes::bytes on;
  for (unsigned byte = 0; byte < 256; ++byte) on[byte] = is_one(static_cast<unsigned char>(byte));
  return on;
}
first_bytes::bytes first_byte_of(const expression& literal) {
  first_bytes::bytes on;
  const auto byte = static_cast<unsigned char>(literal.text.front());
  on.set(byte);
  if (literal.any_case && byte >= 'a' && byte <= 'z') on.set(std::size_t{byte} - ('a' - 'A'));
  return on;
}

}  // namespace

first_bytes::bytes first_bytes::of(const expression& e) {
  const begin found = begin_of(e);
  return found.read | found.empty;
}

first_bytes::begin first_bytes::begin_of(const expression& e) {
  switch (e.is) {
    case form::literal:
      return e.text.empty() ? begin{none, all} : begin{first_byte_of(e), none};
    case form::set:
      return {e.bytes, none};
    case form::nothing:
      return {none, none};
    case form::sequence:
    case form::role:
    case form::replace:
    case form::capture:
    case form::trial:
      return in_order(e);
    case form::choice:
    case form::recovery:
      return any_of(e);
    case form::star:
      return {begin_of(e.children.front()).read, all};
    case form::at:
      return {none, of(e.children.front())};
    case form::not_at:
      return {none, e.children.front().is == form::set ? ~e.children.front().bytes : all};
    case form::followed_by:
      return begin_of(e.children.front());
    case form::call:
      return rule(e.rule);
    case form::tool:
    case form::field:
    case form::new_field:
      return {those(is_name_byte), none};
    case form::json:
      return {those(is_json_byte), none};
    default:
      return {facts_of(e.is).kind == form_kind::test ? none : all, all};
  }
}

first_bytes::begin first_bytes::in_order(const expression& e) {
  begin found{none, all};
  for (const expression& child : e.children) {
    const begin next = begin_of(child);
    found.read |= next.read & found.empty;
    found.empty &= next.empty;
    if (found.empty.none()) break;
  }
  return found;
}

first_bytes::begin first_bytes::any_of(const expression& e) {
  begin found{none, none};
  for (const expression& child : e.children) {
    const begin one = begin_of(child);
    found.read |= one.read;
    found.empty |= one.empty;
  }
  return found;
}

first_bytes::begin first_bytes::rule(std::size_t number) {
  known_rule& known = rules_[number];
  if (known.is == state::in_progress) return {all, all};
  if (known.is == state::unknown) {
    known.is = state::in_progress;
    known.of = begin_of(written_[number].body);
    known.is = state::known;
  }
  return known.of;
}

first_bytes::look first_bytes::first_of(const expression& e) {
  switch (e.is) {
    case form::literal:
      return e.text.empty() ? look::at_nothing : look::at_byte;
    case form::set:
    case form::json:
      return look::at_byte;
    case form::role:
      if (e.role == node_role::dialect) return look::elsewhere;  // it may be out of use
      [[fallthrough]];
    case form::sequence:
    case form::replace:
    case form::capture:
    case form::trial:
      return first_of_parts(e);
    case form::choice:
    case form::recovery:
    case form::star:
    case form::at:
    case form::not_at:
    case form::followed_by: {
      const look first = first_of(e.children.front());
      return first == look::at_nothing ? look::elsewhere : first;
    }
    case form::call:
      return first_of_rule(e.rule);
    default:
      return look::elsewhere;
  }
}

first_bytes::look first_bytes::first_of_parts(const expression& e) {
  for (const expression& child : e.children)
    if (const look first = first_of(child); first != look::at_nothing) return first;
  return look::at_nothing;
}

first_bytes::look first_bytes::first_of_rule(std::size_t number) {
  known_rule& known = rules_[number];
  if (known.is_look == state::unknown) {
    known.is_look = state::in_progress;
    known.first = first_of(written_[number].body);
    known.is_look = state::known;
  }
  return known.first;
}

}  // namespace toolcall::engine
