// --page: a dialect's page is read at the start, and in use at once, alone or beside dialects that were compiled.

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"
#include "cli/written_pages.hpp"

namespace page_flags_test {

using namespace toolcall::tests;

namespace {

// Calls between marks that no dialect of the library has; `word` is in them.
std::string page_of(const std::string& name, const std::string& word) {
  return "---\ndialect: " + name + "\norder: 600\n---\n# " + name + "\n\n```marks\ncall '<|" + word +
         "|>' object '<|/" + word + "|>'\n```\n";
}

std::string call_in(const std::string& word, const std::string& tool = "ping") {
  return "<|" + word + "|>{\"name\": \"" + tool + "\", \"arguments\": {}}<|/" + word + "|>";
}

// Without marks.
const std::string bare = page(shout, "", "yak");

const std::string hermes = "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>";

// The dialects of the calls of a message, with commas between them.
std::string dialects_in(const outcome& of) {
  std::string all;
  const auto message = nlohmann::json::parse(of.out);
  for (const auto& each : message.at("toolcall").at("calls"))
    all += (all.empty() ? "" : ",") + each.at("dialect").get<std::string>();
  return all;
}

}  // namespace

TEST_CASE("a page that was given is in use alone, where no dialect is named", "[page]") {
  const folder in;
  const std::string page = in.write("zebra.md", page_of("zebra", "zebra"));
  const outcome read = run({"parse", "--page", page}, call_in("zebra") + hermes);
  CHECK(read.code == 0);
  CHECK(dialects_in(read) == "zebra");
  CHECK(run({"parse", "--page", page, "--require-call"}, hermes).code == 1);
  CHECK(dialects_in(run({"parse"}, hermes)) == "hermes");
}

TEST_CASE("--dialect names pages, dialects of the library, models and all of them", "[page]") {
  const folder in;
  const std::string zebra = in.write("zebra.md", page_of("zebra", "zebra"));
  const std::string yak = in.write("yak.md", page_of("yak", "yak"));
  const std::string text = call_in("zebra") + " " + call_in("yak") + " " + hermes;
  const auto dialects = [&](const std::vector<std::string>& flags) {
    std::vector<std::string> words = {"parse", "--page", zebra, "--page", yak};
    words.insert(words.end(), flags.begin(), flags.end());
    const outcome read = run(words, text);
    CHECK(read.err == "");
    return read.code == 0 ? dialects_in(read) : "";
  };
  CHECK(dialects({}) == "zebra,yak");
  CHECK(dialects({"--dialect", "yak"}) == "yak");
  CHECK(dialects({"--dialect", "yak,hermes"}) == "yak,hermes");
  CHECK(dialects({"--dialect", "zebra,Qwen3"}) == "zebra,hermes");
  CHECK(dialects({"--dialect", "hermes"}) == "hermes");
  CHECK(dialects({"--dialect", "auto"}) == "zebra,yak,hermes");
  const outcome unknown = run({"parse", "--page", zebra, "--dialect", "zebra,hermess"}, text);
  CHECK(unknown.code == 2);
  CHECK(unknown.err.find("did you mean hermes") != std::string::npos);
}

TEST_CASE("a page that is called like a dialect takes its place", "[page]") {
  const folder in;
  const std::string page = in.write("hermes.md", page_of("hermes", "zebra"));
  CHECK(dialects_in(run({"parse", "--page", page}, call_in("zebra"))) == "hermes");
  CHECK(dialects_in(run({"parse", "--page", page, "--dialect", "hermes,glm47"}, call_in("zebra"))) == "hermes");
}

TEST_CASE("a page of the library is read as the library reads it", "[page]") {
  for (const char* const name : {"hermes", "minimax", "glm47", "kimi_k2", "lfm2"}) {
    INFO(name);
    const std::string page = (spec / "dialects" / (std::string(name) + ".md")).string();
    const outcome written = run({"render", "--dialect", name, "--tools", tools},
                                R"([{"name": "get_weather", "arguments": {"city": "Bern", "days": 3}}])");
    REQUIRE(written.code == 0);
    const std::vector<std::string> flags = {"parse", "--tools", tools, "--seed", "1"};
    auto compiled = flags, read = flags;
    compiled.insert(compiled.end(), {"--dialect", name});
    read.insert(read.end(), {"--page", page});
    CHECK(run(read, written.out).out == run(compiled, written.out).out);
  }
}

TEST_CASE("what is wrong with a page is said with its line, and nothing is read", "[page]") {
  const folder in;
  const std::string page =
      in.write("zebra.md", "---\ndialect: zebra\norder: 600\n---\n# z\n\n```peg\ncall <- nothing\n```\n");
  for (const char* const command : {"parse", "stream", "batch", "explain", "verdict"}) {
    INFO(command);
    const outcome refused = run({command, "--page", page}, hermes);
    CHECK(refused.code == 2);
    CHECK(refused.out == "");
    CHECK(refused.err.find(page + ":8: call: ") == 0);
  }
  CHECK(run({"parse", "--page", in / "missing.md"}, hermes).code == 5);
  CHECK(run({"parse", "--page", "-"}, hermes).code == 2);
  const std::string good = in.write("yak.md", page_of("yak", "yak"));
  const outcome twice = run({"parse", "--page", good, "--page", good}, hermes);
  CHECK(twice.code == 2);
  CHECK(twice.err.find("another page of these is called yak") != std::string::npos);
}

TEST_CASE("batch, stream and explain read by pages", "[page]") {
  const folder in;
  const std::string page = in.write("zebra.md", page_of("zebra", "zebra"));
  const nlohmann::json record = {{"id", "a"}, {"model", "Qwen3"}, {"text", call_in("zebra")}};
  const outcome batch = run({"batch", "--jobs", "2", "--page", page}, record.dump() + "\n");
  CHECK(batch.code == 0);
  CHECK(batch.out.find("\"dialect\":\"zebra\"") != std::string::npos);
  const outcome stream = run({"stream", "--page", page}, call_in("zebra"));
  CHECK(stream.out.find("\"dialect\":\"zebra\"") != std::string::npos);
  const outcome shown = run({"explain", "--page", page}, "<|zebra|>{\"name\" ping}<|/zebra|>");
  CHECK(shown.code == 0);
  CHECK(shown.out.find("zebra") != std::string::npos);
}

TEST_CASE("render writes calls as a page says, and parse reads them so", "[page]") {
  const folder in;
  const std::string page = in.write("zebra.md", page_of("zebra", "zebra"));
  const outcome written = run({"render", "--page", page}, R"([{"name": "ping", "arguments": {"a": [1, "x"]}}])");
  CHECK(written.code == 0);
  CHECK(written.out == R"(<|zebra|>{"name": "ping", "arguments": {"a": [1, "x"]}}<|/zebra|>)");
  CHECK(dialects_in(run({"parse", "--page", page}, written.out)) == "zebra");
  const std::string yak = in.write("yak.md", page_of("yak", "yak"));
  const outcome one =
      run({"render", "--page", page, "--page", yak, "--dialect", "yak"}, R"([{"name": "f", "arguments": {}}])");
  CHECK(one.out.find("<|yak|>") == 0);
  const outcome both = run({"render", "--page", page, "--page", yak}, "[]");
  CHECK(both.code == 1);
  CHECK(both.err.find("name one of zebra, yak") != std::string::npos);
}

TEST_CASE("a page that takes a dialect's name does not take its marks, and one without marks is not written",
          "[page]") {
  const folder in;
  const std::string calls = R"([{"name": "ping", "arguments": {}}])";
  const std::string own = in.write("hermes.md", page_of("hermes", "zebra"));
  CHECK(run({"render", "--page", own}, calls).out.find("<|zebra|>") == 0);
  CHECK(run({"render", "--page", own, "--dialect", "hermes"}, calls).out.find("<|zebra|>") == 0);
  const std::string bare = in.write("glm47.md", page(shout, "", "glm47"));
  const outcome refused = run({"render", "--page", bare}, calls);
  CHECK(refused.code == 1);
  CHECK(refused.err == "toolcall: the dialect glm47 cannot be written: its page declares no marks of a call\n");
  CHECK(run({"render", "--page", own, "--dialect", "glm47"}, calls).out.find("<tool_call>") == 0);
}

TEST_CASE("a page of the library is written as the library writes it", "[page]") {
  const std::string calls =
      R"([{"name": "get_weather", "arguments": {"city": "Bern", "days": 3}, "id": "functions.get_weather:0"},)"
      R"( {"name": "ping", "arguments": {}}])";
  std::size_t written = 0;
  for (const fs::directory_entry& each : fs::directory_iterator(spec / "dialects")) {
    const std::string name = each.path().stem().string();
    INFO(name);
    const outcome compiled = run({"render", "--dialect", name, "--tools", tools}, calls);
    const outcome read = run({"render", "--page", each.path().string(), "--tools", tools}, calls);
    CHECK(read.code == compiled.code);
    CHECK(read.out == compiled.out);
    written += compiled.code == 0 ? 1U : 0U;
  }
  CHECK(written > 40);
}

TEST_CASE("constrain makes a grammar of a page's marks", "[page]") {
  const folder in;
  const std::string page = in.write("zebra.md", page_of("zebra", "zebra"));
  const outcome made = run({"constrain", "--page", page, "--tools", tools, "--format", "gbnf", "--choice", "ping"});
  CHECK(made.code == 0);
  CHECK(made.out.find(R"("<|zebra|>")") != std::string::npos);
  const std::string bare = in.write("yak.md", page_flags_test::bare);
  const outcome refused = run({"constrain", "--page", bare, "--tools", tools, "--format", "gbnf"});
  CHECK(refused.code == 1);
  CHECK(refused.err == "toolcall: the dialect yak cannot be written: its page declares no marks of a call\n");
  for (const char* const command : {"render", "constrain"}) {
    const outcome none = run(command == std::string("render")
                                 ? std::vector<std::string>{"render"}
                                 : std::vector<std::string>{"constrain", "--tools", tools, "--format", "gbnf"});
    CHECK(none.code == 2);
    CHECK(none.err.find("--dialect or --page is required") != std::string::npos);
  }
}

}  // namespace page_flags_test
