// Givens: how they are read, what they become, and what is refused.
//
// Everything is said of two small pages, a shared one that is given something and one that uses it.

#include "grammarc/givens.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "grammarc/check.hpp"
#include "grammarc/defaults.hpp"
#include "grammarc/print.hpp"
#include "grammarc/read_page.hpp"

namespace givens_test {

namespace {

using namespace toolcall::grammarc;

struct two_pages {
  std::vector<page> pages;
  std::string problems;

  two_pages(std::string_view shared, std::string_view dialect) {
    std::vector<problem> found;
    pages.push_back(read_page("shape.md", "```peg\n" + std::string(shared) + "\n```\n", found));
    pages.push_back(
        read_page("page.md", "---\ndialect: page\n---\n```peg\n" + std::string(dialect) + "\n```\n", found));
    resolve_givens(pages, found);
    if (found.empty()) found = check(pages, {});
    for (const problem& each : found)
      problems += each.file + ":" + std::to_string(each.line) + ": " + each.rule + ": " + each.what + "\n";
  }

  const rule& named(std::size_t of, std::string_view name) const {
    for (const rule& each : pages[of].rules)
      if (each.name == name) return each;
    throw std::invalid_argument(std::string(name));
  }
  // Every argument of the first call in a rule, written or not.
  std::vector<std::string> arguments(std::size_t of, std::string_view name) const {
    std::vector<std::string> all;
    for (const expression& each : first_call(named(of, name).body).children) all.push_back(print(each));
    return all;
  }

 private:
  static const expression& first_call(const expression& e) {
    if (e.is == form::call && !e.children.empty()) return e;
    for (const expression& child : e.children) {
      const expression& found = first_call(child);
      if (found.is == form::call) return found;
    }
    static const expression none;
    return none;
  }
};

using words = std::vector<std::string>;

const std::string shape = R"~(given opening, closing
given gap <- " "
between <- opening gap inside closing
inside  <- ( !closing . ^ )*
plain   <- "x")~";

}  // namespace

TEST_CASE("a rule has the givens that it or a rule that it calls needs") {
  const two_pages made(
      shape, R"~(call <- call:( "<" name:tool ^ shape.between(opening <- "[", closing <- "]") shape.plain ))~");
  CHECK(made.problems == "");
  CHECK(made.named(0, "between").parameters == words{"opening", "closing", "gap"});
  CHECK(made.named(0, "between").implied == 3);
  CHECK(made.named(0, "inside").parameters == words{"closing"});
  CHECK(made.named(0, "plain").parameters == words{});
  CHECK(made.arguments(0, "between") == words{"closing"});
  CHECK(made.arguments(1, "call") == words{"\"[\"", "\"]\"", "\" \""});
}

TEST_CASE("what a given is comes from the call, the page of the call, or itself, in this order") {
  SECTION("a rule of that name, which may be given something too") {
    const two_pages made(shape, R"~(given mark <- "!"
call    <- call:( "<" name:tool ^ part )
part    <- shape.between(closing <- "]")
opening <- "(" mark
closing <- ")")~");
    CHECK(made.problems ==
          "page.md:9: closing: this rule is never used: no rule that the message or a shared page reads leads to it; "
          "call it, or delete it\n");
    CHECK(made.arguments(1, "part") == words{"opening", "\"]\"", "\" \""});
    CHECK(made.named(1, "part").parameters == words{"mark"});
  }
  SECTION("a given of that name") {
    const two_pages made(shape, R"~(given gap <- "_"
call <- call:( "<" name:tool ^ part(gap <- "~") )
part <- shape.between(opening <- "[", closing <- "]"))~");
    CHECK(made.problems == "");
    CHECK(made.arguments(1, "call") == words{"\"~\""});
    CHECK(made.arguments(1, "part") == words{"\"[\"", "\"]\"", "gap"});
  }
  SECTION("in an entry, which nobody calls, what it is otherwise") {
    const two_pages made(shape, R"~(given gap <- "_"
call <- call:( "<" name:tool ^ shape.between(opening <- "[", closing <- "]") ))~");
    CHECK(made.problems == "");
    CHECK(made.arguments(1, "call") == words{"\"[\"", "\"]\"", "\"_\""});
  }
  SECTION("said with other givens, and read on the page that uses it") {
    const two_pages made("given a <- \"x\"\ngiven b <- a plain\nuse <- b\nplain <- \"y\"",
                         R"~(call <- call:( "<" name:tool ^ one two )
one  <- shape.use(a <- "z")
two  <- shape.use)~");
    CHECK(made.problems == "");
    CHECK(made.arguments(1, "one") == words{"\"z\" shape.plain"});
    CHECK(made.arguments(1, "two") == words{"\"x\" shape.plain"});
  }
}

TEST_CASE("what is handed on by itself is not printed") {
  const two_pages made(shape, R"~(call <- call:( "<" name:tool ^ shape.between(opening <- "[", closing <- "]") ))~");
  CHECK(print(made.named(0, "between")) == "between <- opening gap inside closing");
  CHECK(print(made.named(1, "call")) ==
        R"~(call <- call:( "<" name:tool ^ shape.between(opening <- "[", closing <- "]") ))~");
}

TEST_CASE("the givens of another page are those of a page that says so, and nothing else is") {
  std::vector<problem> found;
  std::vector<page> pages;
  const auto add = [&](std::string_view name, std::string_view grammar) {
    pages.push_back(read_page(std::string(name) + ".md", "```peg\n" + std::string(grammar) + "\n```\n", found));
  };
  add("shape", "given opening, closing <- \"]\"\ngiven word <- own\nown <- \"x\"");
  add("part", "given shape.*\ngiven more\ninside <- opening more closing");
  add("stranger", "given nowhere.*\nr <- \"x\"");
  add_defaults(pages);
  std::string names;
  for (const given& each : pages[1].givens) names += each.name + (each.otherwise.empty() ? " " : "<- ");
  CHECK(names == "opening<- closing<- word more ");  // what only the other page can say has no default
  CHECK(pages[1].rules.size() == 1);
  resolve_givens(pages, found);
  REQUIRE(found.size() == 1);
  CHECK(found[0].file.find("stranger.md") == 0);
  CHECK(found[0].what.find("there is no page nowhere that dialects share") == 0);
  CHECK(whole_grammar(pages[1]).find("# given shape.*\ngiven more\n") == 0);
}

TEST_CASE("givens that mean nothing are refused") {
  CHECK(two_pages(shape, "call <- call:( \"<\" name:tool ^ shape.between(closing <- \"]\") )").problems ==
        "page.md:5: call: page shape needs opening: give it in the call, as in "
        "shape.rule(opening <- e), or define a rule opening on this page\n");
  CHECK(two_pages(shape, "call <- call:( \"<\" name:tool ^ shape.plain(opening <- \"[\") )").problems ==
        "page.md:5: call: shape.plain takes no given opening; it takes none\n");
  CHECK(two_pages(shape, "call <- call:( \"<\" name:tool ^ shape.inside(opening <- \"[\", closing <- \"]\") )")
            .problems == "page.md:5: call: shape.inside takes no given opening; it takes closing\n");
  CHECK(two_pages("given a, a\nuse <- a", "call <- call:( \"<\" name:tool ^ shape.use(a <- \"x\") )").problems ==
        "shape.md:2: given: two givens of this page are called a\n");
  CHECK(two_pages("given a\nuse <- a\na <- \"x\"", "call <- call:( \"<\" name:tool ^ \"x\" )").problems ==
        "shape.md:2: given: a is a rule of this page; a given needs a name of its own\n");
  CHECK(two_pages("given a <- \"x\" usee\nuse <- \"x\" a", "call <- call:( \"<\" name:tool ^ shape.use )").problems ==
        "shape.md:2: given: there is no rule usee on this page\n");
  CHECK(two_pages("given a <- use\nuse <- \"x\" a", "call <- call:( \"<\" name:tool ^ shape.use )")
            .problems.find("a, given to page shape, is defined by itself; define it by something else") !=
        std::string::npos);
}

TEST_CASE("a given that a page does not say is reported once, of the first rule that needs it") {
  const two_pages made("given closing, other\none <- closing\nboth <- one other",
                       "call <- call:( \"<\" name:tool ^ shape.one more )\nmore <- shape.one? shape.both\n"
                       "unread <- \"<\" shape.both");
  CHECK(made.problems ==
        "page.md:5: call: page shape needs closing: give it in the call, as in "
        "shape.rule(closing <- e), or define a rule closing on this page\n"
        "page.md:6: more: page shape needs other: give it in the call, as in "
        "shape.rule(other <- e), or define a rule other on this page\n");
}

TEST_CASE("a call with too many arguments counts those that are written") {
  CHECK(two_pages(shape, R"~(call <- call:( "<" name:tool ^ shape.inside("x", closing <- "]") ))~").problems ==
        "page.md:5: call: shape.inside takes no arguments and is given 2; the ( of arguments touches the name, and "
        "after a "
        "blank it is a group\n");
}

TEST_CASE("what all dialects are asked for is given by name") {
  const two_pages made("asked <- dialects.last(stop <- \"</x>\")",
                       "given stop <- \"!\"\ncall <- \"a\" last shape.asked\nlast <- one \",\" one\none <- \"a\" stop");
  CHECK(made.problems == "");
  CHECK(made.named(1, "last").parameters == words{"stop"});
  CHECK(made.arguments(0, "asked") == words{"\"</x>\""});
  CHECK(made.arguments(1, "call") == words{"\"!\""});
}

TEST_CASE("a rule that all dialects are asked for has no givens but those that the use names") {
  const std::string asks = "asked <- dialects.last(stop <- \"</x>\") dialects.mark";
  const two_pages unused(
      asks, "given stop, other <- \"!\"\ncall <- \"a\" last shape.asked\nlast <- \"a\" other\nmark <- \"b\" stop");
  CHECK(unused.problems == "");
  CHECK(unused.named(1, "last").parameters == words{"stop"});
  CHECK(unused.named(1, "mark").parameters == words{});
  CHECK(print(unused.named(1, "mark").body) == "\"b\" \"!\"");
  const two_pages none(asks, "call <- \"b\" last\nlast <- \"a\"");
  CHECK(none.problems ==
        "page.md:5: call: page page needs stop: give it in the call, as in "
        "page.rule(stop <- e), or define a rule stop on this page\n");
}

}  // namespace givens_test
