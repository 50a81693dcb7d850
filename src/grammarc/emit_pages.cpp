// Writes the source that holds the pages' grammars as text, for programs that show them. They are quoted line by line,
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

generated_file page_texts(const std::vector<page>& pages) {
  auto content = std::string(generated_mark) +
                 "spec. Do not edit it: change the page.\n\n#include \"authoring/page_texts.hpp\"\n\n"
                 "namespace toolcall::grammar {\n\nnamespace {\n\nconstexpr page_text all[] = {\n";
  for (const auto& page : pages)
    content += "    {" + cpp_literal(page.name) + ", " + cpp_literal(page.file) + ", " +
               std::to_string(order_of(page).value_or(0)) + "," + quoted_lines(whole_grammar(page)) + "},\n";
  return {"page_texts.cpp", content +
                                "};\n\n}  // namespace\n\n"
                                "constinit const std::span<const page_text> pages = all;\n\n"
                                "}  // namespace toolcall::grammar\n"};
}

}  // namespace toolcall::grammarc
