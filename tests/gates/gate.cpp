// Pages are read once, when a gate first needs them.

#include "gates/gate.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "effort.hpp"
#include "golden.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/main_spec.hpp"

namespace toolcall::tests {

namespace {

const std::filesystem::path source = TOOLCALL_SOURCE_DIR;
constexpr std::size_t most_listed = 20;

void add_pages_called(const grammarc::expression& e, std::set<std::string>& found) {
  if (e.is == grammarc::form::call && e.text.find('.') != e.text.npos) found.insert(e.text.substr(0, e.text.find('.')));
  for (const grammarc::expression& child : e.children) add_pages_called(child, found);
}

// The tokens of a dialect are those of its page, and of the shared pages that it calls.
std::vector<std::string> tokens_of(const grammarc::page& dialect, const std::vector<grammarc::page>& pages) {
  std::vector<std::string> tokens;
  std::set<std::string> known{dialect.name};
  std::vector<const grammarc::page*> open{&dialect};
  while (!open.empty()) {
    const grammarc::page& here = *open.back();
    open.pop_back();
    if (const auto own = here.front.find("tokens"); own != here.front.end())
      tokens.insert(tokens.end(), own->second.begin(), own->second.end());
    std::set<std::string> called;
    for (const grammarc::rule& rule : here.rules) add_pages_called(rule.body, called);
    for (const grammarc::page& page : pages)
      if (called.count(page.name) != 0 && !grammarc::is_dialect(page) && known.insert(page.name).second)
        open.push_back(&page);
  }
  return tokens;
}

std::map<std::filesystem::path, std::string> files_of(const std::filesystem::path& folder) {
  std::map<std::filesystem::path, std::string> found;
  if (!std::filesystem::is_directory(folder)) return found;
  for (const auto& each : std::filesystem::recursive_directory_iterator(folder))
    if (each.path().extension() == ".md") found[each.path().lexically_relative(folder)] = content_of(each.path());
  return found;
}

// Whether no page was changed since this program was built, with a copy of the pages.
bool are_compiled(const std::filesystem::path& folder) {
  return files_of(folder) == files_of(TOOLCALL_PAGES_COMPILED);
}

// Not checked: what is refused today stands in the old pages, and those of today are checked by grammarc's own test.
gate_pages pages_in(const std::filesystem::path& folder, bool are_compiled = false) {
  grammarc::specification read = grammarc::read_specification(folder);
  if (!read.problems.empty()) throw std::runtime_error(read.problems.front().file + ": " + read.problems.front().what);
  const std::vector<grammarc::page> written = read.pages;
  for (grammarc::page& page : read.pages)
    if (grammarc::is_dialect(page)) page.front["tokens"] = tokens_of(page, written);
  return gate_pages(std::move(read), are_compiled);
}

}  // namespace

void alarm_list::add(const std::string& place, const std::string& dialect, std::string_view text,
                     const std::string& what) {
  const auto [known, fresh] = known_.try_emplace(place + '\n' + what, alarms_.size());
  if (fresh) alarms_.push_back({place, on_one_line(text), on_one_line(what), {}});
  alarm& of = alarms_[known->second];
  of.dialects.insert(dialect);
  ++of.times;
}

std::size_t alarm_list::report() const {
  if (alarms_.empty()) return 0;
  const char* const wish = std::getenv("TOOLCALL_ALARMS");
  const bool all = wish != nullptr && std::string_view(wish) == "all";
  std::set<std::string> places;
  for (const alarm& each : alarms_) places.insert(each.place);
  std::cout << alarms_.size() << " alarms at " << places.size() << " places\n";
  for (std::size_t i = 0; i < alarms_.size() && (all || i < most_listed); ++i) {
    const alarm& each = alarms_[i];
    std::cout << each.place << " (";
    for (const std::string& dialect : each.dialects) std::cout << dialect << ", ";
    std::cout << each.times << " times)\n  text  " << each.text << "\n  " << each.what << "\n";
  }
  return alarms_.size();
}

gate_pages& todays_pages() {
  static gate_pages read = pages_in(source / "spec", are_compiled(source / "spec"));
  return read;
}

gate_pages& old_pages() {
  static gate_pages read = pages_in(source / "tests" / "gates" / "old_pages");
  return read;
}

std::vector<const example*> examples_to_try(std::size_t of) {
  const std::size_t step = std::getenv("TOOLCALL_PAGE") != nullptr ? 1 : std::max(of, effort(1, 8));
  std::vector<const example*> chosen;
  for (std::size_t i = 0; i < examples().size(); i += step)
    if (is_wanted(examples()[i].page)) chosen.push_back(&examples()[i]);
  return chosen;
}

bool has_dialect(const gate_pages& pages, std::string_view name) {
  const auto& all = pages.dialects();
  return std::any_of(all.begin(), all.end(), [&](const grammarc::page* page) { return page->name == name; });
}

std::vector<std::string> dialects_of(const example& of, const gate_pages& pages) {
  if (!has_dialect(pages, of.dialect)) return {"auto"};
  return {of.dialect, "auto"};
}

std::string on_one_line(std::string_view bytes) {
  std::string line;
  for (const char c : bytes) {
    if (c == '\n')
      line += "⏎";
    else if (c == '\t')
      line += "⇥";
    else if (static_cast<unsigned char>(c) < 0x20)
      line += "␀";
    else
      line += c;
  }
  return line;
}

std::size_t asked_for(const char* variable, std::size_t otherwise) {
  const char* const given = std::getenv(variable);
  return given == nullptr ? otherwise : std::strtoull(given, nullptr, 10);
}

}  // namespace toolcall::tests
