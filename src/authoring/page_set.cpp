// The compiled pages are known by their grammars alone (page_texts.hpp), and the labels by grammar/labels.hpp: that is
// all that another page may use of them.

#include "authoring/page_set.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "authoring/dialect_of_pages.hpp"
#include "authoring/page_texts.hpp"
#include "authoring/result_lines.hpp"
#include "grammar/labels.hpp"
#include "grammarc/cause.hpp"
#include "grammarc/check.hpp"
#include "grammarc/defaults.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/emit.hpp"
#include "grammarc/givens.hpp"
#include "grammarc/lay_out_pages.hpp"

namespace toolcall::authoring {

namespace {

const grammar::page_text* compiled(std::string_view name) {
  for (const grammar::page_text& page : grammar::pages)
    if (page.name == name) return &page;
  return nullptr;
}

bool is_shared(const grammar::page_text& page) {
  return page.file.find("/dialects/") == page.file.npos;
}

grammarc::page read(const grammar::page_text& page) {
  std::vector<grammarc::problem> none;  // it was right when it was compiled
  return grammarc::read_page(page.file, "```peg\n" + std::string(page.rules) + "```\n", none);
}

}  // namespace

std::vector<grammarc::label> compiled_labels() {
  std::vector<grammarc::label> all;
  for (const label_facts& each : grammar::labels)
    all.push_back({std::string(each.name), std::string(each.message), std::string(each.consequence),
                   each.concerns_field, std::string(each.evidence), each.concerns_no_call, 0});
  return all;
}

std::vector<grammarc::page> compiled_pages() {
  std::vector<grammarc::page> all;
  for (const grammar::page_text& each : grammar::pages) {
    all.push_back(read(each));
    if (is_shared(each)) continue;
    all.back().front["dialect"] = {std::string(each.name)};
    all.back().front["order"] = {std::to_string(each.order)};
  }
  return all;
}

bool is_taken(std::string_view name) {
  static constexpr std::string_view reserved[] = {"auto", "dialects", "labels"};
  return compiled(name) != nullptr || std::find(std::begin(reserved), std::end(reserved), name) != std::end(reserved);
}

std::string compiled_page(std::string_view dialect) {
  const grammar::page_text* const found = compiled(dialect);
  if (found == nullptr || is_shared(*found)) return {};
  return "---\ndialect: " + std::string(dialect) + "\norder: " + std::to_string(found->order) + "\n---\n\n```peg\n" +
         std::string(found->rules) + "```\n";
}

page_set::page_set(const std::string& file, std::string_view content) : labels_(compiled_labels()) {
  grammarc::page own = grammarc::read_page(file, content, problems_);
  if (const grammar::page_text* const found = compiled(grammarc::defaults_page)) add_defaults(own, read(*found));
  add_used(own, own.name);
  add_users(own.name);
  pages_.push_back(std::move(own));
  check_place();
  check_results();
  pages_.back().ambiguous.clear();  // nobody asks, and the other pages have been compiled without such rules
  grammarc::resolve_givens(pages_, problems_);
  grammarc::drop_unread_defaults(pages_);
  const bool were_read = problems_.empty();
  if (were_read) problems_ = grammarc::check(pages_, labels_, {.in_question = file});
  const bool names_resolve = were_read && grammarc::names_resolve(pages_);
  if (problems_.empty()) problems_ = grammarc::check_headers(pages_);
  own_problems(names_resolve);
}

// What is found on a page that was right when it was compiled lies in what this one adds to it: its rules are asked
// there as dialects.RULE, it calls rules there with what does not fit, or it stands in for a page that had more.
void page_set::own_problems(bool names_resolve) {
  name_sources();
  for (grammarc::problem& p : problems_)
    if (p.file != own().file && !is_asked_for(p)) blame(p, names_resolve);
  // The echo of a mistake on other pages comes after the mistake.
  const auto is_own = [](const grammarc::problem& p) { return p.what.rfind("as dialects.", 0) != 0; };
  std::stable_partition(problems_.begin(), problems_.end(), is_own);
}

// What this page writes may be wrong in many rules that are given it: that is one mistake, and it is said here.
void page_set::name_sources() {
  const auto lies_here = [&](const grammarc::problem& p) {
    return p.file != own().file && p.because && p.because->file == own().file;
  };
  std::set<std::pair<std::size_t, std::string>> seen;
  std::vector<grammarc::problem> all;
  for (grammarc::problem& p : problems_) {
    if (lies_here(p)) {
      const grammarc::problem::source of = *p.because;
      if (!seen.insert({of.line, of.shown}).second) continue;
      p = {of.file, of.line, of.rule, of.shown + " cannot stand here: in " + p.file + ", " + p.rule + ": " + p.what};
    }
    all.push_back(std::move(p));
  }
  problems_ = std::move(all);
}

bool page_set::is_asked_for(grammarc::problem& p) const {
  for (const grammarc::rule& asked : own().rules) {
    const std::string name = "dialects." + asked.name;
    if (p.what.find(name + "(") == p.what.npos && p.what.find(name + " ") == p.what.npos) continue;
    p = {own().file, asked.line, asked.name, "as " + name + ", which " + p.file + " asks in " + p.rule + ": " + p.what};
    return true;
  }
  return false;
}

void page_set::blame(grammarc::problem& p, bool names_resolve) const {
  const std::string there = p.file + ": " + p.rule + (p.rule.empty() ? "" : ": ") + p.what;
  const auto cause = names_resolve ? grammarc::cause_of(p, pages_, own().file) : std::nullopt;
  if (cause)
    p = {own().file, cause->line, cause->rule, "by the call of " + cause->call + " here, " + there};
  else
    p = {own().file, 1, "", "with this page among the others, " + there};
}

bool page_set::has(std::string_view name) const {
  return std::any_of(pages_.begin(), pages_.end(), [&](const grammarc::page& page) { return page.name == name; });
}

// Pages of other dialects are not in use; what is used of them is shared like any rule.
void page_set::add_used(const grammarc::page& by, const std::string& own_name) {
  std::set<std::string> names = grammarc::pages_used(by);
  names.insert("message");
  names.erase(by.name);
  for (const std::string& name : names) {
    const grammar::page_text* const found = compiled(name);
    if (found == nullptr || has(name) || name == own_name) continue;
    pages_.push_back(read(*found));
    const grammarc::page used = pages_.back();
    add_used(used, own_name);
  }
}

// They hold the page to what they ask of it, and say with which arguments its rules are called.
void page_set::add_users(const std::string& name) {
  for (const grammar::page_text& each : grammar::pages) {
    if (each.name == name || has(each.name) || each.rules.find(name + ".") == each.rules.npos) continue;
    const grammarc::page user = read(each);
    if (grammarc::pages_used(user).count(name) == 0) continue;
    pages_.push_back(user);
    add_used(user, name);
  }
}

// What grammarc sees by a page's place in spec/, or the compiler by its header.
void page_set::check_place() {
  const grammarc::page& page = own();
  const auto report = [&](const std::string& what) { problems_.push_back({page.file, 1, "", what}); };
  if (is_taken(page.name) && compiled(page.name) == nullptr)
    return report(page.name + " means something else in pages and on the command line; call the page otherwise");
  const grammar::page_text* const like = compiled(page.name);
  if (like != nullptr && is_shared(*like))
    return report(page.name + " is a page that dialects share (toolcall show " + page.name + "); call yours otherwise");
  if (!grammarc::is_dialect(page))
    return report("the page of a dialect begins with front matter that names it: ---, dialect: " + page.name + ", ---");
  for (const char* const key : {"framing", "ids"})
    if (!first_of(page, key).empty()) report(std::string(key) + ": nothing acts on it yet, so no page may say it");
  std::vector<grammarc::ordered_dialect> others;
  for (const grammar::page_text& each : grammar::pages)
    if (!is_shared(each)) others.push_back({each.name, each.order});
  grammarc::check_order(page, others, problems_);
}

// A result that nothing could give is a mistake of the page, and no difference.
void page_set::check_results() {
  for (const grammarc::example& each : own().examples) try {
      expected_lines(each.expected);
    } catch (const wrong_line& why) {
      problems_.push_back({own().file, each.expected_line + why.line, "", each.title + ": " + why.what()});
    }
}

std::vector<grammarc::message_item> page_set::items() const {
  return grammarc::items_of(pages_, {&own()});
}

toolcall::dialect page_set::dialect() const {
  return dialect_of({pages_, labels_}, {&own()});
}

}  // namespace toolcall::authoring
