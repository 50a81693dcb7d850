// What a `marks` block says for writing alone: blanks between two marks, which way is the usual one, and how values are
// spelled (spec/marks.md, "Layout"). Reading knows nothing of it.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// Whether a declaration of this kind says what is written.
bool is_written(std::string_view kind);

// The words for blanks: newline, blank, indent.
const std::vector<std::string>& layout_words();

// What such a word writes; empty for anything else.
std::string_view layout_text(const expression& part);

// seldom( e ): read, and not written.
bool is_seldom(const expression& part);

// lines( e ): one a line, between one pair of marks.
bool is_lines(const expression& part);

// calls(one), of a block that each call has alone.
bool holds_one_call(const expression& part);

// Blanks after the last part.
bool ends_with_layout(const expression& of);

// The declaration as it is read.
expression without_layout(const expression& laid_out);

// Why this cannot be layout, or nothing.
std::string layout_problem(const expression& laid_out, std::string_view kind);

}  // namespace toolcall::grammarc
