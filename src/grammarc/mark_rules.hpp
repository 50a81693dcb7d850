// The rules that a dialect's page has by its marks: each mark, by what it stands around.

#pragma once

#include <string>
#include <vector>

#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// In the order of their names in spec/marks.md. A declaration with conditions gives none but that of reasoning, because
// its marks alone are no evidence.
std::vector<rule> mark_rules(const page& dialect);

}  // namespace toolcall::grammarc
