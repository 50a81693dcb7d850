// toolcall new, and what --verbose says: pages and addresses for people.

#include "catch.hpp"
#include "cli/command.hpp"
#include "cli/written_pages.hpp"

namespace new_test {

using namespace toolcall::tests;

TEST_CASE("new writes a page that holds, and never over another") {
  const folder here;
  const std::string file = here / "my_model.md";
  const outcome made = run({"new", "my_model", "--out", file});
  CHECK(made.code == 0);
  CHECK(made.out == file + ": try it with toolcall try " + file + " --examples\n");
  const outcome held = run({"try", file, "--examples"});
  INFO(held.out << held.err);
  CHECK(held.code == 0);
  CHECK(held.out.find("2 examples, 0 differ\n") != held.out.npos);
  const std::string before = content_of(file);
  CHECK(before.find("NAME") == before.npos);
  const outcome again = run({"new", "my_model", "--out", file});
  CHECK(again.code == 2);
  CHECK(again.err == "toolcall: " + file + " already exists and is not overwritten\n");
  CHECK(content_of(file) == before);
}

TEST_CASE("new and try agree on which names are taken") {
  const folder here;
  for (const char* const name : {"auto", "labels", "dialects", "json"}) {
    INFO(name);
    CHECK(run({"new", name, "--out", here / (std::string(name) + ".md")}).code == 2);
    CHECK(run({"try", here.write(std::string(name) + ".md", page(shout, "", name))}, "x").code == 2);
  }
}

TEST_CASE("new refuses what is no name of a page") {
  for (const char* const name : {"", "My", "1st", "a-b", "../x", "_x"}) CHECK(run({"new", name}).code == 2);
  CHECK(run({"new", "hermes"}).err.find("the name \"hermes\" is taken") != std::string::npos);
  CHECK(run({"new", "json"}).code == 2);
  CHECK(run({"new", "dialects"}).code == 2);
  CHECK(run({"new", "mine", "--out", "yours.md"}).err.find("the file must have the page's name, mine.md") !=
        std::string::npos);
  CHECK(run({"new", "mine", "--out", "/nowhere/mine.md"}).code == 5);
}

TEST_CASE("verbose says once where each label is explained") {
  const std::string text =
      "<minimax:tool_call><invoke name=\"add\"><parameter name=\"a\">2</x><parameter name=\"b\">2</x></invoke>";
  for (const char* const command : {"parse", "stream", "explain"}) {
    INFO(command);
    const outcome made = run({command, "--dialect", "minimax", "--seed", "0", "--verbose"}, text);
    CHECK(made.code == 0);
    CHECK(made.err.find("toolcall: close_mismatch: spec/recovery.html#close_mismatch in the manual") != made.err.npos);
    std::size_t said = 0;
    for (std::size_t at = 0; (at = made.err.find("#close_mismatch ", at)) != made.err.npos; ++at) ++said;
    CHECK(said == 1);
    const outcome quiet = run({command, "--dialect", "minimax", "--seed", "0"}, text);
    CHECK(quiet.err == "");
    CHECK(quiet.out == made.out);
  }
  // Each address is a heading of that page.
  const std::string recovery = content_of(spec / "recovery.md");
  const std::string err = run({"parse", "--dialect", "minimax", "--verbose"}, text).err;
  for (std::size_t at = 0; (at = err.find('#', at)) != err.npos; ++at) {
    const std::string label = err.substr(at + 1, err.find(' ', at) - at - 1);
    CHECK(recovery.find("\n### " + label + "\n") != recovery.npos);
  }
}

}  // namespace new_test
