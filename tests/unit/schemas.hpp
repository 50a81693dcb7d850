// Schemas that are written for a test.

#pragma once

#include <cstddef>
#include <string>

namespace toolcall::tests {

inline std::string repeated(const std::string& unit, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += unit;
  return out;
}

// One tool, "f", with this schema.
inline std::string tool(const std::string& schema) {
  return R"([{"name":"f","inputSchema":)" + schema + "}]";
}

}  // namespace toolcall::tests
