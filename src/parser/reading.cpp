// What the machine and the emitter need to know of a caller's tools and options.

#include "parser/reading.hpp"

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

}  // namespace toolcall::events
