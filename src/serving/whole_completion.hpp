// A chat.completion, which was not streamed, rewritten as one.

#pragma once

#include <cstdint>
#include <string>

#include <toolcall/completion_rewriter.hpp>

#include "serving/choice_reader.hpp"
#include "typing/json.hpp"

namespace toolcall::serving {

// Appends it. `how` is made of `asked`. The choices are numbered from `number` on, which counts them.
void rewrite_whole(const typing::json::document& in, const choice_settings& how,
                   const completion_rewriter::settings& asked, std::uint64_t& number, std::string& out);

}  // namespace toolcall::serving
