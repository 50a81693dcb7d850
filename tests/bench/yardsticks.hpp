// What reading is measured beside.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "measure.hpp"

namespace bench {

// Of a text: a scan with a table of first bytes, the least that a reader must do, and memchr for one byte, the least
// that can be done. It must live as long as the table.
void add_scans(table& to, const std::string& text);

// Of JSON: nlohmann::json::parse and simdjson's DOM, which make a tree of it.
void add_json_parsers(table& to, std::string_view json);

}  // namespace bench
