// What the machine and the emitter need to know of a caller's tools, options and prompt.
//
// The prompt's tail is read like a message, and what is open at its end decides: closed turns, and the headers of roles,
// would else be text of this message, before which reasoning and calls that must begin a line do not begin.

#include "parser/reading.hpp"

#include <algorithm>

#include "dialects/policy.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"

namespace toolcall::events {

namespace {

engine::request request_of(const options& how, const compiled_grammar& grammar) {
  const tool_choice& choice = how.tool_choice;
  return {choice.wants_call(), choice.name, choice.allows_calls(), switched_off(how.policy, grammar.labels),
          read_as_text(how.policy, grammar.labels)};
}

}  // namespace

const vocabulary& names_of(const tools& declared) {
  static const vocabulary none;
  return declared.given() ? internals(declared)->names() : none;
}

options settled(options how, const tools& declared) {
  if (declared.given() && declared.size() == 0) how.policy.native_only = true;
  // Where no call is wanted all of its markers are text, and nothing needs to be reported.
  if (!how.tool_choice.allows_calls())
    for (const char* const label : {"stray_close", "lone_close", "mentioned_call"})
      how.policy.without.emplace_back(label);
  return how;
}

reading::reading(const compiled_dialects& dialects, const vocabulary& names, const tools& declared, const options& how)
    : stream(dialects.grammar.program, names, {}, request_of(how, dialects.grammar)), emitter(dialects, declared, how) {
}

namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// The longest of the ends that the pages in use name; blanks may follow it, more or fewer than there.
std::string_view start_at_end(std::string_view tail, const compiled_dialects& dialects) {
  const std::string_view trimmed = without_blanks(tail);
  std::size_t longest = 0;
  for (std::size_t i = 0; i < dialects.traits.size(); ++i) {
    if (!dialects.uses(i)) continue;
    for (const std::string_view start : dialects.traits[i].starts)
      if (trimmed.ends_with(without_blanks(start))) longest = std::max(longest, without_blanks(start).size());
  }
  return longest == 0 ? std::string_view() : tail.substr(trimmed.size() - longest);
}

class tail_reader {
 public:
  tail_reader(const compiled_dialects& dialects, const tools& declared, const options& how)
      : dialects_(dialects), declared_(declared), how_(how) {
    how_.trace = {};
  }

  emitter::open_item open_at_end(std::string_view text) const {
    reading made = fresh();
    made.feed(text, false);
    return made.emitter.open_at_end();
  }

  // Whether this, of which nothing is decided yet, is more than marks which close or separate.
  bool begins_something(std::string_view undecided) const {
    if (without_blanks(undecided).empty()) return false;
    if (is_call_or_reasoning(open_at_end(std::string(undecided) + 'a'))) return true;
    reading made = fresh();
    made.feed(undecided, false);
    made.finish("stop");
    const std::span<const event> emitted = made.emitter.emitted.finished();
    return std::any_of(emitted.begin(), emitted.end(), [](const event& e) {
      return e.type != event_type::markup && e.type != event_type::diagnostic;
    });
  }

  static bool is_call_or_reasoning(const emitter::open_item& item) {
    return item.is == emitter::open_kind::call || item.is == emitter::open_kind::reasoning;
  }

 private:
  reading fresh() const { return reading(dialects_, names_of(declared_), declared_, how_); }

  const compiled_dialects& dialects_;
  const tools& declared_;
  options how_;
};

}  // namespace

std::string_view message_in_prompt(std::string_view tail, const compiled_dialects& dialects, const tools& declared,
                                   const options& how) {
  const tail_reader reader(dialects, declared, how);
  const emitter::open_item open = reader.open_at_end(tail);
  const std::string_view from_open = tail.substr(static_cast<std::size_t>(open.begin));
  if (tail_reader::is_call_or_reasoning(open)) return from_open;
  const std::string_view start = start_at_end(tail, dialects);
  if (!start.empty() || open.is == emitter::open_kind::quotation) return start.empty() ? from_open : start;
  return reader.begins_something(from_open) ? from_open : std::string_view();
}

}  // namespace toolcall::events
