// One way of reading a text, as a benchmark.

#pragma once

#include <cstddef>
#include <string>

namespace bench {

// What is read, and how the same is written in JSON.
struct sample {
  std::string text;
  std::string json;      // the call's arguments, or an object with the text
  std::string expected;  // what the arguments, or the content, must come to
  bool is_call;
};

// A kind of text: "call/source", "text/json", ...
struct family {
  std::string name;
  std::string (*made)(std::size_t size);
  bool is_call;
};

// Each registers one way of reading a text of this size: parse, feed, chunks4 or chunks4_collected, json_parse,
// table_scan; detected: feed with all dialects.
void register_parse(const family& of, std::size_t size);
void register_feed(const family& of, std::size_t size);
void register_chunks(const family& of, std::size_t size, bool collect);
void register_json_parse(const family& of, std::size_t size);
void register_detected(const family& of, std::size_t size);
void register_table_scan(const family& of, std::size_t size);

}  // namespace bench
