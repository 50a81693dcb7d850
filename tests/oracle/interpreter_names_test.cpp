// The outcomes of what depends on the caller or on where the text stands, worked out by hand from the table of
// spec/semantics.md: names, `line`, `offered`, `forced` and `chosen`.

#include "catch.hpp"
#include "oracle/interpreter_said.hpp"
#include "oracle/interpreter_trees.hpp"

using namespace toolcall::oracle;
using namespace toolcall::oracle::trees;

TEST_CASE("names are the longest run of name bytes, looked up whole") {
  names n;
  n.given = true;
  n.tools = {{"get", {"a", "ab"}}, {"a", {}}};
  CHECK(on(make(form::tool), "get>", {}, n) == "ok 3");
  CHECK(on(make(form::tool), "get_weather", {}, n) == "fail");
  CHECK(on(make(form::tool), "", {}, n) == "fail");
  CHECK(on(make(form::tool), "x.y-z:/$@\xc3\xa4 ") == "ok 11");
  CHECK(on(make(form::tool), ">") == "fail");
  CHECK(on(make(form::field), "a", {}, n) == "fail");
  const auto name = role("name", make(form::tool));
  const auto field = make(form::field), fresh = make(form::new_field);
  const auto key = role("key", fresh);
  CHECK(on(role("call", seq({name, lit(" "), field})), "get ab", {}, n) ==
        "ok 6\nbegin call 0\nbegin name 0\nend name 0-3\nend call 0-6");
  CHECK(on(role("call", seq({name, lit(" "), field})), "a ab", {}, n) == "fail");
  CHECK(on(seq({role("call", name), lit(" "), field}), "get ab", {}, n) == "fail");
  const auto keys = role("call", seq({name, plus(seq({lit(" "), key}))}));
  CHECK(on(keys, "get ab a a", {}, n) ==
        "ok 8\nbegin call 0\nbegin name 0\nend name 0-3\nbegin key 4\nend key 4-6\nbegin key 7\nend key 7-8\nend call "
        "0-8");
  const auto deep = role("call", seq({name, role("object", seq({lit(" "), key})), lit(" "), role("text", fresh)}));
  CHECK(on(deep, "get a a", {}, n).substr(0, 4) == "ok 7");
  CHECK(on(role("call", seq({name, lit(" "), at(key), fresh})), "get a", {}, n).substr(0, 4) == "ok 5");
  CHECK(on(at(keys), "get a", {}, n) == "fail");  // the call is not there inside a predicate
  const auto quoted = role("key", seq({replace(lit("'"), ""), fresh, replace(lit("'"), "")}));
  const auto two = role("call", seq({name, lit(" "), quoted, lit(" "), fresh}));
  CHECK(on(two, "get 'a' a", {}, n) == "fail");
  CHECK(on(two, "get 'a' ab", {}, n).substr(0, 5) == "ok 10");
}

TEST_CASE("line holds where only blanks stand before") {
  const auto third = seq({any(), any(), make(form::line)});
  CHECK(on(make(form::line), "a") == "ok 0");
  CHECK(on(third, "\n\t") == "ok 2");
  CHECK(on(third, "  ") == "ok 2");
  CHECK(on(third, "a ") == "fail");
  CHECK(on(third, "a\n") == "ok 2");
}

TEST_CASE("offered holds where tools are given, be it none") {
  names none;
  none.given = true;
  const auto named = seq({make(form::offered), make(form::tool)});
  CHECK(on(make(form::offered), "a") == "fail");
  CHECK(on(make(form::offered), "a", {}, none) == "ok 0");
  CHECK(on(make(form::offered), "", {}, none) == "ok 0");
  CHECK(on(named, "get") == "fail");
  CHECK(on(named, "get", {}, none) == "fail");
  none.tools = {{"get", {}}};
  CHECK(on(named, "get", {}, none) == "ok 3");
}

TEST_CASE("forced and chosen hold where the caller wants a call, and the chosen tool is its name") {
  names n;
  n.given = true;
  n.tools = {{"get", {"a"}}};
  const auto name = role("name", make(form::chosen));
  const auto fields = role("call", seq({make(form::forced), name, make(form::field)}));
  CHECK(on(make(form::forced), "a", {}, n) == "fail");
  CHECK(on(make(form::chosen), "a", {}, n) == "fail");
  n.forced = true;
  CHECK(on(make(form::forced), "a", {}, n) == "ok 0");
  CHECK(on(name, "a", {}, n) == "fail");
  n.chosen = "get";
  CHECK(on(name, "a", {}, n) == "ok 0\nbegin name 0\nbegin ->get 0\nend ->get 0-0\nend name 0-0");
  CHECK(on(fields, "a", {}, n).substr(0, 4) == "ok 1");
  CHECK(on(fields, "b", {}, n) == "fail");
  n.chosen = "got";
  CHECK(on(fields, "a", {}, n) == "fail");
}

TEST_CASE("a label that is switched off does not match outside of a call, and does in one") {
  const auto odd = recover(lit("a"), "odd", lit("b"));
  names n;
  CHECK(on(odd, "b", {}, n) == "ok 1\nlabel odd 0-1");
  n.off = {"odd"};
  CHECK(on(odd, "a", {}, n) == "ok 1");
  CHECK(on(odd, "b", {}, n) == "fail");
  CHECK(on(role("call", odd), "b", {}, n).substr(0, 4) == "ok 1");
}
