// The message that tells a model how to call its tools properly, after it did not.
//
// A host gets three things from a message that it has read: the calls, the text without them, and this.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <toolcall/message.hpp>
#include <toolcall/tools.hpp>

namespace toolcall {

// Which calls the host executes, and so which mistakes are to be corrected.
enum class correct_for : std::uint8_t {
  function_calls,  // only calls that come by the function-calling interface: any call in the text, whether it is
                   // complete, invalid, incomplete or refused, is a mistake
  text_calls,  // the calls of the text: what cannot be executed is a mistake, which is what is invalid, incomplete or
               // refused, and a call of a tool that is not declared
};

// As the flag --correct-for has it.
constexpr std::string_view to_string(correct_for value) noexcept {
  switch (value) {
    case correct_for::function_calls:
      return "function_calls";
    case correct_for::text_calls:
      return "text_calls";
  }
  return {};
}

// What to send the model as the user's next message, or an empty string where there is nothing to correct; text and
// reasoning alone need no correction. It depends only on its arguments. It names the declared tools, if
// tools are given. For text_calls it lists each call that failed, with a line for each problem; with the model's text
// in `text` it also shows the place where a call broke. What it quotes from the model is cut short.
[[nodiscard]] std::string correction(const message& m, const tools& declared,
                                     correct_for executed = correct_for::function_calls, std::string_view text = {});

}  // namespace toolcall
