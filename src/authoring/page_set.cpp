// The compiled pages are known by their grammars alone (grammar/pages.hpp), and the labels by grammar/labels.hpp: that
// is all that another page may use of them.

#include "authoring/page_set.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "authoring/lay_out_page.hpp"
#include "events/compiled_dialects.hpp"
#include "grammar/labels.hpp"
#include "grammar/pages.hpp"
#include "grammarc/check.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/emit.hpp"

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

std::string first_of(const grammarc::page& page, const char* key) {
  const auto found = page.front.find(key);
  return found == page.front.end() || found->second.empty() ? "" : found->second.front();
}

bool has_rule(const grammarc::page& page, std::string_view name) {
  return std::any_of(page.rules.begin(), page.rules.end(), [&](const auto& rule) { return rule.name == name; });
}

std::vector<grammarc::label> known_labels() {
  std::vector<grammarc::label> all;
  for (const grammar::label_facts& each : grammar::labels)
    all.push_back(
        {std::string(each.name), std::string(each.message), std::string(each.consequence), each.concerns_field, 0});
  return all;
}

grammarc::page read(const grammar::page_text& page) {
  std::vector<grammarc::problem> none;  // it was right when it was compiled
  return grammarc::read_page(page.file, "```peg\n" + std::string(page.rules) + "```\n", none);
}

}  // namespace

bool is_taken(std::string_view name) {
  static constexpr std::string_view reserved[] = {"auto", "dialects", "compiled", "labels", "pages"};
  return compiled(name) != nullptr || std::find(std::begin(reserved), std::end(reserved), name) != std::end(reserved);
}

page_set::page_set(const std::string& file, std::string_view content) {
  grammarc::page own = grammarc::read_page(file, content, problems_);
  add_used(own, own.name);
  add_users(own.name);
  pages_.push_back(std::move(own));
  check_place();
  if (problems_.empty()) problems_ = grammarc::check(pages_, known_labels(), {.in_question = file});
  if (problems_.empty()) problems_ = grammarc::check_headers(pages_);
  own_problems();
}

// What is found on a page that was right when it was compiled lies in what this one adds to it: its rules are asked
// there as dialects.RULE.
void page_set::own_problems() {
  for (grammarc::problem& p : problems_) {
    if (p.file == own().file) continue;
    for (const grammarc::rule& asked : own().rules) {
      const std::string name = "dialects." + asked.name;
      if (p.what.find(name + "(") == p.what.npos && p.what.find(name + " ") == p.what.npos) continue;
      p.what = "as " + name + ", which " + p.file + " asks in " + p.rule + ": " + p.what;
      p.file = own().file;
      p.line = asked.line;
      p.rule = asked.name;
      break;
    }
  }
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
}

std::vector<oracle::item> page_set::items() const {
  std::vector<oracle::item> all{{"message", "quoted"}};
  for (const char* const entry : {"call", "reasoning", "control"})
    if (has_rule(own(), entry)) all.push_back({own().name, entry});
  return all;
}

toolcall::dialect page_set::dialect() const {
  engine::grammar laid_out = lay_out_page(pages_, items());
  for (std::size_t i = 0; i < laid_out.items.size(); ++i)
    laid_out.items[i].dialect = i == 0 ? pages_.size() : pages_.size() - 1;  // a quoted passage is of no dialect
  std::vector<events::dialect_traits> traits(pages_.size() + 1);
  traits[pages_.size() - 1] = events::traits_of(own().name, first_of(own(), "telling"), first_of(own(), "repeats"));
  return toolcall::dialect::of_internals(events::compile(laid_out, std::move(traits)));
}

}  // namespace toolcall::authoring
