// A tool_choice that forces a call, as the upstream can enforce it.

#pragma once

#include <cstdint>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "serve/chat_request.hpp"
#include "serve/profiles.hpp"

namespace toolcall::serve {

enum class enforcement : std::uint8_t {
  not_asked,  // the request forces nothing
  upstream,   // what is sent makes the upstream enforce it
  unknown,    // it is sent as it came; whether this upstream enforces it is not known
  none,       // this upstream does not
};
// For the header x-toolcall; empty where there is nothing to say.
std::string_view note_of(enforcement value) noexcept;

bool is_forced(const chat_facts& facts);

// Changes the request as the profile says.
enforcement force_choice(nlohmann::ordered_json& request, const chat_facts& facts, const profile& of, bool muted);

}  // namespace toolcall::serve
