// What the author of tools should know before a model calls them.

#pragma once

#include <string>
#include <vector>

#include <toolcall/dialect.hpp>
#include <toolcall/tools.hpp>

namespace toolcall {

// The tools' own report, and after it a warning for each tool or field whose name is a marker of
// these dialects: where a text could be read as either, the marker is meant.
[[nodiscard]] std::vector<tools::schema_issue> schema_report(const tools& declared, const dialect& read_by);

// The usable tools and the report as one JSON object: {"usable":[…],"issues":[{"grade":…}]} (docs/cli.md, "check").
[[nodiscard]] std::string to_json(const tools& declared, const std::vector<tools::schema_issue>& report);

// One line: the grade, the place, the code and the message.
[[nodiscard]] std::string to_line(const tools::schema_issue& issue);

}  // namespace toolcall
