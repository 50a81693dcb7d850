// The `marks` blocks of a page, line by line. See spec/marks.md.

#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "grammarc/read_page.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// The declarations of one block whose first byte stands in first_line of its page, added to those of the page. One that
// cannot be read is one problem and is left out.
void read_marks(page& into, std::string_view content, std::size_t first_line, std::vector<problem>& problems);

}  // namespace toolcall::grammarc
