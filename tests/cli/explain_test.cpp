// toolcall explain, as a user meets it: what is printed, when in colours, and where the page goes. That each byte is
// shown once, and as what it became, is tried on all examples in tests/spec.

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"
#include "cli/command.hpp"

namespace explain_test {

using namespace toolcall::tests;

namespace {

const std::string sloppy =
    "<think>hm</think>Hi\t<minimax:tool_call>\n<invoke name=\"add\">\n<parameter "
    "name=\"a\">2</a></invoke></minimax:tool_call>";

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// What the command prints on a terminal.
std::string on_a_terminal(const std::string& file, const char* no_color, const char* color) {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    setenv("TERM", "xterm", 1);
    setenv("NO_COLOR", no_color, 1);
    execl(TOOLCALL_COMMAND, TOOLCALL_COMMAND, "explain", "--color", color, file.c_str(), nullptr);
    _exit(127);
  }
  std::string all;
  char bytes[4096];
  for (ssize_t size = 0; (size = read(terminal, bytes, sizeof bytes)) > 0;)
    all.append(bytes, static_cast<std::size_t>(size));
  waitpid(child, nullptr, 0);
  close(terminal);
  return all;
}

}  // namespace

TEST_CASE("explain prints the text with a line of marks under each line, a legend and the decisions") {
  const outcome made = run({"explain", "--dialect", "minimax"}, sloppy);
  CHECK(made.code == 0);
  CHECK(made.err == "");
  CHECK(made.out == R"(| <think>hm</think>Hi␉<minimax:tool_call>
  -------rr--------   --------------------
| <invoke name="add">
  ==============NNN===
| <parameter name="a">2</a></invoke></minimax:tool_call>
  =================K==v!!!!=========--------------------

     text       text to show
rrr  reasoning  reasoning
---  markup     markers of the dialect, and blanks between them
===  call       a call
NNN  name       its tool's name
KKK  key        the key of a field
vvv  value      the value of a field, or the arguments in one piece
!!!  recovery   what a recovery skipped

0..17       minimax          item           minimax.reasoning
54..57      minimax          name           invoke.called               "add"
40..57      minimax          begun          invoke.called               call 0  add
77..78      minimax          key            invoke_field.parameter      "a"
80..81      minimax          value          value_layout.whole          "2"
80..81      minimax          as written     value_layout.whole          /a  "2"
81..85      minimax          recovery       field_closing.closed        /a  close_mismatch: The tag that closes this field does not belong to it; the field ends there all the same.
85..85      minimax          recovery       field_closing.closed        /a  open_field: The text ended before this field was closed. It counts as closed.
40..94      minimax          complete       invoke.called               call 0  add
20..114     minimax          item           minimax.call

complete    add {"a":"2"}
)");
}

TEST_CASE("what is no call is marked as such, to its end") {
  const std::string cut = "<minimax:tool_call><invoke name=\"add\"><parameter name=\"a\">2";
  const outcome made = run({"explain", "--finish-reason", "length", "--dialect", "minimax"}, cut);
  CHECK(made.out.substr(0, made.out.find("\n\n")) ==
        "| " + cut + "\n  " + std::string(19, '-') + std::string(cut.size() - 19, 'x'));
  CHECK(made.out.find("truncated: ") != std::string::npos);
}

TEST_CASE("marks stand under their characters, however wide these are, and an empty text is shown as nothing") {
  const outcome made = run({"explain", "--dialect", "minimax"},
                           "<think>\xE6\x9D\xB1\xF0\x9F\x98\x80"
                           "e\xCC\x81\x1B\xFF.</think>");
  CHECK(made.out.substr(0, made.out.find("\n\n")) ==
        "| <think>\xE6\x9D\xB1\xF0\x9F\x98\x80"
        "e\xCC\x81\xE2\x90\x9B\\xff.</think>\n  -------" +
            std::string(11, 'r') + "--------");
  CHECK(run({"explain"}, "").out == "");
  CHECK(run({"explain"}, "").code == 0);
}

TEST_CASE("colours are for terminals, and for who asks") {
  const temporary_file text("explain.txt", sloppy);
  const std::string plain = run({"explain", text.path()}).out,
                    coloured = run({"explain", "--color", "always"}, sloppy).out;
  CHECK(plain.find('\x1B') == plain.npos);
  CHECK(run({"explain", "--color", "auto"}, sloppy).out == plain);
  CHECK(run({"explain", "--color", "never"}, sloppy).out == plain);
  CHECK(coloured.find("\x1B[32m2\x1B[0m\x1B[30;43m</a>\x1B[0m") != coloured.npos);
  CHECK(coloured.find("\n  --") == coloured.npos);
  CHECK(on_a_terminal(text.path(), "", "auto").find("\x1B[32m2") != std::string::npos);
  CHECK(on_a_terminal(text.path(), "1", "auto").find('\x1B') == std::string::npos);
  CHECK(on_a_terminal(text.path(), "", "never").find('\x1B') == std::string::npos);
  CHECK(on_a_terminal(text.path(), "1", "always").find("\x1B[32m2") != std::string::npos);
}

TEST_CASE("--html prints a page, or writes it to the file after the sign of equality") {
  const temporary_file text("explain_html.txt", sloppy), page("explain.html", "");
  const outcome printed = run({"explain", "--html"}, sloppy);
  CHECK(printed.code == 0);
  CHECK(printed.out.substr(0, 15) == "<!doctype html>");
  CHECK(printed.out.find("\x1B") == printed.out.npos);
  CHECK(printed.out.find(
            "<span class=\"value\" id=\"b80\" title=\"value, bytes 80..81\">2</span><span class=\"recovery\"") !=
        printed.out.npos);
  CHECK(printed.out.find("&lt;/a&gt;</span>") != printed.out.npos);
  CHECK(printed.out.find("<li><a href=\"#b81\" class=\"recovery\">81..85</a> ") != printed.out.npos);
  CHECK(printed.out.find("<h2>Result</h2>\n<pre id=\"result\">\ncomplete    ") != printed.out.npos);
  for (const char* const foreign : {"http:", "https:", "<script", "<link", "src=", "@import", "url("})
    CHECK(printed.out.find(foreign) == printed.out.npos);
  CHECK(run({"explain", "--html", text.path()}).out == printed.out);  // the file is the text
  CHECK(content_of(text.path()) == sloppy);
  const outcome written = run({"explain", "--html=" + page.path()}, sloppy);
  CHECK(written.code == 0);
  CHECK(written.out == "");
  CHECK(content_of(page.path()) == printed.out);
}

TEST_CASE("explain shows where a call that cannot be read failed, and what was expected there") {
  const std::string wrong = "<tool_call>{\"name\" \"ping\"}</tool_call>";
  const std::string out = run({"explain", "--dialect", "hermes"}, wrong).out;
  CHECK(out.find("by hermes, where reading failed:\n\nbegun at byte 0, failed at byte 19, line 1:\n| " + wrong +
                 "\n") != out.npos);
  CHECK(out.find("  expected  \":\"  hermes.call > ") != out.npos);
  CHECK(run({"explain", "--dialect", "minimax"}, sloppy).out.find("where reading failed") == out.npos);
}

TEST_CASE("explain has the flags of parse, and its exit codes") {
  CHECK(run({"explain", "--strict"}, sloppy).code == 3);
  CHECK(run({"explain", "--require-call"}, "text").code == 1);
  CHECK(run({"explain", "--tool-choice", "none"}, sloppy).out.find("NNN") == std::string::npos);
  CHECK(run({"explain", "--trace"}, sloppy).err == "");
  CHECK(run({"explain", "--native-only"}, sloppy).out.find("incomplete  add (close_mismatch)") != std::string::npos);
  CHECK(run({"explain", "--color", "sometimes"}, sloppy).code == 2);
  CHECK(run({"explain", "--dialect", "klingon"}, sloppy).code == 2);
  CHECK(run({"explain", "/no/such/file"}).code == 5);
  CHECK(run({"explain", "--html=/no/such/folder/page.html"}, sloppy).code == 5);
}

}  // namespace explain_test
