// Expressions as a message quotes them.

#pragma once

#include <string>

#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// In the notation, on one line; what is long loses its end.
std::string shown(const expression& written);

}  // namespace toolcall::grammarc
