// Runs the tests in C, and says how many checks failed.

#include <stdio.h>
#include <stdlib.h>

#include "check.h"

static int checks = 0;
static int failures = 0;

void check(bool holds, const char* what, const char* file, int line) {
  ++checks;
  if (holds) return;
  ++failures;
  printf("%s:%d: %s\n", file, line, what);
}

void check_text(const char* data, size_t size, const char* expected, size_t expected_size, const char* file, int line) {
  const bool same = data != NULL && size == expected_size && memcmp(data, expected, size) == 0;
  check(same, "the text is another:", file, line);
  if (!same && data != NULL) printf("  expected: %s\n  found:    %.*s\n", expected, (int)size, data);
}

void check_own(char* text, const char* expected, size_t expected_size, const char* file, int line) {
  check_text(text, text == NULL ? 0 : strlen(text), expected, expected_size, file, line);
  toolcall_free(text);
}

void check_error(toolcall_error** error, int code, const char* part, const char* file, int line) {
  size_t size = 0;
  check(*error != NULL, "there is an error", file, line);
  if (*error == NULL) return;
  const char* message = toolcall_error_message(*error, &size);
  check(size == strlen(message), "the size of the message", file, line);
  check(toolcall_error_code(*error) == code && strstr(message, part) != NULL, message, file, line);
  toolcall_error_free(*error);
  *error = NULL;
}

void append(char* to, size_t room, const char* data, size_t size) {
  const size_t used = strlen(to);
  const bool fits = data != NULL && used + size < room;
  check(fits, "there is a text, and room for it", __FILE__, __LINE__);
  if (!fits) return;
  memcpy(to + used, data, size);
  to[used + size] = '\0';
}

toolcall_tools* some_tools(void) {
  return toolcall_tools_new(
      TEXT("[{\"name\": \"get_weather\", \"input_schema\": {\"properties\": {\"city\": {\"type\": \"string\"},"
           "\"days\": {\"type\": \"integer\", \"maximum\": 14}}, \"required\": [\"city\"]}}, {\"name\": \"ping\"}]"),
      0, NULL);
}

toolcall_options* options_of(const char* json) {
  toolcall_error* error = NULL;
  toolcall_options* made = toolcall_options_from_json_new(json, strlen(json), &error);
  if (error != NULL) check(false, toolcall_error_message(error, NULL), __FILE__, __LINE__);
  toolcall_error_free(error);
  return made;
}

int main(void) {
  thread_tests();  // first, so that what the library makes once is made while all threads ask for it
  set_up_tests();
  whole_text_tests();
  stream_tests();
  chunk_tests();
  rewriter_tests();
  printf("%d checks, %d failed\n", checks, failures);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
