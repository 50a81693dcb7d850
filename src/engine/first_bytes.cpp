// The first sets of the textbooks (Aho et al. 2006, 4.4.2), for rules as they are written: what a parameter stands for
// is not known. A predicate reads nothing, and bars bytes. After a cut a failure is not that of the expression alone,
// so what cuts before it has read a byte counts as unknown.

#include "engine/first_bytes.hpp"

#include <algorithm>

#include "engine/json_scan.hpp"
#include "text/vocabulary.hpp"

namespace toolcall::engine {

namespace {

const first_bytes::bytes none, all = ~none;

first_bytes::bytes those(bool (*is_one)(unsigned char)) {
  first_bytes::bytes on;
  for (unsigned byte = 0; byte < 256; ++byte) on[byte] = is_one(static_cast<unsigned char>(byte));
  return on;
}

// Whether this may come near a limit where it only looks ahead: then what follows it is not asked.
bool reads_far(const expression& e) {
  switch (e.is) {
    case form::literal:
    case form::set:
    case form::nothing:
      return false;
    case form::sequence:
    case form::choice:
    case form::role:
    case form::replace:
    case form::capture:
    case form::at:
    case form::not_at:
      return std::any_of(e.children.begin(), e.children.end(), reads_far);
    default:
      return facts_of(e.is).kind != form_kind::test;
  }
}

}  // namespace

const first_bytes::bytes& bytes_of_json() {
  static const first_bytes::bytes on = those([](unsigned char c) { return begins_json(static_cast<char>(c)); });
  return on;
}
const first_bytes::bytes& bytes_of_names() {
  static const first_bytes::bytes on = those(is_name_byte);
  return on;
}
first_bytes::bytes bytes_of_literal(const expression& literal, std::size_t at) {
  first_bytes::bytes on;
  const auto byte = static_cast<unsigned char>(literal.text[at]);
  on.set(byte);
  if (literal.any_case && byte >= 'a' && byte <= 'z') on.set(static_cast<std::size_t>(byte - 'a' + 'A'));
  return on;
}

first_bytes::bytes first_bytes::of(const expression& e) {
  const begin found = begin_of(e);
  return found.first == look::at_byte ? found.before() : all;
}

first_bytes::begin first_bytes::begin_of(const expression& e) {
  switch (e.is) {
    case form::literal:
      return e.text.empty() ? begin{none, all, look::at_nothing} : begin{bytes_of_literal(e, 0), none, look::at_byte};
    case form::set:
      return {e.bytes, none, look::at_byte};
    case form::nothing:
      return {none, none, look::elsewhere};
    case form::sequence:
    case form::role:
    case form::replace:
    case form::capture:
    case form::trial:
      return in_order(e);
    case form::choice:
    case form::recovery:
      return any_of(e);
    case form::star: {
      const begin body = part(e.children.front());
      return {body.read, all, body.first};
    }
    case form::at: {
      const begin body = part(e.children.front());
      return {reads_far(e.children.front()) ? body.before() : none, body.before(), body.first};
    }
    case form::not_at: {
      const expression& unwanted = e.children.front();
      const begin body = part(unwanted);
      return {reads_far(unwanted) ? body.before() : none, unwanted.is == form::set ? ~unwanted.bytes : all, body.first};
    }
    case form::followed_by:
      return part(e.children.front());
    case form::call:
      return rule(e.rule);
    case form::tool:
    case form::field:
    case form::new_field:
      return {bytes_of_names(), none, look::elsewhere};
    case form::json:
    case form::json_until:
      return {bytes_of_json(), none, look::at_byte};
    default:
      return {facts_of(e.is).kind == form_kind::test ? none : all, all, look::elsewhere};
  }
}

// Even an empty part stands in an instruction, so it is not `at_nothing`.
first_bytes::begin first_bytes::part(const expression& e) {
  begin found = begin_of(e);
  if (found.first == look::at_nothing) found.first = look::elsewhere;
  return found;
}

first_bytes::begin first_bytes::in_order(const expression& e) {
  const bool may_be_out_of_use = e.is == form::role && e.role == node_role::dialect;
  begin found{none, all, may_be_out_of_use ? look::elsewhere : look::at_nothing};
  for (const expression& child : e.children) {
    const begin next = begin_of(child);
    found.read |= next.read & found.empty;
    found.empty &= next.empty;
    if (found.first == look::at_nothing) found.first = next.first;
    if (found.empty.none()) break;
  }
  return found;
}

// A note is a recovery of what never matches, so what it does first is what its own part does.
first_bytes::begin first_bytes::any_of(const expression& e) {
  const bool is_note = e.is == form::recovery && e.children.front().is == form::nothing;
  const expression& asked = is_note ? e.children.back() : e.children.front();
  begin found{none, none, look::elsewhere};
  for (const expression& child : e.children) {
    const begin one = part(child);
    found.read |= one.read;
    found.empty |= one.empty;
    if (&child == &asked) found.first = one.first;
  }
  return found;
}

first_bytes::begin first_bytes::rule(std::size_t number) {
  known_rule& known = rules_[number];
  if (known.is == known_rule::state::in_progress) return {all, all, look::elsewhere};
  if (known.is == known_rule::state::unknown) {
    known.is = known_rule::state::in_progress;
    known.of = begin_of(written_[number].body);
    known.is = known_rule::state::known;
  }
  return known.of;
}

}  // namespace toolcall::engine
