// The flags of the policy come from the library's list, and docs/cli.md says what that says.

#include <fstream>
#include <iterator>

#include <toolcall/policy.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

using namespace toolcall::tests;

namespace {

// `--flag a`, `b`
std::string written(const toolcall::policy_flag& flag) {
  std::string all = "`--" + std::string(flag.name);
  std::string words(flag.values);
  if (!words.empty()) all += ' ';
  for (std::size_t at = words.find('|'); at != words.npos; at = words.find('|', at + 4)) words.replace(at, 1, "`, `");
  return all + words + (flag.values == "LABEL" ? "[,LABEL]" : "") + "`";
}

std::string row(const toolcall::policy_flag& flag) {
  const bool word = flag.by_default != "off" && flag.by_default != "none";
  const std::string mark = word ? "`" : "";
  return "| " + written(flag) + " | " + std::string(flag.says) + " | " + mark + std::string(flag.by_default) + mark +
         " |";
}

}  // namespace

TEST_CASE("docs/cli.md has a row for each flag of the policy, as the list has it") {
  std::ifstream in(std::string(TOOLCALL_SOURCE_DIR) + "/docs/cli.md", std::ios::binary);
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  for (const toolcall::policy_flag& flag : toolcall::policy_flags()) {
    INFO(row(flag));
    CHECK(page.find(row(flag) + "\n") != page.npos);
  }
}

TEST_CASE("parse and stream take each flag of the policy, and say so") {
  for (const char* const command : {"parse", "stream"}) {
    const std::string help = run({command, "--help"}).out;
    for (const toolcall::policy_flag& flag : toolcall::policy_flags()) {
      INFO(flag.name);
      CHECK(help.find("--" + std::string(flag.name)) != help.npos);
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
  CHECK(label.err.find("near it are open_call") != label.err.npos);
  const outcome word = run({"parse", "--max-level", "perhaps"}, call);
  CHECK(word.code == 2);
  CHECK(word.err.find("exact, lossless, assumed") != word.err.npos);
}
