// A program in C that knows toolcall only as it was installed. It exits with 1 if what it reads is not what it should
// be.

#include <stdio.h>
#include <string.h>
#include <toolcall.h>

int main(void) {
  static const char offered[] =
      "[{\"name\": \"book\", \"input_schema\": {\"properties\": {\"days\": {\"type\": \"integer\"}}}}]";
  static const char text[] = "Booked.<tool_call>{\"name\": \"book\", \"arguments\": {\"days\": \"3\"}}</tool_call>";
  static const char expected[] = "{\"days\":3}";
  toolcall_tools* tools = toolcall_tools_new(offered, sizeof offered - 1, 0, NULL);
  toolcall_parser* parser = toolcall_parser_new(NULL, tools, NULL, NULL);
  int right = toolcall_abi_version() == TOOLCALL_ABI_VERSION;
  right = right && toolcall_parser_feed(parser, text, sizeof text - 1, TOOLCALL_ORIGIN_UNKNOWN, NULL);
  right = right && toolcall_parser_finish(parser, NULL, 0, NULL);
  const toolcall_call* call = toolcall_parser_call(parser, 0);
  right = right && call != NULL && call->arguments.size == sizeof expected - 1 &&
          memcmp(call->arguments.data, expected, sizeof expected - 1) == 0;
  if (call != NULL) printf("%.*s\n", (int)call->arguments.size, call->arguments.data);
  toolcall_parser_free(parser);
  toolcall_tools_free(tools);
  return right ? 0 : 1;
}
