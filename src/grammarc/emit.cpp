// Writes the headers: each page's rules, the list of the dialects, the table of the labels; and the dialects' sources.
//
// A header is meant to be read beside its page: every rule stands under the line it was made from. All rules are
// declared first, so that they keep the order of the page.

#include "grammarc/emit.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "grammarc/dialects.hpp"
#include "grammarc/emit_rule.hpp"

namespace toolcall::grammarc {
namespace {

constexpr std::array<std::string_view, 3> entries = {"call", "reasoning", "control"};
constexpr std::array<std::string_view, 4> knobs = {"framing", "repeats", "ids", "telling"};

void collect_pages(const expression& e, std::set<std::string>& used) {
  const auto dot = e.text.find('.');
  if (e.is == form::call && dot != std::string::npos) used.insert(e.text.substr(0, dot));
  for (const auto& child : e.children) collect_pages(child, used);
}

bool has_rule(const page& page, std::string_view name) {
  return std::any_of(page.rules.begin(), page.rules.end(), [&](const auto& r) { return r.name == name; });
}

const std::vector<std::string>& front(const page& page, std::string_view key) {
  static const std::vector<std::string> none;
  const auto found = page.front.find(std::string(key));
  return found == page.front.end() ? none : found->second;
}

std::string banner(const std::string& from) {
  return std::string(generated_mark) + from + ". Do not edit it: change the page and run grammarc.\n\n#pragma once\n\n";
}

std::string includes(const page& page) {
  std::string lines = is_dialect(page) ? "#include <array>\n#include <string_view>\n\n" : "";
  lines += "#include <toolcall/engine/rules.hpp>\n";
  if (!pages_used(page).empty()) lines += '\n';
  for (const auto& used : pages_used(page)) lines += "#include \"grammar/" + used + ".hpp\"\n";
  return lines + "\n";
}

std::string commented(const std::string& source) {
  std::string lines = "// ";
  for (const char c : source) lines += c == '\n' ? std::string("\n// ") : std::string(1, c);
  return lines + "\n";
}

std::string declarations(const page& page) {
  std::string lines, line;
  for (const auto& rule : page.rules) {
    auto next = declaration(rule);
    const bool alone = !rule.parameters.empty() || line.size() + 1 + next.size() > columns;
    if (alone && !line.empty()) lines += line + "\n";
    if (alone) line.clear();
    line += (line.empty() ? "" : " ") + next;
    if (rule.parameters.empty()) continue;
    lines += line + "\n";
    line.clear();
  }
  return lines + line + (line.empty() ? "" : "\n");
}

std::string array_of(std::string_view name, const std::vector<std::string>& values) {
  std::string list;
  for (const auto& value : values) list += (list.empty() ? "" : ", ") + quoted(value);
  const auto head = "  static constexpr std::array<std::string_view, " + std::to_string(values.size()) + "> " +
                    std::string(name) + "{";
  if (head.size() + list.size() + 2 <= columns) return head + list + "};\n";
  std::string lines = head;
  for (const auto& value : values) lines += "\n      " + quoted(value) + (&value == &values.back() ? "" : ",");
  return lines + "};\n";
}

// What the engine asks of a dialect; a page without reasoning or control marks has a rule there that never matches.
std::string facts(const page& page) {
  std::string lines = "\nstruct page {\n  static constexpr std::string_view name = " + quoted(page.name) + ";\n";
  for (const auto knob : knobs) {
    const auto& value = front(page, knob);
    lines += "  static constexpr std::string_view " + std::string(knob) + " = " +
             quoted(value.empty() ? "" : value.front()) + ";\n";
  }
  lines += array_of("models", front(page, "models")) + array_of("starts", front(page, "starts"));
  const auto space = (has_rule(page, page.name) ? "grammar::" : "") + identifier(page.name);
  for (const auto entry : entries) {
    lines += "  using " + std::string(entry) + " = ";
    lines += has_rule(page, entry) ? space + "::" + std::string(entry) + ";\n" : "pegtl::failure;\n";
  }
  return lines + "};\n";
}

void collect_of_dialects(const expression& e, std::set<std::string>& names) {
  if (e.is == form::call && !rule_of_dialects(e.text).empty()) names.emplace(rule_of_dialects(e.text));
  for (const auto& child : e.children) collect_of_dialects(child, names);
}

// What this page asks of the dialects is only declared here: they include it, and not the other way round.
std::string declared_of_dialects(const page& here, const std::vector<page>& pages) {
  std::set<std::string> names;
  for (const auto& rule : here.rules) collect_of_dialects(rule.body, names);
  std::string lines;
  for (const auto* dialect : dialects_among(pages)) {
    std::string declared;
    for (const auto& rule : dialect->rules)
      if (names.count(rule.name) != 0) declared += declaration(rule) + "\n";
    const auto space = identifier(dialect->name);
    if (!declared.empty() && dialect->name != here.name)
      lines += "namespace " + space + " {\n" + declared + "}  // namespace " + space + "\n\n";
  }
  return lines;
}

header page_header(const page& page, const std::vector<grammarc::page>& pages) {
  auto content = banner(page.file) + includes(page);
  content += "namespace toolcall::grammar {\n\nnamespace pegtl = tao::pegtl;\n\n" + declared_of_dialects(page, pages) +
             "namespace " + identifier(page.name) + " {\n\n" + declarations(page);
  for (const auto& rule : page.rules) content += "\n" + commented(rule.source) + definition(rule, page, pages) + "\n";
  if (is_dialect(page)) content += facts(page);
  content += "\n}  // namespace " + identifier(page.name) + "\n\n}  // namespace toolcall::grammar\n";
  return {page.name + ".hpp", std::move(content)};
}

void collect_pages_below(const page& from, const std::vector<page>& pages, std::set<std::string>& names) {
  if (!names.insert(from.name).second) return;
  for (const auto& used : pages_used(from))
    for (const auto& other : pages)
      if (other.name == used) collect_pages_below(other, pages, names);
}

// The headers that the page's rules need to be complete: its own, which includes the pages that it uses; and those of
// the dialects that any of these asks.
std::set<std::string> headers_for(const page& here, const std::vector<page>& pages) {
  std::set<std::string> below, names{here.name};
  for (std::size_t known = 0; known != names.size();) {
    known = names.size();
    for (const auto& page : pages)
      if (names.count(page.name) != 0) collect_pages_below(page, pages, below);
    std::set<std::string> asked;
    for (const auto& page : pages)
      if (below.count(page.name) != 0)
        for (const auto& rule : page.rules) collect_of_dialects(rule.body, asked);
    for (const auto* dialect : dialects_among(pages))
      for (const auto& rule : asked)
        if (has_rule(*dialect, rule)) names.insert(dialect->name);
  }
  return names;
}

// A source for each dialect, so that they compile beside each other, and alone when their pages change.
header page_source(const page& page, const std::vector<grammarc::page>& pages) {
  std::string content =
      std::string(generated_mark) + page.file + ". Do not edit it: change the page and run grammarc.\n\n";
  content += "#include <toolcall/engine/page.hpp>\n\n#include \"grammar/dialects.hpp\"\n";
  for (const auto& name : headers_for(page, pages)) content += "#include \"grammar/" + name + ".hpp\"\n";
  content += "\nnamespace toolcall::grammar {\n\nconstinit const engine::page compiled::" + identifier(page.name) +
             " = engine::page_of<" + identifier(page.name) + "::page>();\n\n}  // namespace toolcall::grammar\n";
  return {page.name + ".cpp", std::move(content)};
}

header dialect_list(const std::vector<page>& pages) {
  std::string declared, list;
  for (const auto* page : dialects_among(pages)) {
    declared += "extern const engine::page " + identifier(page->name) + ";\n";
    list += (list.empty() ? "\n    &compiled::" : ",\n    &compiled::") + identifier(page->name);
  }
  auto content = banner("spec/dialects") + "#include <toolcall/engine/page.hpp>\n\nnamespace toolcall::grammar {\n\n";
  content += "namespace compiled {\n\n" + declared +
             "\n}  // namespace compiled\n\n// In the order in which they are asked.\n";
  content += "inline constexpr const engine::page* dialects[] = {" + list + "};\n\n}  // namespace toolcall::grammar\n";
  return {"dialects.hpp", std::move(content)};
}

// What a shared page asks of all dialects is complete only where all of them are known.
header every_dialect(const std::vector<page>& pages) {
  auto content = banner("spec/dialects");
  for (const auto* page : dialects_among(pages)) content += "#include \"grammar/" + page->name + ".hpp\"\n";
  return {"every.hpp", std::move(content)};
}

header label_table(const std::vector<label>& labels) {
  auto content = banner("spec/recovery.md") + "#include <string_view>\n\nnamespace toolcall::grammar {\n\n";
  content += "struct label_facts {\n  std::string_view name, consequence, message;\n  bool concerns_field;\n};\n\n";
  content += "inline constexpr label_facts labels[] = {\n";
  for (const auto& l : labels)
    content += "    {" + quoted(l.name) + ", " + quoted(l.consequence) + ",\n     " + quoted(l.message) +
               (l.concerns_field ? ", true},\n" : ", false},\n");
  return {"labels.hpp", content + "};\n\n}  // namespace toolcall::grammar\n"};
}

}  // namespace

std::set<std::string> pages_used(const page& page) {
  std::set<std::string> used;
  for (const auto& rule : page.rules) collect_pages(rule.body, used);
  used.erase(page.name);
  used.erase("dialects");
  return used;
}

std::vector<header> emit(const std::vector<page>& pages, const std::vector<label>& labels) {
  std::vector<header> headers;
  for (const auto& page : pages) headers.push_back(page_header(page, pages));
  for (const auto* page : dialects_among(pages)) headers.push_back(page_source(*page, pages));
  headers.push_back(dialect_list(pages));
  if (!labels.empty()) headers.push_back(label_table(labels));
  headers.push_back(page_texts(pages));
  headers.push_back(every_dialect(pages));
  return headers;
}

namespace {

class header_checks {
 public:
  explicit header_checks(const std::vector<page>& pages) : pages_(pages) {}

  std::vector<problem> run() {
    for (const auto& page : pages_) check_name(page);
    for (const auto& [name, page] : by_name_)
      if (state_[name] == 0) follow(*page);
    return std::move(problems_);
  }

 private:
  void report(const page& page, std::size_t line, const std::string& rule, std::string what) {
    problems_.push_back({page.file, line, rule, std::move(what)});
  }

  void check_name(const page& page) {
    const auto [earlier, fresh] = by_name_.try_emplace(page.name, &page);
    if (!fresh)
      report(page, 1, "",
             page.name + " is the name of " + earlier->second->file +
                 " too: rules refer to pages by name, so each page needs its own");
    if (page.name == "dialects" || page.name == "labels" || page.name == "pages")
      report(page, 1, "", page.name + ".hpp is written by grammarc itself: name the page otherwise");
    if (page.name == "compiled")
      report(page, 1, "", "a page cannot be called compiled: its namespace is that of the compiled pages");
  }

  // Depth first; a page that is met again while its own pages are followed closes a circle.
  void follow(const page& from) {
    state_[from.name] = following;
    for (const auto& name : pages_used(from)) {
      const auto to = by_name_.find(name);
      if (to == by_name_.end() || state_[name] == done) continue;
      if (state_[name] == following)
        report(from, 1, "",
               "the page uses " + name + ", and " + name +
                   " uses this page: their headers cannot include "
                   "each other, so move what both need into a page of its own");
      else
        follow(*to->second);
    }
    state_[from.name] = done;
  }

  enum { untouched, following, done };
  const std::vector<page>& pages_;
  std::vector<problem> problems_;
  std::map<std::string, const page*> by_name_;
  std::map<std::string, int> state_;
};

}  // namespace

std::vector<problem> check_headers(const std::vector<page>& pages) {
  return header_checks(pages).run();
}

}  // namespace toolcall::grammarc
