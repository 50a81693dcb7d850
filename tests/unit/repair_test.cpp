// JSON with defects: the cases of the data file, what is refused, and what it costs.

#include "typing/repair.hpp"

#include <fstream>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "effort.hpp"
#include "typing/loose_json.hpp"
#include "typing/typing.hpp"

namespace repair_test {

using toolcall::typing::defect;
using toolcall::typing::loose_reading;
using toolcall::typing::read_loose_json;
namespace json = toolcall::typing::json;
using dom = nlohmann::json;

namespace {

struct reading {
  std::string text = "refused";
  bool assumed = false;
  std::vector<defect> defects;
};

reading read(std::string_view text, bool words = false) {
  json::document doc;
  std::string respelled;
  loose_reading how;
  reading made;
  if (!read_loose_json(text, doc, respelled, how, words)) return made;
  made.text.clear();
  doc.append_compact(0, made.text);
  made.assumed = how.repairs.assumed();
  for (const auto& r : how.repairs.all()) made.defects.push_back(r.what);
  return made;
}

dom load(const std::string& name) {
  std::ifstream file(TOOLCALL_TEST_DATA "/" + name);
  REQUIRE(file);
  return dom::parse(file);
}

// What a field of a schema is made of the value.
std::string typed_as(const std::string& schema, std::string_view value) {
  const toolcall::typing::tool_set tools(R"([{"name":"f","input_schema":{"type":"object","properties":{"v":)" + schema +
                                         "}}}]");
  const auto made = tools.convert_value(0, "v", value);
  return made.readable ? made.json : "refused";
}

std::string many(std::string_view unit, std::size_t bytes) {
  std::string all;
  while (all.size() < bytes) all += unit;
  return all;
}

}  // namespace

TEST_CASE("repair: the cases of the data file") {
  const dom cases = load("json_repair_cases.json");
  REQUIRE(cases.size() == 100);
  dom decided = load("json_repair_decided.json");
  for (const dom& c : cases) {
    const std::string input = c["input"], rule = c["rule"], is = c["cls"];
    INFO(rule << ": " << input);
    bool ours = false;
    for (dom& d : decided)
      if (d["input"] == input) {
        CHECK(read(input).text == d.value("ours", "refused"));
        d["met"] = ours = true;
      }
    if (ours) continue;
    if (rule.starts_with("R20") && is == "assumed*") {
      const std::string schema = R"({"type":"object","additionalProperties":{"type":"string"}})";
      CHECK(dom::parse(typed_as(schema, input)) == c["expected"]);
      CHECK(typed_as(R"({"type":"object","additionalProperties":{"type":"integer"}})", input) == "refused");
      CHECK(read(input).text == "refused");
    } else if (rule.starts_with("R26")) {
      const std::string schema = R"({"type":"object","properties":{"a":{"type":["object","integer"]}}})";
      CHECK(dom::parse(typed_as(schema, input)) == c["expected"]);
    } else if (c.contains("error")) {
      CHECK(read(input).text == "refused");
    } else {
      const reading made = read(input);
      REQUIRE(made.text != "refused");
      CHECK(dom::parse(made.text) == c["expected"]);
      CHECK(made.assumed == (is == "assumed"));
    }
  }
  for (const dom& d : decided) CHECK(d.contains("met"));
}

TEST_CASE("repair: each defect is named") {
  CHECK(read("{'a': [1, 2,], // c\n b: True}").defects ==
        std::vector{defect::quote_mark, defect::trailing_comma, defect::comment, defect::bare_key, defect::literal});
  CHECK(read("{\"a\": 1}").defects.empty());
  CHECK(read("{\"a\": \"\t\\d\\ud800\"}").defects ==
        std::vector{defect::control_character, defect::bad_escape, defect::half_pair});
  CHECK(read("{\"a\": 007, \"b\": .5}").defects == std::vector{defect::number_guess, defect::number_spelling});
}

TEST_CASE("repair: quotes in a string that are not escaped") {
  CHECK(read(R"({"n": "to the "dictator", waiting."})").text == R"({"n":"to the \"dictator\", waiting."})");
  CHECK(read(R"({"h": "<a href="x">y</a>", "b": 1})").text == R"({"h":"<a href=\"x\">y</a>","b":1})");
  CHECK(read(R"(["say "hi" now", "x"])").text == R"(["say \"hi\" now","x"])");
  CHECK(read(R"({"q": "a = "" or b"})").text == R"({"q":"a = \"\" or b"})");
  CHECK(read(R"({"q": ""hi" she said"})").text == R"({"q":"\"hi\" she said"})");
  CHECK(read(R"("say "hi" now")").text == R"("say \"hi\" now")");
  for (const std::string_view text :
       {R"({"c": "echo "a", then "b""})", R"({"a": "b"c"})", R"({'n': 'it's ok'})", R"({'n': 'it's what it's'})",
        R"({"a": "x" "y"})", R"({"a": "b" + "c"})", R"({"a": "x "y", "b": "z" w"})",
        R"({"c": "echo "{"a": "b"}" > f"})", R"({"a": "b"; "c": "d"})"}) {
    INFO(text);
    CHECK(read(text).text == "refused");
  }
}

TEST_CASE("repair: what is escaped once more") {
  CHECK(read(R"({"query": \"foo\"})").text == R"({"query":"foo"})");
  CHECK(read(R"({\"a\": \"x \\\"q\\\" \\n\", \"b\": [\"\"]})").text == R"({"a":"x \"q\" \n","b":[""]})");
  CHECK(read(R"({\n  \"a\": 1\n})").text == R"({"a":1})");
  CHECK(read(R"({\"a": 1})").text == "refused");
  CHECK(read(R"({\"a\": \"x})").text == "refused");
}

TEST_CASE("repair: the path of a Windows drive") {
  CHECK(read(R"({"p": "C:\Users\me\notes.md"})").text == R"({"p":"C:\\Users\\me\\notes.md"})");
  CHECK(read(R"({"p": "d:\new\table\docs"})").text == R"({"p":"d:\\new\\table\\docs"})");
  CHECK(read(R"({"p": "C:\\Users\me", "q": "\d\n"})").text == R"({"p":"C:\\Users\\me","q":"\\d\n"})");
  CHECK(read(R"({"p": "C:\new\table"})").text == R"({"p":"C:\new\table"})");
  CHECK(read(R"({"p": "see C:\new\docs"})").text == R"({"p":"see C:\new\\docs"})");
}

TEST_CASE("repair: brackets") {
  CHECK(read(R"({"a": [{"b": 1]})").text == R"({"a":[{"b":1}]})");
  CHECK(read(R"([1, (2, 3), ()])").text == "[1,[2,3],[]]");
  CHECK(read(R"({"a": {"b": "c")").text == R"({"a":{"b":"c"}})");
  CHECK(read("[[1]").text == "[[1]]");
  CHECK(read("{\"a\": \"x\" // c").text == "refused");
  CHECK(read("[1, /* two */]").text == "[1]");
  for (const std::string_view text :
       {"[(1)]", "{,}", "[,1]", "[1,,2]", "[1 2]", "{\"a\": [1,}", "[1,000]", "{\"a\"}", "}", "{\"a\": 1} x",
        "[\"a\": 1]", "{\"a\": 1,", "{\"a\": {]}", "[/* values */]", "{\"a\": {// none\n}}"}) {
    INFO(text);
    CHECK(read(text).text == "refused");
  }
}

TEST_CASE("repair: words, where the schema takes them") {
  CHECK(typed_as(R"({"enum":["red","green"]})", "red") == R"("red")");
  CHECK(typed_as(R"({"type":"array","items":{"enum":["red","green"]}})", "[red, Green]") == R"(["red","green"])");
  CHECK(typed_as(R"({"type":"array","items":{"type":"string"}})", "[1.2.3, 2024-01-02]") ==
        R"(["1.2.3","2024-01-02"])");
  for (const std::string_view text : {"[red]", "[v1.2]", "[_x]", "[$x]", "[Zürich]", "[New York]", "[undefined]",
                                      "[NaN]", "[0x1F]", "[12:30]", "[50%]", "[$5]", "[...]", "[a/b]", "[red"}) {
    INFO(text);
    CHECK(typed_as(R"({"type":"array","items":{"type":"string"}})", text) == "refused");
  }
  CHECK(typed_as(R"({"type":"array","items":{"type":"number"}})", "[abc]") == "refused");
}

TEST_CASE("repair: what was repaired is strict, and strict JSON is what it was") {
  for (const std::string_view text :
       {R"({"u":"http://x/#y //z","b":"it's","c":"“q”","d":[{}, [], -0.5e-3]})", "\"'\"", "[\"\\\\\", \"\\\"\"]"}) {
    CHECK(read(text).defects.empty());
    CHECK(dom::parse(read(text).text) == dom::parse(text));
    // What follows from it: read as if it were not strict, it says the same.
    const auto other = toolcall::typing::repaired(text);
    REQUIRE(other);
    CHECK(dom::parse(other->json) == dom::parse(text));
    CHECK(other->repairs.empty());
  }
}

TEST_CASE("repair: hostile texts cost their bytes") {
  const std::size_t size = toolcall::tests::effort(4U << 20U, 1U << 19U) / toolcall::tests::every(4);
  for (const std::string_view unit :
       {"\"",       "\",", "\", \"", "\"}",     "\"]", "'",  "\\\"",     "\"\"\"", "\"\"\"x", "/*", "\"/*",
        "//",       "#",   "{",      "[",       "(",   "{'", "“",        "\", “",  "\", '",   "\\", "\\n",
        "\xc2\xa0", "a:",  "1,",     "{\"a\":", "_0",  "0",  "\"\"\"\"", "\" a",   " \"a"}) {
    INFO(unit);
    CHECK(read("{\"a\": \"" + many(unit, size)).text == "refused");
    read("{a: \"" + many(unit, size) + "\"}");
    read("[" + many(unit, size) + "]");
    read(many(unit, size));
  }
}

}  // namespace repair_test
