// toolcall stream: standard input as it arrives; each event, or chunk, as soon as it is certain. The input is one
// message's text, or has several messages in it (stream_records.cpp, stream_response.cpp).

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/printing.hpp"
#include "cli/reading.hpp"
#include "cli/streaming.hpp"

namespace toolcall::cli {

namespace {

int stream_text(const settings& chosen) {
  parser reader = make_parser(chosen, read_tools(chosen), false);
  input in("-", input::mark::skipped);
  exit_summary seen(chosen);
  printer out(chosen, chosen.stream_format);
  const auto take = [&](std::span<const event> emitted) {
    seen.note(emitted);
    out.print(emitted);
    check_output();
  };
  for (std::string_view piece = in.some(); !piece.empty(); piece = in.some()) take(reader.feed(piece));
  take(reader.finish(chosen.finish_reason));
  out.finish(chosen.finish_reason);
  check_output();
  return seen.code(chosen);
}

}  // namespace

int stream(const settings& chosen) {
  if (chosen.input == "text") return stream_text(chosen);
  return chosen.input == "jsonl" ? stream_records(chosen) : stream_response(chosen);
}

}  // namespace toolcall::cli
