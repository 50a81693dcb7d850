// What the caller wants of a message beyond what its tools say.

#pragma once

#include <string>
#include <vector>

namespace toolcall::engine {

struct request {
  bool call_required = false;  // of whatever tool
  std::string tool_chosen;     // a call of this tool; empty if it does not matter which
  bool find_calls = true;      // else nothing is a call: its bytes are read as the grammar reads them otherwise
  std::vector<bool> off{};     // by label number: outside of calls, these recoveries are not there
  // Likewise these, but where no item before the first note matches so, all are tried again with them.
  std::vector<bool> deferred{};
};

}  // namespace toolcall::engine
