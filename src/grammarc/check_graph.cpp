// Expands rules by their arguments.
//
// An argument is an expression of the caller together with what the caller's own parameters stand for. Two
// calls share an instance when their arguments spell the same after replacement, so recursion ends up at itself.

#include "grammarc/check_graph.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

#include "grammarc/check_show.hpp"

namespace toolcall::grammarc {
namespace {

struct argument_in_rule;
using environment = std::shared_ptr<const std::map<std::string, argument_in_rule>>;
struct argument_in_rule {
  const expression* written = nullptr;
  page_rule from;
  environment outer;
};

class builder {
 public:
  explicit builder(const std::vector<page>& pages) : pages_(pages) {}

  graph build() {
    for (const page_rule& root : roots(pages_)) {
      if (!root.of->parameters.empty()) continue;  // nothing is known of it before somebody calls it
      const std::size_t at = instantiate(root, {}, {});
      result_.instances[at].entry = is_entry(*root.where, root.of->name);
    }
    for (std::size_t done = 0; done < waiting_.size(); ++done) {
      const environment bound = waiting_[done];
      inside_ = done;
      const page_rule of{result_.instances[done].where, result_.instances[done].of};
      result_.instances[done].body = add(of.of->body, of, bound);
    }
    for (graph_node& each : result_.nodes)
      if (each.is == form::call) each.kids = {result_.instances[each.callee].body};
    return std::move(result_);
  }

 private:
  // The instance for these arguments; spelled is their text after replacement.
  std::size_t instantiate(const page_rule& of, const environment& bound, const std::string& spelled) {
    const std::string key = of.where->name + "." + of.of->name + spelled;
    const auto [found, fresh] = known_.try_emplace(key, result_.instances.size());
    if (fresh) {
      result_.instances.push_back({of.where, of.of, 0, false});
      waiting_.push_back(bound);
    }
    return found->second;
  }

  std::size_t add(const expression& written, const page_rule& from, const environment& bound) {
    if (written.is == form::parameter) {
      const argument_in_rule& argument = bound->at(written.text);
      return add(*argument.written, argument.from, argument.outer);
    }
    if (written.is == form::repeat) return repeated(written, from, bound);
    if (written.is == form::note || written.is == form::when) return noted(written, from, bound);
    const std::size_t at = new_node(written.is, written, from);
    if (written.is == form::call) {
      const std::string_view of_dialects = rule_of_dialects(written.text);
      if (!of_dialects.empty()) return of_every_dialect(at, of_dialects, bound);
      const std::size_t callee = called(find_rule(pages_, *from.where, written.text), written, from, bound);
      result_.nodes[at].callee = callee;
      return at;
    }
    if (written.is == form::capture) result_.captures[capture_key(*from.where, *from.of, written.text)].push_back(at);
    for (const expression& child : written.children) {
      const std::size_t kid = add(child, from, bound);
      result_.nodes[at].kids.push_back(kid);
    }
    return at;
  }

  // e{2,3} is e e e?
  std::size_t repeated(const expression& written, const page_rule& from, const environment& bound) {
    const std::size_t at = new_node(form::sequence, written, from);
    for (std::size_t i = 0; i < written.most; ++i) {
      const std::size_t maybe = i < written.least ? at : new_node(form::optional, written, from);
      if (maybe != at) result_.nodes[at].kids.push_back(maybe);
      const std::size_t kid = add(written.children.front(), from, bound);
      result_.nodes[maybe].kids.push_back(kid);
    }
    return at;
  }

  // note(l, e) is a recovery of what never matches, and so is when(l).
  std::size_t noted(const expression& written, const page_rule& from, const environment& bound) {
    const std::size_t at = new_node(form::recovery, written, from);
    const std::size_t never = new_node(form::nothing, written, from);
    const std::size_t kid =
        written.children.empty() ? new_node(form::sequence, written, from) : add(written.children.front(), from, bound);
    result_.nodes[at].kids = {never, kid};
    return at;
  }

  std::size_t new_node(form is, const expression& written, const page_rule& from) {
    result_.nodes.push_back({is, &written, from.where, from.of, {}, inside_, 0});
    return result_.nodes.size() - 1;
  }

  // A choice of calls, one for each dialect that has the rule.
  std::size_t of_every_dialect(std::size_t at, std::string_view name, const environment& bound) {
    result_.nodes[at].is = form::choice;
    result_.nodes[at].of_dialects = true;
    const expression& written = *result_.nodes[at].written;
    const page_rule from{result_.nodes[at].where, result_.nodes[at].around};
    for (const page_rule& target : rules_of_dialects(pages_, name)) {
      expression& one = result_.written_out.emplace_back(written);
      one.text = target.where->name + "." + target.of->name;
      const std::size_t kid = new_node(form::call, one, from);
      const std::size_t callee = called(target, one, from, bound);
      result_.nodes[kid].callee = callee;
      result_.nodes[at].kids.push_back(kid);
    }
    return at;
  }

  std::size_t called(const page_rule& target, const expression& written, const page_rule& from,
                     const environment& bound) {
    auto arguments = std::make_shared<std::map<std::string, argument_in_rule>>();
    std::string spelled = "(";
    for (std::size_t i = 0; i < written.children.size(); ++i) {
      arguments->insert_or_assign(target.of->parameters[i], argument_in_rule{&written.children[i], from, bound});
      spelled += spell(written.children[i], from, bound) + ",";
    }
    return instantiate(target, arguments, spelled + ")");
  }

  std::string spell(const expression& written, const page_rule& from, const environment& bound) {
    if (written.is == form::parameter) {
      const argument_in_rule& argument = bound->at(written.text);
      return spell(*argument.written, argument.from, argument.outer);
    }
    std::string name = written.text;
    if (written.is == form::call && rule_of_dialects(name).empty()) {
      const page_rule target = find_rule(pages_, *from.where, written.text);
      name = target.where->name + "." + target.of->name;
    }
    if (written.is == form::back || written.is == form::capture) name = capture_key(*from.where, *from.of, name);
    std::string text = std::to_string(static_cast<int>(written.is)) + (written.any_case ? "i" : "");
    text += std::to_string(name.size()) + ":" + name + written.label;
    if (written.is == form::repeat) text += std::to_string(written.least) + "," + std::to_string(written.most);
    if (written.is == form::set) text += written.bytes.to_string();
    text += "(";
    for (const expression& child : written.children) text += spell(child, from, bound) + ",";
    return text + ")";
  }

  const std::vector<page>& pages_;
  graph result_;
  std::map<std::string, std::size_t> known_;
  std::vector<environment> waiting_;  // by instance
  std::size_t inside_ = 0;
};

void collect_calls(const std::vector<page>& pages, const page& here, const expression& written,
                   std::set<const rule*>& used) {
  if (written.is == form::call)
    for (const page_rule& target : find_rules(pages, here, written.text)) used.insert(target.of);
  for (const expression& child : written.children) collect_calls(pages, here, child, used);
}

bool is_used(const expression& written, std::string_view rule_name) {
  return (written.is == form::call && written.text == rule_name) ||
         std::any_of(written.children.begin(), written.children.end(),
                     [&](const expression& child) { return is_used(child, rule_name); });
}

}  // namespace

// Counted first, so that all of them are in one list.
node_users::node_users(const graph& of) : begins_(of.nodes.size() + 1, 0) {
  for (const graph_node& each : of.nodes)
    for (const std::size_t kid : each.kids) ++begins_[kid + 1];
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  users_.resize(begins_.back());
  std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
  for (std::size_t at = 0; at < of.nodes.size(); ++at)
    for (const std::size_t kid : of[at].kids) users_[next[kid]++] = at;
}

page_rule find_rule(const std::vector<page>& pages, const page& here, std::string_view text) {
  const std::size_t dot = text.find('.');
  const page* where = &here;
  if (dot != std::string_view::npos) {
    const auto named = [&](const page& each) { return each.name == text.substr(0, dot); };
    const auto found = std::find_if(pages.begin(), pages.end(), named);
    if (found == pages.end()) return {};
    where = &*found;
    text.remove_prefix(dot + 1);
  }
  for (const rule& each : where->rules)
    if (each.name == text) return {where, &each};
  return {where, nullptr};
}

std::vector<page_rule> find_rules(const std::vector<page>& pages, const page& here, std::string_view text) {
  const std::string_view of_dialects = rule_of_dialects(text);
  if (!of_dialects.empty()) return rules_of_dialects(pages, of_dialects);
  const page_rule one = find_rule(pages, here, text);
  return one.of == nullptr ? std::vector<page_rule>() : std::vector<page_rule>{one};
}

bool is_entry(const page& here, std::string_view rule_name) {
  if (is_dialect(here))
    return rule_name == "call_sign" || std::find(entries.begin(), entries.end(), rule_name) != entries.end();
  if (here.name == head_page)
    return std::none_of(here.rules.begin(), here.rules.end(),
                        [&](const rule& each) { return each.name != rule_name && is_used(each.body, rule_name); });
  return here.name == "message" && rule_name == "quoted";
}

std::string capture_key(const page& where, const rule& around, std::string_view name) {
  return where.name + "." + around.name + "." + std::string(name);
}

std::vector<page_rule> roots(const std::vector<page>& pages) {
  std::vector<page_rule> found;
  for (const page& here : pages)
    for (const rule& each : here.rules)
      if (is_entry(here, each.name)) found.push_back({&here, &each});
  if (std::any_of(pages.begin(), pages.end(), is_dialect)) return found;
  for (const page& here : pages)
    for (const rule& each : here.rules) {
      std::set<const rule*> used;
      for (const page& other_page : pages)
        for (const rule& other : other_page.rules)
          if (&other != &each) collect_calls(pages, other_page, other.body, used);
      if (used.count(&each) == 0) found.push_back({&here, &each});
    }
  return found;
}

graph build_graph(const std::vector<page>& pages) {
  return builder(pages).build();
}

problem problem_at(const graph_node& here, std::string what) {
  return {here.where->file, here.written->line != 0 ? here.written->line : here.around->line, here.around->name,
          std::move(what)};
}

problem problem_because(const graph_node& here, const graph_node& of, std::string what) {
  problem made = problem_at(here, std::move(what));
  problem there = problem_at(of, "");
  made.because = {std::move(there.file), there.line, std::move(there.rule), shown(*of.written)};
  return made;
}

}  // namespace toolcall::grammarc
