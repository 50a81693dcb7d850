// Calls as parts: what their members say, whatever form they have.

#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "mender/transcript.hpp"

namespace toolcall::mender {

// The id that a member holds. A whole number is the same as a string.
void take_id(const typing::json::document& in, std::uint32_t object, std::string_view key, part& to);

// The arguments of a call as they stand in the document, under arguments, input or parameters: text as it
// is, an object as JSON. They are settled later.
void take_arguments(const typing::json::document& in, std::uint32_t object, part& call);

// What a result says, as text: a string, else JSON; empty where there is nothing, or null.
std::string result_text(const typing::json::document& in, std::uint32_t content);
// Whether the content of a result is a list of parts, each with a type.
bool is_parts(const typing::json::document& in, std::uint32_t content);
// Content that no interface takes is written anew: it is neither text nor parts, or it is missing and must not be.
void take_content(const typing::json::document& in, std::string_view key, bool may_be_missing, part& result);

// What can be made of a call whose members were read: its arguments become a JSON object, and a call that nobody could
// run becomes text. `is_kept`: arguments that cannot be read stay as they are.
void settle_call(part& call, bool is_kept, change_list& changes);

// The texts of an assistant's message whose content is a string or a list, in which one of these types has a text; all
// else of the list is carried along.
void take_texts(const typing::json::document& in, std::initializer_list<std::string_view> types, turn& at);
bool has_changed(const turn& at);

// A new part of the transcript.
part made_part(part_kind kind, std::uint32_t node, std::string pointer);

}  // namespace toolcall::mender
