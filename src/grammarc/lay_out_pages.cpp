// The trees of pages are those that the engine expands, but for names: here a call learns which rule it calls, a
// parameter which one it is, and a literal whether it is a token of its page's model.

#include "grammarc/lay_out_pages.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "engine/expansion.hpp"
#include "engine/selection.hpp"
#include "grammarc/check_graph.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/emit_spelling.hpp"
#include "text/ascii.hpp"

namespace toolcall::grammarc {

namespace {

using engine::expression;
using engine::form;

class resolver {
 public:
  explicit resolver(const std::vector<page>& pages) : pages_(pages) {
    for (const auto& page : pages)
      for (const auto& rule : page.rules) numbers_.try_emplace(&rule, numbers_.size());
    for (const auto& page : pages)
      for (const auto& rule : page.rules) {
        made.rules.push_back({page.name + "." + rule.name, rule.body});
        resolve(made.rules.back().body, {&page, &rule});
      }
  }

  std::size_t number_of(const rule& rule) const { return numbers_.at(&rule); }

  engine::written_grammar made;

 private:
  void resolve(expression& e, const page_rule& in) {
    for (expression& child : e.children) resolve(child, in);
    switch (e.is) {
      case form::call:
        return call(e, in);
      case form::parameter: {
        const auto& all = in.of->parameters;
        e.number = static_cast<std::size_t>(std::find(all.begin(), all.end(), e.text) - all.begin());
        e.text.clear();
        break;
      }
      case form::capture:
      case form::back:
        e.text = capture_key(*in.where, *in.of, e.text);
        break;
      case form::role:
      case form::followed_by:
        e.role = *engine::role_named(e.text);
        e.text.clear();
        break;
      case form::literal:
        literal(e, in);
        break;
      default:
        break;
    }
  }

  void call(expression& e, const page_rule& in) {
    if (!engine::rule_of_dialects(e.text).empty()) return;
    const rule* called = find_rule(pages_, *in.where, e.text).of;
    e.rule = called == nullptr ? engine::written_grammar::no_rule : number_of(*called);
    if (called != nullptr) e.text.clear();
  }

  // The engine compares a literal of at most 64 bytes in one step; a longer one is several.
  static void literal(expression& e, const page_rule& in) {
    e.token = is_token(*in.where, e);
    if (e.any_case) e.text = ascii::lowered(e.text);
    if (e.token || e.text.size() <= longest_literal) return;
    expression all;
    for (const std::string_view text : split_text(e.text, longest_literal)) {
      all.children.push_back(e);
      all.children.back().text = text;
    }
    e = std::move(all);
  }

  const std::vector<page>& pages_;
  std::map<const rule*, std::size_t> numbers_;
};

engine::page_rules rules_of(const page& page, const resolver& known) {
  engine::page_rules made;
  if (!page.rules.empty()) made.first = known.number_of(page.rules.front());
  made.count = page.rules.size();
  const auto number_of = [&](const rule* of) { return of == nullptr ? made.none : known.number_of(*of); };
  if (page.name == "message") made.quoted = number_of(rule_named(page, "quoted"));
  if (!is_dialect(page)) return made;
  made.call = number_of(entry_of(page, "call"));
  made.unread = number_of(entry_of(page, "unread"));
  made.reasoning = number_of(entry_of(page, "reasoning"));
  made.control = number_of(entry_of(page, "control"));
  made.call_sign = number_of(call_sign_of(page));
  return made;
}

// Those from which items come, in the order in which dialects are tried.
std::vector<engine::dialect_offers> in_use(const std::vector<page>& pages, const std::vector<message_item>& items,
                                           const resolver& known) {
  const std::set<std::string> names = pages_in_use(items);
  std::vector<engine::dialect_offers> all;
  for (const page* page : dialects_among(pages)) {
    if (names.count(page->name) == 0) continue;
    const auto number = static_cast<std::size_t>(page - pages.data());
    all.push_back(engine::offers_of(known.made, rules_of(*page, known), number));
  }
  return all;
}

engine::grammar::requirement requirement_of(const message_item& item, std::size_t page) {
  using presence = message_item::presence;
  if (item.of_page == presence::any) return {};
  return {page, item.of_page == presence::in_use};
}

using presence = message_item::presence;

// How its calls begin, noted where none was read.
void add_sign(const page& page, const char* label, presence of_page, std::vector<message_item>& to) {
  if (const rule* const sign = call_sign_of(page)) to.push_back({page.name, sign->name, label, of_page});
}

// The dialects of the list that are not among these.
std::vector<const page*> without(const std::vector<const page*>& these, const std::vector<page>& pages) {
  std::vector<const page*> others = dialects_among(pages);
  const auto is_one = [&](const page* page) { return std::find(these.begin(), these.end(), page) != these.end(); };
  others.erase(std::remove_if(others.begin(), others.end(), is_one), others.end());
  return others;
}

// Of a message in which these dialects are in use or, where they are selected from, may be; the others never are.
std::vector<message_item> items_with(const std::vector<const page*>& dialects, const std::vector<const page*>& others,
                                     bool are_selected_from) {
  const auto add_signs = [&](std::vector<message_item>& to) {
    for (const page* page : dialects)
      add_sign(*page, "undeclared_call", are_selected_from ? presence::in_use : presence::any, to);
    for (const page* page : are_selected_from ? dialects : others)
      add_sign(*page, "other_dialect", are_selected_from ? presence::out_of_use : presence::any, to);
  };
  std::vector<message_item> all{{"message", "quoted"}};
  for (const std::string_view entry : entries) {
    for (const page* page : dialects)
      if (entry_of(*page, entry) != nullptr) all.push_back({page->name, std::string(entry)});
    if (entry == entries.front()) add_signs(all);
  }
  return all;
}

}  // namespace

std::vector<message_item> items_of(const std::vector<page>& all_pages, const std::vector<const page*>& dialects) {
  return items_with(dialects, without(dialects, all_pages), false);
}

engine::grammar::begins begun_behind(const std::string& entry) {
  using begins = engine::grammar::begins;
  return entry == "reasoning" ? begins::line : entry == "call" ? begins::sentence : begins::nothing;
}

engine::grammar lay_out_pages(const std::vector<page>& pages, const std::vector<message_item>& items, bool every_call) {
  resolver known(pages);
  known.made.dialects = in_use(pages, items, known);
  engine::expansion all(known.made, every_call);
  for (const message_item& item : items)
    for (std::size_t i = 0; i < pages.size(); ++i)
      for (const auto& rule : pages[i].rules) {
        if (pages[i].name != item.page || rule.name != item.rule) continue;
        const std::size_t number = known.number_of(rule);
        if (!item.note.empty())
          all.add_note(number, engine::no_dialect, item.note, requirement_of(item, i));
        else
          all.add_item(number, is_dialect(pages[i]) ? i : engine::no_dialect, begun_behind(rule.name));
      }
  return all.result();
}

std::vector<page> numbered(const std::vector<page>& pages) {
  std::vector<page> all;
  for (const page* each : dialects_among(pages)) all.push_back(*each);
  for (const page& each : pages)
    if (!is_dialect(each)) all.push_back(each);
  return all;
}

engine::grammar to_select_from(const std::vector<page>& pages) {
  const std::vector<page> all = numbered(pages);
  return lay_out_pages(all, items_with(dialects_among(all), {}, true));
}

engine::rules_in_numbers rules_in_numbers(const std::vector<page>& pages) {
  const std::vector<page> all = numbered(pages);
  const resolver known(all);
  std::vector<engine::page_rules> rules;
  for (const page& each : all) rules.push_back(rules_of(each, known));
  return engine::in_numbers(known.made, rules);
}

engine::grammar heads_in(const std::vector<page>& pages) {
  std::vector<message_item> notes;
  for (const page& here : pages)
    for (const rule& each : here.rules)
      if (here.name == head_page && is_entry(here, each.name)) notes.push_back({here.name, each.name, each.name});
  return lay_out_pages(pages, notes);
}

}  // namespace toolcall::grammarc
