// Names: each is defined once, hides nothing, and every call finds a rule that takes as many arguments.
//
// A name that is nearly right is the commonest mistake on a page, so every message offers the nearest one.

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <string_view>

#include "grammarc/check_parts.hpp"

namespace toolcall::grammarc {
namespace {

const std::set<std::string, std::less<>> built_ins = {"run",  "span",  "trial",     "late", "json",   "python",
                                                      "tool", "field", "new_field", "line", "offered", "forced", "chosen"};

std::string a_number(std::size_t count) {
  if (count == 0) return "no arguments";
  return std::to_string(count) + (count == 1 ? " argument" : " arguments");
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
        found_.push_back({here.file, 1, "", "a dialect needs a rule call: what a tool call looks like"});
    }
  }

 private:
  void report(const page& here, const rule& around, std::size_t line, std::string what) {
    found_.push_back({here.file, line != 0 ? line : around.line, around.name, std::move(what)});
  }

  void definition(const page& here, const rule& each) {
    if (built_ins.count(each.name) != 0)
      report(here, each, each.line, each.name + " is built in and cannot be defined again; give the rule another name");
    if (is_entry(here, each.name) && !each.parameters.empty())
      report(here, each, each.line,
             "the message reads " + each.name +
                 " by itself and has no arguments for it; give "
                 "the rule with parameters another name and call it from here");
    std::set<std::string> seen;
    const std::vector<std::string> names = rule_names(here);
    for (const std::string& parameter : each.parameters) {
      if (!seen.insert(parameter).second) report(here, each, each.line, "two parameters are called " + parameter);
      if (built_ins.count(parameter) != 0)
        report(here, each, each.line, "the parameter " + parameter + " hides what is built in; rename it");
      if (std::find(names.begin(), names.end(), parameter) != names.end())
        report(here, each, each.line, "the parameter " + parameter + " hides the rule " + parameter + "; rename one");
    }
  }

  void calls(const page& here, const rule& around, const expression& written) {
    if (written.is == form::call) one_call(here, around, written);
    for (const expression& child : written.children) calls(here, around, child);
  }

  void of_dialects(const page& here, const rule& around, const expression& written) {
    for (const place& target : rules_of_dialects(pages_, rule_of_dialects(written.text)))
      if (target.of->parameters.size() != written.children.size())
        report(here, around, written.line,
               written.text + " is given " + std::to_string(written.children.size()) + ", but on page " +
                   target.where->name + " the rule takes " + a_number(target.of->parameters.size()) +
                   "; it takes as many on each page that has it");
  }

  void one_call(const page& here, const rule& around, const expression& written) {
    if (!rule_of_dialects(written.text).empty()) return of_dialects(here, around, written);
    const place target = find_rule(pages_, here, written.text);
    const std::string page_name = written.text.substr(0, written.text.find('.'));
    if (target.where == nullptr) {
      std::vector<std::string> names;
      for (const page& each : pages_) names.push_back(each.name);
      report(here, around, written.line, written.text + ": there is no page " + page_name + offer(page_name, names));
    } else if (target.of == nullptr) {
      std::vector<std::string> names = rule_names(*target.where);
      names.insert(names.end(), around.parameters.begin(), around.parameters.end());
      if (target.where == &here) names.insert(names.end(), built_ins.begin(), built_ins.end());
      const std::string name = written.text.substr(written.text.find('.') + 1);
      const std::string where = target.where == &here ? "this page" : "page " + target.where->name;
      report(here, around, written.line, "there is no rule " + name + " on " + where + offer(name, names));
    } else if (target.of->parameters.size() != written.children.size()) {
      report(here, around, written.line,
             written.text + " takes " + a_number(target.of->parameters.size()) + " and is given " +
                 std::to_string(written.children.size()) +
                 "; the ( of arguments touches the name, and behind a "
                 "blank it is a group");
    }
  }

  const std::vector<page>& pages_;
  problems& found_;
};

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string closest(std::string_view written, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(1, written.size() / 2) + 1;
  for (const std::string& each : candidates) {
    const std::size_t far = distance(written, each);
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
