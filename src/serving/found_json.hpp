// What a rewriter reports to its sink, as JSON: the events with the response and the choice that they are of.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <toolcall/event.hpp>

namespace toolcall::serving {

// {"record":…,"choice":…} and the event's members.
std::string event_json(std::string_view response, std::uint64_t choice, const event& e);

// {"record":…,"choice":…,"type":"finish","finish_reason":…}, which is null where the connection was cut.
std::string end_json(std::string_view response, std::uint64_t choice, std::string_view finish_reason);

// {"type":"error" or "other","object":…}; what is no JSON is an error, and a string there, with a "message".
std::string other_json(std::string_view object);

}  // namespace toolcall::serving
