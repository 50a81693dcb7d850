// What a test in C is written with. A check that fails is printed with its place, and counted; the test goes on.

#ifndef TOOLCALL_TESTS_CHECK_H
#define TOOLCALL_TESTS_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <toolcall.h>

// A literal as pointer and size.
#define TEXT(literal) (literal), (sizeof(literal) - 1)

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)
// The view is these bytes.
#define CHECK_VIEW(view, literal) check_text((view).data, (view).size, TEXT(literal), __FILE__, __LINE__)
// The text, which is freed, is these bytes.
#define CHECK_OWN(call, literal) check_own((call), TEXT(literal), __FILE__, __LINE__)
// A string of an object is these bytes; and so is one that was asked for already.
#define CHECK_STRING(get, object, literal)             \
  do {                                                 \
    size_t size_of_it = 0;                             \
    const char* data_of_it = get(object, &size_of_it); \
    CHECK_BYTES(data_of_it, size_of_it, literal);      \
  } while (0)
#define CHECK_BYTES(data, size, literal) check_text((data), (size), TEXT(literal), __FILE__, __LINE__)
// Something of a text.
#define CHECK_HAS(text, part) check(strstr((text), (part)) != NULL, (text), __FILE__, __LINE__)
// There is an error of this code whose message has this part; it is freed.
#define CHECK_ERROR(error, code, part) check_error(&(error), (code), (part), __FILE__, __LINE__)

void check(bool holds, const char* what, const char* file, int line);
void check_text(const char* data, size_t size, const char* expected, size_t expected_size, const char* file, int line);
void check_own(char* text, const char* expected, size_t expected_size, const char* file, int line);
void check_error(toolcall_error** error, int code, const char* part, const char* file, int line);

// Adds a text, which may be NULL, to one that has room for so many bytes. What does not fit is a failed check.
void append(char* to, size_t room, const char* data, size_t size);

// The tools that most tests declare: get_weather (city, days: integer) and ping.
toolcall_tools* some_tools(void);
// Options from JSON that must be right.
toolcall_options* options_of(const char* json);

void whole_text_tests(void);
void set_up_tests(void);
void stream_tests(void);
void chunk_tests(void);
void rewriter_tests(void);
void thread_tests(void);

#endif
