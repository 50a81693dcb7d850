// Calls as parts: what their members say, whatever form they have.

#pragma once

#include <string>
#include <string_view>

#include "mender/transcript.hpp"

namespace toolcall::mender {

// The id that a member holds. A whole number is the same as a string.
void take_id(const typing::json::document& in, std::uint32_t object, std::string_view key, part& to);

// The arguments of a call as they stand in the document, under arguments, input or parameters: text as it
// is, an object as JSON. They are settled later.
void take_arguments(const typing::json::document& in, std::uint32_t object, part& call);

// What can be made of a call whose members were read: its arguments become a JSON object, and a call that nobody could
// run becomes text. `is_kept`: arguments that cannot be read stay as they are.
void settle_call(part& call, bool is_kept, change_list& changes);

// A new part of the transcript.
part made_part(part_kind kind, std::uint32_t node, std::string pointer);

}  // namespace toolcall::mender
