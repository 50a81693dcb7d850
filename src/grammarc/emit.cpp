// Writes the headers: each page's rules, the table of the labels, and the list of the dialects.
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

// Headers that are no page's.
constexpr std::array<std::string_view, 2> own_headers = {"dialects", "labels"};

void collect_pages(const expression& e, std::set<std::string>& used) {
  const auto dot = e.text.find('.');
  if (e.is == form::call && dot != std::string::npos) used.insert(e.text.substr(0, dot));
  for (const auto& child : e.children) collect_pages(child, used);
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
  for (const auto& value : values) list += (list.empty() ? "" : ", ") + cpp_literal(value);
  const auto head = "  static constexpr std::array<std::string_view, " + std::to_string(values.size()) + "> " +
                    std::string(name) + "{";
  if (head.size() + list.size() + 2 <= columns) return head + list + "};\n";
  std::string lines = head;
  for (const auto& value : values) lines += "\n      " + cpp_literal(value) + (&value == &values.back() ? "" : ",");
  return lines + "};\n";
}

void collect_of_dialects(const expression& e, std::set<std::string>& names) {
  if (e.is == form::call && !rule_of_dialects(e.text).empty()) names.emplace(rule_of_dialects(e.text));
  for (const auto& child : e.children) collect_of_dialects(child, names);
}

// How the namespace of a page is called in itself.
std::string space_in(const page& page) {
  return (rule_named(page, page.name) != nullptr ? "grammar::" : "") + identifier(page.name);
}

// The rules of a dialect that some page asks of all of them, as dialects.r.
std::string offers(const page& page, const std::set<std::string>& asked) {
  std::string lines;
  for (const auto& rule : page.rules) {
    if (asked.count(rule.name) == 0) continue;
    std::string numbers;
    for (std::size_t i = 0; i < rule.parameters.size(); ++i)
      numbers += (i == 0 ? "<" : ", ") + ("rules::parameter<" + std::to_string(i) + ">");
    lines += (lines.empty() ? "" : ",") + ("\n      rules::offer<" + cpp_literal(rule.name)) + ", " + space_in(page) +
             "::" + identifier(rule.name) + numbers + (numbers.empty() ? ">" : ">>");
  }
  return lines.empty() ? "" : "  using offers = rules::offers<" + lines + ">;\n";
}

// What the engine asks of a dialect; a page without reasoning or control marks has a rule there that never matches.
std::string facts(const page& page, const std::set<std::string>& asked) {
  std::string lines = "\nstruct page {\n  static constexpr std::string_view name = " + cpp_literal(page.name) + ";\n";
  for (const auto word : one_word_keys)
    if (const auto& value = front(page, word); !value.empty())
      lines += "  static constexpr std::string_view " + std::string(word) + " = " + cpp_literal(value.front()) + ";\n";
  lines += array_of("models", front(page, "models")) + array_of("starts", front(page, "starts")) +
           array_of("tokens", front(page, "tokens"));
  const auto space = space_in(page);
  for (const auto entry : entries) {
    lines += "  using " + std::string(entry) + " = ";
    lines += entry_of(page, entry) != nullptr ? space + "::" + std::string(entry) + ";\n" : "pegtl::failure;\n";
  }
  if (const rule* const sign = call_sign_of(page)) lines += "  using call_sign = " + space + "::" + sign->name + ";\n";
  return lines + offers(page, asked) + "};\n";
}

generated_file page_header(const page& page, const std::set<std::string>& asked) {
  auto content = banner(page.file) + includes(page);
  content += "namespace toolcall::grammar {\n\nnamespace pegtl = tao::pegtl;\n\nnamespace " + identifier(page.name) +
             " {\n\n" + declarations(page);
  for (const auto& rule : page.rules) content += "\n" + commented(rule.source) + definition(rule, page) + "\n";
  if (is_dialect(page)) content += facts(page, asked);
  content += "\n}  // namespace " + identifier(page.name) + "\n\n}  // namespace toolcall::grammar\n";
  return {page.name + ".hpp", std::move(content)};
}

void collect_literals(const expression& e, std::vector<std::string>& to) {
  const bool is_new = std::find(to.begin(), to.end(), e.text) == to.end();
  if (e.is == form::literal && is_new) to.push_back(e.text);
  for (const auto& child : e.children) collect_literals(child, to);
}

// The marks at which turns end: those of the shared page of turns, and those that dialects declare.
std::vector<std::string> turn_marks_of(const std::vector<page>& pages) {
  std::vector<std::string> all;
  for (const page& each : pages)
    if (const rule* const ends = each.name == "turns" ? rule_named(each, "turn_end") : nullptr)
      collect_literals(ends->body, all);
  for (const page* const each : dialects_among(pages))
    for (const mark_declaration& declared : each->marks) {
      if (declared.kind != "turn") continue;
      std::vector<std::string> parts;
      collect_literals(declared.written, parts);
      std::string mark;
      for (const std::string& part : parts) mark += part;
      if (!mark.empty() && std::find(all.begin(), all.end(), mark) == all.end()) all.push_back(mark);
    }
  return all;
}

// Their list, as the source has it.
std::string turn_mark_list(const std::vector<page>& pages) {
  const std::vector<std::string> all = turn_marks_of(pages);
  std::string lines;
  for (const std::string& mark : all) lines += "    " + cpp_literal(mark) + ",\n";
  return "constinit const std::array<std::string_view, " + std::to_string(all.size()) + "> turn_mark_list{\n" + lines +
         "};\n";
}

generated_file dialect_list() {
  return {"dialects.hpp", banner("spec/dialects") +
                              "#include <span>\n#include <string_view>\n\n#include <toolcall/engine/page_facts.hpp>\n\n"
                              "namespace toolcall::grammar {\n\n"
                              "// In the order in which they are tried.\n"
                              "extern const std::span<const engine::page_facts> dialects;\n\n"
                              "// At which turns end: of spec/shapes/marks.md, and of the dialects.\n"
                              "extern const std::span<const std::string_view> turn_marks;\n\n"
                              "}  // namespace toolcall::grammar\n"};
}

// A page's words of one kind, each in a line of its own.
std::string words_of(const page& page, std::string_view key) {
  std::string lines;
  for (const auto& word : front(page, key)) lines += "    " + cpp_literal(word) + ",\n";
  if (lines.empty()) return "";
  return "constexpr std::string_view " + identifier(page.name) + "_" + std::string(key) + "[] = {\n" + lines + "};\n";
}

generated_file dialect_facts(const std::vector<page>& pages) {
  std::string named, list = "constinit const engine::page_facts listed[] = {\n";
  for (const auto* page : dialects_among(pages)) {
    list += "    {" + cpp_literal(page->name);
    for (const auto key : {"models", "starts", "tokens", "server_parsers"}) {
      named += words_of(*page, key);
      list += front(*page, key).empty() ? ", {}" : ", " + identifier(page->name) + "_" + key;
    }
    for (const auto key : one_word_keys)
      list += ", " + cpp_literal(front(*page, key).empty() ? "" : front(*page, key).front());
    list += "},\n";
  }
  return {"dialects.cpp", std::string(generated_mark) +
                              "spec/dialects. Do not edit it: change the pages and run grammarc.\n\n"
                              "#include \"grammar/dialects.hpp\"\n\n#include <array>\n\n"
                              "namespace toolcall::grammar {\n\nnamespace {\n\n" +
                              named + "\n" + list + "};\n\n" + turn_mark_list(pages) +
                              "\n}  // namespace\n\n"
                              "constinit const std::span<const engine::page_facts> dialects = listed;\n"
                              "constinit const std::span<const std::string_view> turn_marks = turn_mark_list;\n\n"
                              "}  // namespace toolcall::grammar\n"};
}

generated_file label_table(const std::vector<label>& labels) {
  auto content =
      banner("spec/recovery.md") + "#include <toolcall/engine/label_facts.hpp>\n\nnamespace toolcall::grammar {\n\n";
  content += "inline constexpr label_facts labels[] = {\n";
  for (const auto& l : labels)
    content += "    {" + cpp_literal(l.name) + ", " + cpp_literal(l.consequence) + ",\n     " + cpp_literal(l.message) +
               (l.concerns_field ? ", true, " : ", false, ") + cpp_literal(l.evidence) +
               (l.concerns_no_call ? ", true},\n" : "},\n");
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

std::vector<generated_file> emit(const std::vector<page>& pages, const std::vector<label>& labels) {
  std::set<std::string> asked;
  for (const auto& page : pages)
    for (const auto& rule : page.rules) collect_of_dialects(rule.body, asked);
  std::vector<generated_file> headers;
  for (const auto& page : pages) headers.push_back(page_header(page, asked));
  headers.push_back(dialect_list());
  headers.push_back(dialect_facts(pages));
  if (!labels.empty()) headers.push_back(label_table(labels));
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
    if (std::find(own_headers.begin(), own_headers.end(), page.name) != own_headers.end())
      report(page, 1, "", page.name + ".hpp is written by grammarc itself: name the page otherwise");
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
