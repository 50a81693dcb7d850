// toolcall render: calls in, as JSON; out the text that a model of this dialect would write.

#include <iostream>

#include <toolcall/error.hpp>
#include <toolcall/render.hpp>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/reading.hpp"

namespace toolcall::cli {

int render(const settings& chosen) {
  const dialect which = read_dialect(chosen);
  const tools declared = read_tools(chosen);
  const std::string text = input(chosen.file).all();
  try {
    std::cout << toolcall::render(message_from_json(text), which, declared);
  } catch (const setup_error& why) {
    fail(not_written, why.what());
  }
  check_output();
  return done;
}

}  // namespace toolcall::cli
