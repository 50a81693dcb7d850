// The message to the model that says how it has to call.
//
// A host that has one reads a message once and has three uses for it: the calls, the text without them, and this.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <toolcall/message.hpp>
#include <toolcall/tools.hpp>

namespace toolcall {

// What the host executes, and so what there is to correct.
enum class correct_for : std::uint8_t {
  function_calls,  // only calls that come by the function-calling interface: any call in the text, whether it is
                   // complete, invalid, incomplete or refused, is a mistake
  text_calls,  // the calls of the text: what cannot be executed is a mistake, which is what is invalid, incomplete or
               // refused, and a call of a tool that is not declared
};

// What to send the model as the user's next message, or an empty string where there is nothing to correct; text and
// reasoning alone need no correction. It depends only on its arguments. It names the declared tools; where
// tools are not given, it does without. Of text_calls it lists each call that failed, with a line for each problem;
// where it has the model's text, it shows what stands where a call broke. What it repeats of the model is cut short.
[[nodiscard]] std::string correction(const message& m, const tools& declared,
                                     correct_for executed = correct_for::function_calls, std::string_view text = {});

}  // namespace toolcall
