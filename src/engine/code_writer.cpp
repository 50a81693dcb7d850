// Jumps into what is not written yet are patched afterwards.

#include "engine/code_writer.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/plain_form.hpp"

namespace toolcall::engine {

namespace {

// The forms that are one instruction without operands.
code one_instruction(form is) {
  switch (is) {
    case form::cut:
      return code::cut;
    case form::tool:
      return code::tool;
    default:
      return code::fail;  // nothing; of what is only written, expansion has left none
  }
}

bool is_of_dialect(const expression& e) {
  return e.is == form::role && e.role == node_role::dialect;
}
bool is_literal(const expression& e) {
  return e.is == form::literal && !e.text.empty();
}
bool is_choice_of_literals(const expression& e) {
  return e.is == form::choice && std::all_of(e.children.begin(), e.children.end(), is_literal);
}
bool is_choice_of_dialects(const expression& e) {
  return std::all_of(e.children.begin(), e.children.end(), is_of_dialect);
}

}  // namespace

row_slots::row_slots(const expression& body) {
  visit(
      body, [this](const expression& e) { places_.emplace(&e, places_.size()); }, [](const expression&) {});
}

std::size_t row_slots::number_of(edge is, const expression& e) {
  std::string key(1, static_cast<char>(is));
  serialize(e, key);
  const auto [known, fresh] = numbers_.try_emplace(std::move(key), slots_.size() + 1);
  if (!fresh) return known->second;
  slots_.push_back({is, places_.at(&e), e.rule});
  return known->second;
}

std::uint32_t code_writer::add(code is, node_role role, std::size_t x, std::size_t y) {
  to_.code.push_back({is, role, static_cast<std::uint16_t>(y), static_cast<std::uint32_t>(x)});
  return here() - 1;
}

void code_writer::part(const expression& e) {
  switch (e.is) {
    case form::sequence:
      return parts(e);
    case form::choice:
      return choice(e);
    case form::recovery:
      return recover(e);
    case form::star:
      return star(e.children.front());
    case form::at:
      return predicate(e.children.front(), true);
    case form::not_at:
      return predicate(e.children.front(), false);
    case form::literal:
      return literal(e);
    case form::set:
      add(code::set, node_role::block, to_.set(e.bytes));
      return;
    case form::leaf:
      add(code::leaf, node_role::block, to_.leaf(e.leaf));
      return;
    case form::role:
      return around(e, e.role, e.number);
    case form::replace:
      return around(e, node_role::replace, to_.replacement(e.text));
    case form::capture:
      return capture(e);
    case form::back:
      add(code::back, node_role::block, to_.capture(e.text));
      return;
    case form::call:
      add(code::call, node_role::block, slots_->number_of(row_slots::edge::call, e), to_.rule_number(e.rule));
      return;
    case form::parameter:
      add(code::inlined, node_role::block, slots_->number_of(row_slots::edge::parameter, e));
      return;
    case form::run:
      return run(e, code::step);
    case form::span:
      return span(e);
    case form::trial:
      return trial(e.children.front());
    case form::followed_by:
      return followed_by(e);
    case form::json:
      return literal_of(code::json, node_role::json);
    case form::json_until:
      return json_until(e);
    case form::python:
      return literal_of(code::python, node_role::python);
    case form::field:
      return field(code::field);
    case form::new_field:
      return field(code::new_field);
    case form::tool_chosen:
      return tool_chosen();
    default:
      if (facts_of(e.is).kind == form_kind::test) return test(e.is);
      add(one_instruction(e.is));
  }
}

void code_writer::parts(const expression& e) {
  for (const expression& child : e.children) part(child);
}
void code_writer::around(const expression& e, node_role role, std::size_t index) {
  add(code::begin, role, index);
  parts(e);
  add(code::end, role, index);
}
void code_writer::literal_of(code is, node_role role) {
  add(code::begin, role);
  add(is);
  add(code::end, role);
}
void code_writer::capture(const expression& e) {
  const std::size_t id = to_.capture(e.text);
  add(code::capture, node_role::block, id);
  parts(e);
  add(code::captured, node_role::block, id);
}
void code_writer::test(form is) {
  asks_for_fields_ = asks_for_fields_ || is == form::only_field || is == form::field_left;
  add(code::test, node_role::block, static_cast<std::size_t>(is));
}
// Like a replacement of nothing, whose text only the parser knows.
void code_writer::tool_chosen() {
  add(code::begin, node_role::replace, chosen_name);
  test(form::tool_chosen);
  add(code::end, node_role::replace, chosen_name);
}
void code_writer::field(code is) {
  asks_for_fields_ = true;
  add(is);
}
void code_writer::literal(const expression& e) {
  if (e.text.empty()) return;
  add(code::literal, node_role::block, to_.literal(e));
}

code_writer::tried code_writer::begin_trying(code is, const expression& e, condition when) {
  tried made{};
  const first_bytes::bytes on = firsts_ != nullptr && when.is_none() ? firsts_->of(e) : ~first_bytes::bytes();
  if (!on.all()) made.head = add(code::head, node_role::block, 0, to_.set(on));
  made.begun = add(is, node_role::block, 0, when.code);
  return made;
}
void code_writer::aim_tried(const tried& those, std::uint32_t target) {
  if (those.head) aim(*those.head, target);
  aim(those.begun, target);
}

// Dialects are many, and what one of them begins with is seldom there.
void code_writer::guard(const expression& choice) {
  if (firsts_ == nullptr || !is_choice_of_dialects(choice)) return;
  const first_bytes::bytes on = firsts_->before(choice);
  if (!on.all()) add(code::guard, node_role::block, to_.set(on));
}

void code_writer::choice(const expression& e) {
  guard(e);
  std::vector<std::uint32_t> done;
  std::map<std::size_t, std::vector<std::uint32_t>> leading_to;  // the alternative of this number, or to failure
  const auto aim_at = [&](std::size_t alternative) {
    for (const std::uint32_t from : leading_to[alternative]) aim(from, here());
  };
  const std::size_t end = e.children.size();
  std::size_t other = 0;  // the alternative that is tried where this one, or one that says the same, has failed
  for (std::size_t at = 0; at < end;) {
    expression literals;
    const std::size_t next = end_of_literals(e, at, literals);
    const expression& one = next > at + 1 ? literals : e.children[at];
    if (next == end && leading_to.count(end) != 0) {
      aim_at(end);
      add(code::fail);
    }
    aim_at(at);
    if (next < end) {
      if (other <= at) other = std::max(next, next_other(e, at));
      condition when = asked_by(one);
      if (other > next)
        leading_to[next].push_back(add(code::unless, node_role::block, 0, std::exchange(when, {}).code));
      const tried begun = begin_trying(code::choice, one, when);
      if (begun.head) leading_to[other].push_back(*begun.head);
      leading_to[other].push_back(begun.begun);
    }
    next > at + 1 ? one_of(code::one_of, one) : part(one);
    if (next < end) done.push_back(add(code::commit));
    at = next;
  }
  for (const std::uint32_t from : done) aim(from, here());
}

// Where the literals end that are alternatives from this one on; they are gathered in a choice of their own.
std::size_t code_writer::end_of_literals(const expression& choice, std::size_t at, expression& literals) const {
  if (!effort_.literal_lists) return at + 1;
  const auto from = choice.children.begin() + static_cast<std::ptrdiff_t>(at);
  const auto end = std::find_if_not(from, choice.children.end(), is_literal);
  literals.is = form::choice;
  literals.children.assign(from, end);
  return std::max(at + 1, static_cast<std::size_t>(end - choice.children.begin()));
}

void code_writer::one_of(code is, const expression& literals) {
  std::vector<std::uint16_t> numbers;
  const auto add_literal = [&](const expression& e) { numbers.push_back(static_cast<std::uint16_t>(to_.literal(e))); };
  if (is_literal(literals)) add_literal(literals);
  std::for_each(literals.children.begin(), literals.children.end(), add_literal);
  add(is, node_role::block, to_.literal_list(numbers), numbers.size());
}

// The alternative that is tried where this one has failed: dialects that ask for the same fail alike.
std::size_t code_writer::next_other(const expression& choice, std::size_t at) const {
  std::size_t other = at + 1;
  if (!effort_.same_once || !is_of_dialect(choice.children[at])) return other;
  const std::string asked = asked_for(choice.children[at]);
  while (other < choice.children.size() && is_of_dialect(choice.children[other]) &&
         asked_for(choice.children[other]) == asked)
    ++other;
  return other;
}

// What a dialect's alternative asks for: of a rule, what it says, for each dialect has its own.
std::string code_writer::asked_for(const expression& alternative) const {
  std::string parts;
  for (const expression& each : alternative.children) {
    if (each.is != form::call) {
      serialize(each, parts);
      continue;
    }
    serialize(written_[each.rule].body, parts);
    for (const expression& argument : each.children) serialize(argument, parts);
  }
  return parts;
}

// An alternative of a dialect is there where the dialect is in use.
condition code_writer::asked_by(const expression& alternative) {
  return is_of_dialect(alternative) ? condition::of(alternative.number, true) : condition{};
}

void code_writer::recover(const expression& e) {
  const expression& guarded = e.children.front();
  const bool always = guarded.is == form::nothing;
  std::uint32_t done = 0;
  if (!always) {
    const tried guard = begin_trying(code::recover, guarded);
    part(guarded);
    done = add(code::commit);
    aim_tried(guard, here());
  }
  const std::uint16_t id = to_.label(e.text);
  add(code::begin, node_role::label, id);
  part(e.children.back());
  add(code::end, node_role::label, id);
  if (!always) aim(done, here());
}

void code_writer::star(const expression& body) {
  if (body.is == form::set) {
    add(code::skip, node_role::block, to_.set(body.bytes));
    return;
  }
  const tried loop = begin_trying(code::choice, body);
  part(body);
  aim(add(code::partial_commit), loop.begun + 1);
  aim_tried(loop, here());
}

void code_writer::predicate(const expression& body, bool wanted) {
  if (body.is == form::set) {
    add(wanted ? code::peek : code::peek_not, node_role::block, to_.set(body.bytes));
    return;
  }
  if (effort_.literal_lists && (is_literal(body) || is_choice_of_literals(body)))
    return one_of(wanted ? code::peek_one_of : code::peek_none_of, body);
  if (wanted) return demand(body);
  const tried unwanted = begin_trying(code::predicate, body);
  part(body);
  add(code::fail_twice);
  aim_tried(unwanted, here());
}

// What its first byte refuses has failed.
void code_writer::demand(const expression& body) {
  const tried wanted = begin_trying(code::predicate, body);
  part(body);
  const std::uint32_t done = add(code::back_commit);
  if (wanted.head) {
    aim(*wanted.head, here());
    add(code::fail);
  }
  aim(done, here());
}

void code_writer::run(const expression& e, code step) {
  const std::uint32_t begun = add(code::run, node_role::block, 0, slots_->number_of(row_slots::edge::stop, e));
  part(e.children.front());
  const std::uint32_t out = add(code::back_commit);
  aim(begun, here());
  aim(add(step), begun);
  aim(out, here());
}

// Where the stop matches, the value has failed after a cut.
void code_writer::json_until(const expression& e) {
  add(code::begin, node_role::json);
  const std::uint32_t begun = add(code::json_until, node_role::block, 0, slots_->number_of(row_slots::edge::stop, e));
  part(e.children.front());
  const std::uint32_t out = add(code::back_commit);
  aim(begun, here());
  aim(add(code::json_step), begun);
  aim(out, here());
  add(code::fail);
  add(code::end, node_role::json);
}

void code_writer::span(const expression& e) {
  add(code::span, node_role::block, slots_->number_of(row_slots::edge::span, e));
  run(e, code::span_step);
  add(code::trial_end);
}

void code_writer::trial(const expression& body) {
  add(code::trial);
  part(body);
  add(code::trial_end);
}

void code_writer::followed_by(const expression& e) {
  const std::uint32_t begun = add(code::followed_by);
  part(e.children.front());
  const std::uint32_t condition = add(code::predicate);
  part(e.children.back());
  const std::uint32_t held = add(code::back_commit);
  aim(held, here());
  const std::uint32_t done = add(code::followed_by_end);
  aim(begun, here());
  aim(condition, here());
  add(code::followed_by_other, e.role, e.label.empty() ? 0U : to_.label(e.label) + 1U);
  aim(done, here());
}

}  // namespace toolcall::engine
