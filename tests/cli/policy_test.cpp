// The flags of the policy come from the library's list, and docs/cli.md says what that says.

#include <fstream>
#include <iterator>

#include <toolcall/policy.hpp>

#include "catch.hpp"
#include "cli/command.hpp"
#include "cli/policy_help.hpp"

namespace policy_test {

using namespace toolcall::tests;

namespace {

// `--flag a`, `b`
std::string written(const toolcall::policy_setting& setting) {
  std::string all = "`--" + std::string(setting.name);
  std::string words(setting.words);
  if (!words.empty()) all += ' ';
  for (std::size_t at = words.find('|'); at != words.npos; at = words.find('|', at + 4)) words.replace(at, 1, "`, `");
  const bool is_any = setting.several && setting.words.find('|') == words.npos;
  return all + words + (is_any ? "[," + words + "]" : "") + "`";
}

std::string row(const toolcall::policy_setting& setting) {
  const bool word = setting.by_default != "off" && setting.by_default != "none";
  const std::string mark = word ? "`" : "";
  return "| " + written(setting) + " | " + std::string(toolcall::cli::policy_help(setting.name)) + " | " + mark +
         std::string(setting.by_default) + mark + " |";
}

}  // namespace

TEST_CASE("docs/cli.md has a row for each flag of the policy, as the list has it") {
  std::ifstream in(std::string(TOOLCALL_SOURCE_DIR) + "/docs/cli.md", std::ios::binary);
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  for (const toolcall::policy_setting& setting : toolcall::policy_settings()) {
    INFO(row(setting));
    CHECK_FALSE(toolcall::cli::policy_help(setting.name).empty());
    CHECK(page.find(row(setting) + "\n") != page.npos);
  }
}

TEST_CASE("what reads a text takes each flag of the policy, and says so") {
  for (const char* const command : {"parse", "stream", "batch", "explain", "try"}) {
    const std::string help = run({command, "--help"}).out;
    for (const toolcall::policy_setting& setting : toolcall::policy_settings()) {
      INFO(setting.name);
      CHECK(help.find("--" + std::string(setting.name)) != help.npos);
    }
  }
}

TEST_CASE("a flag of the policy changes what is read, and a word that it does not take is refused") {
  const std::string call = "<tool_call>{\"name\": \"ping\", \"arguments\": {}}",
                    quoted = "> " + call + "</tool_call>\n";
  CHECK(run({"parse", "--require-call"}, call).code == 0);
  CHECK(run({"parse", "--require-call", "--without", "open_call,missing_block_close"}, call + "</tool_call>").code ==
        0);
  CHECK(run({"parse", "--require-call"}, quoted).code == 1);
  CHECK(run({"parse", "--require-call", "--quotation-guard", "fences,inline-code"}, quoted).code == 0);
  CHECK(run({"stream", "--require-call", "--quotation-guard", "none"}, quoted).code == 0);
  const outcome label = run({"parse", "--without", "open_cal"}, call);
  CHECK(label.code == 2);
  CHECK(label.out == "");
  CHECK(label.err.find("did you mean open_call") != label.err.npos);
  const std::string none_near = run({"parse", "--without", "nolabel"}, call).err;
  CHECK(none_near.find("labels are ") != none_near.npos);
  CHECK(none_near.find(", unknown_tool") != none_near.npos);
  const outcome word = run({"parse", "--max-level", "perhaps"}, call);
  CHECK(word.code == 2);
  CHECK(word.err.find("exact, lossless, assumed") != word.err.npos);
}

TEST_CASE("--require-valid ends with 4 where a call is not what it should be") {
  const temporary_file tools(
      "valid.json", R"([{"name":"add","input_schema":{"type":"object","properties":{"a":{"type":"integer"}}}}])");
  const auto call_of = [](const std::string& name, const std::string& value) {
    return "<minimax:tool_call><invoke name=\"" + name + "\"><parameter name=\"a\">" + value +
           "</parameter></invoke></minimax:tool_call>";
  };
  const auto code = [&](const std::string& text) {
    const int parsed = run({"parse", "--require-valid", "--tools", tools.path()}, text).code;
    CHECK(run({"stream", "--require-valid", "--tools", tools.path()}, text).code == parsed);
    return parsed;
  };
  CHECK(code("none") == 0);
  CHECK(code(call_of("add", "2")) == 0);
  CHECK(code(call_of("add", "two")) == 4);
  CHECK(code(call_of("other", "2")) == 4);
  CHECK(code(call_of("add", "2").substr(0, 70)) == 4);
  CHECK(run({"parse", "--require-valid", "--require-call", "--tools", tools.path()}, "none").code == 1);
}

}  // namespace policy_test
