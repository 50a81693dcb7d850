// What holds the upstream's model to calls of its dialect: a grammar in the request, as this upstream takes one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "serve/chat_request.hpp"
#include "serve/profiles.hpp"
#include "serve/state.hpp"

namespace toolcall::serve {

// Which requests get one.
enum class constrained : std::uint8_t { off, forced, always };
// As the command line has it.
constexpr std::string_view to_string(constrained value) noexcept {
  constexpr std::string_view words[] = {"off", "forced", "always"};
  const auto at = static_cast<std::size_t>(value);
  return at < std::size(words) ? words[at] : std::string_view();
}

struct constraint_outcome {
  bool sent = false;
  std::string note{};  // for the header x-toolcall; empty where none was wanted
};

// Adds it to the request, where the settings want it and this upstream takes one. Throws setup_error where there is
// none: of this dialect, or of these tools.
constraint_outcome add_constraint(request_json& request, const chat_facts& facts, const profile& of,
                                  const server_state& shared);

// Throws std::runtime_error where no request could get one: by the dialect, or by the profile.
void check_constraint(const server_state& shared);

}  // namespace toolcall::serve
