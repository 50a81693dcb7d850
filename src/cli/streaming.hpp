// The inputs of stream that have several messages in them.

#pragma once

#include "cli/commands.hpp"

namespace toolcall::cli {

// --input jsonl: records, each a message or a piece of one.
int stream_records(const settings& chosen);

// --input openai, ollama: what a server sends.
int stream_response(const settings& chosen);

}  // namespace toolcall::cli
