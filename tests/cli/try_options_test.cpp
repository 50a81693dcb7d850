// toolcall try beside its view of a text: in pieces, among all pages, as an example; and the list of what is there.

#include "catch.hpp"
#include "cli/command.hpp"
#include "cli/written_pages.hpp"
#include "effort.hpp"

namespace try_options_test {

using namespace toolcall::tests;

TEST_CASE("try reads a text in pieces, and the result is the same") {
  const folder here;
  const std::string file = here.write("shout.md", page(shout,
                                                       "\n```example e\ntools ping\n---\nCALL ping {a=1}\n---\n"
                                                       "call ping {\"a\": \"1\"}\n```\n"));
  const std::string text = "So. CALL ping {a=1,b=2} and CALL ping {a";
  for (const char* const size : {"1", "3", "100"}) {
    CHECK(run({"try", file, "--chunk", size}, text).out == run({"try", file}, text).out);
    CHECK(run({"try", file, "--examples", "--chunk", size}).out == run({"try", file, "--examples"}).out);
  }
  CHECK(run({"try", file, "--chunk", "0"}, text).code == 2);
}

TEST_CASE("a text becomes an example that holds on its page") {
  const folder here;
  const std::string text = "Hm. CALL ping {a=1 ```x} and CALL ping {a";
  const std::string file = here.write("shout.md", page(shout));
  const outcome made = run({"try", file, "--tools", tools, "--finish-reason", "length", "--prefill", "<\n",
                            "--as-example", "a call and half a call"},
                           text + "\n");
  CHECK(made.code == 0);
  CHECK(made.out.find("````example a call and half a call\ntools ping\nfinish length\nprefill \"<\\n\"\n---\n" + text +
                      "\n---\n") == 0);
  const outcome again = run({"try", here.write("shout.md", page(shout, "\n" + made.out)), "--examples"});
  INFO(made.out << again.out << again.err);
  CHECK(again.code == 0);
  CHECK(again.out.find("1 example, 0 differ") != again.out.npos);
  CHECK(run({"try", file, "--as-example", "a `b`"}, text).code == 2);
}

// In make check docs/adding_a_dialect.md does this, with other pages (adding_a_dialect_runs).
TEST_CASE("a page that takes a mark of others is shown with the examples that it changes") {
  const folder here;
  const std::string among = "--among=" + spec.string();
  CHECK(run({"try", here.write("shout.md", page(shout)), "--among=" + (here / "none")}).code == 2);
  CHECK(run({"try", here / "shout.md", "--among", "--examples"}).code == 2);
  if (!toolcall::tests::is_nightly()) return;
  const outcome good = run({"try", here.write("shout.md", page(shout)), among});
  INFO(good.out << good.err);
  CHECK(good.code == 0);
  CHECK(good.out.find(" pages, 0 differ\n") != good.out.npos);
  const outcome taken = run({"try", here.write("shout.md", page(shout + "control <- \"<|im_end|>\"\n")), among});
  CHECK(taken.code == 1);
  CHECK(taken.out.find("<|im_end|>") != taken.out.npos);
  CHECK(taken.out.find(": differs\n  expected:\n") != taken.out.npos);
  CHECK(run({"try", (spec / "dialects/glm47.md").string(), among}).code == 0);  // in its own place
}

TEST_CASE("the page that new writes changes no example of other pages") {
  const folder here;
  const outcome made = run({"new", "a_new_one", "--out", here / "a_new_one.md"});
  REQUIRE(made.code == 0);
  if (!toolcall::tests::is_nightly()) return;
  const outcome tried = run({"try", here / "a_new_one.md", "--among=" + spec.string()});
  INFO(tried.out << tried.err);
  CHECK(tried.code == 0);
}

TEST_CASE("dialects are listed with their orders and rules") {
  const std::string out = run({"dialects", "--verbose"}).out;
  CHECK(out.find("hermes: order 38, spec/dialects/hermes.md\n  models: ") != out.npos);
  CHECK(out.find("\n  server parsers: vllm=hermes, sglang=hermes\n  rules: ") != out.npos);
  CHECK(out.find(" last_calls") != out.npos);
  CHECK(run({"dialects", "--verbose", "--markdown"}).code == 2);
}

}  // namespace try_options_test
