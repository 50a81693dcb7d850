// Four threads share a dialect, tools and options, and each reads texts of its own, with a trace of its own.

#include <pthread.h>
#include <stdio.h>

#include "check.h"

enum { threads = 4, rounds = 50 };

static toolcall_dialect* dialect;
static toolcall_tools* tools;
static toolcall_options* options;

struct work {
  int number;
  bool failed;
};

// One message, whose call is of this city, in pieces; whether it was read as it should.
static bool reads(int number, int round) {
  char text[200], expected[60];
  snprintf(
      text, sizeof text,
      "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"town %d\", \"days\": \"%d\",}}</tool_call>",
      number, round % 14);
  snprintf(expected, sizeof expected, "{\"city\":\"town %d\",\"days\":%d}", number, round % 14);
  toolcall_parser* parser = toolcall_parser_new(dialect, tools, options, NULL);
  if (parser == NULL) return false;
  size_t lines = 0;
  for (size_t at = 0, size = strlen(text); at < size; at += 9)
    toolcall_parser_feed(parser, text + at, size - at < 9 ? size - at : 9, TOOLCALL_ORIGIN_UNKNOWN, NULL);
  toolcall_parser_finish(parser, NULL, 0, NULL);
  while (toolcall_parser_next_trace(parser, NULL, NULL) != NULL) ++lines;
  const toolcall_call* call = toolcall_parser_call(parser, 0);
  const bool right = call != NULL && call->arguments.size == strlen(expected) &&
                     memcmp(call->arguments.data, expected, call->arguments.size) == 0 && lines > 5;
  toolcall_parser_free(parser);
  return right;
}

static bool fails_as_it_should(void) {
  toolcall_error* error = NULL;
  const bool refused = toolcall_dialect_named(TEXT("nonsense"), &error) == NULL && error != NULL;
  toolcall_error_free(error);
  return refused;
}

// What threads have in common without an object that they share: all dialects, and how schemas are read.
static bool asks_for_all(void) {
  const char text[] = "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bern\"}}</tool_call>";
  const char offered[] = "[{\"name\": \"f\", \"input_schema\": {\"properties\": {\"a\": {\"pattern\": \"^a\"}}}}]";
  const char* const texts[] = {text, text};
  const size_t sizes[] = {sizeof text - 1, sizeof text - 1};
  char* made[] = {toolcall_parse_json(text, sizeof text - 1, NULL, tools, NULL, NULL, 0, NULL, NULL),
                  toolcall_parse_many_json(texts, sizes, 2, NULL, tools, NULL, NULL, NULL, NULL, NULL, NULL),
                  toolcall_dialects_json(NULL, NULL),
                  toolcall_dialects_of_template_json(text, sizeof text - 1, NULL, NULL),
                  toolcall_schema_report_json(offered, sizeof offered - 1, NULL, NULL, NULL)};
  bool all = true;
  for (size_t i = 0; i < sizeof made / sizeof *made; ++i) {
    all = all && made[i] != NULL;
    toolcall_free(made[i]);
  }
  return all;
}

static void* read_all(void* given) {
  struct work* mine = given;
  if (!asks_for_all()) mine->failed = true;
  for (int round = 0; round < rounds; ++round)
    if (!reads(mine->number, round) || !fails_as_it_should()) mine->failed = true;
  return NULL;
}

void thread_tests(void) {
  dialect = toolcall_dialect_named(TEXT("hermes,minimax"), NULL);
  tools = some_tools();
  options = options_of("{\"trace\": true}");
  struct work of[threads];
  pthread_t running[threads];
  for (int i = 0; i < threads; ++i) {
    of[i] = (struct work){i, false};
    CHECK(pthread_create(&running[i], NULL, read_all, &of[i]) == 0);
  }
  for (int i = 0; i < threads; ++i) {
    CHECK(pthread_join(running[i], NULL) == 0);
    CHECK(!of[i].failed);
  }
  toolcall_options_free(options);
  toolcall_tools_free(tools);
  toolcall_dialect_free(dialect);
}
