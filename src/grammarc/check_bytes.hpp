// Which bytes an expression may begin with, and which it may consume anywhere. Both may be too many, never too few.

#pragma once

#include <bitset>
#include <vector>

#include "grammarc/check_graph.hpp"

namespace toolcall::grammarc {

using byte_set = std::bitset<256>;

std::vector<byte_set> first_bytes(const graph& of, const std::vector<bool>& nullable);
std::vector<byte_set> all_bytes(const graph& of);

}  // namespace toolcall::grammarc
