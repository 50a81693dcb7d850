// JSON whose strings are redacted: lists of tools, and other documents. All else of them stays as it was written.

#pragma once

#include <string>
#include <string_view>

#include "reports/redactor.hpp"
#include "typing/json.hpp"

namespace toolcall::reports {

// The list of tools in a document: itself, or its member `tools`.
std::uint32_t tools_in(const typing::json::document& in);

// What of the tools is said to a model: descriptions, values, and whatever is no keyword. Schemas keep their keys,
// types and patterns.
std::string redacted_tools(const typing::json::document& in, std::uint32_t list, redactor& by);

// The words of the tools that a text may have to keep: keys and patterns; and the names, if they stay.
void add_declared_words(const typing::json::document& in, std::uint32_t list, bool names, word_set& to);

// Any other document: its strings, but for keys and what an interface calls its parts. Lists of tools are read as such.
std::string redacted_document(const typing::json::document& in, redactor& by);

}  // namespace toolcall::reports
