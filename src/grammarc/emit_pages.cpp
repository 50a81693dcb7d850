// Writes the header that holds the pages' grammars as text, for programs that show them. They are quoted line by line,
// so that the text has the bytes of the page whatever it holds.

#include "grammarc/defaults.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/emit.hpp"
#include "grammarc/emit_rule.hpp"
#include "grammarc/read_page_lines.hpp"

namespace toolcall::grammarc {

namespace {

std::string quoted_lines(std::string_view text) {
  std::string lines;
  for (const auto line : split_lines(text)) lines += "\n     " + cpp_literal(std::string(line) + "\n");
  return lines.empty() ? " \"\"" : lines;
}

}  // namespace

header page_texts(const std::vector<page>& pages) {
  auto content = std::string(generated_mark) +
                 "spec. Do not edit it: change the page and run grammarc.\n\n#pragma once\n\n#include <string_view>\n\n"
                 "namespace toolcall::grammar {\n\n"
                 "struct page_text {\n  std::string_view name, file;\n"
                 "  int order;  // where automatic detection asks a dialect; 0 for a page that dialects share\n"
                 "  std::string_view rules;\n};\n\n"
                 "inline constexpr page_text pages[] = {\n";
  for (const auto& page : pages)
    content += "    {" + cpp_literal(page.name) + ", " + cpp_literal(page.file) + ", " +
               std::to_string(order_of(page).value_or(0)) + "," + quoted_lines(whole_grammar(page)) + "},\n";
  return {"pages.hpp", content + "};\n\n}  // namespace toolcall::grammar\n"};
}

}  // namespace toolcall::grammarc
