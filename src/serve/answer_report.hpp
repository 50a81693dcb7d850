// What was found in an answer, counted.

#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include <toolcall/event.hpp>

namespace toolcall::serve {

// Calls that are counted together.
struct kind_of_call {
  std::string dialect;  // "native": the server has read it
  std::string outcome;  // the word of its status
  call_channel channel = call_channel::text;
  std::optional<call_evidence> evidence{};  // of one that has ended

  auto operator<=>(const kind_of_call&) const = default;
};

// What was found in an answer, for the log and the metrics.
struct answer_report {
  std::map<kind_of_call, std::size_t> calls;
  std::map<std::string, std::size_t> recoveries;  // by label
  std::map<std::string, std::size_t> verdicts;    // of its choices, by their words
  std::string finish_reason;
  std::optional<bool> prefill_fits;  // that was found, where the answer has shown it
  bool failed = false;               // the upstream sent an error in its stream
  bool malformed = false;            // or something that is no JSON
  bool ended = false;                // a choice came to its end, and
  bool cut = false;                  // one did not
};

}  // namespace toolcall::serve
