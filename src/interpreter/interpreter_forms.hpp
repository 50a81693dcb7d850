// Recursive descent over the tree. The one idea: every form is one function that says what the table of semantics.md
// says of it, in the same order and with the same letters.

#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "grammarc/dialects.hpp"
#include "interpreter/interpreter.hpp"
#include "interpreter/interpreter_leaves.hpp"
#include "interpreter/interpreter_scan.hpp"

namespace toolcall::interpreter::running {

using grammarc::expression;
using grammarc::form;

class matcher : public leaves {
 public:
  using leaves::leaves;

  void use(const std::vector<item>& items) { in_use_ = grammarc::pages_in_use(items); }

  result enter(const std::string& page, const std::string& rule, std::size_t i) {
    captures_.clear();
    const instance nowhere{&page_named(page), 0, {}};
    const auto [where, found] = rule_named(rule, nowhere);
    path_.assign(1, {where, found});
    muted_ = grammarc::is_dialect(*where) ? 0 : 1;  // a quoted passage lacks nothing
    return apply(found->body, i, instance{where, ++ids_, {}});
  }

  // Where the rule ends that matches at `i`, if it does; nothing happens.
  std::optional<std::size_t> sees(const std::string& page, const std::string& rule, std::size_t i) {
    const lengths start = here();
    ++silent_;
    const result r = enter(page, rule, i);
    --silent_;
    back_to(start);
    return r.is == match_kind::ok ? std::optional(r.j) : std::nullopt;
  }

 private:
  result apply(const expression& e, std::size_t i, const instance& in) {
    if (++steps_ > bounds_.steps) throw exhausted();
    const result r = dispatch(e, i, in);
    if (count_ != nullptr) ++count_->forms[{e.is, r.is}];
    return r;
  }

  result dispatch(const expression& e, std::size_t i, const instance& in) {
    switch (e.is) {
      case form::sequence:
        return sequence(e, i, in);
      case form::choice:
        return choice(e, i, in);
      case form::star:
        return again({match_kind::ok, i}, e.children[0], in);
      case form::plus:
        return plus(e.children[0], i, in);
      case form::optional:
        return optional(e.children[0], i, in);
      case form::repeat:
        return repeat(e, i, in);
      case form::at:
        return when(holds(e.children[0], i, in), i);
      case form::not_at:
        return unless(unwatched([&] { return holds(e.children[0], i, in); }), e, i);
      case form::trial:
        return trial(e, i, in);
      case form::role:
        return role(e.text, e.children[0], i, in);
      case form::replace:
        return role("->" + e.text, e.children[0], i, in);
      case form::recovery:
        return recovery(e, i, in);
      case form::note:
        return instead(e.text, e.children[0], i, {}, in);
      case form::when:
        return instead(e.text, expression{}, i, {}, in);
      case form::followed_by:
        return followed_by(e, i, in);
      case form::capture:
        return capture(e, i, in);
      case form::call:
        return grammarc::rule_of_dialects(e.text).empty() ? call(e, i, in) : of_dialects(written_out(e), i, in);
      case form::parameter:
        return parameter(in.arguments.at(e.text), i);
      default:
        return watched_leaf(e, i, in);
    }
  }

  result unless(bool holds, const expression& e, std::size_t i) {
    if (holds) note_failure(e, i, i);
    return when(!holds, i);
  }

  result watched_leaf(const expression& e, std::size_t i, const instance& in) {
    const result r = leaf(e, i, in);
    if (r.is == match_kind::broken) note_failure(e, i, text_.size());
    if (r.is != match_kind::fail || watch_ == nullptr || e.is == form::nothing) return r;
    std::size_t farthest = i;
    if (e.is == form::literal)
      while (scan_literal(ask_, i, e.text.substr(0, farthest - i + 1), e.any_case)) ++farthest;
    note_failure(e, i, farthest);
    return r;
  }

  result leaf(const expression& e, std::size_t i, const instance& in) {
    switch (e.is) {
      case form::cut:
        return {match_kind::ok, i, cut_point{i, events.size()}};
      case form::literal:
        return found(scan_literal(ask_, i, e.text, e.any_case));
      case form::set:
        return when(byte(i) && e.bytes[*byte(i)], i + 1);
      case form::any:
        return when(byte(i).has_value(), i + 1);
      case form::nothing:
        return {match_kind::fail};
      case form::run:
        return run(e.children[0], i, in);
      case form::span:
        return span(e.children[0], i, in);
      case form::back:
        return back(e.text, i, in);
      case form::json:
        return json(i, [](std::size_t) { return false; });
      case form::json_until:
        return json(i, [&](std::size_t j) { return unwatched([&] { return holds(e.children[0], j, in); }); });
      case form::python:
        return python(i);
      case form::tool:
      case form::field:
      case form::new_field:
        return name(e.is, i);
      case form::line_start:
        return when(scan_indent(text_, i, line_start).has_value(), i);
      case form::indented:
        return when(scan_indent(text_, i, line_start).value_or(0) >= 4, i);
      case form::in_sentence:
        return when(scan_line_before(text_, i, sentence_start).in_sentence, i);
      case form::in_quotes:
        return when(!scan_line_before(text_, i, sentence_start).open.empty(), i);
      case form::start:
        return when(is_start(), i);
      case form::had_call:
        return when(had_call(), i);
      case form::after_call:
        return when(is_after_call(), i);
      case form::tools_given:
        return when(declared_.given, i);
      case form::call_required:
        return when(declared_.call_required, i);
      case form::tool_chosen:
        return declared_.tool_chosen.empty() ? result{match_kind::fail}
                                             : role("->" + declared_.tool_chosen, expression{}, i, in);
      case form::only_field: {
        const std::set<std::string> fields = fields_of(call_here());
        return !declared_.given || fields.size() != 1 ? result{match_kind::fail}
                                                      : role("->" + *fields.begin(), expression{}, i, in);
      }
      case form::field_left: {
        const open_call call = call_here();
        const std::set<std::string> fields = fields_of(call);
        const auto is_left = [&](const std::string& each) { return call.keys.count(each) == 0; };
        return when(declared_.given && std::any_of(fields.begin(), fields.end(), is_left), i);
      }
      default:
        throw std::invalid_argument("no such form");
    }
  }

  result sequence(const expression& e, std::size_t i, const instance& in) {
    return in_order(e.children.size(), i, [&](std::size_t n, std::size_t j) { return apply(e.children[n], j, in); });
  }

  // e{2,3} is e e e?
  result repeat(const expression& e, std::size_t i, const instance& in) {
    return in_order(e.most, i, [&](std::size_t n, std::size_t j) {
      return n < e.least ? apply(e.children[0], j, in) : optional(e.children[0], j, in);
    });
  }

  // a b: the parts matched so far are `a`, the next is `b`.
  template <typename function>
  result in_order(std::size_t parts, std::size_t i, const function& part) {
    const lengths start = here();
    result all{match_kind::ok, i};
    for (std::size_t n = 0; n < parts; ++n) {
      const result b = part(n, all.j);
      if (b.is == match_kind::broken) return b;
      if (b.is == match_kind::fail) return stopped(all, start);
      all = {match_kind::ok, b.j, b.cut ? b.cut : all.cut};
    }
    return all;
  }
  // A fail after `before`: a fail of the whole when nothing was cut, else the whole is broken at that cut.
  result stopped(const result& before, const lengths& start) {
    if (!before.cut) return fail(start);
    events.resize(before.cut->events);
    return {match_kind::broken, 0, before.cut};
  }

  result choice(const expression& e, std::size_t i, const instance& in) {
    for (const auto& child : e.children) {
      const result a = apply(child, i, in);
      if (a.is != match_kind::fail) return a;
    }
    return {match_kind::fail};
  }

  result again(result all, const expression& body, const instance& in) {
    for (;;) {
      const result a = apply(body, all.j, in);
      if (a.is == match_kind::broken) return a;
      if (a.is == match_kind::fail) return all;
      const bool stays = a.j == all.j;
      all = {match_kind::ok, a.j, a.cut ? a.cut : all.cut};
      if (stays) return all;
    }
  }
  result plus(const expression& body, std::size_t i, const instance& in) {
    const result first = apply(body, i, in);
    return first.is == match_kind::ok && first.j > i ? again(first, body, in) : first;
  }
  result optional(const expression& body, std::size_t i, const instance& in) {
    const result a = apply(body, i, in);
    return a.is == match_kind::fail ? result{match_kind::ok, i} : a;
  }

  // A predicate: without events, and its captures end with it. Broken counts as fail.
  bool holds(const expression& e, std::size_t i, const instance& in) {
    const lengths start = here();
    ++silent_;
    const result a = apply(e, i, in);
    --silent_;
    back_to(start);
    return a.is == match_kind::ok;
  }

  result trial(const expression& e, std::size_t i, const instance& in) {
    const lengths start = here();
    const auto a = within(i, bounds_.trial_bytes, [&] { return apply(e.children[0], i, in); });
    if (!a) turn("trial overran");
    if (a && a->is == match_kind::broken) turn("trial broken inside");
    return a && a->is == match_kind::ok ? result{match_kind::ok, a->j} : fail(start);
  }

  result role(const std::string& what, const expression& child, std::size_t i, const instance& in) {
    const lengths start = here();
    emit(node_event_type::begin, what, i, i);
    const auto body = [&] { return apply(child, i, in); };
    const result a = what == "text" ? unwatched(body) : body();  // what is text is nothing that was begun
    if (a.is == match_kind::fail) return fail(start);
    if (a.is == match_kind::ok) emit(node_event_type::end, what, i, a.j);
    return a;
  }

  result recovery(const expression& e, std::size_t i, const instance& in) {
    const lengths start = here();
    const result a = apply(e.children[0], i, in);
    if (a.is == match_kind::ok) return a;
    std::optional<cut_point> cut;
    if (a.is == match_kind::broken) {
      fail_open_roles(start.events, a.cut->position);
      captures_.resize(start.captures);
      cut = cut_point{a.cut->position, events.size()};
    }
    return instead(e.text, e.children[1], cut ? cut->position : i, cut, in);
  }

  // What stands under a label; after the cut at which what it recovers has broken, if it did.
  result instead(const std::string& label, const expression& e, std::size_t from, const std::optional<cut_point>& cut,
                 const instance& in) {
    const bool off = is_off(label);
    if (off) turn("label switched off");
    result b = off ? result{match_kind::fail} : unwatched([&] { return apply(e, from, in); });
    turn(b.is == match_kind::ok ? (cut ? "recovered after break" : "recovered after fail")
                                : (cut ? "not recovered after break" : "not recovered after fail"));
    if (b.is == match_kind::ok) emit(node_event_type::label, label, from, b.j);
    if (b.is == match_kind::fail && cut) return {match_kind::broken, 0, cut};
    if (!b.cut) b.cut = cut;
    return b;
  }

  result run(const expression& stop, std::size_t i, const instance& in) {
    result all{match_kind::ok, i};
    const auto stops = [&] { return holds(stop, all.j, in); };
    while (!unwatched(stops) && byte(all.j)) all = {match_kind::ok, all.j + 1, cut_point{all.j + 1, events.size()}};
    return all;
  }

  result span(const expression& stop, std::size_t i, const instance& in) {
    const auto all = within(i, bounds_.span_bytes, [&] {
      std::size_t j = i;
      while (!unwatched([&] { return holds(stop, j, in); }) && byte(j)) ++j;
      return result{match_kind::ok, j};
    });
    if (!all) turn("span overran");
    return all ? *all : result{match_kind::fail};
  }

  result followed_by(const expression& e, std::size_t i, const instance& in) {
    const lengths start = here();
    bool stands = false;
    const auto a = within(i, bounds_.followed_by_bytes, [&] {
      const result first = apply(e.children[0], i, in);
      stands = first.is == match_kind::ok && holds(e.children[1], first.j, in);
      return first;
    });
    if (a && a->is != match_kind::ok) return fail(start);
    turn(!a ? "followed_by overran" : stands ? "followed_by stands" : "followed_by refused");
    if (a && stands) return {match_kind::ok, a->j};
    const std::size_t j = a ? a->j : i + bounds_.followed_by_bytes;
    back_to(start);
    emit(node_event_type::begin, e.text, i, i);
    emit(node_event_type::end, e.text, i, j);
    if (!e.label.empty()) emit(node_event_type::label, e.label, i, j);
    return {match_kind::ok, j};
  }

  result capture(const expression& e, std::size_t i, const instance& in) {
    const result a = apply(e.children[0], i, in);
    if (a.is == match_kind::ok) captures_.push_back({in.id, e.text, text_.substr(i, a.j - i)});
    return a;
  }

  result call(const expression& e, std::size_t i, const instance& in) {
    const auto [page, rule] = rule_named(e.text, in);
    if (rule->parameters.size() != e.children.size()) throw std::invalid_argument("arguments of " + e.text);
    if (depth_ >= bounds_.depth) turn("too deep");
    if (depth_ >= bounds_.depth && watch_ != nullptr) throw exhausted();  // what fails then is not an expectation
    if (depth_ >= bounds_.depth) return {match_kind::fail};
    instance callee{page, ++ids_, {}};
    for (std::size_t a = 0; a < e.children.size(); ++a) callee.arguments[rule->parameters[a]] = {&e.children[a], &in};
    ++depth_;
    path_.push_back({page, rule});
    const result r = apply(rule->body, i, callee);
    path_.pop_back();
    --depth_;
    const auto own = [&](const captured& c) { return c.instance == callee.id; };
    captures_.erase(std::remove_if(captures_.begin(), captures_.end(), own), captures_.end());
    return r;
  }

  result of_dialects(const expression& all, std::size_t i, const instance& in) {
    turn(all.children.empty() ? "of no dialect" : "of a dialect");
    return choice(all, i, in);
  }

  // dialects.r: the choice of the r of all dialects in use, each in a role that says whose it is.
  const expression& written_out(const expression& e) {
    const auto [place, fresh] = written_out_.try_emplace(&e);
    if (!fresh) return place->second;
    place->second.is = form::choice;
    for (const auto& target : grammarc::rules_of_dialects(pages_, grammarc::rule_of_dialects(e.text))) {
      if (in_use_ && in_use_->count(target.where->name) == 0) continue;
      expression one = e;
      one.text = target.where->name + "." + target.of->name;
      expression& around = place->second.children.emplace_back();
      around.is = form::role;
      around.text = "dialect:" + target.where->name;
      around.children.push_back(std::move(one));
    }
    return place->second;
  }

  result parameter(const argument_in_instance& argument, std::size_t i) {
    return apply(*argument.written, i, *argument.where);
  }

  std::optional<std::set<std::string>> in_use_;  // the pages; nothing: all
  std::map<const expression*, expression> written_out_;
};

}  // namespace toolcall::interpreter::running
