// toolcall stream: standard input as it arrives; each event, or chunk, as soon as it is certain.

#include "cli/commands.hpp"
#include "cli/failure.hpp"
#include "cli/printing.hpp"
#include "cli/reading.hpp"

namespace toolcall::cli {

int stream(const settings& chosen) {
  parser reader = make_parser(chosen, read_tools(chosen), false);
  input in("-");
  outcome seen(chosen);
  printer out(chosen, chosen.stream_format);
  const auto take = [&](std::span<const event> told) {
    seen.note(told);
    out.print(told);
    check_output();
  };
  for (std::string_view piece = in.some(); !piece.empty(); piece = in.some()) take(reader.feed(piece));
  take(reader.finish(chosen.finish_reason));
  out.finish(chosen.finish_reason);
  check_output();
  return seen.code(chosen);
}

}  // namespace toolcall::cli
