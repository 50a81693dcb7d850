// The texts that gates look at: the examples of the pages, and each of them with a tag damaged.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spec/example.hpp"

namespace toolcall::tests {

struct span_of_text {
  std::size_t begin = 0, end = 0;
};

// A text made of an example's.
struct variant {
  std::string text;
  std::string how;  // "whole", or "</city> deleted"
};

// A text in which one tag is damaged.
struct damaged_text : variant {
  span_of_text tag;    // in this text
  span_of_text whole;  // in the example's
};

using page_list = std::vector<const grammarc::page*>;

// The length of the special token of one of these pages that a text begins with; 0 if it begins with none.
std::size_t token_size(std::string_view text, const page_list& pages);

// The special tokens of these pages in a text.
std::vector<span_of_text> tokens_of(std::string_view text, const page_list& pages);

// The tags of a text: special tokens of these pages, and elements such as <x>, </x> and <|x|> within a line.
std::vector<span_of_text> tags_of(std::string_view text, const page_list& pages);

// The text itself, and for each of its tags the texts in which it is deleted, doubled, moved up to the line before, or
// followed by a comma or a word.
std::vector<variant> variants_of(std::string_view text, const page_list& pages);

// For each element of the text that is no special token, and does not follow one directly, the texts in which it lacks
// its first bracket or its last, or has a slash too many or too few.
std::vector<damaged_text> damaged_texts_of(std::string_view text, const page_list& pages);

}  // namespace toolcall::tests
