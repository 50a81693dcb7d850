// The other way round: calls, text and reasoning as a model of some dialect would write them.
//
// What is written is the usual form that the dialect's page declares (spec/marks.md), and it is read back before it is
// returned: parse(render(m, d, t), d, t) has the text, the reasoning, the names and the arguments of m, without a
// recovery. What cannot be written so is an error, and never a text that means something else.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include <toolcall/dialect.hpp>
#include <toolcall/message.hpp>
#include <toolcall/tools.hpp>

namespace toolcall {

// The text of the reasoning, then the content, then the calls. Of a call its name, its arguments (a JSON object; an
// empty string is one without members) and, where the notation has a place for one, its id count; status, diagnostics
// and bytes do not. `which` is one dialect, of the library or of a page (dialect::of_page). `declared` are the tools of
// the request: raw text gets its types from their schemas, and some notations are read only where the tool is declared.
//
// Throws setup_error where it cannot be written so: no dialect or several, one that declares no form, arguments that
// are no JSON object, or a value that this notation cannot carry, such as raw text that holds its own closing mark. The
// pointer then says which, as in to_json(m): /tool_calls/0/function/arguments, and after it the member.
//
// It takes little more than the time of parse; where it throws, up to some hundred times that.
[[nodiscard]] std::string render(const message& m, const dialect& which, const tools& declared = {});

// Calls alone.
[[nodiscard]] std::string render(std::span<const tool_call> calls, const dialect& which, const tools& declared = {});

// The message that a JSON text says: what to_json(message) gives, a message of OpenAI's, or a list of calls, of which
// each has a name and arguments (an object, or a string that holds one; also as "parameters" or "input"), perhaps under
// "function", and perhaps an id. What else stands there is skipped. Throws setup_error for anything else, with a
// pointer into the JSON.
[[nodiscard]] message message_from_json(std::string_view json);

}  // namespace toolcall
