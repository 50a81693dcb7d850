// What the prompt's tail may hold besides the beginning of the message: the marks of earlier turns. They are neither
// text nor damage, and reasoning that begins after them on the same line begins all the same.

#include <algorithm>

#include "catch.hpp"
#include "spec/example.hpp"

using namespace toolcall;
using namespace toolcall::tests;

namespace {

constexpr std::string_view earlier_turns[] = {
    "",
    "[/INST]",
    "[INST] Hello.[/INST]",
    "<|im_end|>\n<|im_start|>assistant\n",
    "<|start_header_id|>assistant<|end_header_id|>\n\n",
    "<|start_header_id|>assistant<|end_header_id|>",
    "<start_of_turn>model\n",
    "<start_of_turn>model",
    "<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>",
    "<|assistant|>",
    "<｜Assistant｜>",
    "<think>So.</think>Hello.</s>",
    "</think>",
    "User: Hello.\nAssistant:",
};

const std::string answer = "Hello there, it rains.";

message answered(const dialect& which, std::string_view prompt) {
  parser reader(which, tools_named({"ping", "get_weather"}), seeded());
  reader.prefill(prompt);
  reader.feed(answer);
  reader.finish();
  return reader.message();
}

// Each mark that the pages name, and each end of a prompt.
std::vector<std::string> marks() {
  std::vector<std::string> all;
  for (const dialect_facts& each : dialect::all()) {
    all.insert(all.end(), each.tokens.begin(), each.tokens.end());
    all.insert(all.end(), each.starts.begin(), each.starts.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

void check_quiet(const std::string& name, const std::string& prompt) {
  INFO((name.empty() ? "auto" : name) << ", prompt: " << prompt);
  const message made = answered(dialect_named(name), prompt);
  if (made.content == answer) {
    CHECK(made.diagnostics.empty());
    CHECK_FALSE(made.recovered());
  }
  if (!made.refused.empty()) return;  // the prompt begins a call, and the answer is none
  CHECK(std::none_of(made.diagnostics.begin(), made.diagnostics.end(), [](const diagnostic& d) { return d.end == 0; }));
}

}  // namespace

TEST_CASE("no mark at the end of a prompt is reported, whichever it is") {
  std::vector<std::string> names{""};
  for (const dialect_facts& each : dialect::all()) names.emplace_back(each.name);
  for (const std::string& mark : marks()) {
    for (const char* const after : {"", "\n", "\n\n"}) check_quiet("", mark + after);
    for (const dialect_facts& each : dialect::all()) {
      const bool own = std::find(each.tokens.begin(), each.tokens.end(), mark) != each.tokens.end();
      if (own) check_quiet(std::string(each.name), mark), check_quiet(std::string(each.name), mark + "\n");
    }
  }
  for (const std::string& name : names)
    for (const std::string_view turns : earlier_turns)
      for (const char* const after : {"", "\n"}) check_quiet(name, std::string(turns) + after);
}

TEST_CASE("what a prompt ends with is read alike, whatever earlier turns stand before it") {
  std::size_t tried = 0;
  for (const example& each : examples()) {
    if (each.prefill.empty() || each.dialect.empty()) continue;
    const emitted alone = read(each.fresh(false), each.text, {}, each.finish);
    for (const std::string_view turns : earlier_turns) {
      INFO(each.place << ", after " << turns);
      example behind = each;
      behind.prefill = std::string(turns) + each.prefill;
      ++tried;
      CHECK(show(read(behind.fresh(false), each.text, {}, each.finish)) == show(alone));
    }
  }
  CHECK(tried > 200);
}

TEST_CASE("reasoning that a prompt opens after the marks of earlier turns is reasoning") {
  std::size_t tried = 0;
  for (const dialect_facts& each : dialect::all())
    for (const std::string_view start : each.starts) {
      const dialect& which = dialect_named(std::string(each.name));
      const message alone = answered(which, start);
      if (alone.reasoning != answer) continue;
      for (const std::string_view turns : earlier_turns) {
        INFO(each.name << ": " << turns << start);
        ++tried;
        CHECK(answered(which, std::string(turns) + std::string(start)).reasoning == answer);
        CHECK(answered(dialect_named(""), std::string(turns) + std::string(start)).reasoning ==
              answered(dialect_named(""), start).reasoning);
      }
    }
  CHECK(tried > 200);
}
