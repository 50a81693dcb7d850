// The texts that are measured: made from a fixed seed, so that every run and every machine reads the same bytes.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bench {

inline constexpr std::size_t kilobyte = 1024;

// Indented code with comments, quotes, escapes, templates and tags in strings: much to escape, many `<`.
std::string source(std::size_t size);
// Sentences without a line end, a quote or a `<`: nothing to escape. Some characters are not ASCII.
std::string plain_prose(std::size_t size);
// The same as a model answers: paragraphs, apostrophes, lists, some inline code.
std::string prose(std::size_t size);
// An array of records, indented.
std::string json_records(std::size_t size);

// A page: elements with attributes, text, a table, a script.
std::string html(std::size_t size);
// Of a server: times, levels, numbers, quoted words, traces.
std::string log_lines(std::size_t size);
// What models answer: headings, lists, tables, code spans, fences, links.
std::string markdown(std::size_t size);

// A whole MiniMax message of one call, write_file(path, content = value), with a sentence before it.
std::string message_with_call(std::string_view value);
// The tools that declare it.
std::string_view declared_tools();
// The call's arguments, or a text, as the JSON that a server would send instead.
std::string arguments_json(std::string_view value);
std::string text_json(std::string_view text);

}  // namespace bench
