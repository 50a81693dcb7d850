// The ways of reading a text with toolcall: whole, and in chunks.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <toolcall/toolcall.hpp>

#include "calls.hpp"
#include "measure.hpp"

namespace bench {

// Every time with a new parser, as for every message; all events are looked at. Chunks of so many bytes; 0: whole.
std::size_t read(std::string_view text, const toolcall::dialect& which, const toolcall::tools& declared,
                 std::size_t chunk);

// What is measured must be right: the message, and the deltas of 4-byte chunks, are what was written. If not, says so
// and ends the program.
void check_call(const written_message& written, const toolcall::dialect& which, const toolcall::tools& declared,
                const std::string& where);
void check_text(std::string_view text, const toolcall::dialect& which, const toolcall::tools& declared,
                const std::string& where);

}  // namespace bench
