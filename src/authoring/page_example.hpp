// The examples of a page, run as the parser reads them.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>
#include <toolcall/tools.hpp>

#include "grammarc/tree.hpp"

namespace toolcall::authoring {

// spec/tools.json, which the examples of spec/ name.
std::string_view spec_tools();

// Those of these tools that are named, as a JSON array. Throws std::runtime_error where one is not among them.
std::string tools_json_named(std::string_view json, const std::vector<std::string>& names);

// Likewise, read. Throws std::runtime_error where one is not among them, and setup_error where one
// is wrong.
tools tools_named(std::string_view json, const std::vector<std::string>& names);

// The names in a list with commas.
std::vector<std::string> names_in(std::string_view list);

// An example's option, or what holds without it.
std::string option(const grammarc::example& of, const std::string& name, const std::string& otherwise);

// "" where the example holds; else what differs, or why it cannot be run.
std::string failure_of(const grammarc::example& of, const dialect& which, std::string_view tools_json,
                       std::size_t chunk = 0);

// Whether the page keeps a call back until nothing can change it: "" where each beginning of the text, cut off by the
// limit, has only complete calls that the whole text has. Else at which byte it is otherwise, and the call.
std::string completed_too_early(const grammarc::example& of, const dialect& which, std::string_view tools_json);

}  // namespace toolcall::authoring
