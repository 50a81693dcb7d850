// What a chat template writes before the answer, read from its text.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <toolcall/dialect.hpp>

namespace toolcall::serve {

// What the template (Jinja) adds where a prompt for an answer is asked for. Nothing where that is not certain: it must
// stand in a block of its own at the template's end, `{% if add_generation_prompt %}`, and depend on nothing else.
std::optional<std::string> generation_prompt_of(std::string_view chat_template);

// The part of it that answers go on with: it opens reasoning. Empty where nothing is open.
std::string prefill_of(std::string_view generation_prompt, const dialect& which);

}  // namespace toolcall::serve
