// The objects that the handles of toolcall.h stand for.

#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <toolcall/dialect.hpp>
#include <toolcall/parser.hpp>
#include <toolcall/tools.hpp>

#include "c_interface/errors.hpp"
#include "c_interface/kept_lines.hpp"

struct toolcall_dialect {
  toolcall::dialect which;
};

struct toolcall_tools {
  toolcall::tools declared;
};

struct toolcall_parser {
  toolcall::parser reader;
  toolcall::tools declared;  // of the correction
  bool finished = false;
  std::span<const toolcall::event> emitted{};   // at the last feed or finish that did something
  std::size_t taken = 0;                        // of these
  std::span<const toolcall::event> to_write{};  // by a writer: those of the last feed or finish
  toolcall_event event{};                       // as it was shown last
  toolcall_call call{};                         // likewise
  std::string json{};                           // likewise
  toolcall::c_interface::kept_lines trace{};
  bool failed = false;
};

namespace toolcall::c_interface {

inline dialect dialect_or_all(const toolcall_dialect* given) {
  return given == nullptr ? dialect::automatic() : given->which;
}

inline tools tools_or_none(const toolcall_tools* given) {
  return given == nullptr ? tools() : given->declared;
}

inline std::string_view reason_or_stop(std::string_view parameter, const char* reason, std::size_t size) {
  return reason == nullptr && size == 0 ? std::string_view("stop") : view(parameter, reason, size);
}

inline toolcall_view shown(std::string_view text) {
  return {text.data() == nullptr ? "" : text.data(), text.size()};
}

}  // namespace toolcall::c_interface
