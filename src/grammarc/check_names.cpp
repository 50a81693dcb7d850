// Names: each is defined once, hides nothing, and every call finds a rule that takes as many arguments.
//
// A name that is nearly right is the commonest mistake on a page, so every message offers the nearest one.

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "grammarc/check_parts.hpp"
#include "text/edit_distance.hpp"

namespace toolcall::grammarc {
namespace {

std::string a_number(std::size_t count) {
  if (count == 0) return "no arguments";
  return std::to_string(count) + (count == 1 ? " argument" : " arguments");
}

std::size_t written_arguments(const expression& call) {
  return static_cast<std::size_t>(
      std::count_if(call.children.begin(), call.children.end(), [](const expression& each) { return !each.implied; }));
}

std::string offer(std::string_view written, const std::vector<std::string>& candidates) {
  const std::string near = closest(written, candidates);
  return near.empty() ? "" : "; did you mean " + near + "?";
}

std::vector<std::string> rule_names(const page& here) {
  std::vector<std::string> names;
  for (const rule& each : here.rules) names.push_back(each.name);
  return names;
}

class checker {
 public:
  checker(const std::vector<page>& pages, problems& found) : pages_(pages), found_(found) {}

  void run() {
    for (const page& here : pages_) {
      if (here.name == "dialects")
        found_.push_back({here.file, 1, "", "dialects is the name of all dialects together; name the page otherwise"});
      std::set<std::string> seen;
      for (const rule& each : here.rules) {
        if (!seen.insert(each.name).second)
          report(here, each, each.line,
                 "this page has a rule " + each.name +
                     " already; rename one of them, or join "
                     "them with /");
        definition(here, each);
        calls(here, each, each.body);
      }
      if (is_dialect(here) && seen.count("call") == 0)
        found_.push_back({here.file, 1, "",
                          std::string("a dialect needs a rule call: what a tool call looks like") +
                              (here.rules.empty() ? "; this page has no rules, which stand in blocks ```peg" : "")});
    }
  }

 private:
  void report(const page& here, const rule& around, std::size_t line, std::string what) {
    found_.push_back({here.file, line != 0 ? line : around.line, around.name, std::move(what)});
  }

  void definition(const page& here, const rule& each) {
    if (engine::built_in(each.name) != nullptr)
      report(here, each, each.line, each.name + " is built in and cannot be defined again; give the rule another name");
    if (each.name == given_word)
      report(here, each, each.line, "given begins a list of givens and cannot name a rule; give the rule another name");
    if (is_entry(here, each.name) && !each.parameters.empty())
      report(here, each, each.line,
             "the message reads " + each.name +
                 " by itself and has no arguments for it; give "
                 "the rule with parameters another name and call it from here");
    std::set<std::string> seen;
    const std::vector<std::string> names = rule_names(here);
    for (const std::string& parameter : each.parameters) {
      if (!seen.insert(parameter).second) report(here, each, each.line, "two parameters are called " + parameter);
      if (engine::built_in(parameter) != nullptr)
        report(here, each, each.line, "the parameter " + parameter + " hides what is built in; rename it");
      if (parameter == given_word)
        report(here, each, each.line, "given begins a list of givens and cannot name a parameter; rename it");
      if (std::find(names.begin(), names.end(), parameter) != names.end())
        report(here, each, each.line, "the parameter " + parameter + " hides the rule " + parameter + "; rename one");
    }
  }

  void calls(const page& here, const rule& around, const expression& written) {
    if (written.is == form::call) one_call(here, around, written);
    for (const expression& child : written.children) calls(here, around, child);
  }

  void of_dialects(const page& here, const rule& around, const expression& written) {
    for (const page_rule& target : rules_of_dialects(pages_, rule_of_dialects(written.text)))
      if (target.of->parameters.size() != written.children.size())
        report(here, around, written.line,
               written.text + " is given " + std::to_string(written_arguments(written)) + ", but on page " +
                   target.where->name + " the rule takes " + a_number(written_parameters(*target.of).size()) +
                   "; it takes as many on each page that has it");
  }

  void one_call(const page& here, const rule& around, const expression& written) {
    if (!rule_of_dialects(written.text).empty()) return of_dialects(here, around, written);
    const page_rule target = find_rule(pages_, here, written.text);
    const std::string page_name = written.text.substr(0, written.text.find('.'));
    if (target.where == nullptr) {
      std::vector<std::string> names;
      for (const page& each : pages_) names.push_back(each.name);
      report(here, around, written.line, written.text + ": there is no page " + page_name + offer(page_name, names));
    } else if (target.of == nullptr) {
      std::vector<std::string> names = rule_names(*target.where);
      names.insert(names.end(), around.parameters.begin(), around.parameters.end());
      for (const engine::form_facts& each : engine::forms)
        if (target.where == &here && engine::built_in(each.written) != nullptr) names.emplace_back(each.written);
      const std::string name = written.text.substr(written.text.find('.') + 1);
      const std::string where = target.where == &here ? "this page" : "page " + target.where->name;
      report(here, around, written.line, "there is no rule " + name + " on " + where + offer(name, names));
    } else if (target.of->parameters.size() != written.children.size()) {
      report(here, around, written.line,
             written.text + " takes " + a_number(written_parameters(*target.of).size()) + " and is given " +
                 std::to_string(written_arguments(written)) +
                 "; the ( of arguments touches the name, and after a "
                 "blank it is a group");
    } else if (is_borrowed(here, target)) {
      report(here, around, written.line,
             written.text +
                 " is a rule of a dialect's page, which may change with that dialect: move what both need to a page "
                 "of shapes/ or values/");
    }
  }

  // A dialect may read what another one reads (its call, its unread, …), but not a part of that.
  static bool is_borrowed(const page& here, const page_rule& target) {
    if (target.where == &here || !of_dialect(*target.where)) return false;
    const std::string& name = target.of->name;
    return !of_dialect(here) ||
           (name != "call_sign" && std::find(entries.begin(), entries.end(), name) == entries.end());
  }

  // Of the pages that are compiled in, toolcall try knows the file and not the front matter.
  static bool of_dialect(const page& of) { return is_dialect(of) || folder_of(of.file) == "dialects"; }

  static std::string_view folder_of(std::string_view file) {
    const std::size_t end = file.rfind('/');
    if (end == file.npos || end == 0) return "";
    return file.substr(0, end).substr(file.rfind('/', end - 1) + 1);
  }

  const std::vector<page>& pages_;
  problems& found_;
};

}  // namespace

std::string closest(std::string_view written, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(1, written.size() / 2) + 1;
  for (const std::string& each : candidates) {
    const std::size_t far = edit_distance(written, each);
    if (far >= least || far >= each.size()) continue;
    least = far;
    best = each;
  }
  return best;
}

void check_names(const std::vector<page>& pages, problems& found) {
  checker(pages, found).run();
}

}  // namespace toolcall::grammarc
