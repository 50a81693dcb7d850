// Reads what a model writes from standard input, as it arrives, and shows what becomes of it.

#include <stdio.h>
#include <toolcall.h>

static const char offered[] =
    "[{\"name\": \"get_weather\", \"input_schema\": {\"type\": \"object\", \"required\": [\"city\"], \"properties\": "
    "{\"city\": {\"type\": \"string\"}, \"days\": {\"type\": \"integer\", \"maximum\": 14}}}}]";

static void line(const char* what, toolcall_view view) {
  printf("%-11s%.*s\n", what, (int)view.size, view.data);
}

static void show(toolcall_parser* parser) {
  for (const toolcall_event* e; (e = toolcall_parser_next(parser)) != NULL;) {
    if (e->type == TOOLCALL_EVENT_TEXT) line("text", e->text);
    if (e->type == TOOLCALL_EVENT_REASONING) line("reasoning", e->text);
    if (e->type == TOOLCALL_EVENT_CALL_BEGIN) line("call", e->name);
    if (e->type == TOOLCALL_EVENT_ARGUMENTS) line("arguments", e->text);
    if (e->type == TOOLCALL_EVENT_CALL_END) printf("end\n");
    if (e->type == TOOLCALL_EVENT_CALL_INCOMPLETE || e->type == TOOLCALL_EVENT_CALL_REFUSED) line("no call", e->label);
    if (e->type == TOOLCALL_EVENT_DIAGNOSTIC) line("note", e->text);
  }
}

int main(void) {
  toolcall_error* error = NULL;
  toolcall_tools* tools = toolcall_tools_new(offered, sizeof offered - 1, 0, &error);
  toolcall_parser* parser = error != NULL ? NULL : toolcall_parser_new(NULL, tools, NULL, &error);
  char bytes[4096];
  for (size_t size; error == NULL && (size = fread(bytes, 1, sizeof bytes, stdin)) > 0;)
    if (toolcall_parser_feed(parser, bytes, size, TOOLCALL_ORIGIN_UNKNOWN, &error)) show(parser);
  if (error == NULL && toolcall_parser_finish(parser, "stop", 4, &error)) show(parser);

  for (size_t i = 0; i < toolcall_parser_calls(parser); ++i) {
    const toolcall_call* call = toolcall_parser_call(parser, i);
    line(call->status == TOOLCALL_STATUS_COMPLETE ? "complete" : "invalid", call->arguments);
  }
  const int code = error == NULL ? 0 : 2;
  if (error != NULL) fprintf(stderr, "%s\n", toolcall_error_message(error, NULL));
  toolcall_error_free(error);
  toolcall_parser_free(parser);
  toolcall_tools_free(tools);
  return code;
}
