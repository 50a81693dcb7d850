// What the author of tools should know before a model calls them.

#pragma once

#include <string>
#include <vector>

#include <toolcall/dialect.hpp>
#include <toolcall/tools.hpp>

namespace toolcall {

// The report that the tools were made with, and behind it a warning for each tool or field whose name is a marker of
// these dialects: where a text could be read as either, the marker is meant.
std::vector<tools::remark> schema_report(const tools& of, const dialect& read_by);

// One line: the grade, the place, the code and the message.
std::string to_line(const tools::remark& said);

}  // namespace toolcall
