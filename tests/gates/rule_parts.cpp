// Trees are made self-contained first: arguments are put in for parameters, and each name gets its page. Then a tree is
// cut at the part.
//
// Each way to a part is a rule of its own, because an ordered choice would take the first way that matches, and the
// text may have taken another one.

#include "gates/rule_parts.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "grammarc/dialects.hpp"
#include "grammarc/print.hpp"
#include "text/ascii.hpp"

namespace toolcall::tests {

namespace {

using grammarc::expression;
using grammarc::form;

enum class call_part { name, key, value };

expression made(form is, std::vector<expression> children = {}) {
  expression e;
  e.is = is;
  e.children = std::move(children);
  return e;
}

bool is_role(const expression& e, std::initializer_list<std::string_view> names) {
  return e.is == form::role && std::find(names.begin(), names.end(), e.text) != names.end();
}

// In a call, a cut before the name counts as well: it is where the page says that the evidence is complete.
bool is_part(const expression& e, call_part wanted, bool in_call) {
  if (wanted == call_part::key) return is_role(e, {"key"});
  if (wanted == call_part::value) return is_role(e, {"value", "string", "object", "array"});
  return is_role(e, {"name"}) || (in_call && e.is == form::cut);
}

bool has(const expression& e, form wanted) {
  return e.is == wanted ||
         std::any_of(e.children.begin(), e.children.end(), [&](const expression& child) { return has(child, wanted); });
}

bool is_empty(const expression& e) {
  return e.is == form::sequence && e.children.empty();
}

// Predicates, stops and text have no parts of a call.
bool is_closed_to_parts(const expression& e) {
  return e.is == form::at || e.is == form::not_at || e.is == form::run || e.is == form::span ||
         e.is == form::json_until || is_role(e, {"text", "reasoning"});
}

bool may_be_left_out(const expression& e) {
  return e.is == form::optional || e.is == form::star || (e.is == form::repeat && e.least == 0);
}

}  // namespace

class rule_parts::maker {
 public:
  explicit maker(std::vector<grammarc::page>& pages) : pages_(pages) {}

  std::vector<std::string> beginnings(const std::string& page) {
    std::vector<std::string> names;
    for (expression& way : before(call_of(page + ".call"), call_part::name, false))
      names.push_back(rule_for(std::move(way)));
    return names;
  }

  std::vector<field_rules> fields(const std::string& page) {
    found_.clear();
    visited_.clear();
    find_fields(call_of(page + ".call"), "");
    return std::move(found_);
  }

 private:
  static expression call_of(const std::string& rule) {
    expression e = made(form::call);
    e.text = rule;
    return e;
  }

  const grammarc::page& page_named(std::string_view name) const {
    for (const grammarc::page& page : pages_)
      if (page.name == name) return page;
    throw std::logic_error("no page " + std::string(name));
  }

  // The body of the rule that is called, with the arguments of the call.
  expression body_of(const expression& call) const {
    const std::size_t dot = call.text.find('.');
    const grammarc::page& where = page_named(std::string_view(call.text).substr(0, dot));
    for (const grammarc::rule& rule : where.rules)
      if (rule.name == call.text.substr(dot + 1)) return closed(rule.body, where, rule.parameters, call.children);
    throw std::logic_error("no rule " + call.text);
  }

  static expression closed(const expression& e, const grammarc::page& where, const std::vector<std::string>& names,
                           const std::vector<expression>& values) {
    if (e.is == form::parameter)
      return values[static_cast<std::size_t>(std::find(names.begin(), names.end(), e.text) - names.begin())];
    expression made = e;
    made.implied = false;  // so that it is printed, and with that a part of the keys
    for (expression& child : made.children) child = closed(child, where, names, values);
    if (e.is == form::call && e.text.find('.') == e.text.npos) made.text = where.name + "." + e.text;
    return made;
  }

  static bool is_call(const expression& e) { return e.is == form::call && grammarc::rule_of_dialects(e.text).empty(); }

  // Whether the part is somewhere in e. Recursion adds nothing: a rule that is being looked at counts as without it.
  bool holds(const expression& e, call_part wanted, bool in_call) {
    if (is_part(e, wanted, in_call)) return true;
    if (is_closed_to_parts(e)) return false;
    const bool inside = in_call || is_role(e, {"call"});
    if (is_call(e)) {
      const auto [known, fresh] = holds_.try_emplace(key_of(e, wanted, inside), false);
      if (fresh) known->second = holds(body_of(e), wanted, inside);
      return known->second;
    }
    return std::any_of(e.children.begin(), e.children.end(),
                       [&](const expression& child) { return holds(child, wanted, inside); });
  }

  static std::string key_of(const expression& call, call_part wanted, bool in_call) {
    return grammarc::print(call) + (in_call ? " in call " : " ") + std::to_string(static_cast<int>(wanted));
  }

  // What matches all of e before the part: an expression for each way to it.
  std::vector<expression> before(const expression& e, call_part wanted, bool in_call) {
    if (is_part(e, wanted, in_call))
      return {wanted == call_part::name && has(e, form::tool) ? e : made(form::sequence)};
    const bool inside = in_call || is_role(e, {"call"});
    if (is_call(e)) return before_in_call(e, wanted, inside);
    if (e.is == form::sequence) return before_in_sequence(e, wanted, inside);
    std::vector<expression> ways;
    for (const expression& child : e.children)
      if (holds(child, wanted, inside))
        for (expression& way : before(child, wanted, inside)) ways.push_back(std::move(way));
    return ways;
  }

  // A capture is visible only in the rule that made it, so an expression that refers to one is written out, not called.
  std::vector<expression> before_in_call(const expression& e, call_part wanted, bool in_call) {
    if (has(e, form::back)) return before(body_of(e), wanted, in_call);
    const std::string key = key_of(e, wanted, in_call);
    if (before_.try_emplace(key).second) {
      std::vector<std::string> names;
      for (expression& way : before(body_of(e), wanted, in_call)) names.push_back(rule_for(std::move(way)));
      before_[key] = std::move(names);
    }
    std::vector<expression> ways;
    for (const std::string& name : before_[key]) ways.push_back(call_of(name));
    return ways;
  }

  std::vector<expression> before_in_sequence(const expression& e, call_part wanted, bool in_call) {
    std::vector<expression> ways, passed;
    for (const expression& child : e.children) {
      if (holds(child, wanted, in_call)) {
        for (expression& way : before(child, wanted, in_call)) {
          std::vector<expression> all = passed;
          all.push_back(std::move(way));
          ways.push_back(made(form::sequence, std::move(all)));
        }
        if (!may_be_left_out(child)) break;
      }
      if (is_role(child, {"text", "reasoning"})) break;  // what follows text is not the beginning of a call
      passed.push_back(child);
    }
    return ways;
  }

  // What closes the part: all of e after it, without recoveries.
  expression after(const expression& e, call_part wanted) {
    if (is_part(e, wanted, false)) return made(form::sequence);
    if (is_call(e)) return after(body_of(e), wanted);
    std::vector<expression> all;
    for (std::size_t i = 0; i < e.children.size(); ++i) {
      if (!holds(e.children[i], wanted, false)) continue;
      expression one = after(e.children[i], wanted);
      if (e.is == form::sequence) return followed(std::move(one), e, i + 1);
      if (!is_empty(one)) all.push_back(std::move(one));
    }
    return all.empty() ? made(form::sequence) : made(form::choice, std::move(all));
  }

  expression followed(expression first, const expression& sequence, std::size_t from) {
    std::vector<expression> all;
    if (!is_empty(first)) all.push_back(std::move(first));
    for (std::size_t i = from; i < sequence.children.size(); ++i) {
      expression next = unrepaired(sequence.children[i]);
      if (!is_empty(next)) all.push_back(std::move(next));
    }
    // A closing mark that may be left out closes only where it stands.
    if (all.size() == 1 && may_be_left_out(all.front())) return all.front().children.front();
    return made(form::sequence, std::move(all));
  }

  expression unrepaired(const expression& e) {
    if (e.is == form::recovery) return unrepaired(e.children.front());
    if (e.is == form::note) return made(form::nothing);
    if (e.is == form::cut || e.is == form::when) return made(form::sequence);
    if (is_call(e)) return unrepaired(body_of(e));
    expression same = e;
    for (expression& child : same.children) child = unrepaired(child);
    if (may_be_left_out(same) && same.children.front().is == form::nothing) return made(form::sequence);
    if (same.is == form::sequence)
      same.children.erase(std::remove_if(same.children.begin(), same.children.end(), is_empty), same.children.end());
    return same;
  }

  // A field is a sequence with a key and, after it, a value.
  void find_fields(const expression& e, const std::string& rule) {
    if (is_part(e, call_part::value, false) || is_closed_to_parts(e)) return;
    if (e.text.rfind("role_fields.", 0) == 0) return;  // fields in any marks are no marks of this dialect
    if (is_call(e)) {
      if (visited_.insert(grammarc::print(e)).second && holds(e, call_part::key, false))
        find_fields(body_of(e), e.text);
      return;
    }
    for (std::size_t i = 0; e.is == form::sequence && i < e.children.size(); ++i) {
      if (!holds(e.children[i], call_part::key, false)) continue;
      if (holds(e.children[i], call_part::value, false)) break;
      const auto value = std::find_if(e.children.begin() + static_cast<std::ptrdiff_t>(i), e.children.end(),
                                      [&](const expression& child) { return holds(child, call_part::value, false); });
      if (value != e.children.end()) return add_field(e, static_cast<std::size_t>(value - e.children.begin()), rule);
    }
    for (const expression& child : e.children) find_fields(child, rule);
  }

  // The rules in which the role of the value is written.
  void add_readers(const expression& e, const std::string& rule, std::set<std::string>& readers) {
    if (is_part(e, call_part::value, false))
      readers.insert(rule);
    else if (is_call(e))
      add_readers(body_of(e), e.text, readers);
    else
      for (const expression& child : e.children)
        if (holds(child, call_part::value, false)) add_readers(child, rule, readers);
  }

  void add_field(const expression& field, std::size_t value, const std::string& rule) {
    for (const expression& opening : before_in_sequence(field, call_part::value, false)) {
      std::set<std::string> seen;
      if (!has_letter(opening, seen)) continue;
      const std::string open = rule_for(opening);
      if (std::any_of(found_.begin(), found_.end(), [&](const auto& known) { return known.opening == open; })) continue;
      expression any = call_of(open);
      expression closing = followed(after(field.children[value], call_part::value), field, value + 1);
      field_rules one{open, "", {}};
      add_readers(field.children[value], rule, one.readers);
      if (!is_empty(closing)) {
        expression data =
            made(form::sequence, {made(form::not_at, {closing}), made(form::not_at, {any}), made(form::any)});
        one.pair = rule_for(made(form::sequence, {opening, made(form::star, {std::move(data)}), closing}));
      }
      found_.push_back(std::move(one));
    }
  }

  // Of literals, also those of rules that it calls.
  bool has_letter(const expression& e, std::set<std::string>& seen) const {
    if (e.is == form::literal && std::any_of(e.text.begin(), e.text.end(), ascii::is_letter)) return true;
    if (e.is == form::not_at || e.is == form::back) return false;
    if (is_call(e) && seen.insert(e.text).second && has_letter(body_of(e), seen)) return true;
    return std::any_of(e.children.begin(), e.children.end(),
                       [&](const expression& child) { return has_letter(child, seen); });
  }

  // Its name with its page. There are thousands, and rules are looked up by name, so no page gets many.
  std::string rule_for(expression body) {
    constexpr std::size_t most = 50;
    const auto [known, fresh] = names_.try_emplace(grammarc::print(body));
    if (!fresh) return known->second;
    const std::string number = std::to_string(names_.size()), page = "parts_" + std::to_string(names_.size() / most);
    if (pages_.back().name != page) {
      pages_.emplace_back().name = page;
      pages_.back().front["dialect"] = {page};  // the interpreter reports failures in the rules of dialects only
    }
    known->second = page + ".part_" + number;
    grammarc::rule& rule = pages_.back().rules.emplace_back();
    rule.name = "part_" + number;
    rule.body = std::move(body);
    return known->second;
  }

  std::vector<grammarc::page>& pages_;
  std::map<std::string, bool> holds_;
  std::map<std::string, std::vector<std::string>> before_;
  std::map<std::string, std::string> names_;
  std::set<std::string> visited_;
  std::vector<field_rules> found_;
};

rule_parts::rule_parts(const std::vector<grammarc::page>& pages)
    : pages_(pages), maker_(std::make_unique<maker>(pages_)) {
}

rule_parts::~rule_parts() = default;

const std::vector<std::string>& rule_parts::beginnings(const std::string& page) {
  const auto [known, fresh] = beginnings_.try_emplace(page);
  if (fresh) known->second = maker_->beginnings(page);
  return known->second;
}

const std::vector<field_rules>& rule_parts::fields(const std::string& page) {
  const auto [known, fresh] = fields_.try_emplace(page);
  if (fresh) known->second = maker_->fields(page);
  return known->second;
}

interpreter::match_result rule_parts::match(const std::string& rule, std::string_view text, std::size_t at,
                                            const interpreter::names& declared, interpreter::failures* farthest) const {
  const std::size_t dot = rule.find('.');
  return interpreter::evaluate(pages_, rule.substr(0, dot), rule.substr(dot + 1), text, at, declared, {}, nullptr,
                               farthest);
}

}  // namespace toolcall::tests
