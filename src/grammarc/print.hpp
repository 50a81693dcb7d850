// From a tree back to the notation. Reading what was printed gives the same tree.

#pragma once

#include <bitset>
#include <string>
#include <string_view>

#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

std::string print(const expression& e);
std::string print(const rule& r);
std::string print_literal(std::string_view bytes);  // "…" with the notation's escapes
std::string print_class(const std::bitset<256>& bytes);

}  // namespace toolcall::grammarc
