// Checks what random_grammar promises. The one idea: nullable, "may cut" and "may begin with" are least fixed points
// over the rules; of a parameter everything is assumed that any of its arguments may do.

#include <algorithm>
#include <map>
#include <set>

#include "grammarc/dialects.hpp"
#include "nullable.hpp"
#include "random_grammar.hpp"

namespace toolcall::interpreter {
namespace {

using grammarc::expression;
using grammarc::form;

class examiner {
 public:
  explicit examiner(const grammar& g) : g_(g) {}

  std::string verdict() {
    for (const auto& page : g_.pages)
      for (const auto& rule : page.rules) rules_[page.name + "." + rule.name] = {&page, &rule, {}, false, false};
    each_rule([&](facts& f) { names(f, f.rule->body, f.rule->parameters); });
    if (!why_.empty()) return why_;
    do {
      changed_ = false;
      each_rule([&](facts& f) { grow(f); });
    } while (changed_);
    each_rule([&](facts& f) { loops_and_cuts(f, f.rule->body, false); });
    for (const auto& [name, f] : rules_)
      if (f.begins_with.count(name) != 0) why_ = "left recursion of " + name;
    for (const auto& it : g_.items) entry(it);
    return why_;
  }

 private:
  struct facts {
    const grammarc::page* page;
    const grammarc::rule* rule;
    std::set<std::string> begins_with;  // rules that it may call before a byte is taken
    bool nullable, cuts;
    bool cutting_arguments = false;
    std::set<std::string> arguments_begin = {};
  };

  template <typename function>
  void each_rule(function f) {
    for (auto& entry : rules_) f(entry.second);
  }
  // One rule, or for dialects.r any number.
  std::vector<facts*> called(const expression& e, const facts& in) {
    std::vector<facts*> all;
    const auto of_dialects = grammarc::rule_of_dialects(e.text);
    for (const auto& target : grammarc::rules_of_dialects(g_.pages, of_dialects))
      all.push_back(&rules_.at(target.where->name + "." + target.of->name));
    const auto found = rules_.find(e.text.find('.') == e.text.npos ? in.page->name + "." + e.text : e.text);
    if (found != rules_.end()) all.push_back(&found->second);
    return all;
  }
  template <typename predicate>
  bool any_called(const expression& e, const facts& in, predicate holds) {
    const auto all = called(e, in);
    return std::any_of(all.begin(), all.end(), [&](const facts* each) { return holds(*each); });
  }

  void names(facts& f, const expression& e, const std::vector<std::string>& parameters) {
    if (e.is == form::call && called(e, f).empty() && grammarc::rule_of_dialects(e.text).empty())
      why_ = "no rule " + e.text;
    const auto wrong = [&](const facts& to) { return to.rule->parameters.size() != e.children.size(); };
    if (e.is == form::call && any_called(e, f, wrong)) why_ = "arguments of " + e.text;
    if (e.is == form::parameter && std::find(parameters.begin(), parameters.end(), e.text) == parameters.end())
      why_ = "no parameter " + e.text;
    for (const auto& child : e.children) names(f, child, parameters);
  }

  void grow(facts& f) {
    set_if(f.nullable, nullable(f.rule->body, f));
    set_if(f.cuts, cuts(f.rule->body, f));
    begins(f.rule->body, f, f.begins_with);
    arguments(f.rule->body, f);
  }
  void set_if(bool& flag, bool value) {
    if (value && !flag) flag = changed_ = true;
  }
  void add(std::set<std::string>& all, const std::set<std::string>& more) {
    for (const auto& name : more)
      if (all.insert(name).second) changed_ = true;
  }
  void arguments(const expression& e, facts& f) {
    for (const auto& child : e.children) {
      arguments(child, f);
      if (e.is != form::call) continue;
      for (facts* const to : called(e, f)) {
        set_if(to->cutting_arguments, cuts(child, f));
        begins(child, f, to->arguments_begin);
      }
    }
  }

  bool nullable(const expression& e, const facts& in) {
    const auto of_rule = [](const facts& to) { return to.nullable; };
    return is_nullable(e, [&](const expression& call) { return any_called(call, in, of_rule); });
  }

  // Also after barriers: nothing of the sort belongs into a capture, but for JSON that waits.
  bool cuts(const expression& e, const facts& in) {
    if (e.is == form::trial && e.children[0].is == form::json) return false;
    if (e.is == form::cut || e.is == form::run || grammarc::is_json(e.is)) return true;
    if (e.is == form::call && any_called(e, in, [](const facts& to) { return to.cuts; })) return true;
    if (e.is == form::parameter && in.cutting_arguments) return true;
    return std::any_of(e.children.begin(), e.children.end(), [&](const auto& child) { return cuts(child, in); });
  }

  // Everything that may be called at e's own start is added to `all`.
  void begins(const expression& e, const facts& in, std::set<std::string>& all) {
    if (e.is == form::parameter) add(all, std::set<std::string>(in.arguments_begin));
    if (e.is == form::call) {
      for (const facts* const to : called(e, in)) {
        add(all, {to->page->name + "." + to->rule->name});
        add(all, std::set<std::string>(to->begins_with));
      }
      return;  // an argument at the start is in begins_with of the callee
    }
    for (const auto& child : e.children) {
      begins(child, in, all);
      if (e.is == form::sequence && !nullable(child, in)) return;
    }
  }

  void loops_and_cuts(facts& f, const expression& e, bool no_cuts) {
    if ((e.is == form::star || e.is == form::plus) && nullable(e.children[0], f))
      why_ = "nullable loop in " + f.rule->name;
    const bool closed = e.is == form::capture || (e.is == form::role && (e.text == "name" || e.text == "key"));
    if (closed && cuts(e.children[0], f)) why_ = "a cut in " + e.text + " of " + f.rule->name;
    for (const auto& child : e.children) loops_and_cuts(f, child, no_cuts || closed);
  }

  enum class start { taken, cut, open };  // what comes first on the worst path: a byte, a cut, or neither
  start first(const expression& e, const facts& in, int depth) {
    if (depth > 60) return start::open;
    const auto of = [&](const expression& child) { return first(child, in, depth + 1); };
    switch (e.is) {
      case form::cut:
        return start::cut;
      case form::run:
        return start::open;  // it cuts after its first byte
      case form::at:
      case form::not_at:
      case form::span:
      case form::star:
      case form::optional:
        return e.is != form::star && e.is != form::optional ? start::open
               : of(e.children[0]) == start::cut            ? start::cut
                                                            : start::open;
      case form::repeat:
        if (of(e.children[0]) == start::cut) return start::cut;
        return nullable(e, in) ? start::open : start::taken;
      case form::trial:
      case form::followed_by:
        return nullable(e.children[0], in) ? start::open : start::taken;
      case form::call:
        return first_called(e, in, depth);
      case form::parameter:
        return in.cutting_arguments ? start::cut : start::open;
      case form::choice:
      case form::recovery: {
        bool open = false;
        for (const auto& child : e.children) {
          const start s = of(child);
          if (s == start::cut) return s;
          open = open || s == start::open;
        }
        return open ? start::open : start::taken;
      }
      default:
        for (const auto& child : e.children)
          if (const start s = of(child); s != start::open) return s;
        return nullable(e, in) ? start::open : start::taken;
    }
  }
  start first_called(const expression& e, const facts& in, int depth) {
    start worst = start::taken;
    for (const facts* const to : called(e, in)) {
      const start s = first(to->rule->body, *to, depth + 1);
      if (s == start::cut || (s == start::open && worst == start::taken)) worst = s;
    }
    return worst;
  }
  void entry(const item& it) {
    const auto found = rules_.find(it.page + "." + it.rule);
    if (found == rules_.end()) {
      why_ = "no entry " + it.rule;
      return;
    }
    if (!found->second.rule->parameters.empty()) why_ = "entry with parameters";
    if (first(found->second.rule->body, found->second, 0) != start::taken)
      why_ = "entry " + it.rule + " takes no byte first";
  }

  const grammar& g_;
  std::map<std::string, facts> rules_;
  std::string why_;
  bool changed_ = false;
};

}  // namespace

std::string ill_formed(const grammar& g) {
  return examiner(g).verdict();
}

}  // namespace toolcall::interpreter
