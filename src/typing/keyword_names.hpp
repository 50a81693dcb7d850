// The names of JSON Schema's keywords, of all drafts and of OpenAPI.

#pragma once

#include <string_view>

namespace toolcall::typing {

// The keyword that a misspelled name probably means; empty if the name is a keyword, or is not like one.
std::string_view keyword_meant(std::string_view name);

}  // namespace toolcall::typing
