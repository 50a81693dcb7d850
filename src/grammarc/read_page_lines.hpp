// What the readers of pages and labels share: lines, fences, quoted text, front matter.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "grammarc/read_page.hpp"
#include "grammarc/read_rules.hpp"

namespace toolcall::grammarc {

// The lines of a text without their newlines; the views are of the text.
std::vector<std::string_view> split_lines(std::string_view content);

std::string_view trim(std::string_view text);

// The number of backticks that open a block in this line, or 0.
std::size_t fence(std::string_view line);
bool closes(std::string_view line, std::size_t ticks);

// A JSON string with its quotes.
spelled_bytes read_quoted(std::string_view text);

// Fills page.front; returns the line after the front matter, 0 without front matter.
std::size_t read_front_matter(const std::vector<std::string_view>& lines, page& page, std::vector<problem>& problems);

}  // namespace toolcall::grammarc
