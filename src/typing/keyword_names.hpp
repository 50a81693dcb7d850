// The names of JSON Schema's keywords, of all drafts and of OpenAPI.

#pragma once

#include <string_view>

namespace toolcall::typing {

// The keyword that was probably meant by a name that is none; empty if it is one, or is like none.
std::string_view keyword_meant(std::string_view name);

}  // namespace toolcall::typing
