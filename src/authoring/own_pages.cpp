// A compiled page is known by its grammar, and by what its front matter says of its calls (grammar/dialects.hpp); for a
// mixture both are put together again.

#include "authoring/own_pages.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <toolcall/error.hpp>

#include "authoring/dialect_of_pages.hpp"
#include "dialects/dialect_names.hpp"
#include "grammar/dialects.hpp"
#include "grammarc/defaults.hpp"
#include "grammarc/givens.hpp"
#include "text/split.hpp"

namespace toolcall::authoring {

namespace {

// What a dialect points into; it is kept with it.
struct kept_pages {
  std::vector<grammarc::page> pages;
  std::vector<grammarc::label> labels;
};

void set_front(grammarc::page& page, const char* key, std::string_view value) {
  if (!value.empty()) page.front[key] = {std::string(value)};
}

void set_front(grammarc::page& page, const char* key, std::span<const std::string_view> values) {
  if (!values.empty()) page.front[key].assign(values.begin(), values.end());
}

void add_facts(grammarc::page& page) {
  for (const engine::page_facts& known : grammar::dialects) {
    if (known.name != page.name) continue;
    set_front(page, "starts", known.starts);
    set_front(page, "tokens", known.tokens);
    set_front(page, "emission", known.emission);
    set_front(page, "repeats", known.repeats);
    set_front(page, "values", known.values);
    set_front(page, "in_use", known.in_use);
  }
}

}  // namespace

void own_pages::add(const std::string& file, std::string_view content) {
  source made{file, std::string(content), std::make_shared<page_set>(file, content)};
  const std::vector<grammarc::problem>& found = made.pages->problems();
  problems_.insert(problems_.end(), found.begin(), found.end());
  if (!found.empty()) return;
  const std::string& name = made.pages->own().name;
  if (named(name) != nullptr)
    problems_.push_back({file, 1, "", "another page of these is called " + name + ", too; call one of them otherwise"});
  else
    all_.push_back(std::move(made));
}

std::string own_pages::names() const {
  std::string all;
  for (const source& each : all_) all += (all.empty() ? "" : ",") + each.pages->own().name;
  return all;
}

const page_set* own_pages::named(std::string_view name) const {
  for (const source& each : all_)
    if (each.pages->own().name == name) return each.pages.get();
  return nullptr;
}

toolcall::dialect own_pages::dialect(std::string_view names) const {
  const std::string all = this->names();
  const std::vector<std::string_view> asked = split(names == "auto" ? std::string_view(all) : names, ',');
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (std::find(asked.begin(), asked.end(), all_[i].pages->own().name) != asked.end()) own.push_back(i);
  std::string others = names == "auto" ? "auto" : "";
  if (names != "auto")
    for (const std::string_view each : asked)
      if (named(each) == nullptr) others += (others.empty() ? "" : ",") + std::string(each);
  if (own.empty()) return dialect::named(names);
  if (own.size() > 1 || !others.empty()) return among_compiled(own, others);
  const std::shared_ptr<const page_set>& alone = all_[own.front()].pages;
  return kept_with(alone->dialect(), alone);
}

toolcall::dialect own_pages::among_compiled(const std::vector<std::size_t>& own, std::string_view others) const {
  const auto kept = std::make_shared<kept_pages>();
  kept->labels = compiled_labels();
  for (grammarc::page& each : compiled_pages()) {
    const auto is_instead = [&](std::size_t i) { return all_[i].pages->own().name == each.name; };
    if (std::any_of(own.begin(), own.end(), is_instead)) continue;
    add_facts(each);
    kept->pages.push_back(std::move(each));
  }
  std::vector<grammarc::problem> problems;
  const auto defaults = std::find_if(kept->pages.begin(), kept->pages.end(),
                                     [](const auto& each) { return each.name == grammarc::defaults_page; });
  const grammarc::page shared = defaults == kept->pages.end() ? grammarc::page() : *defaults;
  const std::size_t first_own = kept->pages.size();
  for (const std::size_t i : own) {
    kept->pages.push_back(grammarc::read_page(all_[i].file, all_[i].content, problems));
    kept->pages.back().ambiguous.clear();
    add_defaults(kept->pages.back(), shared);
  }
  grammarc::resolve_givens(kept->pages, problems);
  grammarc::drop_unread_defaults(kept->pages);
  if (!problems.empty()) throw setup_error("", line_of(problems.front()));
  std::vector<const grammarc::page*> chosen;
  for (std::size_t i = first_own; i < kept->pages.size(); ++i) chosen.push_back(&kept->pages[i]);
  engine::dialect_set in_use{};
  if (!others.empty()) in_use = events::dialects_listed(others, dialect::all());
  for (std::size_t i = 0; i < grammar::dialects.size(); ++i)
    for (std::size_t k = 0; in_use[i] && k < first_own; ++k)
      if (kept->pages[k].name == grammar::dialects[i].name) chosen.push_back(&kept->pages[k]);
  return kept_with(dialect_of({kept->pages, kept->labels, first_own}, chosen), kept);
}

}  // namespace toolcall::authoring

toolcall::dialect toolcall::dialect::of_page(std::string_view page, std::string_view file) {
  std::string name(file);
  if (name.empty()) {  // a page is called like its file
    std::vector<grammarc::problem> said_below;
    name = authoring::first_of(grammarc::read_page("page", page, said_below), "dialect");
    name = name.empty() ? "page" : name + ".md";
  }
  authoring::own_pages one;
  one.add(name, page);
  std::string lines;
  for (const grammarc::problem& each : one.problems()) lines += (lines.empty() ? "" : "\n") + line_of(each);
  if (!lines.empty()) throw setup_error("", lines);
  return one.dialect(one.names());
}
