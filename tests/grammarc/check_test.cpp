// What grammarc refuses, and what it must not refuse.
//
// Every folder beside this file is one mistake: page.md (sometimes with recovery.md) and expected_error.txt, which
// holds all that is said about it. What is sound but looks like a mistake stands below.

#include "grammarc/check.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "golden.hpp"
#include "grammarc/dialects.hpp"

namespace check_test {

namespace {

namespace fs = std::filesystem;
using namespace toolcall::grammarc;
using namespace toolcall::tests;

std::string shown(const std::vector<problem>& problems) {
  std::string text;
  for (const problem& each : problems)
    text += each.file + ":" + std::to_string(each.line) + ": " + (each.rule.empty() ? "" : each.rule + ": ") +
            each.what + "\n";
  return text;
}

std::string checked_folder(const fs::path& folder) {
  std::vector<problem> problems;
  std::vector<label> labels;
  if (fs::exists(folder / "recovery.md"))
    labels = read_labels("recovery.md", content_of(folder / "recovery.md"), problems);
  const page read = read_page("page.md", content_of(folder / "page.md"), problems);
  if (!problems.empty()) return "while reading: " + shown(problems);
  return shown(check({read}, labels));
}

page dialect(std::string_view rules, const std::string& name = "page") {
  std::vector<problem> problems;
  const std::string text =
      "---\ndialect: " + name + "\nmodels: [Some Model]\n---\n```peg\n" + std::string(rules) + "\n```\n";
  page read = read_page(name + ".md", text, problems);
  INFO(text);
  CHECK(shown(problems) == "");
  return read;
}

page shared(std::string_view rules, const std::string& name) {
  std::vector<problem> problems;
  page read = read_page(name + ".md", "```peg\n" + std::string(rules) + "\n```\n", problems);
  INFO(rules);
  CHECK(shown(problems) == "");
  return read;
}

std::string checked(std::string_view rules) {
  return shown(check({dialect(rules)}, {}));
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("every folder is refused with its message") {
  std::size_t folders = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(TOOLCALL_SOURCE_DIR) / "tests" / "grammarc")) {
    if (!entry.is_directory() || !fs::exists(entry.path() / "expected_error.txt")) continue;
    ++folders;
    INFO(entry.path().filename().string());
    const std::string found = checked_folder(entry.path());
    CHECK_FALSE(found.empty());
    CHECK(found == golden(entry.path() / "expected_error.txt", found));
  }
  CHECK(folders >= 40);
}

TEST_CASE("a call with a streamed value is sound") {
  CHECK(checked(R"(
call      <- call:( "<" name:tool ">" ^ param* ( "</call>" / @missing_close "" ) )
param     <- "[" key:field "=" ^ value:run("]") ( "]" / @open_value "" )
reasoning <- "<think>" ^ reasoning:run("</think>") "</think>"?
)") == "");
}

TEST_CASE("a cut before the loop, or in each of its rounds, lets a run release") {
  CHECK(checked(R"(call <- call:( "<" name:tool ">" ^ ( "[" ^ arguments:run("]") "]"? )* ))") == "");
  CHECK(checked(R"(call <- call:( "<" name:tool ( "a" ^ / "b" ^ ) arguments:run("</x>") ))") == "");
}

TEST_CASE("a loop makes its end pending again") {
  CHECK(has(checked(R"(call <- call:( "<" name:tool ">" ^ ( "[" arguments:run("]") "]"? )* ))"),
            R"(run("]") may release bytes while ( "[" arguments:run("]") "]"? )* may still end before it)"));
}

TEST_CASE("a recovery is no pending choice, an alternative in front of it is") {
  CHECK(checked(R"(call <- call:( "<" name:tool ">" ^ ( arguments:run("]") "]" / @open_value "" ) ))") == "");
  CHECK(has(checked(R"(call <- call:( "<" name:tool ">" ^ ( arguments:run("]") "]" / "x" / @open_value "" ) ))"),
            R"(while "x" is still an alternative)"));
}

TEST_CASE("a trial shuts out what is pending, and its cuts stay in it") {
  CHECK(checked(R"(call <- call:( "<" name:tool trial( "[" ^ "a"? "]" ) ">" ))") == "");
  CHECK(checked(R"(call <- call:( "<" name:tool &trial( "[" ^ "]" ) ^ ))") == "");
}

TEST_CASE("followed_by keeps what it has read, so its first part may be long when it fails early") {
  CHECK(checked(R"(
call      <- call:( "<" name:tool ">" )
reasoning <- "<think>" ^ ( followed_by(many, "!", @call_in_reasoning reasoning) / reasoning:[^<] )*
many      <- "<m>" ( "a" "b" )*
)") == "");
  CHECK(has(checked(R"(
call      <- call:( "<" name:tool ">" )
reasoning <- "<think>" ^ ( followed_by(many, "!", @call_in_reasoning reasoning) / reasoning:. )*
many      <- "<m>" ( "a" "b" )* "</m>"
)"),
            "followed_by(many"));
}

TEST_CASE("a trial may read far when it cannot begin again in what it has read") {
  CHECK(checked(R"(call <- trial( call:( "<" name:tool ">" ( "a" "b" )* "c" ) ))") == "");
  CHECK(has(checked(R"(call <- trial( call:( "<" name:tool ">" ( "a" "<" )* "c" ) ))"), "reads the same bytes again"));
}

TEST_CASE("a span may stand in a loop, for it remembers how far it has looked") {
  CHECK(checked(R"(call <- call:( "<" name:tool ">" ^ ( ( "[" span(["\]]) "]" / [^\n] ) ^ )* ))") == "");
  CHECK(checked(R"(call <- call:( "<" name:tool ">" ^ arguments:run(">" &( span(">" / "!") "!" )) ))") == "");
}

TEST_CASE("loops over one class, names and JSON count as bounded") {
  CHECK(checked(R"(call <- call:( "<" [ \t]* name:[a-z_]+ &( trial(json) ">" ) ^ arguments:json ">"? ))") == "");
}

TEST_CASE("recursion after a cut is bounded speculation") {
  CHECK(checked(R"(
call <- call:( "<" name:tool ">" ^ nest? )
nest <- "[" ^ ( nest / "x" / "" ) "]"?
)") == "");
}

TEST_CASE("captures travel as arguments, and a role may be one") {
  CHECK(checked(R"(
call     <- call:( "<" name:tool ">" ^ param* ( "</" =name ">" / @missing_close "" ) )
param    <- "[" key:field "=" ^ value:run(close(=key)) ( close(=key) / @open_value "" )
close(k) <- "[/" k "]"
)") == "");
}

TEST_CASE("arguments that start anew or are passed on end up at themselves") {
  CHECK(checked(R"(
call       <- call:( "<" name:tool ">" ^ entry* )
entry      <- "<" key:field ">" ^ content(=key)
content(t) <- ( "<item>" ^ content("item") / pair(t, "-") / "" ) ( "</" t ">" / @missing_close "" )
pair(a, b) <- "(" ^ ( pair(b, a) / "" ) a?
)") == "");
}

TEST_CASE("the longer literal first, and what only looks like a prefix") {
  CHECK(checked(R"(call <- call:( "<" name:tool ( "<ab" / "<a" &"x" / "<ac" / "<a" ) ))") == "");
}

TEST_CASE("shared pages") {
  const page xml = shared(R"(
ws       <- [ \t\n]*
tag(t)   <- "<" t ws ">"
forsaken <- "x" forsaken?
)",
                          "xml");
  const page one = dialect(R"(call <- call:( xml.tag(name:tool) ))", "one");
  const page two = dialect(R"(call <- call:( "[" xml.ws name:tool "]" ))", "two");
  SECTION("alone, what nobody calls is where reading begins") {
    CHECK(shown(check({shared("a <- b\nb <- \"x\"", "xml")}, {})) == "");
    CHECK(shown(check({shared("pair(a) <- a a", "xml")}, {})) == "");
    CHECK(has(shown(check({shared("a <- \"x\" b*\nb <- [ ]*", "xml")}, {})), "would not end"));
  }
  SECTION("with one dialect nobody knows who else uses them") {
    CHECK(shown(check({xml, one}, {})) == "");
  }
  SECTION("with all of the spec an unused rule is a mistake") {
    const std::string all = shown(check({xml, one, two}, {}));
    CHECK(has(all, "xml.md:5: forsaken: this rule is never used: no page uses it"));
    CHECK(std::count(all.begin(), all.end(), '\n') == 1);
    CHECK(shown(check({xml, one}, {}, {true, {}})) == all);
  }
  SECTION("a rule call on a shared page is no entry") {
    CHECK(shown(check({shared(R"(call <- [ ]* ^ "x"?)", "json")}, {})) == "");
  }
}

TEST_CASE("a page may read what another dialect reads, but not a part of it") {
  const page lender = dialect("call <- call:( mark name:tool )\nmark <- \"<\"", "lender");
  CHECK(shown(check({lender, dialect("call <- lender.call", "reader")}, {})) == "");
  const auto refused = shown(check({lender, dialect("call <- call:( lender.mark name:tool \"!\" )", "borrower")}, {}));
  CHECK(refused ==
        "borrower.md:6: call: lender.mark is a rule of a dialect's page, which may change with that dialect: move what "
        "both "
        "need to a page of shapes/ or values/\n");
  const auto shared_page = shown(check({lender, shared("word <- lender.mark", "common")}, {}));
  CHECK(shared_page.find("common.md:2: word: lender.mark is a rule of a dialect's page") == 0);
}

TEST_CASE("dialects.r is the rule r of every dialect that has one") {
  const page message = shared(R"(
think(close) <- "<think>" ^ ( followed_by(dialects.last(close), !., reasoning) / !close reasoning:. ^ )* close?
)",
                              "message");
  const auto uses = [](std::string_view rules, const std::string& name) {
    return dialect(R"(call <- call:( "<" name:tool ">" )
reasoning <- message.think("</think>")
)" + std::string(rules),
                   name);
  };
  SECTION("so it is used, and one may hide another") {
    const page one = uses(R"(last(leave) <- call:( "<a" name:tool ^ arguments:run(leave) ))", "one");
    const page two = uses(R"(last(leave) <- call:( "<a" name:tool "x" ) leave?)", "two");
    CHECK(shown(check({message, one}, {})) == "");
    CHECK(shown(check({message, one, two}, {}, {true, {}})) == "");
    CHECK(shown(check({message, uses("", "none")}, {})) == "");
  }
  SECTION("it takes as many arguments everywhere") {
    const page one = uses(R"(last <- call:( "<a" name:tool ))", "one");
    CHECK(
        shown(check({message, one}, {})) ==
        "message.md:3: think: dialects.last is given 1, but on page one the rule takes no arguments; it takes as many "
        "on each page that has it\n");
  }
  SECTION("the checks look into it") {
    CHECK(has(shown(check({message, uses(R"(last(leave) <- call:( "<a" ( name:tool "x" )* "y" leave ))", "one")}, {})),
              "reads the same bytes again"));
    CHECK(
        has(shown(check({message, uses(R"(last(leave) <- dialects.last(leave) "x")", "one")}, {})), "left recursion"));
    CHECK(has(shown(check({message, uses(R"(last(leave) <- ( "a"? )* leave)", "one")}, {})), "would not end"));
  }
  SECTION("a run in one is pending while another dialect is left") {
    const page ends = shared("rest <- \"[\" ^ dialects.last", "ends");
    const std::string entry = "call <- call:( \"<\" name:tool ends.rest )\n";
    const page one = dialect(entry + "last <- run(\"]\")", "one"), two = dialect(entry + "last <- \"x\"", "two");
    CHECK(shown(check({ends, one}, {})) == "");
    CHECK(has(shown(check({ends, one, two}, {})), "two.last is still an alternative"));
  }
  SECTION("no page may be called so") {
    CHECK(has(shown(check({shared("a <- \"x\"", "dialects")}, {})), "dialects is the name of all dialects together"));
  }
}

TEST_CASE("a dialect has an order that is its own") {
  const auto with = [](const std::string& line) {
    std::vector<problem> problems;
    const page read = read_page("page.md", "---\ndialect: page\n" + line + "---\n", problems);
    CHECK(shown(problems) == "");
    check_order(read, {{"page", 38}, {"hermes", 40}}, problems);
    return shown(problems);
  };
  CHECK(with("order: 39\n") == "");
  CHECK(with("order: 38\n") == "");  // its own, as it was compiled
  CHECK(
      with("") ==
      "page.md:1: the front matter has no `order: N`, which says when automatic detection tries this dialect; toolcall "
      "dialects --verbose lists those of the others\n");
  CHECK(with("order: 40\n") ==
        "page.md:3: order: 40 is that of hermes already, so it would not be clear which is tried first; give this "
        "dialect one "
        "of its own (toolcall dialects --verbose lists them)\n");
}

TEST_CASE("labels are compared with their headings only when these are given") {
  const page one = dialect(R"(call <- call:( "<" name:tool ( ">" / @missing_gt "" ) ))");
  std::vector<label> labels;
  for (const char* name : {"missing_gt", "forsaken", "broken_call", "limit"}) {
    labels.emplace_back();
    labels.back().name = name;
    labels.back().line = 10 * labels.size();
  }
  labels.back().consequence = "internal";
  CHECK(shown(check({one}, {})) == "");
  CHECK(shown(check({one}, labels)) == "");
  CHECK(shown(check({one}, labels, {true, {"broken_call"}})) ==
        "spec/recovery.md:20: no page reports @forsaken; use it on a page, or delete its heading\n");
}

TEST_CASE("a rule of message_head that no other of its rules uses is named as its label") {
  std::vector<problem> none;
  const page heads = read_page("message_head.md", "```peg\nnoted <- part\nstray <- part\npart <- \"x\"\n```\n", none);
  label noted;
  noted.name = "noted";
  const page one = dialect(R"(call <- call:( "<" name:tool ">" ))");
  CHECK(shown(check({one, heads}, {noted}, {true})) ==
        "message_head.md:3: stray: @stray has no heading in spec/recovery.md, which says what each label means; write "
        "one\n");
}

TEST_CASE("which entries may break is told, not refused") {
  const page sure =
      dialect(R"(call <- call:( "<" name:tool ">" ^ &"{" arguments:json ">"? / "[" name:tool &"{" ^ arguments:json ))");
  const page unsure = dialect("call <- call:( \"<\" name:tool ^\n \">\" )");
  CHECK(shown(check({unsure}, {})) == "");
  const std::vector<std::string> lines = may_break({unsure});
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == "page.md:7: call: call may break: \">\" may fail after a cut; offer / @label \"\"");
  const std::vector<std::string> other = may_break({sure});
  REQUIRE(other.size() == 3);  // &"{" stands after the cut in the first alternative, in front of it in the second
  CHECK(has(other[0], R"(&"{" may fail)"));
  for (std::size_t i = 1; i < 3; ++i) CHECK(has(other[i], "call may break: json may end with the text; offer"));
  const page caught = dialect(R"(call <- call:( "<" name:tool ">" &"{" ^ ( arguments:json / @open_value "" ) ">"? ))");
  CHECK(may_break({caught}).empty());
}

}  // namespace check_test
