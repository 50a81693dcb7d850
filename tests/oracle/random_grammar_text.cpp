// Texts that a grammar nearly matches. The one idea: walk the tree as if it matched and write down what it would have
// read, breaking off now and then inside what a recovery guards; then spoil a few bytes.

#include <algorithm>
#include <map>
#include <optional>

#include "grammarc/dialects.hpp"
#include "random_grammar.hpp"

namespace toolcall::interpreter {
namespace {

using grammarc::expression;
using grammarc::form;

const std::string_view alphabet = "ab<>/ n\n";
const std::vector<std::string> values = {
    "{\"a\":[1]}", "['}', 'a\"", "[1, // ]\n'b']", "[/*]*/ \\\"]",  "'b'", "[a", "\"b\\\"<\"", "n", "1",
    "-1n",         "{",          "[<>]",           "{\"a\":\"}\"}/"};
const std::vector<std::string> python_values = {"('a',)",          "'<'", "T",  "(n", "[')']", "''", "'''a'b'''",
                                                "[\"\"\"]\"\"\"]", "_a+", "'''"};

class walker {
 public:
  walker(draws& draw, const grammar& g) : draw_(draw), g_(g) {}

  std::string out;

  void enter(const item& it) {
    const frame nowhere{page_named(it.page), {}, {}};
    const auto [page, rule] = rule_named(it.rule, *nowhere.page);
    frame f{page, {}, {}};
    walk(rule->body, f);
  }
  char byte() { return draw_.percent(3) ? "\"'{[A\xc3"[draw_.below(6)] : alphabet[draw_.below(alphabet.size())]; }

 private:
  struct frame;
  struct argument_in_frame {
    const expression* written;
    frame* where;
  };
  struct frame {
    const grammarc::page* page;
    std::map<std::string, argument_in_frame> arguments;
    std::map<std::string, std::string> captures;
  };

  const grammarc::page* page_named(const std::string& name) const {
    for (const auto& page : g_.pages)
      if (page.name == name) return &page;
    return &g_.pages.front();
  }
  std::pair<const grammarc::page*, const grammarc::rule*> rule_named(const std::string& name,
                                                                     const grammarc::page& page) const {
    const auto dot = name.rfind('.');
    const auto* where = dot == name.npos ? &page : page_named(name.substr(0, dot));
    for (const auto& rule : where->rules)
      if (rule.name == (dot == name.npos ? name : name.substr(dot + 1))) return {where, &rule};
    return {where, &where->rules.front()};
  }

  void walk(const expression& e, frame& in) {
    if (out.size() > 60 || depth_ > 60) return;
    ++depth_;
    visit(e, in);
    --depth_;
  }

  void visit(const expression& e, frame& in) {
    switch (e.is) {
      case form::sequence:
        for (const auto& child : e.children) walk(child, in);
        return;
      case form::choice:
        return walk(draw_.one_of(e.children), in);
      case form::recovery:
        return recovery(e, in);
      case form::star:
        return repeat(e, draw_.below(3), in);
      case form::plus:
        return repeat(e, draw_.between(1, 3), in);
      case form::optional:
        return repeat(e, draw_.below(2), in);
      case form::repeat:
        return repeat(e, draw_.between(e.least, e.most), in);
      case form::note:
      case form::role:
      case form::replace:
      case form::trial:
        return walk(e.children[0], in);
      case form::capture:
        return capture(e, in);
      case form::call:
        return call(e, in);
      case form::parameter:
        return walk(*in.arguments.at(e.text).written, *in.arguments.at(e.text).where);
      case form::followed_by:
        walk(e.children[0], in);
        if (draw_.percent(50)) walk(e.children[1], in);
        return;
      default:
        return leaf(e, in);
    }
  }

  void leaf(const expression& e, frame& in) {
    if (e.is == form::literal) return literal(e);
    if (e.is == form::set) return one_of_set(e);
    if (e.is == form::any) return bytes(1);
    if (e.is == form::run || e.is == form::span) return bytes(draw_.below(5));
    if (e.is == form::tool) return tool();
    if (e.is == form::field || e.is == form::new_field) return field();
    if (e.is == form::back) out += in.captures[e.text];
    if (e.is == form::json) out += draw_.one_of(values);
    if (e.is == form::json_until) return stopped_value(e, in);
    if (e.is == form::python) out += draw_.percent(50) ? draw_.one_of(values) : draw_.one_of(python_values);
    // nothing, when, cut, predicates and what asks the place or the caller read nothing
  }

  // A value, in which the stop may stand.
  void stopped_value(const expression& e, frame& in) {
    const std::string value = draw_.one_of(values);
    const std::size_t before = draw_.percent(50) ? value.size() : draw_.below(value.size() + 1);
    out += value.substr(0, before);
    if (before < value.size()) walk(e.children[0], in);
    out += value.substr(before);
  }

  void repeat(const expression& e, std::size_t times, frame& in) {
    for (; times > 0; --times) walk(e.children[0], in);
  }
  void capture(const expression& e, frame& in) {
    const std::size_t from = out.size();
    walk(e.children[0], in);
    in.captures[e.text] = out.substr(std::min(from, out.size()));
  }
  void literal(const expression& e) {
    for (const char c : e.text) {
      const bool other = e.any_case && ((c | 32) >= 'a' && (c | 32) <= 'z') && draw_.percent(50);
      out += other ? static_cast<char>(c ^ 32) : c;
    }
  }
  void one_of_set(const expression& e) {
    for (int tries = 0; tries < 40; ++tries) {
      const char c = alphabet[draw_.below(alphabet.size())];
      if (!e.bytes[static_cast<unsigned char>(c)]) continue;
      out += c;
      return;
    }
  }
  void bytes(std::size_t count) {
    for (; count > 0; --count) out += byte();
  }

  void recovery(const expression& e, frame& in) {
    const std::size_t from = out.size(), kind = draw_.below(10);
    if (kind > 1) walk(e.children[0], in);
    if (kind > 4) return;
    if (out.size() > from) out.resize(from + draw_.below(out.size() - from + 1));
    if (kind == 4) bytes(1);
    walk(e.children[1], in);
  }

  void call(const expression& e, frame& in) {
    const auto of_dialects = grammarc::rules_of_dialects(g_.pages, grammarc::rule_of_dialects(e.text));
    if (of_dialects.empty() && !grammarc::rule_of_dialects(e.text).empty()) return;
    auto [page, rule] = rule_named(e.text, *in.page);
    if (!of_dialects.empty()) {
      const auto& one = draw_.one_of(of_dialects);
      page = one.where;
      rule = one.of;
    }
    frame callee{page, {}, {}};
    for (std::size_t a = 0; a < e.children.size(); ++a) callee.arguments[rule->parameters[a]] = {&e.children[a], &in};
    if (calls_ >= 12) return;
    ++calls_;
    walk(rule->body, callee);
    --calls_;
  }

  void tool() {
    auto any = g_.declared.tools.begin();
    std::advance(any, static_cast<std::ptrdiff_t>(draw_.below(g_.declared.tools.size())));
    if (draw_.percent(70)) any = g_.declared.tools.begin();  // the one with the most fields
    out += tool_ = any->first;
  }
  void field() {
    const auto& fields =
        g_.declared.tools.count(tool_) != 0 ? g_.declared.tools.at(tool_) : g_.declared.tools.begin()->second;
    if (fields.empty()) return bytes(1);
    auto any = fields.begin();
    std::advance(any, static_cast<std::ptrdiff_t>(draw_.below(fields.size())));
    out += *any;
  }

  draws& draw_;
  const grammar& g_;
  std::string tool_;
  std::size_t depth_ = 0, calls_ = 0;
};

void spoil(draws& draw, walker& w) {
  std::string& text = w.out;
  const std::size_t at = draw.below(text.size() + 1), left = text.size() - at;
  switch (draw.below(6)) {
    case 0:
      text.erase(at, 1);
      return;
    case 1:
      text.insert(at, 1, w.byte());
      return;
    case 2:
      if (left > 0) text[at] = w.byte();
      return;
    case 3:
      text.insert(at, std::string(text, at, draw.below(5)));
      return;
    case 4:
      text.resize(at);
      return;
    default:
      if (left > 1) std::swap(text[at], text[at + 1]);
      return;
  }
}

}  // namespace

std::string random_text(draws& draw, const grammar& g) {
  walker w(draw, g);
  for (std::size_t blocks = draw.between(1, 3); blocks > 0; --blocks) {
    if (draw.percent(30)) w.out += w.byte();
    w.enter(draw.one_of(g.items));
  }
  if (w.out.size() > 80) w.out.resize(80);
  if (draw.percent(50))
    for (std::size_t times = draw.between(1, 3); times > 0; --times) spoil(draw, w);
  return w.out;
}

std::vector<std::size_t> random_splits(draws& draw, std::size_t size) {
  std::vector<std::size_t> splits;
  if (draw.percent(20))
    for (std::size_t at = 1; at < size; ++at) splits.push_back(at);
  else
    for (std::size_t count = draw.below(8); count > 0; --count) splits.push_back(draw.below(size + 1));
  std::sort(splits.begin(), splits.end());
  return splits;
}

}  // namespace toolcall::interpreter
