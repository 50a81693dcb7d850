// The members of an event stand after those that say where it belongs, so the event's own JSON is not made anew.

#include "serving/found_json.hpp"

#include <toolcall/message.hpp>

#include "output/json_writer.hpp"
#include "serving/server_object.hpp"
#include "typing/json.hpp"

namespace toolcall::serving {

namespace {

std::string placed(std::string_view response, std::uint64_t choice, std::string_view object) {
  return "{\"record\":" + events::json_string(response) + ",\"choice\":" + std::to_string(choice) + "," +
         std::string(object.substr(1));
}

}  // namespace

std::string event_json(std::string_view response, std::uint64_t choice, const event& e) {
  return placed(response, choice, to_json(e));
}

std::string end_json(std::string_view response, std::uint64_t choice, std::string_view finish_reason) {
  const std::string reason = finish_reason.empty() ? "null" : events::json_string(finish_reason);
  return placed(response, choice, R"({"type":"finish","finish_reason":)" + reason + "}");
}

std::string other_json(std::string_view object) {
  typing::json::document in;
  typing::json::syntax_error why;
  if (!in.read(object, why))
    return R"({"type":"error","message":)" + events::json_string(what_is_wrong(object, why)) + R"(,"object":)" +
           events::json_string(object) + "}";
  std::string compact;
  in.append_compact(0, compact);
  return std::string(R"({"type":")") + (is_error(in) ? "error" : "other") + R"(","object":)" +
         utf8::well_formed(compact) + "}";
}

}  // namespace toolcall::serving
