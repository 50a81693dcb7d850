// Any bytes as a server's response, cut anywhere: the same bytes as in one piece, and from a copy in mid-stream.
//
// The first bytes of an input choose the settings and the cuts, the rest is the body.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <toolcall/response_rewriter.hpp>

#include "events/calls.hpp"

using namespace toolcall;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 3) return 0;
  const std::string_view body(reinterpret_cast<const char*>(bytes) + 3, size - 3);
  completion_rewriter::settings how;
  how.declared = tests::some_tools();
  how.how.seed = 0;
  how.chunks.arguments = (bytes[0] & 1U) != 0 ? arguments_as::complete : arguments_as::stream;
  if ((bytes[0] & 2U) != 0) how.which = tests::minimax();
  if ((bytes[0] & 4U) != 0) how.prefill = "<think>";
  const response_rewriter fresh(how, body_framing::automatic,
                                (bytes[0] & 8U) != 0 ? body_framing::json : body_framing::automatic);

  response_rewriter whole = fresh;
  std::string expected(whole.feed(body));
  expected += whole.finish();

  response_rewriter cut = fresh;
  std::string made;
  for (std::size_t at = 0, step = 1 + bytes[1] % 16U; at < body.size();
       at += step, step = 1 + (step * 5 + bytes[2]) % 23U) {
    made += cut.feed(body.substr(at, step));
    cut = response_rewriter(cut);
  }
  made += cut.finish();
  if (made != expected) {
    std::fprintf(stderr, "whole:\n%s\nin pieces:\n%s\n", expected.c_str(), made.c_str());
    std::abort();
  }
  return 0;
}
