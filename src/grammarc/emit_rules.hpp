// The rules of all pages, as data that the library lays out beside a host's own dialects.

#pragma once

#include <vector>

#include "grammarc/emit.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// rules.cpp. The pages have been checked.
generated_file emit_rules(const std::vector<page>& pages);

}  // namespace toolcall::grammarc
