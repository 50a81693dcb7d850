// The outcomes of `python`, worked out by hand from the table of spec/semantics.md: where a literal ends.

#include "catch.hpp"
#include "interpreter/interpreter.hpp"
#include "oracle/interpreter_trees.hpp"

namespace interpreter_python_test {

using namespace toolcall::interpreter;
using namespace toolcall::interpreter::trees;

namespace {

// "ok 3", or "fail"; it never cuts, and its node events are what it matched.
std::string end(const std::string& text) {
  const match_result o = evaluate({page("p", {rule("r", make(form::python))})}, "p", "r", text, 0, {}, {});
  if (o.is != match_kind::ok) return o.events.empty() && !o.k ? "fail" : "fail with remains";
  const std::string size = std::to_string(o.j);
  const bool marked = show(o.events) == "begin python 0\nend python 0-" + size + "\n";
  return "ok " + size + (marked ? "" : " without its marks") + (o.k ? " cut" : "");
}

}  // namespace

TEST_CASE("python finds its own end, and the text's end is one") {
  CHECK(end("{'a': ") == "ok 6");
  CHECK(end("True)") == "ok 4");
  CHECK(end("-1_000.5e+3,") == "ok 11");
  CHECK(end("no_such)") == "ok 7");
  CHECK(end("'a\"b'c") == "ok 5");
  CHECK(end("(1, ')')x") == "ok 8");
  CHECK(end("[(]") == "ok 3");
  CHECK(end("[(]))") == "ok 4");
  CHECK(end("]") == "fail");
  CHECK(end("") == "fail");
}

TEST_CASE("in Python, three quotes close what three have opened") {
  CHECK(end("''x") == "ok 2");
  CHECK(end("''") == "ok 2");
  CHECK(end("'''x''y''''") == "ok 10");
  CHECK(end("\"\"\"\\\"\"\"\"") == "ok 8");
  CHECK(end("['',\"\"\"]\"\"\"]]") == "ok 12");
  CHECK(end("''' '") == "ok 5");
}

}  // namespace interpreter_python_test
