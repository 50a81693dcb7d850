// Pages in a few lines, and trees as one line of text, for the tests of the reader.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "grammarc/print.hpp"
#include "grammarc/read_page.hpp"

namespace fragment {

using namespace toolcall::grammarc;

inline std::string shown(const std::vector<problem>& problems) {
  std::string lines;
  for (const auto& p : problems)
    lines += p.file + ":" + std::to_string(p.line) + ": " + p.rule + (p.rule.empty() ? "" : ": ") + p.what + "\n";
  return lines;
}

inline std::string fenced(std::string_view rules) {
  return "```peg\n" + std::string(rules) + "\n```\n";
}

// The page of these rules; a mistake in them fails the test.
inline page read(std::string_view rules, std::string_view name = "page", std::string_view front = "") {
  std::vector<problem> problems;
  auto made = read_page(std::string(name) + ".md", std::string(front) + fenced(rules), problems);
  INFO(rules);
  REQUIRE(shown(problems) == "");
  return made;
}

// What is wrong with these rules. The first line of the rules is line 2.
inline std::string wrong(std::string_view rules) {
  std::vector<problem> problems;
  read_page("page.md", fenced(rules), problems);
  return shown(problems);
}

inline const rule& rule_of(const page& page, std::string_view name) {
  for (const auto& rule : page.rules)
    if (rule.name == name) return rule;
  FAIL("there is no rule " << name);
  return page.rules.front();
}

// recovery:label(call:a, literal:"x"): everything in a tree but its lines.
inline std::string tree(const expression& e) {
  auto line = std::string(toolcall::engine::facts_of(e.is).name);
  if (e.is == form::literal || e.is == form::replace)
    line += ":" + print_literal(e.text) + (e.any_case ? "i" : "");
  else if (e.is == form::set)
    line += ":" + e.bytes.to_string();
  else if (!e.text.empty())
    line += ":" + e.text;
  if (!e.label.empty()) line += "@" + e.label;
  for (const auto& child : e.children) line += (&child == e.children.data() ? "(" : ", ") + tree(child);
  return line + (e.children.empty() ? "" : ")");
}

// The tree of one right side.
inline std::string tree(std::string_view body) {
  return tree(read("a <- " + std::string(body)).rules.at(0).body);
}

// The first expression of this form, outermost first; nullptr where there is none.
inline const expression* find(const expression& e, form is, std::string_view text = "") {
  if (e.is == is && (text.empty() || e.text == text)) return &e;
  for (const auto& child : e.children)
    if (const auto* found = find(child, is, text)) return found;
  return nullptr;
}

}  // namespace fragment
