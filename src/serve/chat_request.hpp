// A request of OpenAI's chat interface: what it says of tools, and what is changed in it for the upstream.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <toolcall/completion_rewriter.hpp>

#include <nlohmann/json_fwd.hpp>

#include "serve/http.hpp"
#include "serve/profiles.hpp"
#include "serve/state.hpp"

namespace toolcall::serve {

// Members stay in their order.
using request_json = nlohmann::ordered_json;

// Nothing where it is not a JSON object, or nested so deep that no interface means it (128).
std::optional<request_json> read_request(std::string_view body);
std::string to_text(const request_json& request);
// Whatever a client sends, these answer. A member's text; empty if missing or no string.
std::string text_of(const request_json& from, const char* name);
// A member that is not null; nothing where `of` is not an object.
const request_json* member(const request_json& of, const char* name);
// A member that is a boolean.
bool flag_of(const request_json& from, const char* name, bool otherwise = false);

enum class enforcement : std::uint8_t;

struct chat_facts {
  std::string model;
  bool streamed = false;
  bool offers_tools = false;
  bool parallel = true;
  tool_choice choice;
};
chat_facts read_facts(const request_json& request);

// How this model writes, by the setting of the server.
dialect dialect_of(const server_state& shared, const std::string& model);

// How its answer is read. Throws setup_error where the choice names a tool that is not offered.
completion_rewriter::settings reading_of(const server_state& shared, const request_json& request,
                                         const chat_facts& facts, const profile& of);

// What the profile asks for.
struct adapted {
  bool changed = false;
  enforcement choice{};
};
adapted adapt(request_json& request, const chat_facts& facts, const profile& of, bool muted);

}  // namespace toolcall::serve
