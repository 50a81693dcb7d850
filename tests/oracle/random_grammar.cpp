// Writes random pages. The one idea: rules are written from the last to the first, so that a call forwards knows what
// it gets (nullable? cuts?), while a call backwards, which is recursion, assumes the worst and stands after a byte.

#include "random_grammar.hpp"

#include <algorithm>
#include <utility>

#include "interpreter_trees.hpp"
#include "nullable.hpp"

namespace toolcall::interpreter {
namespace {

using namespace trees;

const std::vector<std::string> pieces = {"a",  "b",  "<",  ">",    "/",  " ",  "n", "\n", "\t", "ab",
                                         "<a", "</", "/>", "</a>", "aa", "ba", ".", "\"", "'"};
const std::vector<form> stands = {form::line_start, form::indented,    form::indented,    form::indented,
                                  form::start,      form::start,       form::start,       form::had_call,
                                  form::had_call,   form::had_call,    form::after_call,  form::after_call,
                                  form::after_call, form::in_sentence, form::in_sentence, form::in_sentence,
                                  form::in_quotes,  form::in_quotes,   form::in_quotes};
const std::vector<form> asks_the_caller = {form::tools_given, form::call_required, form::tool_chosen, form::field_left};
const std::vector<std::string> role_names = {"call",   "text",  "reasoning", "value", "arguments", "string",
                                             "object", "array", "id",        "key",   "name"};
const std::vector<std::string> labels = {"odd", "missing", "stray"};

struct facts {
  bool nullable = true, cuts = true, roles = true;  // the worst, for rules that are not written yet
  bool takes_anything = false;                      // its parameters stand in no capture, name, key or replacement
};

struct place {
  bool cuts = true;       // may a cut stand here?
  bool roles = true;      // may a role stand here? (not in a replacement)
  bool consumed = false;  // is a byte taken on every path from the rule's start?
  int size = 0;           // how deep it may still get
};

class writer {
 public:
  explicit writer(draws& draw) : draw_(draw) {}

  grammar write() {
    const std::size_t entries = draw_.between(1, 3), helpers = draw_.between(1, 4), all = entries + helpers;
    const bool two_pages = draw_.percent(50), dialects = draw_.percent(50);
    for (std::size_t p = 0; p < 2; ++p) is_dialect_.push_back(dialects && draw_.percent(80));
    std::vector<std::size_t> sizes(2);
    for (std::size_t r = 0; r < all; ++r) {
      const bool elsewhere = two_pages && (r >= entries || (r > 0 && dialects));
      home_.push_back(elsewhere ? draw_.below(2) : 0);
      static const char* const entry_names[] = {"call", "reasoning", "control"};
      word_.push_back(r < entries ? entry_names[r] : "r" + std::to_string(sizes[home_[r]]++));
      parameters_.emplace_back();
      if (r >= entries && draw_.percent(45)) parameters_.back() = {"e"};
      if (!parameters_.back().empty() && draw_.percent(30)) parameters_.back().push_back("f");
    }
    facts_.resize(all);
    std::vector<grammarc::rule> rules(all);
    for (std::size_t r = all; r-- > 0;) {
      rule_ = r;
      captures_ = 0;
      in_scope_.clear();
      rules[r] = rule(word_[r], r < entries ? entry() : plain_rule(), parameters_[r]);
      facts_[r] = {nullable(rules[r].body), has(rules[r].body, form::cut), has(rules[r].body, form::role),
                   takes_anything(rules[r].body)};
    }
    grammar g;
    g.pages = {page("p", {}), page("q", {})};
    for (std::size_t p = 0; p < 2; ++p)
      if (is_dialect_[p]) g.pages[p].front["dialect"] = {g.pages[p].name};
    for (std::size_t r = 0; r < all; ++r) g.pages[home_[r]].rules.push_back(rules[r]);
    if (!two_pages) g.pages.pop_back();
    for (std::size_t r = 0; r < entries; ++r) {
      g.items.push_back({g.pages[home_[r]].name, word_[r]});
      if (entries > 1 && draw_.percent(25)) g.items.back().note = draw_.one_of(labels);
    }
    // What is only noted comes last, by its note, as in the items of a message.
    std::stable_sort(g.items.begin(), g.items.end(), [](const item& a, const item& b) { return a.note < b.note; });
    g.declared = random_names(draw_, labels);
    g.bounds = random_limits(draw_);
    return g;
  }

 private:
  // A rule with parameters uses each.
  expression plain_rule() {
    place at{true, true, false, 4};
    if (parameters_[rule_].empty()) return node(at);
    at.size = 3;
    parts all = {node(at)};
    for (const auto& name : parameters_[rule_]) {
      expression use = parameter(name);
      if (draw_.percent(20)) use = guarded(seq({piece(), cut(), use}), seq());
      if (draw_.percent(15)) use = seq({run(use), use});
      if (draw_.percent(15)) use = trial(use);
      all.push_back(std::move(use));
    }
    if (draw_.percent(50)) std::swap(all.front(), all.back());
    return seq(std::move(all));
  }

  // An entry takes a byte before its first cut; most are guarded or a call, as real ones are.
  expression entry() {
    const expression lead = draw_.percent(60) ? piece() : solid({false, true, false, 2});
    const place behind{true, true, true, 4};
    parts all = {lead};
    if (draw_.percent(50)) all.push_back(node(behind));
    if (draw_.percent(55)) all.push_back(cut());
    all.push_back(node(behind));
    if (draw_.percent(50)) all.push_back(node(behind));
    if (draw_.percent(15)) return call_shape(behind);
    expression body = seq(std::move(all));
    if (draw_.percent(50)) body = role(draw_.percent(70) ? "call" : "reasoning", std::move(body));
    if (draw_.percent(25)) body = guarded(std::move(body), draw_.percent(50) ? seq({piece(), node(behind)}) : seq());
    return nullable(body) ? seq({piece(), std::move(body)}) : body;
  }

  expression piece() { return lit(draw_.one_of(pieces)); }

  expression leaf(const place& at) {
    const std::size_t kind = draw_.below(20);
    if (kind == 0) return any();
    if (kind < 4) return set(draw_.percent(50) ? "ab" : draw_.percent(50) ? "<>/" : "abn ");
    if (kind < 6) return lit_any_case(draw_.one_of(pieces));
    if (kind == 6 && draw_.percent(60)) return make(form::tool);
    if (kind == 7 && draw_.percent(30)) return make(draw_.percent(60) ? form::field : form::new_field);
    if (kind == 8 && draw_.percent(35)) return make(form::python);
    if (kind == 8) return at.cuts && draw_.percent(60) ? make(form::json) : trial(make(form::json));
    if (kind == 9 && !in_scope_.empty()) return back(draw_.one_of(in_scope_));
    if (kind == 10) return seq({lit("\n"), star(lit(" ")), make(form::line_start)});
    if (kind < 13 && !parameters_[rule_].empty()) return parameter(draw_.one_of(parameters_[rule_]));
    if (kind == 13 && draw_.percent(15)) return nothing();
    if (kind == 13 && draw_.percent(30)) return when(draw_.one_of(labels));
    if (kind == 13 || kind == 16) return make(draw_.one_of(stands));
    if (kind == 14 && at.cuts) return cut();
    if (kind == 15) return make(draw_.one_of(asks_the_caller));
    return piece();
  }

  expression node(place at) {
    if (at.size <= 0) return leaf(at);
    --at.size;
    const std::size_t kind = draw_.below(104);
    if (kind >= 100) return rule_call(at);
    if (kind < 20) return sequence(at);
    if (kind < 31) return choice(at);
    if (kind < 39) return guard(at);
    if (kind < 43) return star(solid(at));
    if (kind < 47) return plus(solid(at));
    if (kind < 50) return draw_.percent(50) ? opt(solid(at)) : several(at);
    if (kind < 55) return look(at);
    if (kind < 65 && at.roles) return role_around(at);
    if (kind < 67) return replaced(node({at.cuts, false, at.consumed, at.size}));
    if (kind < 72) return captured_twice(at);
    if (kind < 80) return rule_call(at);
    if (kind < 84 && at.cuts) return up_to(at, draw_.percent(70) ? form::run : form::json_until);
    if (kind < 87) return up_to(at, form::span);
    if (kind < 91) return trial(draw_.percent(60) ? cut_between(inside_barrier(at)) : node(inside_barrier(at)));
    if (kind < 95 && at.roles) return followed_by_part(at);
    if (kind < 96 && at.roles && at.cuts) return call_shape(at);
    return leaf(at);
  }

  expression several(const place& at) {
    const std::size_t least = draw_.below(3), most = least + draw_.between(1, 2);
    return repeat(solid(at), least, most);
  }

  expression replaced(expression e) { return replace(std::move(e), draw_.percent(50) ? "" : "x"); }

  expression sequence(const place& at) {
    place next = at;
    parts all;
    for (std::size_t n = draw_.between(2, 3); n > 0; --n) {
      all.push_back(node(next));
      next.consumed = next.consumed || !nullable(all.back());
    }
    if (at.cuts && draw_.percent(25)) all.insert(all.begin() + 1, cut());
    return seq(std::move(all));
  }

  expression choice(const place& at) {
    parts all;
    for (std::size_t n = draw_.between(1, 2); n > 0; --n) all.push_back(solid(at));
    all.push_back(node(at));
    return alt(std::move(all));
  }

  // Something that takes a byte.
  expression solid(const place& at) {
    for (int tries = 0; tries < 3; ++tries) {
      expression e = node(at);
      if (!nullable(e)) return e;
    }
    return at.size > 0 && draw_.percent(50) ? seq({piece(), node({at.cuts, at.roles, true, at.size - 1})}) : piece();
  }

  expression cut_between(const place& at) {
    if (!at.cuts) return seq({piece(), node(at)});
    return seq({solid(at), cut(), node({true, at.roles, true, at.size})});
  }

  // A recovery around what is likely to break.
  expression guard(const place& at) {
    if (draw_.percent(15)) {
      const expression noted = draw_.percent(20) ? seq() : solid(at);
      return note(draw_.one_of(labels), noted);
    }
    expression a = draw_.percent(75) ? cut_between(at) : node(at);
    if (at.roles && draw_.percent(40)) a = role(draw_.percent(50) ? "value" : "text", std::move(a));
    return guarded(std::move(a), alternative_to_failure(at));
  }
  expression guarded(expression a, expression b) { return recover(std::move(a), draw_.one_of(labels), std::move(b)); }
  expression alternative_to_failure(const place& at) {
    const std::size_t kind = draw_.below(10);
    if (kind < 3) return seq();
    if (kind < 5) return piece();
    if (kind < 6) return star(set("ab "));
    if (kind < 7 && at.cuts) return run(stop(at));
    return node(at);
  }

  expression up_to(const place& at, form scan) {
    expression end = stop(at);
    expression all = make(scan, {end});
    const bool twice = draw_.percent(60) && (at.cuts || !has(end, form::cut));
    return seq({std::move(all), twice ? std::move(end) : draw_.percent(50) ? piece() : seq()});
  }

  expression stop(const place& at) {
    if (draw_.percent(70)) return draw_.percent(60) ? piece() : alt({piece(), piece()});
    return node({!no_cuts_at_all_, at.roles, at.consumed, 1});
  }
  place inside_barrier(const place& at) const { return {!no_cuts_at_all_, at.roles, at.consumed, at.size}; }

  expression look(const place& at) {
    const expression seen = node(inside_barrier(at));
    if (draw_.percent(35)) return seq({not_at(seen), node(at)});
    if (draw_.percent(30)) return seq({trees::at(any()), node(at)});
    if (draw_.percent(50) || (!at.cuts && has(seen, form::cut))) return seq({trees::at(seen), node(at)});
    return seq({trees::at(seen), seen});
  }

  expression role_around(const place& at) {
    const std::string name = draw_.one_of(role_names);
    if (name != "key" && name != "name") return role(name, node(at));
    if (name == "key" && draw_.percent(25)) return role(name, make(form::only_field));
    return role(name, draw_.percent(50) ? make(name == "name" ? form::tool : form::new_field) : without_cuts(at));
  }

  expression without_cuts(const place& at) {
    const bool before = std::exchange(no_cuts_at_all_, true);
    expression e = node({false, at.roles, at.consumed, at.size > 2 ? 2 : at.size});
    no_cuts_at_all_ = before;
    return e;
  }

  expression captured_twice(const place& at) {
    const std::string name = "x" + std::to_string(captures_++);
    expression first = capture(name, draw_.percent(60) ? plus(set("ab")) : without_cuts(at));
    in_scope_.push_back(name);
    expression middle = node(at);
    expression again = draw_.percent(60) ? back(name) : rule_call(at);
    if (draw_.percent(70)) in_scope_.pop_back();  // else it is in scope where it may not be set, too
    if (draw_.percent(25)) middle = star(seq({not_at(back(name)), set("abn<")}));
    return seq({std::move(first), std::move(middle), std::move(again), draw_.percent(40) ? back(name) : seq()});
  }

  expression rule_call(const place& at) {
    for (int tries = 0; tries < 6; ++tries) {
      std::size_t to = draw_.below(facts_.size());
      if (parameters_[to].empty() && draw_.percent(40)) to = draw_.below(facts_.size());
      const bool forwards = to > rule_;
      if (!forwards && !at.consumed) continue;
      if ((facts_[to].cuts && !at.cuts) || (facts_[to].roles && !at.roles)) continue;
      const bool together = of_dialects(to, at) && draw_.percent(60);
      parts arguments;
      const std::vector<std::string> seen = in_scope_;
      for (std::size_t a = 0; a < parameters_[to].size(); ++a) {
        arguments.push_back(forwards ? argument(at, facts_[to].takes_anything && !together) : handed_back(to));
        in_scope_ = seen;  // a capture made in an argument is seen in that argument alone
      }
      if (together) return call("dialects." + word_[to], arguments);
      return call(home_[to] == home_[rule_] ? word_[to] : (home_[to] == 0 ? "p." : "q.") + word_[to], arguments);
    }
    return piece();
  }
  // Whether every dialect's rule of this name may stand here.
  bool of_dialects(std::size_t to, const place& at) const {
    if (!is_dialect_[home_[to]] || !at.roles) return false;
    for (std::size_t other = 0; other < word_.size(); ++other) {
      if (word_[other] != word_[to] || !is_dialect_[home_[other]]) continue;
      if (other <= rule_ || parameters_[other].size() != parameters_[to].size()) return false;
      if ((facts_[other].cuts && !at.cuts) || (facts_[other].roles && !at.roles)) return false;
    }
    return true;
  }
  // Of a call backwards: nothing that grows each time, so a parameter goes to the rule itself alone.
  expression handed_back(std::size_t to) {
    if (!in_scope_.empty() && draw_.percent(60)) return back(draw_.one_of(in_scope_));
    if (to == rule_ && draw_.percent(40)) return parameter(draw_.one_of(parameters_[rule_]));
    return piece();
  }
  // Where the callee will put it is not known, so it takes nothing for granted.
  expression argument(const place& at, bool anything) {
    if (!in_scope_.empty() && draw_.percent(40)) return back(draw_.one_of(in_scope_));
    if (draw_.percent(50)) return piece();
    if (anything && at.cuts && at.roles && !no_cuts_at_all_) return node({true, true, false, at.size});
    const bool before = std::exchange(no_cuts_at_all_, true);
    expression e = node({false, false, false, at.size > 1 ? 1 : at.size});
    no_cuts_at_all_ = before;
    return e;
  }

  expression followed_by_part(const place& at) {
    expression a = draw_.percent(50) ? role("call", cut_between(inside_barrier(at))) : solid(inside_barrier(at));
    expression f = draw_.percent(60) ? piece() : node({!no_cuts_at_all_, false, at.consumed, 1});
    if (draw_.percent(20)) f = not_at(any());
    const std::string label = draw_.percent(60) ? draw_.one_of(labels) : "";
    return followed_by(std::move(a), std::move(f), draw_.percent(50) ? "text" : "reasoning", label);
  }

  // <a a=..>: what a dialect's call looks like, so that tool, field and new_field really meet.
  expression call_shape(const place& at) {
    const expression key = make(draw_.percent(50)   ? form::new_field
                                : draw_.percent(60) ? form::field
                                                    : form::only_field);
    const expression quote = draw_.percent(30) ? replace(lit("/"), "") : seq();
    const expression value = draw_.percent(50) ? run(lit(">")) : draw_.percent(50) ? star(set("ab<")) : piece();
    expression field = seq({lit(" "), role("key", seq({quote, key, quote})), lit("<"), role("value", value), lit(">")});
    if (draw_.percent(50)) field.children.insert(field.children.begin() + 2, cut());
    if (draw_.percent(50)) field = recover(field, "odd", seq({lit(" "), role("text", node({at.cuts, true, true, 1}))}));
    expression fields = draw_.percent(70) ? star(field) : opt(field);
    const expression end = draw_.percent(50) ? lit("/") : recover(lit("/"), "missing", seq());
    return role("call", seq({lit("<"), role("name", make(form::tool)), cut(), std::move(fields), end}));
  }

  bool has(const expression& e, form wanted) const {
    if (e.is == form::trial && e.children[0].is == form::json) return false;
    if (e.is == wanted || (wanted == form::cut && (e.is == form::run || grammarc::is_json(e.is)))) return true;
    if (wanted == form::role && e.is == form::followed_by) return true;
    if (e.is == form::call) {
      const facts all = written(e);
      if (wanted == form::cut ? all.cuts : all.roles || e.text.find("dialects.") == 0) return true;
    }
    for (const auto& child : e.children)
      if (has(child, wanted)) return true;
    return false;
  }

  static bool takes_anything(const expression& e) {
    if (e.is == form::capture || e.is == form::replace || (e.is == form::call && !e.children.empty())) return false;
    if (e.is == form::role && (e.text == "name" || e.text == "key")) return false;
    return std::all_of(e.children.begin(), e.children.end(), [](const auto& child) { return takes_anything(child); });
  }

  // The worst of all that the call may mean.
  facts written(const expression& call) const {
    facts all{false, false, false, false};
    for (std::size_t r = 0; r < word_.size(); ++r) {
      const bool here = call.text == word_[r] && home_[r] == home_[rule_];
      const bool of_dialect = call.text == "dialects." + word_[r] && is_dialect_[home_[r]];
      if (!here && !of_dialect && call.text != (home_[r] == 0 ? "p." : "q.") + word_[r]) continue;
      all.nullable = all.nullable || facts_[r].nullable;
      all.cuts = all.cuts || facts_[r].cuts;
      all.roles = all.roles || facts_[r].roles;
    }
    return all;
  }

  bool nullable(const expression& e) const {
    return is_nullable(e, [this](const expression& call) { return written(call).nullable; });
  }

  draws& draw_;
  std::vector<bool> is_dialect_;   // per page
  std::vector<std::size_t> home_;  // per rule: its page
  std::vector<std::string> word_;  // its name
  std::vector<std::vector<std::string>> parameters_;
  std::vector<facts> facts_;
  std::size_t rule_ = 0, captures_ = 0;  // the rule being written
  std::vector<std::string> in_scope_;
  bool no_cuts_at_all_ = false;  // within a capture, name or key, also after barriers
};

}  // namespace

// The check knows less of parameters than the writer does and refuses a few good grammars; another is drawn then.
grammar random_grammar(draws& draw) {
  for (;;) {
    grammar g = writer(draw).write();
    if (ill_formed(g).empty()) return g;
  }
}

}  // namespace toolcall::interpreter
