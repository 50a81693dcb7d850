// OpenAI's chunks of a message, and the rewriter of a server's response.

#include "check.h"

#define CHUNK(delta, reason)                                                                                     \
  "{\"id\":\"m1\",\"object\":\"chat.completion.chunk\",\"created\":7,\"model\":\"q\",\"choices\":[{\"index\":0," \
  "\"delta\":" delta ",\"finish_reason\":" reason "}]}"

static const char call[] = "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>";

static void append_line(char* to, size_t room, const char* data, size_t size) {
  append(to, room, data, size);
  append(to, room, "\n", 1);
}

// The chunks that were written, a line each.
static void take(char* to, size_t room, toolcall_openai_writer* writer) {
  size_t size = 0;
  for (const char* chunk; (chunk = toolcall_openai_writer_next(writer, &size)) != NULL;)
    append_line(to, room, chunk, size);
}

static void chunks(void) {
  toolcall_options* chosen =
      options_of("{\"seed\": 0, \"id\": \"m1\", \"model\": \"q\", \"created\": 7, \"arguments\": \"complete\"}");
  toolcall_parser* parser = toolcall_parser_new(NULL, NULL, chosen, NULL);
  toolcall_openai_writer* writer = toolcall_openai_writer_new(chosen, NULL);
  toolcall_options_free(chosen);
  char lines[4000] = "", again[4000] = "";
  toolcall_error* error = NULL;
  CHECK(toolcall_parser_feed(parser, TEXT("Hi. "), TOOLCALL_ORIGIN_UNKNOWN, NULL));
  CHECK(toolcall_openai_writer_write(writer, parser, &error) && error == NULL);
  CHECK(toolcall_parser_next(parser) != NULL);  // events are there all the same
  take(lines, sizeof lines, writer);
  CHECK(strcmp(lines, CHUNK("{\"role\":\"assistant\",\"content\":null}", "null") "\n" CHUNK("{\"content\":\"Hi. \"}",
                                                                                            "null") "\n") == 0);
  toolcall_openai_writer* copy = toolcall_openai_writer_copy(writer, NULL);
  CHECK(toolcall_parser_feed(parser, TEXT(call), TOOLCALL_ORIGIN_UNKNOWN, NULL));
  CHECK(toolcall_openai_writer_write(writer, parser, NULL) && toolcall_openai_writer_write(copy, parser, NULL));
  CHECK(toolcall_parser_finish(parser, NULL, 0, NULL));
  CHECK(toolcall_openai_writer_write(writer, parser, NULL) && toolcall_openai_writer_write(copy, parser, NULL));
  CHECK(toolcall_openai_writer_finish(writer, NULL, 0, NULL) &&
        toolcall_openai_writer_finish(copy, TEXT("stop"), NULL));
  lines[0] = '\0';
  take(lines, sizeof lines, writer);
  take(again, sizeof again, copy);
  CHECK(strcmp(lines, again) == 0);
  CHECK(strcmp(lines,
               CHUNK("{\"tool_calls\":[{\"index\":0,\"id\":\"call_rUyMNAmnOSYXxNfnwaIJg5yO\",\"type\":\"function\","
                     "\"function\":{\"name\":\"ping\",\"arguments\":\"{}\"}}]}",
                     "null") "\n" CHUNK("{}", "\"tool_calls\"") "\n") == 0);
  toolcall_openai_writer_free(copy);
  toolcall_openai_writer_free(writer);
  toolcall_parser_free(parser);
}

// Without options an id is made, as the command makes one.
static void chunks_without_options(void) {
  char lines[1000] = "";
  toolcall_openai_writer* plain = toolcall_openai_writer_new(NULL, NULL);
  CHECK(toolcall_openai_writer_finish(plain, TEXT("length"), NULL));
  take(lines, sizeof lines, plain);
  CHECK_HAS(lines, "{\"id\":\"chatcmpl-");
  CHECK_HAS(lines, "\"model\":\"toolcall\"");
  CHECK_HAS(lines, "\"finish_reason\":\"length\"");
  toolcall_openai_writer_free(plain);
}

void chunk_tests(void) {
  chunks();
  chunks_without_options();
}

static const char body[] =
    ": keepalive\n\ndata: "
    "{\"id\":\"c1\",\"model\":\"q\",\"created\":7,\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi "
    "<tool_call>{\\\"name\\\": \\\"ping\\\", \"}}]}\n\ndata: "
    "{\"id\":\"c1\",\"model\":\"q\",\"created\":7,\"choices\":[{\"index\":0,"
    "\"delta\":{\"content\":\"\\\"arguments\\\": {}}</tool_call>\"}}]}\n\ndata: [DONE]\n\n";

static void rewritten(char* to, size_t room, toolcall_rewriter* rewriter, size_t piece) {
  size_t size = 0;
  toolcall_error* error = NULL;
  const char* made;
  for (size_t at = 0; at < sizeof body - 1; at += piece) {
    made = toolcall_rewriter_feed(rewriter, body + at, sizeof body - 1 - at < piece ? sizeof body - 1 - at : piece,
                                  &size, &error);
    CHECK(made != NULL && error == NULL);
    append(to, room, made, size);
  }
  made = toolcall_rewriter_finish(rewriter, &size, &error);
  CHECK(made != NULL && error == NULL);
  append(to, room, made, size);
}

static toolcall_rewriter* made(const char* options) {
  toolcall_tools* tools = some_tools();
  toolcall_options* chosen = options_of(options);
  toolcall_rewriter* rewriter = toolcall_rewriter_new(NULL, tools, chosen, NULL);
  toolcall_options_free(chosen);
  toolcall_tools_free(tools);
  CHECK(rewriter != NULL);
  return rewriter;
}

static void bodies(void) {
  toolcall_rewriter *whole = made("{\"seed\": 0}"), *bytewise = toolcall_rewriter_copy(whole, NULL);
  char one[8000] = "", other[8000] = "";
  rewritten(one, sizeof one, whole, 10000);
  rewritten(other, sizeof other, bytewise, 1);
  CHECK(strcmp(one, other) == 0);
  CHECK(strncmp(one, TEXT(": keepalive\n\ndata: {\"id\":\"c1\"")) == 0);
  CHECK_HAS(one, "\"delta\":{\"content\":\"Hi \"}");
  CHECK_HAS(one, "\"function\":{\"name\":\"ping\",\"arguments\":\"{}\"}");
  CHECK_HAS(one, "\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n");
  toolcall_rewriter_free(whole);
  toolcall_rewriter_free(bytewise);

  toolcall_rewriter* lines = made("{\"output\": \"json\"}");
  one[0] = '\0';
  rewritten(one, sizeof one, lines, 64);
  CHECK(strncmp(one, TEXT("{\"id\":\"c1\"")) == 0);
  toolcall_rewriter_free(lines);
}

static void what_was_found(void) {
  toolcall_rewriter* rewriter = made("{\"seed\": 0, \"events\": true}");
  char bytes[8000] = "", found[8000] = "";
  toolcall_error* error = NULL;
  size_t size = 0;
  rewritten(bytes, sizeof bytes, rewriter, 100);
  for (const char* line; (line = toolcall_rewriter_next_json(rewriter, &size, &error)) != NULL;)
    append_line(found, sizeof found, line, size);
  CHECK(error == NULL);
  CHECK_HAS(found, "{\"record\":\"c1\",\"choice\":0,\"type\":\"text\",\"text\":\"Hi \",\"begin\":0,\"end\":3}\n");
  CHECK_HAS(found, "{\"record\":\"c1\",\"choice\":0,\"type\":\"call_begin\",\"call\":0,\"name\":\"ping\",");
  CHECK_HAS(found, "{\"record\":\"c1\",\"choice\":0,\"type\":\"finish\",\"finish_reason\":\"tool_calls\"}\n");
  toolcall_rewriter_free(rewriter);

  rewriter = made("{\"events\": true, \"input\": \"json\"}");
  CHECK(toolcall_rewriter_feed(rewriter, TEXT("{\"error\": \"no model\"}\n"), &size, NULL) != NULL);
  CHECK(toolcall_rewriter_finish(rewriter, &size, NULL) != NULL);
  const char* line = toolcall_rewriter_next_json(rewriter, &size, NULL);
  CHECK_BYTES(line, size, "{\"type\":\"error\",\"object\":{\"error\":\"no model\"}}");
  toolcall_rewriter_free(rewriter);

  rewriter = made("{}");
  bytes[0] = '\0';
  rewritten(bytes, sizeof bytes, rewriter, 100);
  CHECK(toolcall_rewriter_next_json(rewriter, &size, NULL) == NULL);
  toolcall_rewriter_free(rewriter);
}

static void options_of_rewriters(void) {
  toolcall_rewriter* none = made("{\"most-calls\": 1, \"refused\": \"text\", \"json-alone\": true}");
  size_t size = 0;
  static const char refused[] =
      "{\"choices\":[{\"index\":0,\"finish_reason\":\"stop\",\"message\":{\"content\":"
      "\"<tool_call>{\\\"name\\\"; ping}</tool_call>\"}}]}";
  char all[8000] = "";
  const char* part = toolcall_rewriter_feed(none, TEXT(refused), &size, NULL);
  append(all, sizeof all, part, size);
  part = toolcall_rewriter_finish(none, &size, NULL);
  append(all, sizeof all, part, size);
  CHECK_HAS(all, "\"content\":\"<tool_call>{");
  toolcall_rewriter_free(none);
}

void rewriter_tests(void) {
  bodies();
  options_of_rewriters();
  what_was_found();
}
