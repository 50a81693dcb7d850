// What the prompt's tail may hold besides the beginning of the message: the marks of earlier turns. They are neither
// text nor damage, and reasoning that begins after them on the same line begins all the same.

#include <algorithm>

#include "catch.hpp"
#include "spec/example.hpp"

namespace prompt_test {

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

// Where the first marks of a text end: brackets with a word between them, from left to right.
std::vector<std::size_t> ends_of_marks(std::string_view text, std::size_t count) {
  std::vector<std::size_t> ends;
  for (std::size_t at = text.find_first_of("<["); at != text.npos && ends.size() < count;) {
    const std::size_t end = text.find_first_of(text[at] == '<' ? ">" : "]", at);
    if (end == text.npos) break;
    if (end - at < 60) ends.push_back(end + 1);
    at = text.find_first_of("<[", end);
  }
  return ends;
}

// What the bytes from there on are, part by part; and the calls that do not end before them.
struct rest_of {
  std::string reasoning, content;
  std::vector<std::string> calls;
  bool operator==(const rest_of&) const = default;
};
std::string show(const rest_of& rest) {
  std::string all = "reasoning " + rest.reasoning + "\ncontent " + rest.content;
  for (const std::string& each : rest.calls) all += "\ncall " + each;
  return all;
}
rest_of after(const message& made, std::string_view text, std::size_t from, std::size_t prompt) {
  rest_of rest;
  for (const part_span& each : made.spans) {
    const std::size_t begin = std::max<std::size_t>(each.begin + prompt, from), end = each.end + prompt;
    if (end <= from) continue;
    if (each.part == message_part::text) rest.content += text.substr(begin, end - begin);
    if (each.part == message_part::reasoning) rest.reasoning += text.substr(begin, end - begin);
  }
  for (const tool_call& each : made.calls)
    if (each.end + prompt > from) rest.calls.push_back(each.name + each.arguments);
  return rest;
}

// A mark that is text in the prompt is an earlier turn's, and what follows is the beginning of a message.
bool is_text(const message& made, std::size_t at) {
  return std::any_of(made.spans.begin(), made.spans.end(), [=](const part_span& each) {
    return each.part == message_part::text && each.begin <= at && at < each.end;
  });
}

// A mark that is out of place in the prompt is not reported there, and says nothing of what follows it.
bool is_damaged_before(const message& made, std::size_t cut) {
  return std::any_of(made.diagnostics.begin(), made.diagnostics.end(),
                     [=](const diagnostic& d) { return d.begin < cut && d.call == no_call; });
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

bool is_end_of_call(const message& of, std::size_t at) {
  return std::any_of(of.calls.begin(), of.calls.end(), [&](const tool_call& each) { return each.end == at; });
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

TEST_CASE("a call of an earlier turn does not go on behind a mark that a page declares for the end of turns") {
  for (const char* const mark : {"<|im_end|>", "<|iquest_end|>", "<|end_of_msg|>", "<|close|>message<|sep|>",
                                 "<|message_sep|>", "[END FINAL RESPONSE]", "<|content_model_end_sampling|>"}) {
    const message made =
        answered(dialect::automatic(),
                 "<tool_call>{\"name\": \"ping\", \"arguments\": {\"path\": \"a" + std::string(mark) + "\n<think>\n");
    INFO(mark);
    CHECK(made.reasoning == answer);
    CHECK(made.incomplete.empty());
  }
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

TEST_CASE("what stands behind the first marks of a message is read alike where the prompt holds these") {
  std::size_t tried = 0;
  for (const example& each : examples()) {
    if (each.dialect.empty()) continue;
    const std::string whole = each.prefill + each.text;
    for (const bool automatic : {false, true}) {
      example all = each;
      all.prefill.clear();
      all.text = whole;
      parser of_all = all.fresh(automatic, true);
      of_all.feed(whole);
      of_all.finish(each.finish);
      for (const std::size_t cut : ends_of_marks(whole, 3)) {
        if (is_damaged_before(of_all.message(), cut) || is_text(of_all.message(), cut - 1)) continue;
        // Blanks behind a call are markup if another one follows, and a message begins behind those of its prompt.
        if (is_end_of_call(of_all.message(), cut) && whole.find_first_not_of(" \t\r\n", cut) != cut) continue;
        example behind = each;
        behind.prefill = whole.substr(0, cut);
        parser of_rest = behind.fresh(automatic, true);
        of_rest.feed(std::string_view(whole).substr(cut));
        of_rest.finish(each.finish);
        ++tried;
        const rest_of in_whole = after(of_all.message(), whole, cut, 0),
                      alone = after(of_rest.message(), whole, cut, cut);
        if (in_whole == alone) continue;
        INFO(each.place << (automatic ? ", auto" : "") << ", prompt: " << behind.prefill);
        CHECK(show(in_whole) == show(alone));
      }
    }
  }
  CHECK(tried > 4000);
}

TEST_CASE("what a header in the prompt begins goes on in the answer, and a header without a body begins none") {
  const auto answer_of = [](const char* name, std::string_view prompt, std::string_view text) {
    parser reader(dialect_named(name), tools_named({"ping"}), seeded());
    reader.prefill(prompt);
    reader.feed(text);
    reader.finish();
    return reader.message();
  };
  for (const char* const name : {"harmony", ""})
    for (const char* const header :
         {"<|channel|>analysis<|message|>", "<|start|>assistant<|channel|>analysis<|message|>"}) {
      const message made = answer_of(name, header, "plan<|end|><|start|>assistant<|channel|>final<|message|>hi");
      CHECK(made.reasoning == "plan");
      CHECK(made.content == "hi");
    }
  for (const char* const header : {"<|start|>assistant to=self<|message|>", " to=self<|message|>"})
    CHECK(answer_of("muse", header, "plan<|eom|>").reasoning == "plan");
  const std::string call = "{\"name\": \"ping\", \"arguments\": {}}";
  CHECK(answer_of("gigachat3", "<|message_sep|>", "\n\nfunction call<|role_sep|>\n" + call).calls.size() == 1);
  CHECK(answer_of("hyperclovax_14b", "<|im_start|>", "assistant -> tool/function_call\n[" + call + "]").calls.size() ==
        1);
  CHECK(answer_of("rwkv", "<tool_call><invoke name=\"ping\"></invoke>", "\n<invoke name=\"ping\"></invoke></tool_call>")
            .calls.size() == 1);
  for (const char* const name : {"harmony", "muse", ""})
    for (const char* const text : {"Hi there.", "Hi there, it rains", "Hi"}) {
      const message made = answer_of(name, "<|start|>assistant", text);
      CHECK(made.content == text);
      CHECK(made.diagnostics.empty());
    }
}

TEST_CASE("the mark that ends a turn ends what that turn left open") {
  constexpr std::string_view turns[] = {
      "<|im_start|>user\nWhat does <think> mean<|im_end|>\n<|im_start|>assistant\n",
      "<|im_start|>user\nWhat does <think> mean<|im_end|>\n",
      "<|im_start|>user\nWhat does <think> mean<|im_end|>",
      "<|start_header_id|>user<|end_header_id|>\n\n<think><|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
      "<start_of_turn>user\n<think> and `<tool_call><end_of_turn>\n<start_of_turn>model\n",
      "[INST]What does <think> mean?[/INST]",
      "<|user|>What does <think> mean?<|assistant|>",
      "<|im_start|>user\nWhat does <tool_call> mean<|im_end|>\n<|im_start|>assistant\n",
  };
  for (const char* const name : {"", "hermes", "qwen3_coder"})
    for (const std::string_view prompt : turns) {
      INFO(name << ": " << prompt);
      const message made = answered(dialect_named(name), prompt);
      CHECK(made.content == answer);
      CHECK(made.diagnostics.empty());
      const message thought = answered(dialect_named(name), std::string(prompt) + "<think>");
      CHECK(thought.reasoning == answer);
    }
  // In an argument it is a part of that.
  const std::string open = "<tool_call>{\"name\": \"ping\", \"arguments\": {\"a\": \"<|im_end|>";
  parser reader(dialect_named(""), tools_named({"ping"}), seeded());
  reader.prefill(open);
  reader.feed("\"}}</tool_call>");
  reader.finish();
  CHECK(reader.message().calls.size() == 1);
}

TEST_CASE("how the answer is cut into chunks does not change what a prompt makes of it") {
  for (const example& each : examples()) {
    if (each.dialect.empty() || each.text.size() > 300) continue;
    const std::string whole = each.prefill + each.text;
    for (const std::size_t cut : ends_of_marks(whole, 2)) {
      INFO(each.place << ", prompt: " << whole.substr(0, cut));
      example behind = each;
      behind.prefill = whole.substr(0, cut);
      const std::string text = whole.substr(cut);
      std::vector<std::size_t> everywhere;
      for (std::size_t at = 0; at <= text.size(); ++at) everywhere.push_back(at);
      CHECK(read(behind.fresh(false), text, everywhere, each.finish) ==
            read(behind.fresh(false), text, {}, each.finish));
    }
  }
}

}  // namespace prompt_test
