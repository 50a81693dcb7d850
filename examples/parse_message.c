// Parses what a model wrote, and prints it as a chat message.

#include <stdio.h>
#include <toolcall.h>

int main(void) {
  const char text[] = "Sure.<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bern\", \"days\": 3,}";
  char* message = toolcall_parse_json(text, sizeof text - 1, NULL, NULL, NULL, NULL, 0, NULL, NULL);
  if (message != NULL) puts(message);
  toolcall_free(message);
}
