// What people expect of a command: near misses, short flags, readable output, completions.

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string call =
    "Hi \x7F<minimax:tool_call><invoke name=\"add\"><parameter name=\"a\">[\"x\", "
    "{}]</parameter></invoke></minimax:tool_call>";

bool says(const outcome& made, const std::string& part) {
  return made.err.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a command or a flag that is nearly right is answered with the right one") {
  const outcome command = run({"prase"});
  CHECK(command.code == 2);
  CHECK(says(command, "there is no command \"prase\"; did you mean parse?"));
  const outcome flag = run({"parse", "--dialct", "hermes", "file.txt"});
  CHECK(flag.code == 2);
  CHECK(says(flag, "parse has no flag \"--dialct\"; did you mean --dialect?"));
  CHECK(says(run({"batch", "--shards=1/2"}), "did you mean --shard?"));
  CHECK(says(run({"parse", "--bogus"}), "parse has no flag \"--bogus\" (toolcall parse --help lists the flags)"));
  CHECK(says(run({"parse", "a", "b"}), "parse does not take \"b\""));
  CHECK(run({"--help"}).code == 0);
  CHECK(run({"parse", "--help"}).code == 0);
}

TEST_CASE("the common flags have short names") {
  const temporary_file tools(
      "short.json", R"([{"name":"add","input_schema":{"type":"object","properties":{"a":{"type":"array"}}}}])");
  CHECK(run({"parse", "--seed", "0", "-t", tools.path(), "-d", "minimax", "-f", "events", "-r", "stop"}, call).out ==
        run({"parse", "--seed", "0", "--tools", tools.path(), "--dialect", "minimax", "--format", "events",
             "--finish-reason", "stop"},
            call)
            .out);
  CHECK(run({"stream", "-i", "jsonl"}, "{\"text\": \"Hi\"}").code == 0);
}

TEST_CASE("a message may be laid out, and says the same") {
  const std::string compact = run({"parse", "--seed", "0"}, call).out;
  CHECK(compact.find('\n') == compact.size() - 1);
  CHECK(run({"parse", "--seed", "0", "--compact"}, call).out == compact);
  const std::string laid_out = run({"parse", "--seed", "0", "--pretty"}, call).out;
  CHECK(laid_out.find("{\n  \"role\": \"assistant\",\n") == 0);
  CHECK(laid_out.find("\x7F") == std::string::npos);
  CHECK(laid_out.find("\x1b") == std::string::npos);
  CHECK(json::parse(laid_out) == json::parse(compact));
  const std::string coloured = run({"parse", "--seed", "0", "--pretty", "--color", "always"}, call).out;
  CHECK(coloured.find("\x1b[34m\"role\"\x1b[0m: \x1b[32m\"assistant\"\x1b[0m") != std::string::npos);
  CHECK(run({"parse", "--pretty", "--compact"}, call).code == 2);
}

TEST_CASE("explain shows the calls that were read, or says why there are none") {
  const auto last = [](const std::string& text, const std::vector<std::string>& flags = {}) {
    std::vector<std::string> words = {"explain"};
    words.insert(words.end(), flags.begin(), flags.end());
    const std::string out = run(words, text).out;
    return out.substr(out.rfind("\n\n") + 2);
  };
  CHECK(last(call).find("complete    add {\"a\":") == 0);
  CHECK(last(call.substr(0, 70), {"--finish-reason", "length"}).find("incomplete  ") == 0);
  CHECK(last("Just text.\n", {"--dialect", "hermes"}) ==
        "no call: nothing in the text is a call of what --dialect hermes names; without --tools, calls without markers "
        "are not looked for\n");
}

TEST_CASE("completions have every command and flag") {
  for (const char* const shell : {"bash", "zsh", "fish"}) {
    const outcome made = run({"completions", shell});
    CHECK(made.code == 0);
    for (const char* const word : {"parse", "stream", "batch", "finish-reason", "qwen3_coder", "correction", "jsonl"}) {
      INFO(shell << " " << word);
      CHECK(made.out.find(word) != std::string::npos);
    }
  }
  CHECK(run({"completions", "tcsh"}).code == 2);
}
