// What parse and stream print while a text is read, as --format says.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <toolcall/event.hpp>
#include <toolcall/openai.hpp>

#include "cli/commands.hpp"

namespace toolcall::cli {

// Events or chunks, one JSON object a line. For the formats that show a whole message it prints nothing.
class printer {
 public:
  printer(const settings& chosen, std::string_view format);
  void print(std::span<const event> told);
  // The text has ended, and all of its events were printed.
  void finish(std::string_view reason);

 private:
  bool events_;
  std::optional<openai_writer> chunks_;
};

}  // namespace toolcall::cli
