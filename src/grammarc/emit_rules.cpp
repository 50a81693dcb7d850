// A page is a line of the list of pages, and a rule a line of numbers, so that a change of a page is one of its lines.

#include "grammarc/emit_rules.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "grammarc/emit_source.hpp"
#include "grammarc/lay_out_pages.hpp"

namespace toolcall::grammarc {

namespace {

std::string row(const engine::written_rules::page& page) {
  std::string entries;
  for (const std::uint16_t each : page.entries)
    entries += (entries.empty() ? "" : ",") + (each == engine::written_rules::none ? "none" : std::to_string(each));
  return "{" + std::to_string(page.rules) + "," + std::to_string(page.characters) + ",{" + entries + "}}";
}

std::string source_of(const engine::rules_in_numbers& of) {
  array_source to;
  to.text = std::string(generated_mark) +
            "spec. Do not edit it: change the pages.\n\n"
            "#include \"dialects/compiled_grammar.hpp\"\n\n"
            "namespace toolcall::grammar {\n\nusing engine::written_rules;\n\nnamespace {\n\n"
            "constexpr std::uint16_t none = written_rules::none;\n\n";
  to.array("written_rules::page", "pages", of.pages, row, [](std::size_t) { return true; });
  to.array(
      "std::uint16_t", "numbers", of.numbers, [](std::uint16_t n) { return std::to_string(n); },
      [&](std::size_t at) { return std::binary_search(of.starts.begin(), of.starts.end(), at + 1); });
  std::string lines;
  std::size_t from = 0;
  for (const auto& page : of.pages) {
    lines += literal_lines(std::string_view(of.text).substr(from, page.characters));
    from += page.characters;
  }
  return to.text + pool(lines, of.text.size()) +
         "\n}  // namespace\n\nwritten_rules rules_of_pages() {\n  return {pages, numbers, text};\n}\n\n"
         "}  // namespace toolcall::grammar\n";
}

}  // namespace

generated_file emit_rules(const std::vector<page>& pages) {
  return {"rules.cpp", source_of(rules_in_numbers(pages))};
}

}  // namespace toolcall::grammarc
