// The wording of messages about values: what is expected, what was found, what was probably meant.
//
// A message may be handed back to the model, so it is short whatever stands in the schema or in the value.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "typing/schema.hpp"
#include "typing/typing.hpp"

namespace toolcall::typing {

// "integer", "string or null", "one of a, b"; empty where the schema says nothing of types and values.
std::string expected(const schema_graph& schemas, const schema& s);
std::string expected(const schema_graph& schemas, int schema);
// "a, b, c", and "…" where there are many.
std::string listed(const std::vector<std::string_view>& names);

// At most some 40 bytes of it; the same in quotes.
std::string cut(std::string_view text);
std::string shown(std::string_view text);
// A JSON value in a message: strings in their quotes, everything else bare.
std::string shown_value(std::string_view lexeme);

// unknown field "zz"; known: a, b
std::string unknown_name(std::string_view name, const std::vector<std::string_view>& known);
// "; nearest: celsius", or nothing where no string among the members is near.
std::string nearest_member(const member_list& members, std::string_view text);

// Diagnostics about what is less sure than it was written.
diagnostic conversion_diagnostic(std::string_view label, std::string pointer, std::string message, typing_level level,
                                 std::string_view code);
diagnostic renamed_diagnostic(std::string pointer, std::string_view written, std::string_view declared,
                              std::string_view code);
// The arguments stood in a field that the tool does not have.
diagnostic wrapper_diagnostic(std::string pointer, std::string_view field);
diagnostic omitted_diagnostic(std::string pointer, std::string_view code);
diagnostic dropped_diagnostic(std::string pointer, std::string_view name);
diagnostic forbidden_diagnostic(std::string pointer, std::string message);
diagnostic repeated_key(std::string pointer);
diagnostic huge_number(std::string pointer, std::string_view lexeme);

}  // namespace toolcall::typing
