// The reader of peg blocks: what each form becomes in the tree, what is refused and how it is said.

#include "read_fragment.hpp"

namespace read_rules_test {

using fragment::tree;
using fragment::wrong;

TEST_CASE("each form becomes one node") {
  CHECK(tree("\"x\"") == "literal:\"x\"");
  CHECK(tree("'x\"'i") == "literal:\"x\\\"\"i");
  CHECK(tree(".") == "any");
  CHECK(tree("^") == "cut");
  CHECK(tree("b") == "call:b");
  CHECK(tree("xml.word") == "call:xml.word");
  CHECK(tree("b* c+ d?") == "sequence(star(call:b), plus(call:c), optional(call:d))");
  CHECK(tree("&b !c") == "sequence(at(call:b), not_at(call:c))");
  CHECK(tree("name:b") == "role:name(call:b)");
  CHECK(tree("q:b =q") == "sequence(capture:q(call:b), back:q)");
  CHECK(tree("b -> \"x\"") == "replace:\"x\"(call:b)");
  CHECK(tree("json python tool field new_field line_start") ==
        "sequence(json, python, tool, field, new_field, line_start)");
  CHECK(tree("run(b)") == "run(call:b)");
  CHECK(tree("span(b / c)") == "span(choice(call:b, call:c))");
  CHECK(tree("trial(b c)") == "trial(sequence(call:b, call:c))");
  CHECK(tree("followed_by(b, c, text)") == "followed_by:text(call:b, call:c)");
  CHECK(tree("followed_by(b, c, @doubtful reasoning)") == "followed_by:reasoning@doubtful(call:b, call:c)");
}

TEST_CASE("the empty text is the empty sequence, however it is written") {
  CHECK(tree("\"\"") == "sequence");
  CHECK(tree("b / ") == "choice(call:b, sequence)");
  CHECK(tree("''") == "sequence");
  CHECK(tree("b( \"\" )") == "call:b(sequence)");
  CHECK(tree("b -> \"\"") == "replace:\"\"(call:b)");
}

TEST_CASE("a recovery guards the choice of everything before it") {
  CHECK(tree("a1 / @l b / c") == "choice(recovery:l(call:a1, call:b), call:c)");
  CHECK(tree("a1 / b / @l c") == "recovery:l(choice(call:a1, call:b), call:c)");
  CHECK(tree("a1 / @l b / @m c") == "recovery:m(recovery:l(call:a1, call:b), call:c)");
  CHECK(tree("a1 / @l b / c / d / @m e") == "recovery:m(choice(recovery:l(call:a1, call:b), call:c, call:d), call:e)");
  CHECK(tree("a1 / ( b / @l c )") == "choice(call:a1, recovery:l(call:b, call:c))");
  CHECK(tree("a1 / @l") == "recovery:l(call:a1, sequence)");
}

TEST_CASE("what is only reported, and what a host may switch off, have forms of their own") {
  CHECK(tree("note(l, b c)") == "note:l(sequence(call:b, call:c))");
  CHECK(tree("note(l) b") == "sequence(note:l(sequence), call:b)");
  CHECK(tree("note(l, b)? c / @m when(l)") == "recovery:m(sequence(optional(note:l(call:b)), call:c), when:l)");
  CHECK(fragment::read("a(l) <- note(l, l)").rules[0].body.text == "l");
}

TEST_CASE("a label with nothing in front of it says what to write instead") {
  CHECK(wrong("a <- ( @stray_open b c ) d") ==
        "page.md:2: a: @stray_open has nothing in front of it that it could recover: write note(stray_open, b c) to "
        "report what stands here, or when(stray_open) if the label only lets a host switch this off\n");
  CHECK(
      wrong("a <- b\nc <- ( @fence \"\" )") ==
      "page.md:3: c: @fence has nothing in front of it that it could recover: write note(fence) to report what stands "
      "here, or when(fence) if the label only lets a host switch this off\n");
  CHECK(wrong("a <- note") ==
        "page.md:2: a: note is written note(label, e), or note(label) where there is no byte to read\n");
  CHECK(wrong("a <- note(\"l\", b)") == wrong("a <- note"));
  CHECK(wrong("a <- when(l, b)") == "page.md:2: a: when is written when(label)\n");
}

TEST_CASE("a count says how often an item stands there") {
  const auto counted = [](std::string_view body) { return fragment::read("a <- " + std::string(body)).rules[0].body; };
  CHECK(tree("b{2,3}") == "repeat(call:b)");
  CHECK(counted("b{2,3}").least == 2);
  CHECK(counted("b{2,3}").most == 3);
  CHECK(counted("( b c ){4}").least == 4);
  CHECK(counted("( b c ){4}").most == 4);
  const std::string rest = " is not a count; write {n} or {m,n}, with m up to n and n from 1 to 50\n";
  CHECK(wrong("a <- b{3,2}") == "page.md:2: a: {3,2}" + rest);
  CHECK(wrong("a <- b{0}") == "page.md:2: a: {0}" + rest);
  CHECK(wrong("a <- b{,2}") == "page.md:2: a: {,2}" + rest);
  CHECK(wrong("a <- b{1,51}") == "page.md:2: a: {1,51}" + rest);
  CHECK(wrong("a <- b{1, 2}") ==
        "page.md:2: a: a count is written {n} or {m,n}, but here stands ` 2}`: leave the blank out\n");
}

TEST_CASE("a name touches what belongs to it") {
  CHECK(tree("b(c)") == "call:b(call:c)");
  CHECK(tree("b (c)") == "sequence(call:b, call:c)");
  CHECK(tree("b . c") == "sequence(call:b, any, call:c)");
  CHECK(tree("text:.") == "role:text(any)");
  CHECK(tree("b(c, \"x\" d)") == "call:b(call:c, sequence(literal:\"x\", call:d))");
}

TEST_CASE("parts bind loosest, suffixes tightest") {
  CHECK(tree("name:!b+") == "role:name(not_at(plus(call:b)))");
  CHECK(tree("q:b? -> \"\" =q") == "sequence(capture:q(replace:\"\"(optional(call:b))), back:q)");
  CHECK(tree("(q:b -> \"\") =q") == "sequence(capture:q(replace:\"\"(call:b)), back:q)");
  CHECK(tree("name:(b c)*") == "role:name(star(sequence(call:b, call:c)))");
}

TEST_CASE("a role that is referred to is a capture as well, also where it is an argument") {
  CHECK(tree("key:b =key") == "sequence(role:key(capture:key(call:b)), back:key)");
  CHECK(tree("key:b end(=key)") == "sequence(role:key(capture:key(call:b)), call:end(back:key))");
  CHECK(tree("key:b value:c") == "sequence(role:key(call:b), role:value(call:c))");
}

TEST_CASE("a parameter is no rule") {
  const auto page = fragment::read("a(close, open) <- open close b(close)");
  REQUIRE(page.rules.size() == 1);
  CHECK(page.rules[0].parameters == std::vector<std::string>{"close", "open"});
  CHECK(tree(page.rules[0].body) == "sequence(parameter:open, parameter:close, call:b(parameter:close))");
}

TEST_CASE("classes and escapes are bytes") {
  const auto set_of = [](std::string_view body) {
    return fragment::read("a <- " + std::string(body)).rules[0].body.bytes;
  };
  CHECK(set_of("[a-c]").count() == 3);
  CHECK(set_of("[^a-c]").count() == 253);
  CHECK(set_of("[^a-c]").test(0xff));
  CHECK(set_of("[+-]") == set_of("[\\-+]"));
  CHECK(set_of("[\\]\\[\\^\\\\]").count() == 4);
  CHECK(set_of("[\\n\\t\\r ]").count() == 4);
  CHECK(set_of("[\\u0000-\\u001f]").count() == 32);
  CHECK(set_of("[#\"']").count() == 3);
  CHECK(tree("\"\\n\\t\\r\\\\\\\"\"") == "literal:\"\\n\\t\\r\\\\\\\"\"");
  CHECK(fragment::read("a <- \"\\u201c\\u00e9\\u0041\"").rules[0].body.text ==
        "\xe2\x80\x9c\xc3\xa9"
        "A");
  CHECK(fragment::read("a <- \"｜\"").rules[0].body.text == "\xef\xbd\x9c");
}

TEST_CASE("lines and sources are those of the page, without comments") {
  const auto page =
      fragment::read("a <- b  # why\n   # a line of its own\n   / \"#\" [#]   # and why not\n\n# before c\nc <- .");
  REQUIRE(page.rules.size() == 2);
  CHECK(page.rules[0].line == 2);
  CHECK(page.rules[0].source == "a <- b\n   / \"#\" [#]");
  CHECK(page.rules[0].body.children.at(1).line == 4);
  CHECK(page.rules[1].line == 7);
  CHECK(page.rules[1].source == "c <- .");
}

TEST_CASE("a rule may begin after another on its line, and its arrow on the next") {
  const auto page = fragment::read("a <- b b <- c\nlong(x, y)\n  <- x y");
  REQUIRE(page.rules.size() == 3);
  CHECK(tree(page.rules[0].body) == "call:b");
  CHECK(page.rules[2].name == "long");
}

TEST_CASE("what cannot be read is said with its line, its rule, what stands there and the way out") {
  CHECK(wrong("a <- b @l c") ==
        "page.md:2: a: a rule is made of items and /, but here stands `@l c`: a label begins an alternative, "
        "( e / @label r ); what is only reported is note(label, e)\n");
  CHECK(
      wrong("a <- ( b\nc <- .") ==
      "page.md:3: a: a group is closed by ), but here stands `c <- .`: the next rule begins here, and this one is not "
      "complete\n");
  CHECK(wrong("a <- b )") ==
        "page.md:2: a: a rule is made of items and /, but here stands `)`: no group is open here\n");
  CHECK(wrong("a <- b**") ==
        "page.md:2: a: a rule is made of items and /, but here stands `*`: one of ? * + touches what "
        "it repeats; use parentheses for a second one\n");
  CHECK(wrong("a <- b | c") ==
        "page.md:2: a: a rule is made of items and /, but here stands `| c`: alternatives are separated by /\n");
  CHECK(wrong("a <- Name") ==
        "page.md:2: a: a rule is made of items and /, but here stands `Name`: names are written in "
        "a-z, 0-9 and _\n");
  CHECK(wrong("a <- \"x\nb <- .") ==
        "page.md:2: a: a literal is closed by \" on the line where it began, but here the line ends\n");
  CHECK(wrong("a <- [x") ==
        "page.md:2: a: a class is closed by ] on the line where it began, but here the line ends\n");
  CHECK(wrong("a = b") == "page.md:2: a: a rule is written `name <- …`, but here stands `= b`\n");
  CHECK(wrong("Rule <- b") ==
        "page.md:2: a rule begins name <- or name(parameters) <-, with a name of a-z, 0-9 and _, but "
        "here stands `Rule <- b`\n");
  CHECK(wrong("a <- name: b") ==
        "page.md:2: a: a part's name, & and ! touch what they belong to, but here stands ` b`: leave the blank out\n");
}

TEST_CASE("a mistake costs only its own rule") {
  CHECK(
      wrong("a <- )\nb <- (\n  c\nd <- e\nf <- |") ==
      "page.md:2: a: a rule is made of items and /, but here stands `)`: no group is open here\n"
      "page.md:5: b: a group is closed by ), but here stands `d <- e`: the next rule begins here, and this one is not "
      "complete\n"
      "page.md:6: f: a rule is made of items and /, but here stands `|`: alternatives are separated by /\n");
}

TEST_CASE("what can be read and makes no sense is refused too") {
  CHECK(wrong("a <- [“]") ==
        "page.md:2: a: in the class [“]: a class matches one byte, and a character beyond ASCII has several: write a "
        "choice of literals, such as ( \"“\" / \"”\" )\n");
  CHECK(wrong("a <- []") == "page.md:2: a: in the class []: [] matches nothing: name its bytes\n");
  CHECK(wrong("a <- [^]") == "page.md:2: a: in the class [^]: [^] excludes nothing: write . for any byte\n");
  CHECK(wrong("a <- [z-a]") ==
        "page.md:2: a: in the class [z-a]: the range z-a is empty: its ends are the wrong way round\n");
  CHECK(wrong("a <- \"\\q\"") ==
        "page.md:2: a: in the literal \"\\q\": \\q is not an escape; allowed are \\n \\t \\r \\\\ \\\" "
        "\\' \\[ \\] \\- \\^ and \\uXXXX\n");
  CHECK(wrong("a <- \"\\ud83d\"") ==
        "page.md:2: a: in the literal \"\\ud83d\": a \\u escape names half a character (a "
        "surrogate): write the character itself\n");
  CHECK(wrong("a <- run") ==
        "page.md:2: a: run is built in and takes one argument, touching its name: run(e); here stands "
        "none\n");
  CHECK(wrong("a <- json(b)") ==
        "page.md:2: a: json is built in and takes no argument (a blank before ( makes it a group)"
        "; here stand 1\n");
  CHECK(wrong("a <- followed_by(b, c)") ==
        "page.md:2: a: followed_by needs the role that the bytes have when its second part does not "
        "follow: followed_by(a, f, role) or followed_by(a, f, @label role)\n");
  CHECK(wrong("a <- followed_by(b, c, colour)") == wrong("a <- followed_by(b, c)"));
  CHECK(wrong("a <- !b -> \"x\"") ==
        "page.md:2: a: a predicate consumes nothing that could count as something else: drop & or ->\n");
  CHECK(wrong("a <- b()") == "page.md:2: a: b() has no argument: write b alone, or b(\"\") for an empty one\n");
  CHECK(wrong("a(x) <- x(b)") == "page.md:2: a: x is a parameter of a and takes no arguments\n");
}

TEST_CASE("groups may not stand in each other without end") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '(') + "\"x\"" + std::string(depth, ')'); };
  CHECK(wrong("a <- " + nested(100)).empty());
  CHECK(wrong("a <- " + nested(20000)) ==
        "page.md:2: groups stand in each other more than 100 deep; give the inner ones names, as rules of their own\n");
}

}  // namespace read_rules_test
