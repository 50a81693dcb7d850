// What a request must be is said by its members' names, because a person reads it who wrote the client.

#include "serve/translation.hpp"

#include <algorithm>

namespace toolcall::serve {

refusal wrong_member(std::string member, std::string_view must_be) {
  return {400, "invalid_request", std::move(member) + " must be " + std::string(must_be)};
}

std::string item_of(const std::string& list, std::size_t at) {
  return list + "[" + std::to_string(at) + "]";
}

bool is_content(const request_json& of) {
  return of.is_string() ||
         (of.is_array() && std::all_of(of.begin(), of.end(), [](const auto& each) { return each.is_object(); }));
}

std::optional<refusal> lacks(const request_json& of, std::initializer_list<const char*> members,
                             const std::string& place) {
  for (const char* const each : members)
    if (text_of(of, each).empty()) return wrong_member(place + "." + each, "a string that is not empty");
  return std::nullopt;
}

}  // namespace toolcall::serve
