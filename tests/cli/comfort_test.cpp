// What people expect of a command: near misses, short flags, readable output, completions.

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace comfort_test {

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
  CHECK(says(command, "there is no command \"prase\"; did you mean parse? Commands are parse, "));
  const outcome flag = run({"parse", "--dialct", "hermes", "file.txt"});
  CHECK(flag.code == 2);
  CHECK(says(flag, "parse has no flag \"--dialct\"; did you mean --dialect?"));
  CHECK(says(run({"batch", "--shards=1/2"}), "did you mean --shard?"));
  CHECK(says(run({"serve", "--upstream", "http://a", "--upstream", "http://b"}),
             "serve: --upstream is given twice, but may be given once (toolcall serve --help lists the flags)"));
  CHECK(says(run({"parse", "--prefill", "a", "--prefill", "b", "--prefill", "c"}),
             "parse: --prefill is given 3 times, but may be given once"));
  CHECK(says(run({"parse", "--bogus"}), "parse has no flag \"--bogus\" (toolcall parse --help lists the flags)"));
  CHECK(says(run({"parse", "a", "b"}), "parse does not take \"b\""));
  CHECK(run({"--help"}).code == 0);
  CHECK(run({"parse", "--help"}).code == 0);
}

TEST_CASE("what CLI11 refuses is said with the name of the command, and says where its flags are listed") {
  CHECK(run({"new"}).err ==
        "toolcall: new: NAME is required: the page's name: a-z, 0-9 and _ (toolcall new --help lists the flags)\n");
  CHECK(says(run({"try"}), "toolcall: try: PAGE is required: the page's file"));
  CHECK(says(run({"completions"}), "toolcall: completions: SHELL is required: bash, zsh or fish"));
  CHECK(says(run({"check"}), "toolcall: check: --tools is required: the tools"));
  CHECK(says(run({"batch", "--jobs", "0"}), "toolcall: batch: --jobs: \"0\" is not an integer from 1 to 1024"));
  CHECK(says(run({"parse", "--seed", "-1"}),
             "toolcall: parse: --seed: \"-1\" is not an integer from 0 to 18446744073709551615"));
  CHECK(says(run({"parse", "--tools"}), "toolcall: parse: --tools"));
  CHECK(says(run({"parse", "--pretty", "--compact"}), "toolcall: parse: "));
}

TEST_CASE("help and --version may stand where people write them") {
  CHECK(run({"help"}).out == run({"--help"}).out);
  CHECK(run({"help", "parse"}).out == run({"parse", "--help"}).out);
  CHECK(says(run({"help", "prase"}), "did you mean parse?"));
  CHECK(run({"parse", "--version"}).out == run({"--version"}).out);
}

TEST_CASE("a flag that would have no effect is refused with what it needs") {
  const auto refused = [](const std::vector<std::string>& words, const std::string& why) {
    const outcome made = run(words, call);
    INFO(why << "; " << made.err);
    CHECK(made.code == 2);
    CHECK(made.out == "");
    CHECK(says(made, "toolcall: " + words.front() + ": " + why + " (toolcall "));
  };
  for (const char* const flag : {"--arguments=complete", "--model=x", "--id=x", "--created=1"}) {
    const std::string name = std::string(flag).substr(0, std::string(flag).find('='));
    refused({"parse", flag}, name + " needs --format openai");
    refused({"stream", flag}, name + " needs --format openai");
    CHECK(run({"parse", "--format", "openai", flag}, call).code == 0);
  }
  refused({"parse", "--format", "openai", "--pretty"}, "--pretty needs --format message");
  refused({"parse", "--format", "events", "--compact"}, "--compact needs --format message");
  refused({"parse", "--correct-for", "text_calls"}, "--correct-for needs --format correction");
  refused({"stream", "--input", "jsonl", "--finish-reason", "stop"}, "--finish-reason needs --input text");
  for (const char* const command : {"parse", "stream", "explain"})
    refused({command, "--strict-tools"}, "--strict-tools needs --tools");
  refused({"dialects", "--format", "json"}, "--format needs --models or --template");
  refused({"explain", "--html", "--color", "always"}, "--color cannot be used with --html");
  refused({"try", "page.md", "--examples", "--prefill", "x"}, "--prefill cannot be used with --examples");
  refused({"try", "page.md", "--among", "--native-only"}, "--native-only cannot be used with --among");
  refused({"try", "page.md", "--as-example", "x", "--strict"}, "--strict cannot be used with --as-example");
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

}  // namespace comfort_test
