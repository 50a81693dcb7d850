// Memory that runs out, seen through the C interface: each allocation in turn fails, alone or with all after it. What
// was asked for then ends as an error of the code TOOLCALL_ERROR_MEMORY, or is as ever, and nothing is left behind.

#include <cstring>
#include <string>
#include <toolcall.h>

#include "catch.hpp"
#include "effort.hpp"
#include "heap.hpp"

namespace allocation_test {

using toolcall::tests::effort;
using toolcall::tests::heap;

namespace {

// What was read, in memory that is there; an allocation of the test's own may fail, too.
struct result {
  char text[1U << 15U] = {};
  std::size_t size = 0;
  bool no_memory = false;    // an error said so
  bool other_error = false;  // there was another error, or none where there should be one

  void add(const char* data, std::size_t bytes) {
    if (size + bytes > sizeof text) bytes = sizeof text - size;
    std::memcpy(text + size, data, bytes);
    size += bytes;
  }
  // Takes a text and frees it; without one there must be an error.
  void own(char* data, std::size_t bytes, toolcall_error*& error) {
    if (data != nullptr) add(data, bytes);
    failed(data == nullptr, error);
    toolcall_free(data);
  }
  // Takes the error of a call, and returns whether there is one.
  bool failed(bool expected, toolcall_error*& error) {
    if (expected != (error != nullptr)) other_error = true;
    if (error == nullptr) return false;
    if (toolcall_error_code(error) == TOOLCALL_ERROR_MEMORY)
      no_memory = true;
    else
      add(toolcall_error_message(error, nullptr), std::strlen(toolcall_error_message(error, nullptr)));
    toolcall_error_free(error);
    error = nullptr;
    return true;
  }
};

using task = void (*)(result&);

// What went wrong first, for one way of failing.
std::string first_fault(task act, bool goes_on) {
  static result expected, found;
  expected = {};
  act(expected);  // what is made once for all is made here
  expected = {};
  const std::size_t before = heap.bytes;
  heap.allocations = 0;
  act(expected);
  const std::size_t all = heap.allocations;
  if (heap.bytes != before) return "it leaks without a failure";
  if (expected.no_memory || expected.other_error || all < 30) return "it is no task for this";
  heap.goes_on_failing = goes_on;
  std::string fault;
  for (std::size_t n = 1; n <= all && fault.empty(); n += effort(std::size_t{1}, std::size_t{7})) {
    found = {};
    heap.allocations = 0;
    heap.fails_at = n;
    act(found);
    heap.fails_at = 0;
    const bool same = found.size == expected.size && std::memcmp(found.text, expected.text, found.size) == 0;
    const char* const what = heap.bytes != before        ? "it leaks"
                             : found.other_error         ? "the error is not one of memory"
                             : !found.no_memory && !same ? "it was swallowed, and changed what came of it"
                                                         : nullptr;
    if (what != nullptr) fault = "allocation " + std::to_string(n) + " of " + std::to_string(all) + ": " + what;
  }
  heap.goes_on_failing = false;
  return fault;
}

void check(task act) {
  CHECK(first_fault(act, false) == "");
  CHECK(first_fault(act, true) == "");
}

template <std::size_t Size>
constexpr std::size_t length(const char (&)[Size]) {
  return Size - 1;
}

constexpr char offered[] =
    R"([{"name": "get_weather", "parameters": {"properties": {"city": {"type": "string"}, "days": {"type": "integer"},
        "tags": {"type": "array", "items": {"enum": ["a", "b"]}}}, "required": ["city"]}}, {"name": "ping"}])";
constexpr char written[] =
    "<think>A thought that is longer than a small string.</think>I will see.\n<tool_call>{\"name\": \"get_weather\", "
    "\"arguments\": {\"city\": \"Llanfairpwllgwyngyll\", \"days\": \"3\", \"tags\": ['a', \"b\"],}}</tool_call> and "
    "<tool_call>\n<function=get_weather>\n<parameter=days>\nsome\n</parameter>\n</function>\n</tool_call>";
constexpr char chosen[] = R"({"seed": 1, "trace": true, "events": true, "without": ["open_json"], "prefill": "\n",
    "id": "a message with a long id", "output": "json"})";
constexpr char body[] =
    "data: {\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Well, <tool_call>{\\\"name\\\": "
    "\\\"get_weather\\\", \\\"arguments\\\": {\\\"city\\\": \\\"Oslo\\\"}}</tool_call>\"}}]}\n\ndata: {\"error\": "
    "1}\n\n"
    "data: [DONE]\n\n";

// What reading needs; it is made before memory runs out.
struct set_up {
  toolcall_dialect* dialect = toolcall_dialect_named("auto", 4, nullptr);
  toolcall_tools* tools = toolcall_tools_new(offered, length(offered), 0, nullptr);
  toolcall_options* options = toolcall_options_from_json_new(chosen, length(chosen), nullptr);
};
const set_up& made() {
  static const set_up all;
  return all;
}

void dialects(result& to) {
  toolcall_error* error = nullptr;
  std::size_t size = 0;
  char* const text = toolcall_dialects_json(&size, &error);
  to.own(text, size, error);
  toolcall_dialect* const named = toolcall_dialect_named("qwen3:8b,MiniMax-M2", 20, &error);
  to.failed(named == nullptr, error);
  toolcall_dialect_free(named);
  constexpr char shown[] = "<tool_call>{{ call.name }}</tool_call>";
  toolcall_dialect* const likely = toolcall_dialect_from_template(shown, length(shown), &error);
  to.failed(likely == nullptr, error);
  toolcall_dialect_free(likely);
}

void tools_and_options(result& to) {
  toolcall_error* error = nullptr;
  toolcall_tools* const tools = toolcall_tools_new(offered, length(offered), 0, &error);
  to.failed(tools == nullptr, error);
  toolcall_tools_free(tools);
  toolcall_options* const options = toolcall_options_from_json_new(chosen, length(chosen), &error);
  if (!to.failed(options == nullptr, error))
    to.failed(toolcall_options_set(options, "without", 7, "a_long_label,another_long_label", 31, &error) == 0, error);
  toolcall_options_free(options);
}

void report(result& to) {
  toolcall_error* error = nullptr;
  std::size_t size = 0;
  toolcall_dialect* const hermes = toolcall_dialect_named("hermes", 6, &error);
  if (to.failed(hermes == nullptr, error)) return;
  char* const text = toolcall_schema_report_json(offered, length(offered), hermes, &size, &error);
  to.own(text, size, error);
  toolcall_dialect_free(hermes);
}

void mistakes(result& to) {
  toolcall_error* error = nullptr;
  to.failed(toolcall_dialect_named("hermess", 7, &error) == nullptr, error);
  to.failed(toolcall_tools_new("[{\"name\": \"a\"}, 7]", 18, 0, &error) == nullptr, error);
  to.failed(toolcall_options_from_json_new("{\"ids\": \"long words\"}", 21, &error) == nullptr, error);
}

void whole_text(result& to) {
  toolcall_error* error = nullptr;
  std::size_t size = 0;
  char* const text = toolcall_parse_json(written, length(written), made().dialect, made().tools, made().options,
                                         nullptr, 0, &size, &error);
  to.own(text, size, error);
}

void writing(result& to) {
  toolcall_error* error = nullptr;
  std::size_t size = 0;
  constexpr char message[] =
      R"({"content": "I will see what the weather is.\n", "tool_calls": [{"name": "get_weather", "arguments": {"city":)"
      R"( "Llanfairpwllgwyngyll", "days": 3}}]})";
  toolcall_dialect* const glm = toolcall_dialect_named("glm47", 5, &error);
  if (to.failed(glm == nullptr, error)) return;
  char* const text = toolcall_render(message, length(message), glm, made().tools, &size, &error);
  to.own(text, size, error);
  toolcall_dialect_free(glm);
}

void mending(result& to) {
  toolcall_error* error = nullptr;
  std::size_t size = 0;
  constexpr char transcript[] =
      R"([{"role": "assistant", "content": "<tool_call>{\"name\": \"get_weather\", \"arguments\": {}}</tool_call>"},)"
      R"( {"role": "tool", "tool_call_id": "somewhere else", "content": "It is sunny in Llanfairpwllgwyngyll."}])";
  char* const text =
      toolcall_mend_json(transcript, length(transcript), made().dialect, made().tools, nullptr, 0, &size, &error);
  to.own(text, size, error);
}

void verdicts(result& to) {
  toolcall_error* error = nullptr;
  std::size_t size = 0;
  constexpr char message[] =
      R"({"finish_reason": "a reason that is not short", "tool_calls": [{"function": {"name": "a_name_that_is_long"}}, )"
      R"({"function": {"name": "another_name_that_is_long"}}, {"function": {"name": "a_third_name_that_is_long"}}], )"
      R"("toolcall": {"calls": [{"repairs": ["a_label_that_is_not_short", "another_label_that_is_not_short"]}, )"
      R"({"status": "invalid", "repairs": ["a_third_label_that_is_not_short"]}], "diagnostics": [{"label": )"
      R"("unknown_tool", "message": "There is no such tool here.", "call": 1}, {"label": "unknown_tool", "message": )"
      R"("There is no such tool there.", "call": 2}]}})";
  char* const text = toolcall_verdict_json(message, length(message), &size, &error);
  to.own(text, size, error);
}

void constraining(result& to) {
  toolcall_error* error = nullptr;
  std::size_t size = 0;
  toolcall_dialect* const glm = toolcall_dialect_named("glm47", 5, &error);
  if (to.failed(glm == nullptr, error)) return;
  constexpr char settings[] = R"({"format": "gbnf", "choice": "get_weather"})";
  char* const text = toolcall_constrain_json(settings, length(settings), glm, made().tools, &size, &error);
  to.own(text, size, error);
  toolcall_dialect_free(glm);
}

void whole_texts(result& to) {
  toolcall_error* error = nullptr;
  std::size_t size = 0;
  const char* const texts[] = {written, "Hello", written};
  const std::size_t sizes[] = {length(written), 5, 80};
  const std::uint64_t seeds[] = {1, 2, 3};
  char* const text = toolcall_parse_many_json(texts, sizes, 3, made().dialect, made().tools, made().options, nullptr,
                                              nullptr, seeds, &size, &error);
  to.own(text, size, error);
}

// Feeds in pieces, with a copy in the middle, and takes all that there is to take.
void stream(result& to) {
  toolcall_error* error = nullptr;
  std::size_t size = 0;
  toolcall_parser* parser = toolcall_parser_new(made().dialect, made().tools, made().options, &error);
  if (to.failed(parser == nullptr, error)) return;
  toolcall_openai_writer* writer = toolcall_openai_writer_new(made().options, &error);
  bool goes_on = !to.failed(writer == nullptr, error);
  for (std::size_t at = 0; goes_on && at < length(written); at += 40) {
    const std::size_t piece = std::min<std::size_t>(40, length(written) - at);
    goes_on =
        !to.failed(toolcall_parser_feed(parser, written + at, piece, TOOLCALL_ORIGIN_UNKNOWN, &error) == 0, error);
    if (!goes_on) break;
    goes_on = !to.failed(toolcall_openai_writer_write(writer, parser, &error) == 0, error);
    const char* const json = toolcall_parser_events_json(parser, &size, &error);
    if (!to.failed(json == nullptr, error)) to.add(json, size);
    toolcall_parser* const copy = toolcall_parser_copy(parser, &error);
    if (to.failed(copy == nullptr, error)) continue;
    toolcall_parser_free(parser);
    parser = copy;
  }
  if (goes_on && !to.failed(toolcall_parser_finish(parser, nullptr, 0, &error) == 0, error)) {
    while (const char* const line = toolcall_parser_next_trace(parser, &size, nullptr)) to.add(line, size);
    while (const char* const chunk = toolcall_openai_writer_next(writer, &size)) to.add(chunk, size);
    char* text = toolcall_parser_message_json(parser, &size, &error);
    to.own(text, size, error);
    text = toolcall_parser_correction(parser, TOOLCALL_CORRECT_TEXT_CALLS, written, length(written), &size, &error);
    to.own(text, size, error);
  }
  // One that failed says so, and nothing else.
  if (to.no_memory && !goes_on) {
    toolcall_parser_next(parser);
    toolcall_parser_call(parser, 0);
    toolcall_parser_content(parser, &size);
    toolcall_parser_held_bytes(parser);
  }
  toolcall_openai_writer_free(writer);
  toolcall_parser_free(parser);
}

void response(result& to) {
  toolcall_error* error = nullptr;
  std::size_t size = 0;
  toolcall_rewriter* rewriter = toolcall_rewriter_new(made().dialect, made().tools, made().options, &error);
  bool goes_on = !to.failed(rewriter == nullptr, error);
  for (std::size_t at = 0; goes_on && at < length(body); at += 50) {
    const char* const bytes =
        toolcall_rewriter_feed(rewriter, body + at, std::min<std::size_t>(50, length(body) - at), &size, &error);
    goes_on = !to.failed(bytes == nullptr, error);
    if (goes_on) to.add(bytes, size);
  }
  if (goes_on) {
    const char* const bytes = toolcall_rewriter_finish(rewriter, &size, &error);
    if (!to.failed(bytes == nullptr, error)) to.add(bytes, size);
    while (const char* const line = toolcall_rewriter_next_json(rewriter, &size, nullptr)) to.add(line, size);
  }
  toolcall_rewriter_free(rewriter);
}

}  // namespace

TEST_CASE("memory that runs out while things are set up is an error") {
  check(dialects);
  check(tools_and_options);
  check(report);
}

TEST_CASE("memory that runs out while an error is made is an error as well") {
  check(mistakes);
}

TEST_CASE("memory that runs out while a text is read is an error") {
  check(whole_text);
  check(whole_texts);
  check(writing);
  check(mending);
  check(verdicts);
  check(constraining);
  check(stream);
}

TEST_CASE("memory that runs out while a response is rewritten is an error") {
  check(response);
}

TEST_CASE("a parser that failed says so from then on") {
  toolcall_error* error = nullptr;
  toolcall_parser* const parser = toolcall_parser_new(nullptr, nullptr, nullptr, &error);
  heap.allocations = 0;
  heap.fails_at = 1;
  const int read = toolcall_parser_feed(parser, written, length(written), TOOLCALL_ORIGIN_UNKNOWN, &error);
  heap.fails_at = 0;
  REQUIRE(read == 0);
  CHECK(toolcall_error_code(error) == TOOLCALL_ERROR_MEMORY);
  toolcall_error_free(error);
  error = nullptr;
  CHECK(toolcall_parser_finish(parser, nullptr, 0, &error) == 0);
  REQUIRE(error != nullptr);
  CHECK(toolcall_error_code(error) == TOOLCALL_ERROR_STATE);
  toolcall_error_free(error);
  CHECK(toolcall_parser_next(parser) == nullptr);
  CHECK(toolcall_parser_calls(parser) == 0);
  toolcall_parser_free(parser);
}

}  // namespace allocation_test
