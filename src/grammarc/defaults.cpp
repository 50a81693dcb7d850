// A rule is copied and not called: so its names are those of the dialect's page, and its literals may be tokens of the
// dialect's model.

#include "grammarc/defaults.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "grammarc/check_graph.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/mark_rules.hpp"
#include "grammarc/print.hpp"
#include "grammarc/read_page_lines.hpp"

namespace toolcall::grammarc {
namespace {

bool calls(const expression& written, const std::string& name) {
  if (written.is == form::call && written.text == name) return true;
  return std::any_of(written.children.begin(), written.children.end(),
                     [&](const expression& child) { return calls(child, name); });
}

bool gives(const page& here, const std::string& name) {
  const auto is_so_named = [&](const auto& each) { return each.name == name; };
  return rule_named(here, name) != nullptr || std::any_of(here.givens.begin(), here.givens.end(), is_so_named);
}

// The message reads it, or shared pages ask all dialects for it.
bool is_read_by_itself(const page& here, const std::string& name) {
  return is_entry(here, name) ||
         std::find(asked_of_dialects.begin(), asked_of_dialects.end(), name) != asked_of_dialects.end();
}

bool asks_for(const page& here, const std::string& name) {
  const auto calls_it = [&](const rule& each) { return calls(each.body, name); };
  return is_read_by_itself(here, name) || std::any_of(here.rules.begin(), here.rules.end(), calls_it) ||
         std::any_of(here.ambiguous.begin(), here.ambiguous.end(), calls_it);
}

// What ends everything is a given of every page.
void add_leave(page& here, const page& defaults) {
  for (const given& each : defaults.givens) {
    if (each.otherwise.empty() || gives(here, each.name)) continue;
    here.givens.push_back(each);
    here.givens.back().by_default = true;
  }
}

// The page has no such line; what is wrong with the rule there is said of the page.
void without_lines(expression& written) {
  written.line = 0;
  for (expression& child : written.children) without_lines(child);
}

std::string as_written(const given& of) {
  return "given " + of.name + (of.otherwise.empty() ? "" : " <- " + print(of.otherwise.front()));
}

// What a dialect has and does not write: the rules of its marks, and the defaults that are left once what it has no
// mark for is taken out of them.
class derivation {
 public:
  derivation(page& dialect, const page& defaults) : page_(dialect), defaults_(defaults) {
    for (rule& each : mark_rules(dialect)) {
      written_.emplace(each.name, each.body);
      if (gives(dialect, each.name)) continue;
      // Around an object alone: elsewhere shared pages look for the mark in values, where it counts as it is declared.
      if (each.name.rfind("object_", 0) == 0 || each.name == "close") spell(each.body);
      each.source = print(each);
      marks_.push_back(std::move(each));
    }
  }

  void add() {
    add_leave(page_, defaults_);
    // Shared pages ask for marks by their givens; those that nothing reads in the end are dropped.
    for (const rule& each : marks_)
      if (!is_of_reasoning(each)) page_.rules.push_back(each);
    for (bool changed = true; changed;) {
      changed = false;
      for (const rule& each : marks_)
        if (is_of_reasoning(each)) changed = take(each, each.body) || changed;
      for (const rule& each : defaults_.rules)
        if (!is_mark(each.name)) changed = take(each, without_missing(each.body)) || changed;
    }
  }

 private:
  // A mark that dialects share is read as the rule beside it in `spelled` reads it.
  void spell(expression& mark) const {
    for (expression& child : mark.children) spell(child);
    const rule* const spelled = rule_named(defaults_, "spelled");
    if (spelled == nullptr || mark.is != form::literal) return;
    for (const expression& each : spelled->body.children)
      if (each.children.size() == 2 && each.children[0].text == mark.text) {
        const std::size_t line = mark.line;
        mark = each.children[1];
        mark.line = line;
        return;
      }
  }

  // What the page asks for and does not give.
  bool take(const rule& made, std::optional<expression> left) {
    if (!left || gives(page_, made.name) || !asks_for(page_, made.name)) return false;
    page_.rules.push_back(made.by_default ? made : by_default(made, std::move(*left)));
    return true;
  }

  // A page whose reasoning looks otherwise has no use for the marks alone.
  static bool is_of_reasoning(const rule& mark) { return mark.name.rfind("reasoning", 0) == 0; }

  // As it stands there where nothing was taken out.
  static rule by_default(const rule& of, expression left) {
    rule made = of;
    made.line = 1;
    made.by_default = true;
    if (print(left) != print(of.body)) {
      made.body = std::move(left);
      made.source = print(made);
    }
    without_lines(made.body);
    return made;
  }

  bool is_mark(const std::string& name) const {
    return std::any_of(marks_.begin(), marks_.end(), [&](const rule& each) { return each.name == name; });
  }

  // A page that gives a rule which never matches has none.
  bool has(const std::string& name) {
    if (rule_named(page_, name) != nullptr && entry_of(page_, name) == nullptr) return false;
    if (gives(page_, name) || is_mark(name)) return true;
    const rule* const by_default = rule_named(defaults_, name);
    if (by_default == nullptr) return false;
    const auto [known, is_new] = has_.try_emplace(name, true);  // a rule that calls itself is there
    if (is_new) {
      const bool is_left = without_missing(by_default->body).has_value();
      has_[name] = is_left;
      return is_left;
    }
    return known->second;
  }

  // Nothing where the dialect lacks what the expression cannot be read without.
  std::optional<expression> without_missing(const expression& written) {
    if (written.is == form::call && is_condition(written.text)) return condition(written);
    if (written.is == form::call && written.text.find('.') == written.text.npos && !has(written.text)) return {};
    if (written.is == form::choice) return one_of(written);
    if (written.is == form::recovery) return recovered(written);
    expression made = written;
    made.children.clear();
    for (const expression& child : written.children) {
      std::optional<expression> left = without_missing(child);
      if (!left && written.is != form::optional && written.is != form::star && written.is != form::not_at) return {};
      if (!left) return nothing_to_read();
      if (written.is != form::sequence || !reads_nothing(*left)) made.children.push_back(std::move(*left));
    }
    if (made.is == form::sequence && made.children.size() == 1) return expression(made.children.front());
    return made;
  }

  std::optional<expression> one_of(const expression& written) {
    expression made = written;
    made.children.clear();
    for (const expression& child : written.children)
      if (std::optional<expression> left = without_missing(child)) made.children.push_back(std::move(*left));
    if (made.children.empty()) return {};
    if (made.children.size() == 1) return expression(made.children.front());
    return made;
  }

  std::optional<expression> recovered(const expression& written) {
    std::optional<expression> guarded = without_missing(written.children[0]);
    std::optional<expression> recovery = without_missing(written.children[1]);
    if (!guarded || !recovery) return guarded;
    expression made = written;
    made.children = {std::move(*guarded), std::move(*recovery)};
    return made;
  }

  static bool is_condition(const std::string& name) { return name == "has" || name == "lacks" || name == "is"; }
  std::optional<expression> condition(const expression& written) {
    const bool of_bytes = written.children.size() == 2;
    const std::string mark = written.children.empty() ? "" : written.children.front().text;
    const bool holds = of_bytes ? is(mark, written.children[1].text) : has(mark);
    if (holds == (written.text != "lacks")) return nothing_to_read();
    return {};
  }
  // Whether the page declares the mark with these bytes.
  bool is(const std::string& mark, const std::string& bytes) const {
    const auto found = written_.find(mark);
    if (found == written_.end()) return false;
    const auto same = [&](const expression& each) { return each.is == form::literal && each.text == bytes; };
    return same(found->second) || std::any_of(found->second.children.begin(), found->second.children.end(), same);
  }

  static expression nothing_to_read() {
    expression made;
    made.is = form::sequence;
    return made;
  }
  static bool reads_nothing(const expression& written) {
    return written.is == form::sequence && written.children.empty();
  }

  page& page_;
  const page& defaults_;
  std::vector<rule> marks_;
  std::map<std::string, expression> written_;  // the marks, as the page declares them
  std::map<std::string, bool> has_;
};

const page* shared_page(const std::vector<page>& pages, std::string_view name) {
  const auto found = std::find_if(pages.begin(), pages.end(),
                                  [&](const page& each) { return each.name == name && !is_dialect(each); });
  return found == pages.end() ? nullptr : &*found;
}

// Whether it can be said on that page alone.
bool calls_rule_of(const page& where, const expression& written) {
  return std::any_of(where.rules.begin(), where.rules.end(),
                     [&](const rule& each) { return calls(written, each.name); });
}

// `given field.*` stands for all givens of that page.
void add_givens_of_others(page& here, const std::vector<page>& pages) {
  std::vector<given> all;
  for (const given& each : here.givens) {
    const bool is_page = each.name.ends_with(".*");
    const page* const other = is_page ? shared_page(pages, each.name.substr(0, each.name.size() - 2)) : nullptr;
    if (!is_page || other == nullptr) all.push_back(each);
    for (given one : other == nullptr ? std::vector<given>{} : other->givens) {
      one.by_default = true;
      if (!one.otherwise.empty() && calls_rule_of(*other, one.otherwise.front())) one.otherwise.clear();
      all.push_back(std::move(one));
    }
  }
  here.givens = std::move(all);
}

// A name that is no rule there is a mark that a dialect may have.
void add_marks_as_givens(page& defaults, const expression& written) {
  const bool is_own = written.is == form::call && written.text.find('.') == written.text.npos;
  if (is_own && !gives(defaults, written.text)) defaults.givens.push_back({written.text, {}, written.line, true});
  for (const expression& child : written.children) add_marks_as_givens(defaults, child);
}

// What belongs to the call above it stands further in.
std::string indent(const mark_declaration& of) {
  return of.kind == "field" || of.kind == "item" || of.kind == "object" ? "  " : "";
}

}  // namespace

void add_defaults(page& dialect, const page& defaults) {
  if (is_dialect(dialect)) derivation(dialect, defaults).add();
}

void drop_unread_defaults(std::vector<page>& pages) {
  const std::set<const rule*> read = rules_read(pages);
  for (page& each : pages) {
    std::vector<rule> kept;
    for (rule& one : each.rules)
      if (!one.by_default || read.count(&one) != 0) kept.push_back(std::move(one));
    each.rules = std::move(kept);
  }
}

std::string whole_grammar(const page& of) {
  std::string added;
  for (const given& each : of.givens)
    if (each.by_default) added += as_written(each) + "\n";
  for (const rule& each : of.rules)
    if (each.by_default) added += each.source + "\n";
  std::string marks;
  for (const mark_declaration& each : of.marks)
    for (const std::string_view line : split_lines(each.source))
      marks += "# " + indent(each) + std::string(line) + "\n";
  if (!marks.empty() && !of.grammar.empty()) marks += "\n";
  std::string grammar;  // the givens of another page stand below
  for (const std::string_view line : split_lines(of.grammar))
    grammar += (line.ends_with(".*") ? "# " : "") + std::string(line) + "\n";
  return marks + grammar + (added.empty() ? "" : "\n# By default:\n" + added);
}

void add_defaults(std::vector<page>& pages) {
  const page* const defaults = shared_page(pages, defaults_page);
  for (page& each : pages) {
    add_givens_of_others(each, pages);
    if (defaults != nullptr && &each != defaults) add_leave(each, *defaults);
  }
  if (defaults == nullptr) return;
  for (page& each : pages) add_defaults(each, *defaults);
  page& of_marks = pages[static_cast<std::size_t>(defaults - pages.data())];
  for (const rule& each : of_marks.rules) add_marks_as_givens(of_marks, each.body);
}

}  // namespace toolcall::grammarc
