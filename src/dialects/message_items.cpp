// The same for rules that are types and for those that are data.

#include "dialects/message_items.hpp"

#include <string_view>

#include "engine/selection.hpp"

namespace toolcall::events {

namespace {

void add_signs(engine::grammar_builder& to, const message_rules& of, std::string_view label, bool in_use) {
  for (const message_rules::dialect& each : of.dialects)
    to.add_note(each.rules.call_sign, engine::no_dialect, label,
                {of.is_selected_from ? each.number : engine::grammar::none, in_use});
}

// How calls begin of which none was read: in the dialects in use, and in all others.
void add_signs(engine::grammar_builder& to, const message_rules& of) {
  add_signs(to, of, "undeclared_call", true);
  if (of.is_selected_from) add_signs(to, of, "other_dialect", false);
  for (const std::size_t each : of.others) to.add_note(each, engine::no_dialect, "other_dialect");
}

}  // namespace

engine::page_rules rules_of(const engine::page& page, engine::grammar_builder& in) {
  engine::page_rules made;
  made.call = in.rule_of(page.call);
  made.unread = in.rule_of(page.unread);
  made.reasoning = in.rule_of(page.reasoning);
  made.control = in.rule_of(page.control);
  made.call_sign = in.rule_of(page.call_sign);
  return made;
}

void add_items(engine::grammar_builder& to, const message_rules& of) {
  using rules = engine::page_rules;
  using begins = engine::grammar::begins;
  struct entry {
    std::size_t rules::*rule;
    begins behind = begins::nothing;
  };
  to.add_item(of.quoted, engine::no_dialect);
  for (const auto [rule, behind] : {entry{&rules::call, begins::sentence}, entry{&rules::unread},
                                    entry{&rules::reasoning, begins::line}, entry{&rules::control}}) {
    for (const message_rules::dialect& each : of.dialects) to.add_item(each.rules.*rule, each.number, behind);
    if (rule == &rules::call) add_signs(to, of);
  }
}

}  // namespace toolcall::events
