// Pages as a dialect of the parser, without a compiler.

#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>

#include "grammarc/read_page.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::authoring {

// Pages that hold each other to what they ask: those of the dialects, and all that these use.
struct page_list {
  const std::vector<grammarc::page>& pages;
  const std::vector<grammarc::label>& labels;  // what the pages' labels mean
  std::size_t compiled = 0;                    // how many of the first are those of the library, whose forms it knows
};

// A key of the front matter that has one value; "" where it is missing.
std::string_view first_of(const grammarc::page& page, const char* key);

// These pages of the list as one dialect, tried in their order. The list must outlive it. Throws setup_error where the
// machine cannot run them.
toolcall::dialect dialect_of(const page_list& all, const std::vector<const grammarc::page*>& dialects);

// The same dialect, with what it points into, which lives as long as it does.
toolcall::dialect kept_with(const toolcall::dialect& which, std::shared_ptr<const void> pages);

}  // namespace toolcall::authoring
