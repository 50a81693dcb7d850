// The printer: what it writes, and that reading it again gives the same tree.

#include <filesystem>
#include <fstream>
#include <iterator>

#include "read_fragment.hpp"

namespace read_print_test {

using fragment::tree;
using namespace toolcall::grammarc;

namespace {

// Printed, read and printed again.
void check_round_trip(const page& page) {
  for (const auto& rule : page.rules) {
    const auto printed = print(rule);
    INFO(page.name << ": " << printed);
    const auto again = fragment::read(printed).rules;
    REQUIRE(again.size() == 1);
    CHECK(again[0].name == rule.name);
    CHECK(again[0].parameters == rule.parameters);
    CHECK(tree(again[0].body) == tree(rule.body));
    CHECK(print(again[0]) == printed);
  }
}

std::string printed(std::string_view body) {
  return print(fragment::read("a <- " + std::string(body)).rules.at(0).body);
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("what is written plainly is printed as written") {
  for (const std::string body : {"b",
                                 "b c",
                                 "b / c d",
                                 "b ( c d )",
                                 "b / @l c",
                                 "b / @l c / d / @m \"\"",
                                 "note(l, b)",
                                 "note(l) b / c",
                                 "b / note(l, c / d)?",
                                 "when(l) b",
                                 "b{0,2} ( b c ){3}",
                                 "b / ( c / @l d )",
                                 "!b",
                                 "&( b c )",
                                 "!b*",
                                 "( !b )*",
                                 "( b* )?",
                                 "name:b",
                                 "name:!b",
                                 "name:( b / c )",
                                 "value:( text:b )",
                                 "q:b .* =q",
                                 "b -> \"x\"",
                                 "name:b+ -> \"\"",
                                 "( b -> \"x\" )*",
                                 "( name:b )*",
                                 "&( b -> \"x\" )",
                                 "b(c, \"x\" d, e / f)",
                                 "xml.word(\"\")",
                                 "run(b / c)",
                                 "span(\"x\")",
                                 "trial(b c)",
                                 "followed_by(b, c, text)",
                                 "followed_by(b / c, d, @l reasoning)",
                                 "json",
                                 "\"\"",
                                 "\"x\"i ^ .",
                                 "\"\\n\\t\\r\\\\\\\"\"",
                                 "[a-z_]",
                                 "[^\\n<]",
                                 "[\\-\\[\\]\\^]",
                                 "key:b =key",
                                 "key:( b / c ) =key",
                                 "( ^ )*"}) {
    CHECK(printed(body) == body);
    CHECK(tree(printed(body)) == tree(body));
  }
}

TEST_CASE("parentheses without a meaning are left out") {
  CHECK(printed("( b )") == "b");
  CHECK(printed("( b c )") == "b c");
  CHECK(printed("b ( c d )") == "b ( c d )");
  CHECK(printed("( b / c )") == "b / c");
  CHECK(printed("( b c ) / ( d )") == "b c / d");
  CHECK(printed("'x' \"\"") == "\"x\" \"\"");
}

TEST_CASE("classes are printed by their ranges") {
  CHECK(printed("[zaxby]") == "[x-zab]");
  CHECK(printed("[^a-b]") == "[^ab]");
  CHECK(printed("[\\u0000-\\u001f]") == "[\\u0000-\\u001f]");
  CHECK(printed("[\\u007f]") == "[\\u007f]");
}

TEST_CASE("the pages of the specification are read again from what is printed of them") {
  const std::filesystem::path spec = std::filesystem::path(TOOLCALL_SOURCE_DIR) / "spec";
  std::size_t rules = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(spec)) {
    if (entry.path().extension() != ".md") continue;
    std::vector<problem> problems;
    const auto page = read_page(entry.path().filename().string(), content_of(entry.path()), problems);
    CHECK(fragment::shown(problems) == "");
    check_round_trip(page);
    rules += page.rules.size();
  }
  CHECK(rules >= 16);  // those of notation.md
}

TEST_CASE("the notation's own grammar is the one that notation.md shows") {
  std::vector<problem> problems;
  const auto file = std::filesystem::path(TOOLCALL_SOURCE_DIR) / "spec" / "notation.md";
  const auto page = read_page("notation.md", content_of(file), problems);
  CHECK(fragment::shown(problems) == "");
  CHECK(print(fragment::rule_of(page, "item")) ==
        "item <- \"^\" / !new_rule !( \"given\" gap word ) ( word \":\" )? [!&]? primary suffix? ( blank \"->\" blank "
        "literal )?");
  CHECK(fragment::find(fragment::rule_of(page, "literal").body, form::back, "q") != nullptr);
}

}  // namespace read_print_test
