// The conversation that a request brings, made sound before the upstream sees it (--mend-history).

#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "serve/answer.hpp"
#include "serve/state.hpp"

namespace toolcall::serve {

// Mends `body`, and returns what was changed, by its code (docs/mend.md). Where nothing had to be, or the body is no
// request of this endpoint, it stays as it is; what is wrong with it, whoever reads it says.
std::map<std::string, std::size_t> mend_conversation(server_state& shared, endpoint of, std::string& body);

}  // namespace toolcall::serve
