// Which result belongs to which call.

#pragma once

#include <string>
#include <vector>

#include "mender/transcript.hpp"

namespace toolcall::mender {

// Numbers the turns that are one, and says which results stand directly behind them.
void find_groups(transcript& in);

// Gives each call one result, and each id to one call. Results without a call keep no partner.
void pair(transcript& in);

// The results of a turn's calls, in the order in which they are to stand: those of the document as they stand there,
// then those that were made.
std::vector<const part*> results_of(const turn& at);

// Before the text of a result without a call.
std::string lost_result_words(const part& result);

}  // namespace toolcall::mender
