// Which interface a transcript is of.

#pragma once

#include <string>

#include <toolcall/mend.hpp>

#include "typing/json.hpp"

namespace toolcall::mender {

// What the members of the items show. Throws setup_error where they show two formats. `request` is the object around
// the list, or the list itself; `pointer` is to the list.
transcript_format detected(const typing::json::document& in, std::uint32_t request, std::uint32_t list,
                           const std::string& pointer);

}  // namespace toolcall::mender
