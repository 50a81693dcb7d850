// Outcomes worked out by hand from the table of spec/semantics.md, one test case a row: what is checked here checks
// everything else.

#include "catch.hpp"
#include "oracle/interpreter_shown.hpp"
#include "oracle/interpreter_trees.hpp"

namespace interpreter_test {

using namespace toolcall::interpreter;
using namespace toolcall::interpreter::trees;

namespace {

std::string rules(const std::vector<toolcall::grammarc::rule>& all, const std::string& text,
                  const reading_limits& bounds = {}) {
  const auto what = shown(evaluate({page("p", all)}, "p", all.front().name, text, 0, {}, bounds));
  return what.back() == '\n' ? what.substr(0, what.size() - 1) : what;
}

const expression a = lit("a"), b = lit("b"), c = lit("c"), ab = lit("ab");

reading_limits small(std::size_t bytes) {
  reading_limits l;
  l.trial_bytes = l.span_bytes = l.followed_by_bytes = bytes;
  return l;
}

}  // namespace

TEST_CASE("bytes, classes, strings and any byte match or fail, and the text's end has no byte") {
  CHECK(on(ab, "abc") == "ok 2");
  CHECK(on(ab, "aa") == "fail");
  CHECK(on(ab, "a") == "fail");
  CHECK(on(lit(""), "") == "ok 0");
  CHECK(on(lit_any_case("a<Z"), "A<z") == "ok 3");
  CHECK(on(lit_any_case("@"), "`") == "fail");
  CHECK(on(ab, "AB") == "fail");
  CHECK(on(set("ab"), "b") == "ok 1");
  CHECK(on(set("ab"), "c") == "fail");
  CHECK(on(set("ab"), "") == "fail");
  CHECK(on(any(), "\xff") == "ok 1");
  CHECK(on(any(), "") == "fail");
  CHECK(on(nothing(), "a") == "fail");
}

TEST_CASE("a cut matches the empty string and makes what stands left of it final") {
  CHECK(on(cut(), "a") == "ok 0 cut 0 final 0");
  CHECK(on(seq({role("key", a), cut(), role("value", b)}), "ab") ==
        "ok 2 cut 1 final 2\nbegin key 0\nend key 0-1\nbegin value 1\nend value 1-2");
}

TEST_CASE("a sequence fails where a part fails, and is broken after a cut") {
  CHECK(on(seq(), "a") == "ok 0");
  CHECK(on(seq({a, b}), "ab") == "ok 2");
  CHECK(on(seq({role("key", a), b}), "ac") == "fail");
  CHECK(on(seq({role("key", a), cut(), role("value", b), c}), "abb") == "broken 1 final 2\nbegin key 0\nend key 0-1");
  CHECK(on(seq({role("key", a), seq({b, cut(), c})}), "abb") == "broken 2 final 2\nbegin key 0\nend key 0-1");
  CHECK(on(seq({a, cut(), b, cut(), c}), "aba") == "broken 2 final 0");
}

TEST_CASE("a choice takes the first that does not fail, and a broken one is not rescued") {
  CHECK(on(alt({a, ab}), "ab") == "ok 1");
  CHECK(on(alt({seq({role("key", a), c}), ab}), "ab") == "ok 2");
  CHECK(on(alt({seq({a, cut(), c}), ab}), "ab") == "broken 1 final 0");
  CHECK(on(alt({a, b}), "c") == "fail");
  CHECK(on(seq({alt({seq({a, cut()}), b}), c}), "ab") == "broken 1 final 0");
}

TEST_CASE("a cut ends the alternatives of enclosing rules too") {
  CHECK(rules({rule("top", alt({call("in"), ab})), rule("in", seq({a, cut(), c}))}, "ab") == "broken 1 final 0");
}

TEST_CASE("loops end at a fail and break with a round") {
  CHECK(on(star(a), "aab") == "ok 2");
  CHECK(on(star(a), "b") == "ok 0");
  CHECK(on(star(seq({a, cut()})), "aab") == "ok 2 cut 2 final 0");
  CHECK(on(star(seq({a, cut(), b})), "abac") == "broken 3 final 0");
  CHECK(on(seq({star(seq({a, cut()})), b}), "aac") == "broken 2 final 0");
  CHECK(on(star(seq({a, b})), "abac") == "ok 2");
  CHECK(on(star(opt(a)), "aab") == "ok 2");  // a round that takes nothing ends the loop
  CHECK(on(plus(a), "b") == "fail");
  CHECK(on(plus(a), "aab") == "ok 2");
  CHECK(on(plus(seq({role("key", a), cut(), b})), "aba") ==
        "broken 3 final 4\nbegin key 0\nend key 0-1\nbegin key 2\nend key 2-3");
  CHECK(on(opt(a), "b") == "ok 0");
  CHECK(on(opt(a), "a") == "ok 1");
  CHECK(on(opt(seq({a, cut(), b})), "ac") == "broken 1 final 0");
}

TEST_CASE("predicates leave nothing, and broken counts as fail") {
  CHECK(on(seq({at(role("key", a)), a}), "a") == "ok 1");
  CHECK(on(at(a), "b") == "fail");
  CHECK(on(not_at(a), "b") == "ok 0");
  CHECK(on(not_at(a), "a") == "fail");
  CHECK(on(at(seq({a, cut()})), "a") == "ok 0");
  CHECK(on(alt({seq({at(seq({a, cut()})), c}), a}), "a") == "ok 1");
  CHECK(on(not_at(seq({role("key", a), cut(), b})), "ac") == "ok 0");
  CHECK(on(seq({role("text", a), at(recover(seq({role("key", b), cut(), b}), "l", c)), b}), "abc") ==
        "ok 2\nbegin text 0\nend text 0-1");
}

TEST_CASE("a cut reaches no further than the trial around it") {
  CHECK(on(trial(seq({role("key", a), cut(), b})), "ab") == "ok 2\nbegin key 0\nend key 0-1");
  CHECK(on(trial(seq({role("key", a), cut(), b})), "ac") == "fail");
  CHECK(on(alt({trial(seq({a, cut(), b})), seq({a, c})}), "ac") == "ok 2");
  CHECK(on(seq({a, cut(), trial(seq({b, cut()})), c}), "aba") == "broken 1 final 0");
}

TEST_CASE("a role stands around the events of its part, and stays open when that breaks") {
  CHECK(on(role("call", seq({a, role("key", b)})), "ab") ==
        "ok 2\nbegin call 0\nbegin key 1\nend key 1-2\nend call 0-2");
  CHECK(on(role("call", a), "b") == "fail");
  CHECK(on(role("call", seq({a, role("key", seq({b, cut(), c}))})), "abb") ==
        "broken 2 final 2\nbegin call 0\nbegin key 1");
  CHECK(on(replace(a, "x"), "a") == "ok 1\nbegin ->x 0\nend ->x 0-1");
}

TEST_CASE("a recovery takes over at the start after a fail") {
  CHECK(on(recover(a, "l", b), "a") == "ok 1");
  CHECK(on(recover(role("key", a), "l", b), "b") == "ok 1\nlabel l 0-1");
  CHECK(on(recover(a, "l", b), "c") == "fail");
  CHECK(on(recover(a, "l", seq({b, cut(), c})), "bb") == "broken 1 final 0");
  CHECK(on(recover(nothing(), "l", seq({role("text", b), cut()})), "b") ==
        "ok 1 cut 1 final 2\nbegin text 0\nend text 0-1\nlabel l 0-1");
  CHECK(on(alt({recover(a, "l", b), c}), "c") == "ok 1");
}

TEST_CASE("a recovery takes over at the cut after a break, and ends the open roles as failed") {
  const auto broken = role("call", seq({a, role("key", seq({b, cut(), role("value", b), c}))}));
  CHECK(on(recover(broken, "l", b), "abba") ==
        "ok 3 cut 2 final 4\nbegin call 0\nbegin key 1\nfailed key 1-2\nfailed call 0-2\nlabel l 2-3");
  CHECK(on(role("text", recover(broken, "l", b)), "abba") ==
        "ok 3 cut 2 final 5\nbegin text 0\nbegin call 0\nbegin key 1\nfailed key 1-2\nfailed call 0-2\nlabel l 2-3\n"
        "end text 0-3");
  CHECK(on(recover(broken, "l", seq()), "abba") ==
        "ok 2 cut 2 final 4\nbegin call 0\nbegin key 1\nfailed key 1-2\nfailed call 0-2\nlabel l 2-2");
  CHECK(on(recover(seq({role("key", a), b, cut(), c}), "l", b), "abb") ==
        "ok 3 cut 2 final 2\nbegin key 0\nend key 0-1\nlabel l 2-3");
}

TEST_CASE("a recovery that fails too leaves a break to the next one outside") {
  const auto inner = recover(role("key", seq({a, cut(), c})), "in", c);
  CHECK(on(inner, "ab") == "broken 1 final 2\nbegin key 0\nfailed key 0-1");
  CHECK(on(recover(role("call", inner), "out", b), "ab") ==
        "ok 2 cut 1 final 4\nbegin call 0\nbegin key 0\nfailed key 0-1\nfailed call 0-1\nlabel out 1-2");
  const auto moves_on = recover(seq({a, cut(), c}), "in", seq({role("text", b), cut(), c}));
  CHECK(on(recover(moves_on, "out", a), "aba") == "ok 3 cut 2 final 2\nbegin text 1\nend text 1-2\nlabel out 2-3");
  CHECK(on(alt({inner, ab}), "ab") == "broken 1 final 2\nbegin key 0\nfailed key 0-1");
  CHECK(on(trial(inner), "ab") == "fail");
}

TEST_CASE("a run takes bytes up to its stop or the end, with a cut after each") {
  CHECK(on(run(lit("<")), "ab<") == "ok 2 cut 2 final 0");
  CHECK(on(run(lit("<")), "ab") == "ok 2 cut 2 final 0");
  CHECK(on(run(lit("<")), "<") == "ok 0");
  CHECK(on(alt({seq({run(lit("<")), c}), ab}), "ab<") == "broken 2 final 0");
  CHECK(on(seq({role("text", run(lit("<"))), lit("<")}), "ab<") == "ok 3 cut 2 final 1\nbegin text 0\nend text 0-2");
}

TEST_CASE("a span is a run without cuts, and limited") {
  CHECK(on(span(lit("<")), "ab<") == "ok 2");
  CHECK(on(alt({seq({span(lit("<")), c}), ab}), "ab<") == "ok 2");
  CHECK(on(span(lit("<")), "ab<", small(3)) == "ok 2");  // reads three bytes
  CHECK(on(span(lit("<")), "ab<", small(2)) == "fail");
  CHECK(on(span(lit("<")), "ab", small(2)) == "fail");  // to learn of the end is to read on
  CHECK(on(span(lit("<x")), "ab<y<x", small(7)) == "ok 4");
}

TEST_CASE("followed_by is matched once and then stands or becomes one span") {
  const auto call_if = followed_by(role("key", seq({a, cut(), b})), c, "text", "l");
  CHECK(on(call_if, "abc") == "ok 2\nbegin key 0\nend key 0-2");
  CHECK(on(call_if, "aba") == "ok 2\nbegin text 0\nend text 0-2\nlabel l 0-2");
  CHECK(on(call_if, "aca") == "fail");
  CHECK(on(call_if, "c") == "fail");
  CHECK(on(followed_by(a, not_at(any()), "text"), "ab") == "ok 1\nbegin text 0\nend text 0-1");
  CHECK(on(followed_by(plus(a), c, "text", "l"), "aaac", small(2)) == "ok 2\nbegin text 0\nend text 0-2\nlabel l 0-2");
  CHECK(on(followed_by(lit("aaa"), c, "text"), "aaac", small(3)) == "ok 3\nbegin text 0\nend text 0-3");
  CHECK(on(followed_by(lit("aaa"), c, "text"), "aaac", small(4)) == "ok 3");
  CHECK(on(followed_by(lit("aac"), c, "text"), "aaac", small(3)) == "fail");  // failed before it overran
}

TEST_CASE("an overrun leaves the innermost construct with the smallest limit") {
  CHECK(on(trial(lit("abc")), "abc", small(3)) == "ok 3");
  CHECK(on(trial(lit("abc")), "abc", small(2)) == "fail");
  CHECK(on(alt({trial(lit("abc")), a}), "abc", small(2)) == "ok 1");
  CHECK(on(trial(seq({role("key", a), star(a)})), "aa", small(2)) == "fail");
  reading_limits l;
  l.trial_bytes = 3;
  l.followed_by_bytes = 5;
  CHECK(on(trial(followed_by(star(a), c, "text")), "aaaaaa", l) == "fail");  // the trial's limit is nearer
  CHECK(on(followed_by(trial(star(a)), c, "text"), "aaaaaa", l) ==
        "fail");  // the trial fails, so followed_by's part fails
  CHECK(on(trial(seq({a, followed_by(alt({trial(star(a)), a}), c, "text")})), "aaaaaa", l) == "fail");
  l.followed_by_bytes = 2;
  CHECK(on(trial(seq({followed_by(star(a), c, "text"), a})), "aaaaaa", l) == "ok 3\nbegin text 0\nend text 0-2");
  l.followed_by_bytes = 3;  // equal: the inner one
  CHECK(on(trial(followed_by(star(a), c, "text")), "aaaaaa", l) == "ok 3\nbegin text 0\nend text 0-3");
  CHECK(on(trial(at(lit("aaaa"))), "aaaaaa", l) == "fail");  // predicates inherit the limit
  CHECK(on(seq({not_at(trial(lit("aaaa"))), role("text", a)}), "aaaa", l) == "ok 1\nbegin text 0\nend text 0-1");
}

TEST_CASE("a back-reference matches the bytes captured in this call") {
  const auto tag = seq({capture("x", set("ab")), c, back("x")});
  CHECK(on(tag, "aca") == "ok 3");
  CHECK(on(tag, "acb") == "fail");
  CHECK(on(back("x"), "a") == "fail");
  CHECK(on(seq({capture("x", opt(a)), back("x"), b}), "b") == "ok 1");
  CHECK(on(alt({seq({capture("x", a), b}), seq({a, back("x")})}), "aa") == "fail");  // undone with its alternative
  CHECK(on(seq({at(seq({capture("x", a), back("x")})), a, back("x")}), "aa") == "fail");
  CHECK(on(seq({at(seq({capture("x", a), back("x")})), a}), "aa") == "ok 1");
  CHECK(on(plus(seq({capture("x", set("ab")), back("x")})), "aabb") == "ok 4");
  CHECK(on(seq({capture("x", a), recover(seq({capture("x", b), cut(), c}), "l", back("x"))}), "aba") ==
        "ok 3 cut 2 final 0\nlabel l 2-3");
}

TEST_CASE("captures are those of the rule that wrote them, also in arguments") {
  const auto in = rule("in", seq({capture("x", b), parameter("e"), back("x")}), {"e"});
  CHECK(rules({rule("top", seq({capture("x", a), call("in", {back("x")})})), in}, "abab") == "ok 4");
  CHECK(rules({rule("top", seq({capture("x", a), call("in", {b}), back("x")})), in}, "abbba") == "ok 5");
  CHECK(rules({rule("top", seq({call("in", {capture("x", a)}), back("x")})), in}, "baba") == "ok 4");
  CHECK(rules({rule("top", seq({call("in", {a}), back("x")})), in}, "babb") == "fail");
  const auto nest = rule("top", seq({capture("x", set("ab")), opt(call("top")), back("x")}));
  CHECK(rules({nest}, "abba") == "ok 4");
}

TEST_CASE("rules of other pages, and a parameter's page is the caller's") {
  const auto p = page("p", {rule("r", seq({call("q.r", {call("s")}), call("s")})), rule("s", a)});
  const auto q = page("q", {rule("r", seq({parameter("e"), call("s")}), {"e"}), rule("s", b)});
  CHECK(evaluate({p, q}, "p", "r", "aba", 0, {}, {}).j == 3);
}

TEST_CASE("dialects.r is a choice over the dialects in use, in their order, each in a role of its own") {
  auto p = page("p", {rule("call", seq({a, call("m.r", {c})})), rule("mark", seq({a, parameter("e")}), {"e"})});
  auto q = page("q", {rule("call", b), rule("mark", seq({any(), parameter("e")}), {"e"})});
  const auto m =
      page("m", {rule("r", call("dialects.mark", {parameter("e")}), {"e"}), rule("none", call("dialects.none"))});
  p.front["dialect"] = {"p"};
  q.front["dialect"] = {"q"};
  const auto marks_on = [&](const std::string& text) {
    return shown(evaluate({m, p, q}, "p", "call", text, 0, {}, {}));
  };
  CHECK(marks_on("aac") == "ok 3\nbegin dialect:p 1\nend dialect:p 1-3\n");
  CHECK(marks_on("abc") == "ok 3\nbegin dialect:q 1\nend dialect:q 1-3\n");
  CHECK(marks_on("abb") == "fail");
  CHECK(shown(evaluate({m, p, q}, "m", "none", "a", 0, {}, {})) == "fail");
  q.front["order"] = {"1"};
  CHECK(marks_on("aac") == "ok 3\nbegin dialect:q 1\nend dialect:q 1-3\n");
  const auto alone = [&](const char* dialect) {
    return show(message({m, p, q}, {{"p", "call"}, {dialect, "call"}}, "abc", {}, {}));
  };
  CHECK(alone("p") == "");
  CHECK(alone("q") == "begin block 0\nbegin dialect:q 1\nend dialect:q 1-3\nend block 0-3\n");
}

TEST_CASE("a rule call deeper than the limit fails") {
  reading_limits l;
  l.depth = 2;
  const auto nest = rule("top", seq({a, opt(call("top"))}));
  CHECK(rules({nest}, "aaaaa", l) == "ok 3");
  l.depth = 1;
  l.trial_bytes = 2;  // what overran is not deeper afterwards
  CHECK(rules({rule("top", seq({opt(trial(call("in"))), call("in")})), rule("in", lit("aaa"))}, "aaaa", l) == "ok 3");
}

TEST_CASE("json finds its own end, with a cut after each byte, and is broken where the text ends first") {
  const auto json = make(form::json);
  const auto whole = [](const std::string& size) {
    return "ok " + size + " cut " + size + " final 1\nbegin json 0\nend json 0-" + size;
  };
  CHECK(on(json, "{\"a}\\\"\": [1}]}x") == whole("13"));
  CHECK(on(json, "\"a\\\"b\"c") == whole("6"));
  CHECK(on(json, "\"\"\"") == whole("2"));
  CHECK(on(json, "\"\\\\\"\"") == whole("4"));
  CHECK(on(json, "[(]") == whole("3"));
  CHECK(on(json, "{}}") == whole("2"));
  CHECK(on(json, "{\"a\": ") == "broken 6 final 1\nbegin json 0");
  CHECK(on(json, "\"a\\") == "broken 3 final 1\nbegin json 0");
  CHECK(on(json, "[") == "broken 1 final 1\nbegin json 0");
  CHECK(on(json, " 1") == "fail");
  CHECK(on(json, "True") == "fail");
  CHECK(on(json, "}") == "fail");
  CHECK(on(json, "") == "fail");
  CHECK(on(alt({seq({json, c}), any()}), "[]b") == "broken 2 final 1\nbegin json 0");  // its end stands after the cut
  CHECK(on(recover(role("value", json), "l", seq()), "{") ==
        "ok 1 cut 1 final 4\nbegin value 0\nbegin json 0\nfailed json 0-1\nfailed value 0-1\nlabel l 1-1");
}

TEST_CASE("json has single quotes, backticks, comments and stray backslashes only where JSON has no such byte") {
  const auto json = make(form::json);
  const auto whole = [](const std::string& size) {
    return "ok " + size + " cut " + size + " final 1\nbegin json 0\nend json 0-" + size;
  };
  CHECK(on(json, "'a\"}\\''}") == whole("7"));
  CHECK(on(json, "{'}': '\"', \"b'\": [ '{' ]}") == whole("25"));
  CHECK(on(json, "[`]\"`, `a`/* ` */]") == whole("18"));
  CHECK(on(json, "[it's]'") == whole("6"));  // no place for a string
  CHECK(on(json, "[1 // ]\n]") == whole("9"));
  CHECK(on(json, "[\"a\"/* ]/*/, # ]\n '}']") == whole("22"));
  CHECK(on(json, "{a:http://x}") == whole("12"));  // no comment
  CHECK(on(json, "[#}]") == whole("3"));
  CHECK(on(json, "{\\\"a{\\\": 1}}") == whole("12"));
  CHECK(on(json, "[ // ]") == "broken 6 final 1\nbegin json 0");
  CHECK(on(json, "[ /* ]*") == "broken 7 final 1\nbegin json 0");
  CHECK(on(json, "['a]") == "broken 4 final 1\nbegin json 0");
  CHECK(on(json, "[\\") == "broken 2 final 1\nbegin json 0");
}

TEST_CASE("a scalar of json has no cut, and ends with the text") {
  const auto json = make(form::json);
  CHECK(on(json, "-1.5e+3,") == "ok 7\nbegin json 0\nend json 0-7");
  CHECK(on(json, "nullish ") == "ok 7\nbegin json 0\nend json 0-7");
  CHECK(on(json, "tru") == "ok 3\nbegin json 0\nend json 0-3");
  CHECK(on(alt({seq({json, c}), any()}), "1b") == "ok 1");
}

TEST_CASE("json in a trial waits for its end") {
  const auto waits = trial(make(form::json));
  CHECK(on(waits, "[1]x") == "ok 3\nbegin json 0\nend json 0-3");
  CHECK(on(waits, "[1") == "fail");
  CHECK(on(alt({seq({waits, c}), any()}), "[]b") == "ok 1");
  CHECK(on(waits, "[1]", small(3)) == "ok 3\nbegin json 0\nend json 0-3");
  CHECK(on(waits, "[11]", small(3)) == "fail");
  CHECK(on(at(make(form::json)), "[1]x") == "ok 0");
  CHECK(on(at(make(form::json)), "[1") == "fail");
}

TEST_CASE("the message goes on after text, matches and breaks") {
  const auto p = page("p", {rule("call", role("call", seq({a, cut(), b}))), rule("control", alt({lit("ac"), c}))});
  const std::vector<item> items = {{"p", "call"}, {"p", "control"}};
  CHECK(show(message({p}, items, " ab", {}, {})) == "begin block 1\nbegin call 1\nend call 1-3\nend block 1-3\n");
  CHECK(show(message({p}, items, "acb", {}, {})) ==
        "begin block 0\nbegin call 0\nfailed call 0-1\nfailed block 0-1\nlabel broken_call 1-1\n"
        "begin block 1\nend block 1-2\n");
  CHECK(show(message({p}, items, "bbb", {}, {})).empty());
  // What is only noted takes no byte, and the items after it are tried.
  const std::vector<item> noting = {{"p", "control", "seen"}, {"p", "call"}};
  CHECK(show(message({p}, noting, "acb", {}, {})) ==
        "note seen 0-2\nbegin block 0\nbegin call 0\nfailed call 0-1\nfailed block 0-1\nlabel broken_call 1-1\n"
        "note seen 1-2\n");
  names off;
  off.off.insert("seen");
  CHECK(show(message({p}, noting, "bcb", {}, {})) == "note seen 1-2\n");
  CHECK(show(message({p}, noting, "bcb", off, {})).empty());
  // A deferred label counts where no item before the notes matches without it.
  const auto two = page("p", {rule("call", alt({recover(b, "seen", lit("a")), seq({lit("a"), b})}))});
  names deferred;
  deferred.deferred.insert("seen");
  CHECK(show(message({two}, {{"p", "call"}}, "ab", deferred, {})) == "begin block 0\nend block 0-2\n");
  const auto stuck = page("p", {rule("call", seq({cut(), b}))});
  CHECK(show(message({stuck}, {{"p", "call"}}, "a", {}, {})) ==
        "begin block 0\nfailed block 0-0\nlabel broken_call 0-0\n");
}

}  // namespace interpreter_test
