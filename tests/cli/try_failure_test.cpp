// toolcall try: where reading a text failed, and what was expected there.

#include "catch.hpp"
#include "cli/command.hpp"
#include "cli/written_pages.hpp"

namespace try_failure_test {

using namespace toolcall::tests;

namespace {

// What stands after a line, to the next empty one.
std::string section(const std::string& out, const std::string& head) {
  const std::size_t at = out.find(head);
  return at == out.npos ? "" : out.substr(at, out.find("\n\n", at + head.size() + 2) + 1 - at);
}

}  // namespace

TEST_CASE("where reading failed: the byte, what was expected there, and the rules") {
  const folder here;
  const std::string file = here.write("shout.md", page(shout));
  const auto failed = [&](const std::string& text) {
    const std::string out = run({"try", file}, text).out;
    const std::size_t at = out.find("where reading failed:\n\n");
    return at == out.npos ? "" : out.substr(at + 23);
  };
  CHECK(failed("a CALL ping {a=1}") == "");
  CHECK(failed("nothing at all") == "");
  CHECK(failed("a CALL ping (a=1}") ==
        "begun at byte 2, failed at byte 12, line 1:\n"
        "| a CALL ping (a=1}\n"
        "              ^\n"
        "  expected  \" {\", begun at byte 11  call:7\n");
  CHECK(failed("CALL ping {a=1,\nb=2}") ==
        "begun at byte 0, failed at byte 15, line 1:\n"
        "| CALL ping {a=1,\n"
        "                 ^\n"
        "  expected  [a-z]  call:7 > pair:8\n");
  CHECK(failed("one\nCALL ping {a=1") ==
        "begun at byte 4, failed at byte 18, line 2, where the text ends:\n"
        "| CALL ping {a=1\n"
        "                ^\n"
        "  expected  [^,}]  call:7 > pair:8\n"
        "            \",\"    call:7\n"
        "            \"}\"    call:7\n");
  // A mark that is nearly one.
  CHECK(failed("CALK ping {a=1}") ==
        "begun at byte 0, failed at byte 3, line 1:\n"
        "| CALK ping {a=1}\n"
        "     ^\n"
        "  expected  \"CALL \", begun at byte 0  call:7\n");
}

TEST_CASE("a mark that is dropped does not hide the call that began there") {
  const folder here;
  const std::string file = here.write("shout.md", page("call <- call:( \"@@call \" name:tool \"(\" ^ \")@@\" ) ^\n"
                                                       "control <- \"@@\"\n"));
  const std::string out = run({"try", file}, "@@call ping [x]@@").out;
  INFO(out);
  CHECK(out.find("begun at byte 0, failed at byte 11, line 1:") != out.npos);
  CHECK(out.find("expected  \"(\"") != out.npos);
  CHECK(run({"try", file}, "@@ and @@").out.find("where reading failed") == out.npos);
}

TEST_CASE("what is too deep for the interpreter is not called a failure") {
  const folder here;
  const std::string file = here.write(
      "deep.md", page("call <- call:( \"CALL \" name:tool ^ list )\nlist <- \"[\" ^ list? \"]\"\n", "", "deep"));
  const std::string text = "CALL ping" + std::string(300, '[') + std::string(300, ']');
  const outcome made = run({"try", file}, text);
  CHECK(lines_for(made.out) == "call ping {}\n");
  CHECK(made.out.find("failed at byte") == made.out.npos);
}

TEST_CASE("where reading failed in a page of the repository") {
  const auto failed = [&](const char* name, const std::string& text) {
    return section(run({"try", (spec / "dialects" / name).string()}, text).out, "begun at byte");
  };
  CHECK(failed("hermes.md", "<tool_call>[{\"name\" \"x\"}]</tool_call>")
            .find("begun at byte 0, failed at byte 20, line 1:\n") == 0);
  CHECK(failed("hermes.md", "<tool_call>[{\"name\" \"x\"}]</tool_call>").find("  expected  \":\"  call:") !=
        std::string::npos);
  CHECK(
      failed("minimax.md", "So.<minimax:tool_call><invoke nme=\"ping\">").find("begun at byte 3, failed at byte 31") ==
      0);
}

TEST_CASE("five places are shown, and the rest is counted") {
  const folder here;
  const std::string file = here.write("shout.md", page(shout));
  std::string text;
  for (int i = 0; i < 7; ++i) text += "CALL ping (\n";
  const std::string out = run({"try", file}, text).out;
  std::size_t shown = 0;
  for (std::size_t at = 0; (at = out.find("begun at byte", at)) != out.npos; ++at) ++shown;
  CHECK(shown == 10);  // each says it of its place and of its literal
  CHECK(out.find("\n2 other attempts failed earlier.\n") != out.npos);
}

}  // namespace try_failure_test
