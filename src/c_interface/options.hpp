// Options by name: what the settings of parsers, chunks and rewriters are made of.

#pragma once

#include <string>
#include <string_view>

#include <toolcall/openai.hpp>
#include <toolcall/parser.hpp>
#include <toolcall/response_rewriter.hpp>

#include "c_interface/errors.hpp"

struct toolcall_options {
  toolcall::options how{};
  std::string prefill{};
  bool trace = false;
  bool repairs = false;
  toolcall::openai_writer::settings chunks{.id = {}, .model = "toolcall"};
  toolcall::body_framing input = toolcall::body_framing::automatic;
  toolcall::body_framing output = toolcall::body_framing::automatic;
  bool events = false;
  std::size_t most_calls = 0;
  bool json_alone = false;
  toolcall::refused_as refused = toolcall::refused_as::hidden;
};

namespace toolcall::c_interface {

// Throws setup_error that lists what is taken.
void set_option(toolcall_options& to, std::string_view name, std::string_view value);

inline toolcall_options options_or_default(const toolcall_options* given) {
  return given == nullptr ? toolcall_options() : *given;
}

}  // namespace toolcall::c_interface
