// Any bytes, cut anywhere: the same events as in one piece, every byte in exactly one span, every call's brackets
// whole.
//
// The first bytes of an input choose options and cuts, the rest is the text. What libFuzzer finds becomes an example of
// a page or a test (tests/README.md).

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "events/calls.hpp"

using namespace toolcall;
using namespace toolcall::tests;

namespace {

void require(const std::string& wrong) {
  if (wrong.empty()) return;
  std::fprintf(stderr, "%s\n", wrong.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 4) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 4, size - 4);
  static const tools declared = some_tools();
  options how;
  how.policy.unknown_tools = (bytes[0] & 1U) != 0 ? unknown_tools::text : unknown_tools::surface;
  how.policy.native_only = (bytes[0] & 2U) != 0;
  if ((bytes[0] & 4U) != 0) how.tool_choice = tool_choice::of("none");
  if ((bytes[0] & 8U) != 0) how.held_bytes = 20;
  const char* const reason = (bytes[0] & 16U) != 0 ? "length" : "stop";
  const parser fresh(minimax(), (bytes[0] & 32U) != 0 ? tools() : declared, how);

  parser whole = fresh;
  emitted all;
  join(all, whole.feed(text));
  join(all, whole.finish(reason));
  require(lost_bytes(whole.message(), text));
  require(broken_calls(all));

  // Pieces of a length that grows, so that few bytes of input give many different cuts.
  std::vector<std::size_t> cuts;
  for (std::size_t at = bytes[1] % 16U, step = bytes[2] % 8U; at < text.size();
       at += 1 + step, step = (step * 5 + bytes[3]) % 23)
    cuts.push_back(at);
  const emitted in_pieces = read(fresh, text, cuts, reason);
  if (in_pieces != all) require("whole:\n" + show(all) + "in pieces:\n" + show(in_pieces));
  return 0;
}
