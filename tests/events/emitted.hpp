// Events that outlive their parser, with neighbouring pieces of one delta joined: the form in which two ways to cut a
// text can be compared.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/parser.hpp>

namespace toolcall::tests {

struct emitted_event {
  event_type type;
  call_status status;
  std::int64_t call;
  std::uint64_t begin, end;
  std::string text, name, id, dialect, label, pointer;
  bool recovery;
  bool operator==(const emitted_event&) const = default;
};

using emitted = std::vector<emitted_event>;

// Options of parsers whose events are compared: without a seed each parser would make ids of its own.
inline options seeded(options how = {}) {
  how.seed = how.seed.value_or(0);
  return how;
}

void join(emitted& all, std::span<const event> events);

// What was emitted early is a beginning of what is emitted in the end: nothing was taken back.
bool is_beginning(const emitted& early, const emitted& all);

std::string show(const emitted& all);

// Everything that is told of a text that is fed in pieces, cut at these positions (ascending; equal ones are empty
// pieces).
emitted read(parser reader, std::string_view text, const std::vector<std::size_t>& cuts = {},
             std::string_view reason = "stop");

// What is wrong with the spans: they must be disjoint, in order, cover [0, |text|), and the bytes of text and reasoning
// must be those of the text. Empty if nothing is.
std::string lost_bytes(const message& made, std::string_view text);

// What is wrong with the calls' brackets: each begin has one end before the next begins, and its pieces are a JSON
// object exactly if the call is complete, and was not left to the host. Empty if nothing is.
std::string broken_calls(const emitted& all);

}  // namespace toolcall::tests
