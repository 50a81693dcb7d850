// A whole message, read by PEGTL with the headers of the pages.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "interpreter/interpreter.hpp"

namespace toolcall::tests {

// With this dialect in use; with all of them, where the name is empty.
std::vector<interpreter::node_event> message_by_pegtl(const std::string& dialect, std::string_view text,
                                                      const interpreter::names& declared);

bool has_rules_for_pegtl(std::string_view dialect);

}  // namespace toolcall::tests
