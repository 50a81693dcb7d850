// Which givens a rule needs is a least fix-point over the rules and their calls; with it, each rule is rewritten once.

#include "grammarc/givens.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "grammarc/check.hpp"
#include "grammarc/check_graph.hpp"
#include "grammarc/dialects.hpp"

namespace toolcall::grammarc {
namespace {

using name_set = std::set<std::string>;

const given* given_of(const page& here, const std::string& name) {
  const auto found =
      std::find_if(here.givens.begin(), here.givens.end(), [&](const given& each) { return each.name == name; });
  return found == here.givens.end() ? nullptr : &*found;
}

const rule* rule_of(const page& here, const std::string& name) {
  const auto found = std::find_if(here.rules.begin(), here.rules.end(), [&](const rule& r) { return r.name == name; });
  return found == here.rules.end() ? nullptr : &*found;
}

bool is_bound(const expression& call, const std::string& name) {
  return std::any_of(call.children.begin(), call.children.end(),
                     [&](const expression& argument) { return argument.given == name; });
}

// A given of the page, used like a rule without arguments.
bool is_given(const expression& written, const page& here) {
  return written.is == form::call && written.children.empty() && given_of(here, written.text) != nullptr;
}

// A rule that is read by itself: the message reads an entry, a test asks which values are ambiguous.
bool stands_alone(const page& here, std::string_view rule) {
  return is_entry(here, rule) || (is_dialect(here) && rule == "ambiguous");
}

class needs {
 public:
  explicit needs(const std::vector<page>& pages) : pages_(pages) {
    for (const page& here : pages)
      for (const rule& each : here.rules) collect_asked(each.body);
    for (bool changed = true; changed;) {
      changed = false;
      for (const page& here : pages)
        for (const rule& each : here.rules) {
          name_set now = of_[&each];
          if (stands_alone(here, each.name)) continue;  // nobody could give it anything
          if (const auto* const asked = asked_of(here, each))
            now.insert(asked->begin(), asked->end());
          else
            add(each.body, here, now);
          changed = changed || now.size() != of_[&each].size();
          of_[&each] = std::move(now);
        }
    }
  }

  // In the order of the page's givens.
  std::vector<std::string> of(const page_rule& target) const {
    if (const auto* const asked = asked_of(*target.where, *target.of)) return {asked->begin(), asked->end()};
    std::vector<std::string> ordered;
    const name_set& all = of_.at(target.of);
    for (const given& each : target.where->givens)
      if (all.count(each.name) != 0) ordered.push_back(each.name);
    return ordered;
  }

 private:
  // What the uses of `dialects.r` give: a rule that is asked of all dialects gets this on each page, whether it needs
  // it or not.
  void collect_asked(const expression& written) {
    const std::string_view rule = written.is == form::call ? rule_of_dialects(written.text) : std::string_view();
    for (const expression& child : written.children) {
      if (!rule.empty() && !child.given.empty()) asked_[std::string(rule)].insert(child.given);
      collect_asked(child);
    }
    if (!rule.empty()) asked_.try_emplace(std::string(rule));
  }

  const name_set* asked_of(const page& here, const rule& of) const {
    const auto found = is_dialect(here) && !stands_alone(here, of.name) ? asked_.find(of.name) : asked_.end();
    return found == asked_.end() ? nullptr : &found->second;
  }

  void add(const expression& written, const page& here, name_set& all) {
    if (is_given(written, here)) all.insert(written.text);
    if (written.is == form::call)
      for (const page_rule& target : find_rules(pages_, here, written.text))
        for (const std::string& name : of_[target.of]) add_implied(name, written, target, here, all);
    for (const expression& child : written.children) add(child, here, all);
  }

  void add_implied(const std::string& name, const expression& call, const page_rule& target, const page& here,
                   name_set& all) {
    if (is_bound(call, name)) return;
    if (given_of(here, name) != nullptr) {
      all.insert(name);
    } else if (const rule* own = rule_of(here, name); own != nullptr && target.where != &here) {
      const name_set& wanted = of_[own];
      all.insert(wanted.begin(), wanted.end());
    } else if (const given* const of_target = given_of(*target.where, name)) {
      for (const expression& otherwise : of_target->otherwise) add_otherwise(otherwise, call, target, here, all);
    }
  }

  // What a given is otherwise may be said with other givens of its page.
  void add_otherwise(const expression& written, const expression& call, const page_rule& target, const page& here,
                     name_set& all) {
    if (is_given(written, *target.where)) add_implied(written.text, call, target, here, all);
    for (const expression& child : written.children) add_otherwise(child, call, target, here, all);
  }

  const std::vector<page>& pages_;
  std::map<std::string, name_set, std::less<>> asked_;
  std::map<const rule*, name_set> of_;
};

class rewriter {
 public:
  rewriter(const std::vector<page>& pages, const needs& known, std::vector<problem>& problems)
      : pages_(pages), known_(known), problems_(problems) {}

  rule rewritten(const page& here, const rule& original) {
    here_ = &here;
    around_ = &original;
    gets_.clear();
    if (!stands_alone(here, original.name)) gets_ = known_.of({&here, &original});
    rule made = original;
    made.parameters.insert(made.parameters.end(), gets_.begin(), gets_.end());
    made.implied = gets_.size();
    walk(made.body);
    return made;
  }

 private:
  void report(std::size_t line, std::string what) {
    problems_.push_back({here_->file, line != 0 ? line : around_->line, around_->name, std::move(what)});
  }

  void walk(expression& written) {
    for (expression& child : written.children) walk(child);
    walk_here(written);
  }

  void walk_here(expression& written) {
    if (is_given(written, *here_)) return as_parameter(written);
    if (written.is != form::call) return;
    const std::vector<page_rule> targets = find_rules(pages_, *here_, written.text);
    if (!targets.empty()) arguments(written, targets.front());
  }

  // The message reads an entry by itself, and all dialects are asked for a rule without what it is not given: there the
  // givens are what they say they are otherwise.
  void as_parameter(expression& written) {
    if (std::find(gets_.begin(), gets_.end(), written.text) == gets_.end())
      return otherwise(written, *here_, *given_of(*here_, written.text), nullptr);
    written.is = form::parameter;
  }

  // What a call says of the givens of the other page, each used at least once.
  struct binding {
    const std::vector<expression>& bound;
    std::set<std::string> used{};
  };

  void otherwise(expression& written, const page& of, const given& needed, binding* in_call) {
    const std::size_t line = written.line;
    if (needed.otherwise.empty()) {
      if (!lacking_.emplace(here_, needed.name).second) return;
      report(line, "page " + of.name + " needs " + needed.name + ": give it in the call, as in " + of.name + ".rule(" +
                       needed.name + " <- e), or define a rule " + needed.name + " on this page");
      return;
    }
    if (!open_.insert(&needed).second) {
      report(line, needed.name + ", given to page " + of.name + ", is defined by itself; define it by something else");
      return;
    }
    written = needed.otherwise.front();
    place_at(written, line);
    qualify(written, of, in_call);
    open_.erase(&needed);
  }

  // A problem is reported in the page and the line that asked for it.
  static void place_at(expression& written, std::size_t line) {
    written.line = line;
    for (expression& child : written.children) place_at(child, line);
  }

  // What one page says of itself, read on another.
  void qualify(expression& written, const page& of, binding* in_call) {
    for (expression& child : written.children) qualify(child, of, in_call);
    if (written.is != form::call) return;
    if (is_given(written, of) && &of != here_) {
      written = argument(written.text, written.line, of, in_call);
    } else {
      if (&of != here_ && written.text.find('.') == std::string::npos) written.text = of.name + "." + written.text;
      walk_here(written);
    }
  }

  void arguments(expression& call, const page_rule& target) {
    std::vector<expression> all, bound;
    for (expression& each : call.children) (each.given.empty() ? all : bound).push_back(std::move(each));
    binding in_call{bound};
    for (const std::string& name : known_.of(target)) all.push_back(argument(name, call.line, *target.where, &in_call));
    for (const expression& each : bound)
      if (in_call.used.count(each.given) == 0) superfluous(each, call, target);
    call.children = std::move(all);
  }

  // What a given of another page, or of this one, is in a call that stands here.
  expression argument(const std::string& name, std::size_t line, const page& of, binding* in_call) {
    if (in_call != nullptr)
      for (const expression& each : in_call->bound)
        if (each.given == name) return in_call->used.insert(name), each;
    expression made;
    made.is = form::call;
    made.text = name;
    made.line = line;
    if (given_of(*here_, name) != nullptr) {
      as_parameter(made);
    } else if (const rule* own = rule_of(*here_, name); own != nullptr && &of != here_) {
      arguments(made, {here_, own});
    } else if (const given* const needed = given_of(of, name)) {
      otherwise(made, of, *needed, in_call);
    } else {
      otherwise(made, of, {name, {}, line}, in_call);
    }
    made.given = name;
    made.implied = true;
    return made;
  }

  void superfluous(const expression& extra, const expression& call, const page_rule& target) {
    std::string list;
    for (const std::string& name : known_.of(target)) list += (list.empty() ? "" : ", ") + name;
    report(extra.line,
           call.text + " takes no given " + extra.given + "; " + (list.empty() ? "it takes none" : "it takes " + list));
  }

  const std::vector<page>& pages_;
  const needs& known_;
  std::vector<problem>& problems_;
  const page* here_ = nullptr;
  const rule* around_ = nullptr;
  std::vector<std::string> gets_;  // the givens that the rule around has as parameters
  std::set<const given*> open_;    // whose other meanings are being read
  // Pages, and the givens that they were reported not to say: one rule less is one mistake, however many rules need it.
  std::set<std::pair<const page*, std::string>> lacking_;
};

// The names in what a given is otherwise that are neither rules nor givens of its page.
name_set unknown_names(const std::vector<expression>& written, const page& here) {
  name_set unknown;
  for (const expression& each : written) {
    const bool own = each.is == form::call && each.text.find('.') == std::string::npos;
    if (own && rule_of(here, each.text) == nullptr && given_of(here, each.text) == nullptr) unknown.insert(each.text);
    unknown.merge(unknown_names(each.children, here));
  }
  return unknown;
}

// A given is one name for one thing on its page.
void check_givens(const page& here, std::vector<problem>& problems) {
  name_set seen;
  const auto report = [&](const given& each, const std::string& what) {
    problems.push_back({here.file, each.line, std::string(given_word), what});
  };
  for (const given& each : here.givens) {
    if (each.name == given_word)
      report(each, "given begins a list of givens and cannot name one; give it another name");
    if (each.name.ends_with(".*"))
      report(each, "there is no page " + each.name.substr(0, each.name.size() - 2) + " that dialects share");
    if (!seen.insert(each.name).second) report(each, "two givens of this page are called " + each.name);
    if (rule_of(here, each.name) != nullptr)
      report(each, each.name + " is a rule of this page; a given needs a name of its own");
    for (const std::string& name : unknown_names(each.otherwise, here))
      report(each, "there is no rule " + name + " on this page");
  }
}

}  // namespace

void resolve_givens(std::vector<page>& pages, std::vector<problem>& problems) {
  for (const page& here : pages) check_givens(here, problems);
  std::vector<page> whole = with_ambiguous(pages);
  const needs known(whole);
  rewriter rewrites(whole, known, problems);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const auto rewritten = [&](const rule& each) { return rewrites.rewritten(whole[i], each); };
    const auto& all = whole[i].rules;
    const auto own = all.begin() + static_cast<std::ptrdiff_t>(pages[i].rules.size());
    std::transform(all.begin(), own, pages[i].rules.begin(), rewritten);
    std::transform(own, all.end(), pages[i].ambiguous.begin(), rewritten);
  }
}

}  // namespace toolcall::grammarc
