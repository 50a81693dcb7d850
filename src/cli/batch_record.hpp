// A record of batch: what there is to read in it, and where it stands.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.hpp"
#include "typing/json.hpp"

namespace toolcall::cli {

// A message in a record; nodes are of the record's document, 0 if missing.
struct record_message {
  std::uint32_t content = 0;  // a string, null, or a list of parts
  std::uint32_t reasoning = 0;
  std::uint32_t calls = 0;
  std::string finish_reason;  // empty: not given
};

struct record {
  std::string id = "null";  // as JSON
  std::string model;
  std::uint32_t tools = 0;
  std::vector<record_message> messages;  // the choices of a response; of other records there is one
  bool is_response = false;
  std::string error;  // why there is nothing to read; empty: there is
};

// Reads a line of JSON lines; why it cannot be read, empty if it can.
std::string read_line(typing::json::document& in, std::string_view line, bool too_long);

// Finds the parts by the pointers that were given, and else by their usual names: a text; a response with choices,
// alone or in an OpenAI Batch file; a conversation, of which the last message of the assistant is read.
record record_of(const typing::json::document& in, const settings& chosen);

// A record's id as JSON, null where it has none: at the pointer, or under its usual names.
std::string id_of(const typing::json::document& in, const std::string& pointer = {});

// The node at a JSON Pointer (RFC 6901), 0 if missing; the root has no pointer here.
std::uint32_t node_at(const typing::json::document& in, std::string_view pointer);

// What a content says: a string, or the text parts of a list.
std::string text_of(const typing::json::document& in, std::uint32_t content);

}  // namespace toolcall::cli
