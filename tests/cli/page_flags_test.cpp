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

}  // namespace page_flags_test
