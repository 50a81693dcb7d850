// The outcomes of what depends on the caller or on where the text stands, worked out by hand from the table of
// spec/semantics.md: names, `line_start`, `start`, `tools_given`, `call_required` and `tool_chosen`.

#include "catch.hpp"
#include "oracle/interpreter_shown.hpp"
#include "oracle/interpreter_trees.hpp"

namespace interpreter_names_test {

using namespace toolcall::interpreter;
using namespace toolcall::interpreter::trees;

TEST_CASE("a declared name is the longest that stands there and ends there") {
  names n;
  n.given = true;
  n.tools = {{"get", {}}, {"get weather", {}}, {"get:all", {}}, {"a>", {}}, {"\xc3\xa4", {}}};
  const auto tool = make(form::tool);
  CHECK(on(tool, "get>", {}, n) == "ok 3");
  CHECK(on(tool, "get weather>", {}, n) == "ok 11");
  CHECK(on(tool, "get weathers", {}, n) == "ok 3");
  CHECK(on(tool, "get", {}, n) == "ok 3");
  CHECK(on(tool, "get:al", {}, n) == "ok 3");
  CHECK(on(tool, "get:all.x", {}, n) == "ok 7");
  CHECK(on(tool, "gets", {}, n) == "fail");
  CHECK(on(tool, "get-x", {}, n) == "fail");
  CHECK(on(tool, "get\xc3\xa4", {}, n) == "fail");
  CHECK(on(tool, "a>b", {}, n) == "ok 2");
  CHECK(on(tool, "\xc3\xa4>", {}, n) == "ok 2");
}

TEST_CASE("names are declared ones, and where no tools are given the longest run of name bytes") {
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
  const auto third = seq({any(), any(), make(form::line_start)});
  CHECK(on(make(form::line_start), "a") == "ok 0");
  CHECK(on(third, "\n\t") == "ok 2");
  CHECK(on(third, "  ") == "ok 2");
  CHECK(on(third, "a ") == "fail");
  CHECK(on(third, "a\n") == "ok 2");
}

TEST_CASE("a line is indented from four columns on") {
  const auto fifth = seq({any(), any(), any(), any(), any(), make(form::indented)});
  CHECK(on(make(form::indented), "a") == "fail");
  CHECK(on(fifth, "\n    ") == "ok 5");
  CHECK(on(fifth, "\n   a") == "fail");
  CHECK(on(fifth, "ab\n  ") == "fail");
  CHECK(on(fifth, "a\n  \t") == "ok 5");
  CHECK(on(fifth, "     ") == "ok 5");
  CHECK(on(fifth, "a    ") == "fail");
}

TEST_CASE("a sentence goes on where words stand before, and no end of one behind them") {
  const auto on_end_of = [](const std::string& line) {
    std::vector<expression> all(line.size(), any());
    all.push_back(make(form::in_sentence));
    return on(seq(std::move(all)), line) != "fail";
  };
  for (const auto line : {"a ", "Call: a ", "a.b ", "1 (", "I say, ", "é", "的", "1. a "}) CHECK(on_end_of(line));
  for (const auto line : {"", "  ", "a\n", "a. ", "a:", "a! **", "- ", "1. ", "(", "a… ", "的。", "你好：", "→ ", "✅ ",
                          "a <b>", "[a]", "a b"})
    CHECK(!on_end_of(line));
}

TEST_CASE("a quotation is open until the mark that closes it, and in its line") {
  const auto on_end_of = [](const std::string& line) {
    std::vector<expression> all(line.size(), any());
    all.push_back(make(form::in_quotes));
    return on(seq(std::move(all)), line) != "fail";
  };
  for (const auto line : {"\"", "say \"a ", "{\"a\": \"b ", "\"a\\\"", "('", "“a", "„a", "«", "「", "\"it's"})
    CHECK(on_end_of(line));
  for (const auto line :
       {"", "\"a\"", "\"\n", "27\" ", "it's", "the boys' ", "'tis a", "“a”", "„a“", "«a»", "「a」", "\\\""})
    CHECK(!on_end_of(line));
}

TEST_CASE("start holds where no text stands since the message began, or its last reasoning ended") {
  const auto text = role("text", lit("t")), reasoning = role("reasoning", lit("r"));
  CHECK(on(make(form::start), "") == "ok 0");
  CHECK(on(seq({lit("<"), make(form::start)}), "<") == "ok 1");
  CHECK(on(seq({text, make(form::start)}), "t") == "fail");
  CHECK(on(seq({text, reasoning, make(form::start)}), "tr").substr(0, 4) == "ok 2");
  CHECK(on(seq({reasoning, text, make(form::start)}), "rt") == "fail");
  CHECK(on(seq({at(text), make(form::start)}), "t") == "ok 0");  // nothing has happened in a predicate
  const auto page_of = [](expression call) { return page("p", {rule("call", std::move(call))}); };
  const auto items_at = [&](std::string_view of) {
    const auto p = page_of(seq({make(form::start), lit("<")}));
    std::size_t blocks = 0;
    for (const node_event& m : message({p}, {{"p", "call"}}, of, {}, {}))
      blocks += m.is == node_event_type::end ? 1U : 0U;
    return blocks;
  };
  CHECK(items_at("<<") == 2);
  CHECK(items_at(" \n<") == 1);
  CHECK(items_at("a<") == 0);
  CHECK(items_at("<a<") == 1);
}

TEST_CASE("tools_given holds where a list of tools was given, even an empty one") {
  names none;
  none.given = true;
  const auto named = seq({make(form::tools_given), make(form::tool)});
  CHECK(on(make(form::tools_given), "a") == "fail");
  CHECK(on(make(form::tools_given), "a", {}, none) == "ok 0");
  CHECK(on(make(form::tools_given), "", {}, none) == "ok 0");
  CHECK(on(named, "get") == "fail");
  CHECK(on(named, "get", {}, none) == "fail");
  none.tools = {{"get", {}}};
  CHECK(on(named, "get", {}, none) == "ok 3");
}

TEST_CASE("had_call holds where a call has ended, and after_call where no text stands since then") {
  const auto text = role("text", lit("t")), call = role("call", lit("c"));
  CHECK(on(make(form::had_call), "") == "fail");
  CHECK(on(seq({call, make(form::had_call)}), "c").substr(0, 4) == "ok 1");
  CHECK(on(seq({call, text, make(form::had_call)}), "ct").substr(0, 4) == "ok 2");
  CHECK(on(seq({call, text, make(form::after_call)}), "ct") == "fail");
  CHECK(on(seq({text, call, make(form::after_call)}), "tc").substr(0, 4) == "ok 2");
  CHECK(on(seq({at(call), make(form::had_call)}), "c") == "fail");  // nothing has happened in a predicate
}

TEST_CASE("call_required and tool_chosen hold where the caller wants a call, and the chosen tool is its name") {
  names n;
  n.given = true;
  n.tools = {{"get", {"a"}}};
  const auto name = role("name", make(form::tool_chosen));
  const auto fields = role("call", seq({make(form::call_required), name, make(form::field)}));
  CHECK(on(make(form::call_required), "a", {}, n) == "fail");
  CHECK(on(make(form::tool_chosen), "a", {}, n) == "fail");
  n.call_required = true;
  CHECK(on(make(form::call_required), "a", {}, n) == "ok 0");
  CHECK(on(name, "a", {}, n) == "fail");
  n.tool_chosen = "get";
  CHECK(on(name, "a", {}, n) == "ok 0\nbegin name 0\nbegin ->get 0\nend ->get 0-0\nend name 0-0");
  CHECK(on(fields, "a", {}, n).substr(0, 4) == "ok 1");
  CHECK(on(fields, "b", {}, n) == "fail");
  n.tool_chosen = "got";
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

}  // namespace interpreter_names_test
