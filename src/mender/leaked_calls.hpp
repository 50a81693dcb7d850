// Calls in the texts of the assistant.

#pragma once

#include <toolcall/dialect.hpp>
#include <toolcall/tools.hpp>

#include "mender/transcript.hpp"

namespace toolcall::mender {

// Takes them out of the texts, and puts them behind these as parts. Where a turn has calls of its own, only calls with
// their marks count in its text, and none that it has already.
void find_leaked_calls(transcript& in, const tools& declared, const dialect& which);

}  // namespace toolcall::mender
