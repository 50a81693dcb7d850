// What happens to the logs, and what a message is. See reading.hpp.

#include "pegtl/reading.hpp"

#include <algorithm>
#include <utility>

namespace toolcall::tests::by_pegtl {

namespace {

constexpr std::size_t deepest = 1000;  // rules in each other

}  // namespace

template <typename Body>
bool reading::match_rule_of_page(const place& before, const Body& body) {
  const frame own{++frames_, std::exchange(given_, {})};
  if (depth_ > deepest) return false;
  ++depth_;
  within_ = &own;
  const bool matched = body();
  std::erase_if(captures_, [&](const kept& each) { return each.number == own.number; });
  within_ = before.within;
  depth_ = before.depth;
  return matched;
}

template <typename Body>
bool reading::match_rule(bool is_of_page, input& in, const Body& body) {
  position = static_cast<std::size_t>(in.current() - in.begin());
  const place before = here();
  const bool matched = is_of_page ? match_rule_of_page(before, body) : body();
  if (!matched && cut_.number > before.cut.number) {
    events.resize(cut_.events);
    throw broken();
  }
  if (!matched) back_to(before);
  in.iterator() = in.begin() + position;
  return matched;
}

bool reading::match(bool (*body)(reading&), bool is_of_page, input& in) {
  return match_rule(is_of_page, in, [&] { return body(*this); });
}
bool reading::match_by_pegtl(bool (*body)(input&, reading&), bool is_of_page, input& in) {
  return match_rule(is_of_page, in, [&] {
    const bool matched = body(in, *this);
    position = static_cast<std::size_t>(in.current() - in.begin());
    return matched;
  });
}

void reading::back_to(const place& before) {
  position = before.position;
  events.resize(before.events);
  captures_.resize(before.captures);
  silent_ = before.silent;
  depth_ = before.depth;
  within_ = before.within;
}

void reading::forget(const place& before) {
  back_to(before);
  cut_ = before.cut;
}

void reading::cut() {
  cut_ = {++cuts_, position, events.size()};
}

void reading::go_on_at_cut(const place& before) {
  std::vector<interpreter::node_event> open;
  for (std::size_t i = before.events; i < events.size(); ++i) {
    if (events[i].is == interpreter::node_event_type::begin) open.push_back(events[i]);
    if (events[i].is == interpreter::node_event_type::end || events[i].is == interpreter::node_event_type::failed)
      open.pop_back();
  }
  const std::vector<interpreter::node_event> standing = events;
  back_to(before);
  events = standing;
  position = cut_.position;
  for (; !open.empty(); open.pop_back())
    emit(interpreter::node_event_type::failed, open.back().what, open.back().begin, position);
  cut_.events = events.size();
}

void reading::emit(interpreter::node_event_type is, std::string_view what, std::size_t from, std::size_t to) {
  if (silent_ == 0) events.push_back({is, std::string(what), from, to});
}
void reading::begin(std::string_view what) {
  emit(interpreter::node_event_type::begin, what, position, position);
}
void reading::end(std::string_view what, std::size_t from) {
  emit(interpreter::node_event_type::end, what, from, position);
}
void reading::label(std::string_view what, std::size_t from) {
  emit(interpreter::node_event_type::label, what, from, position);
}

bool reading::match_parameter(std::size_t number) {
  const frame* const reader = within_;
  const argument given = reader->arguments.at(number);
  within_ = given.writer;
  const bool matched = given.match(*this);
  within_ = reader;
  return matched;
}

// dialects.r: the rule of each dialect in use, in a role that says whose it is.
bool reading::match_offered(std::string_view name, const std::vector<argument>& arguments) {
  for (const dialect_rules* each : *in_use_)
    for (const dialect_rules::offer& offer : each->offers) {
      if (offer.name != name) continue;
      const place before = here();
      const std::string role = "dialect:" + std::string(each->name);
      begin(role);
      give(arguments);
      if (offer.match(*this)) return end(role, before.position), true;
      back_to(before);
    }
  return false;
}

void reading::capture(std::string_view name, std::size_t from) {
  captures_.push_back({within_->number, name, text_.substr(from, position - from)});
}

bool reading::match_captured(std::string_view name) {
  for (auto each = captures_.rbegin(); each != captures_.rend(); ++each) {
    if (each->number != within_->number || each->name != name) continue;
    if (text_.substr(position, each->bytes.size()) != each->bytes) return false;
    position += each->bytes.size();
    return true;
  }
  return false;
}

bool reading::tool_chosen() {
  if (declared_->tool_chosen.empty()) return false;
  begin("->" + declared_->tool_chosen);
  end("->" + declared_->tool_chosen, position);
  return true;
}

void reading::read_message(matcher quoted, const std::vector<const dialect_rules*>& in_use,
                           const std::vector<const dialect_rules*>& others) {
  in_use_ = &in_use;
  std::vector<item> items{{quoted}};
  const auto add = [&](matcher dialect_rules::*entry) {
    for (const dialect_rules* each : in_use)
      if (each->*entry != nullptr)
        items.push_back({each->*entry, entry == &dialect_rules::reasoning, entry == &dialect_rules::call});
  };
  const auto add_note = [&](std::string_view label, const std::vector<const dialect_rules*>& of) {
    item note{nullptr, false, false, label, {}};
    for (const dialect_rules* each : of)
      if (each->call_sign != nullptr) note.signs.push_back(each->call_sign);
    items.push_back(note);
  };
  add(&dialect_rules::call);
  add_note("undeclared_call", in_use);
  add_note("other_dialect", others);
  add(&dialect_rules::unread);
  add(&dialect_rules::reasoning);
  add(&dialect_rules::control);
  while (position < text_.size()) read_place(items);
}

// Behind what begins here, or behind a byte of text.
void reading::read_place(const std::vector<item>& items) {
  const std::size_t at = position;
  item_ = at;
  for (const item& each : items) {
    captures_.clear();
    if (each.match == nullptr) {
      note(each, at);
    } else if (read_item(each, at)) {
      position = std::max(position, at + 1);
      return;
    }
  }
  position = at + 1;
}

void reading::note(const item& one, std::size_t at) {
  const place before = here();
  for (const matcher sign : one.signs) {
    be_silent();
    bool matched = false;
    try {
      matched = sign(*this);
    } catch (const broken&) {
    }
    const std::size_t behind = position;
    forget(before);
    if (matched) return emit(interpreter::node_event_type::note, one.note, at, behind);
  }
}

// An item that breaks ends as failed, with broken_call, at its last cut. One without a byte is none.
bool reading::read_item(const item& one, std::size_t at) {
  const place before = here();
  try {
    begin("block");
    if (one.match(*this) && position > at) {
      if (one.is_reasoning) line_ = position;
      if (one.is_reasoning || one.is_call) sentence_ = position;
      end("block", at);
      return true;
    }
    forget(before);
    return false;
  } catch (const broken&) {
    go_on_at_cut(before);
    label("broken_call", position);
    return true;
  }
}

}  // namespace toolcall::tests::by_pegtl
