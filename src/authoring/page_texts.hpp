// The grammars of the pages of spec/ as text, for programs that show them or read other pages beside them. grammarc
// makes their source while this is built: page_texts.cpp, in the build.

#pragma once

#include <span>
#include <string_view>

namespace toolcall::grammar {

struct page_text {
  std::string_view name, file;
  int order;  // where automatic detection asks a dialect; 0 for a page that dialects share
  std::string_view rules;
};
extern const std::span<const page_text> pages;

}  // namespace toolcall::grammar
