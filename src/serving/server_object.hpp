// What kinds of objects servers send.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "typing/json.hpp"

namespace toolcall::serving {

enum class object_kind : std::uint8_t {
  chunk,   // chat.completion.chunk
  whole,   // chat.completion
  ollama,  // a line of /api/chat or /api/generate
  other,   // an error, or what is not known
};

// By what stands in it, because servers of OpenAI's interface leave "object" out.
object_kind kind_of(const typing::json::document& in);

// An object that says that something failed: {"error": …}, or {"object": "error"}.
bool is_error(const typing::json::document& in);

// What is wrong with an object that is no JSON: "not JSON: at byte 7, …", with how it begins.
std::string what_is_wrong(std::string_view object, const typing::json::syntax_error& why);
// The same as an error of OpenAI's interface.
void write_syntax_error(std::string_view object, const typing::json::syntax_error& why, std::string& to);

// "2025-06-01T12:00:00.5Z" as seconds since 1970 began, UTC; 0 where it is not such a time (RFC 3339).
std::int64_t seconds_of(const std::string& time);

}  // namespace toolcall::serving
