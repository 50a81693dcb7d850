// What a label of a grammar means, as the headings and lists of spec/recovery.md say it.

#pragma once

#include <string_view>

namespace toolcall {

struct label_facts {
  std::string_view name;
  std::string_view consequence;  // "reported", "incomplete", "by finish reason", "without fields", "refused", "held",
                                 // "switch", "without a call", "looked at again" or "by its arguments";
                                 // of the library's own also "by its names" and "internal"
  std::string_view message;      // one sentence
  bool concerns_field = false;   // the field before it, and not the call as a whole
  std::string_view evidence{};  // what shows then that there is a call: a word of call_evidence (event.hpp), or nothing
  bool concerns_no_call = false;  // it is about what stands around calls, or where none is
};

}  // namespace toolcall
