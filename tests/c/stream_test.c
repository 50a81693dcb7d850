// A text as it comes: events as structs and as JSON, however it is cut; copies; special tokens; the trace.

#include "check.h"

#define TEXT_OF_ALL                                                                                              \
  "<think>Hm.</think>Sure.<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bern\", \"days\": " \
  "\"2\",}}</tool_call>\n<tool_call>{\"name\": \"pi"

static toolcall_parser* made(const char* options) {
  toolcall_tools* tools = some_tools();
  toolcall_options* chosen = options_of(options);
  toolcall_parser* parser = toolcall_parser_new(NULL, tools, chosen, NULL);
  toolcall_options_free(chosen);
  toolcall_tools_free(tools);
  CHECK(parser != NULL);
  return parser;
}

// What the events of a parser come to: the text of each kind, joined.
struct joined {
  char text[200], reasoning[200], arguments[200], name[40], id[40];
  int calls, ended, incomplete, diagnostics;
};

static void take(struct joined* to, toolcall_parser* parser) {
  const toolcall_event* e;
  while ((e = toolcall_parser_next(parser)) != NULL) {
    CHECK(e->begin <= e->end);
    if (e->type == TOOLCALL_EVENT_TEXT) append(to->text, sizeof to->text, e->text.data, e->text.size);
    if (e->type == TOOLCALL_EVENT_REASONING) append(to->reasoning, sizeof to->reasoning, e->text.data, e->text.size);
    if (e->type == TOOLCALL_EVENT_ARGUMENTS) append(to->arguments, sizeof to->arguments, e->text.data, e->text.size);
    if (e->type == TOOLCALL_EVENT_CALL_BEGIN) {
      CHECK_VIEW(e->dialect, "hermes");
      if (to->calls++ > 0) continue;
      append(to->name, sizeof to->name, e->name.data, e->name.size);
      append(to->id, sizeof to->id, e->id.data, e->id.size);
    }
    if (e->type == TOOLCALL_EVENT_CALL_END) {
      CHECK(e->status == TOOLCALL_STATUS_COMPLETE && e->call == 0);
      ++to->ended;
    }
    if (e->type == TOOLCALL_EVENT_CALL_INCOMPLETE) {
      CHECK(e->status == TOOLCALL_STATUS_INCOMPLETE && e->label.size > 0);
      ++to->incomplete;
    }
    if (e->type == TOOLCALL_EVENT_DIAGNOSTIC) {
      CHECK(e->label.size > 0 && e->text.size > 0);
      CHECK(e->recovery == 0 || e->recovery == 1);
      ++to->diagnostics;
    }
  }
}

static struct joined read_in_pieces(size_t piece) {
  toolcall_parser* parser = made("{\"seed\": 0}");
  struct joined all = {0};
  const char text[] = TEXT_OF_ALL;
  const size_t size = sizeof text - 1;
  for (size_t at = 0; at < size; at += piece) {
    CHECK(
        toolcall_parser_feed(parser, text + at, size - at < piece ? size - at : piece, TOOLCALL_ORIGIN_UNKNOWN, NULL));
    take(&all, parser);
  }
  CHECK(toolcall_parser_finish(parser, TEXT("length"), NULL));
  take(&all, parser);
  CHECK(toolcall_parser_feed(parser, TEXT("more"), TOOLCALL_ORIGIN_UNKNOWN, NULL));  // nothing comes after the end
  CHECK(toolcall_parser_next(parser) == NULL);
  toolcall_parser_free(parser);
  return all;
}

static void events_are_the_same_however_cut(void) {
  const struct joined whole = read_in_pieces(1000);
  CHECK(strcmp(whole.text, "Sure.") == 0);
  CHECK(strcmp(whole.reasoning, "Hm.") == 0);
  CHECK(strcmp(whole.arguments, "{\"city\":\"Bern\",\"days\":2}") == 0);
  CHECK(strcmp(whole.name, "get_weather") == 0);
  CHECK(strcmp(whole.id, "call_rUyMNAmnOSYXxNfnwaIJg5yO") == 0);
  CHECK(whole.ended == 1 && whole.incomplete == 1 && whole.diagnostics >= 1);
  for (size_t piece = 1; piece < 20; ++piece) {
    const struct joined cut = read_in_pieces(piece);
    CHECK(memcmp(&cut, &whole, sizeof whole) == 0);
  }
}

// Every way to take events gives the same ones, and takes them.
static void events_as_json(void) {
  toolcall_parser *one = made("{\"seed\": 0}"), *all = toolcall_parser_copy(one, NULL);
  size_t size = 0;
  char list[4000] = "[";
  CHECK(toolcall_parser_feed(one, TEXT(TEXT_OF_ALL), TOOLCALL_ORIGIN_UNKNOWN, NULL));
  CHECK(toolcall_parser_feed(all, TEXT(TEXT_OF_ALL), TOOLCALL_ORIGIN_UNKNOWN, NULL));
  toolcall_error* error = NULL;
  for (const char* json; (json = toolcall_parser_next_json(one, &size, &error)) != NULL;) {
    if (strlen(list) > 1) append(list, sizeof list, ",", 1);
    append(list, sizeof list, json, size);
  }
  CHECK(error == NULL);
  append(list, sizeof list, "]", 1);
  const char* json = toolcall_parser_events_json(all, &size, &error);
  CHECK(json != NULL && size == strlen(list) && memcmp(json, list, size) == 0);
  CHECK_HAS(list, "{\"type\":\"text\",\"text\":\"Sure.\",\"begin\":18,\"end\":23}");
  json = toolcall_parser_events_json(all, &size, &error);
  CHECK_BYTES(json, size, "[]");
  CHECK(toolcall_parser_next(one) == NULL && toolcall_parser_next(all) == NULL);
  CHECK(toolcall_parser_next_json(all, &size, &error) == NULL && error == NULL);

  // Events that nobody took are dropped, and the message has them all the same.
  CHECK(toolcall_parser_finish(one, NULL, 0, NULL));
  CHECK(toolcall_parser_next(one) != NULL);
  CHECK(toolcall_parser_feed(one, TEXT("more"), TOOLCALL_ORIGIN_UNKNOWN, NULL));
  CHECK(toolcall_parser_next(one) == NULL);
  CHECK_STRING(toolcall_parser_content, one, "Sure.");
  toolcall_parser_free(one);
  toolcall_parser_free(all);
}

static void copies(void) {
  toolcall_parser* first = made("{}");
  CHECK(toolcall_parser_feed(first, TEXT("a<tool_call>{\"name\": \"pi"), TOOLCALL_ORIGIN_UNKNOWN, NULL));
  toolcall_parser* second = toolcall_parser_copy(first, NULL);
  CHECK(toolcall_parser_next(second) == NULL);  // what was emitted is the original's
  CHECK(toolcall_parser_held_bytes(first) > 0 &&
        toolcall_parser_held_bytes(first) == toolcall_parser_held_bytes(second));
  const char rest[] = "ng\", \"arguments\": {}}</tool_call>";
  CHECK(toolcall_parser_feed(first, TEXT(rest), TOOLCALL_ORIGIN_UNKNOWN, NULL));
  char* read = toolcall_parser_message_json(first, NULL, NULL);
  toolcall_parser_free(first);
  CHECK(toolcall_parser_feed(second, TEXT(rest), TOOLCALL_ORIGIN_UNKNOWN, NULL));
  char* again = toolcall_parser_message_json(second, NULL, NULL);
  CHECK_HAS(read, "\"name\":\"ping\"");
  CHECK(strcmp(read, again) == 0);  // the random id too
  toolcall_free(read);
  toolcall_free(again);
  toolcall_parser_free(second);
}

// A second end changes nothing: the events that were not taken are there, and no chunk is written twice.
static void ends_twice(void) {
  toolcall_parser* parser = made("{}");
  toolcall_openai_writer* writer = toolcall_openai_writer_new(NULL, NULL);
  CHECK(toolcall_parser_feed(parser, TEXT("a <func"), TOOLCALL_ORIGIN_UNKNOWN, NULL));
  CHECK(toolcall_openai_writer_write(writer, parser, NULL));
  while (toolcall_openai_writer_next(writer, NULL) != NULL) {
  }
  CHECK(toolcall_parser_finish(parser, TEXT("length"), NULL));
  CHECK(toolcall_openai_writer_write(writer, parser, NULL));
  CHECK(toolcall_parser_finish(parser, TEXT("stop"), NULL));
  CHECK(toolcall_openai_writer_write(writer, parser, NULL));
  const toolcall_event* event = toolcall_parser_next(parser);
  CHECK(event != NULL);
  if (event != NULL) CHECK_VIEW(event->text, "<func");
  CHECK(toolcall_parser_next(parser) == NULL);
  CHECK(toolcall_parser_finish(parser, TEXT("stop"), NULL));
  CHECK(toolcall_parser_next(parser) == NULL);
  CHECK_STRING(toolcall_parser_finish_reason, parser, "length");
  CHECK(toolcall_openai_writer_next(writer, NULL) != NULL);
  CHECK(toolcall_openai_writer_next(writer, NULL) == NULL);
  toolcall_parser* copy = toolcall_parser_copy(parser, NULL);
  CHECK(toolcall_parser_finish(copy, TEXT("stop"), NULL));
  CHECK_STRING(toolcall_parser_finish_reason, copy, "length");
  toolcall_parser_free(copy);
  toolcall_openai_writer_free(writer);
  toolcall_parser_free(parser);
}

static void special_tokens(void) {
  toolcall_parser* parser = made("{}");
  // The tags that the model quotes are text, because they were not made of special tokens.
  CHECK(toolcall_parser_feed(parser, TEXT("<think>"), TOOLCALL_ORIGIN_SPECIAL, NULL));
  CHECK(toolcall_parser_feed(parser, TEXT("Close with </think>."), TOOLCALL_ORIGIN_TEXT, NULL));
  CHECK(toolcall_parser_feed(parser, TEXT("</think>"), TOOLCALL_ORIGIN_SPECIAL, NULL));
  CHECK(toolcall_parser_feed(parser, TEXT("Done."), TOOLCALL_ORIGIN_TEXT, NULL));
  CHECK(toolcall_parser_finish(parser, NULL, 0, NULL));
  CHECK_STRING(toolcall_parser_reasoning, parser, "Close with </think>.");
  CHECK_STRING(toolcall_parser_content, parser, "Done.");
  toolcall_error* error = NULL;
  CHECK(toolcall_parser_feed(parser, TEXT("a"), 3, &error) == 0);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "origin is 3; it must be TOOLCALL_ORIGIN_UNKNOWN (0), ");
  CHECK(toolcall_parser_feed(parser, TEXT("a"), TOOLCALL_ORIGIN_TEXT, &error) == 1);  // the parser is none the worse
  toolcall_parser_free(parser);
}

static void trace(void) {
  toolcall_parser* parser = made("{\"trace\": true}");
  size_t size = 0;
  char lines[4000] = "";
  CHECK(toolcall_parser_feed(parser, TEXT(TEXT_OF_ALL), TOOLCALL_ORIGIN_UNKNOWN, NULL));
  toolcall_parser* copy = toolcall_parser_copy(parser, NULL);
  for (const char* line; (line = toolcall_parser_next_trace(parser, &size, NULL)) != NULL;)
    append(lines, sizeof lines, line, size);
  CHECK_HAS(lines, "name           keys.any_name               \"get_weather\"");
  CHECK_HAS(lines, "/days  \"\"2\"\" -> 2");
  CHECK(toolcall_parser_next_trace(parser, &size, NULL) == NULL);
  // A copy has a trace of its own.
  CHECK(toolcall_parser_next_trace(copy, &size, NULL) == NULL);
  toolcall_parser_free(parser);
  CHECK(toolcall_parser_finish(copy, TEXT("length"), NULL));
  CHECK(toolcall_parser_next_trace(copy, &size, NULL) != NULL);
  toolcall_parser_free(copy);

  toolcall_parser* untraced = made("{}");
  CHECK(toolcall_parser_feed(untraced, TEXT(TEXT_OF_ALL), TOOLCALL_ORIGIN_UNKNOWN, NULL));
  CHECK(toolcall_parser_next_trace(untraced, &size, NULL) == NULL);
  toolcall_parser_free(untraced);
}

static void without_a_message(void) {
  toolcall_parser* parser = made("{\"collect\": false}");
  CHECK(toolcall_parser_feed(parser, TEXT(TEXT_OF_ALL), TOOLCALL_ORIGIN_UNKNOWN, NULL));
  CHECK(toolcall_parser_next(parser) != NULL);
  CHECK(toolcall_parser_calls(parser) == 0);
  CHECK_STRING(toolcall_parser_content, parser, "");
  toolcall_parser_free(parser);
}

void stream_tests(void) {
  events_are_the_same_however_cut();
  events_as_json();
  copies();
  ends_twice();
  special_tokens();
  trace();
  without_a_message();
}
