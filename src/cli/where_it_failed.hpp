// What a text lacked to be what a page describes, for the page's author.

#pragma once

#include <string>
#include <string_view>

#include <toolcall/tool_choice.hpp>
#include <toolcall/tools.hpp>

#include "authoring/page_set.hpp"

namespace toolcall::cli {

// A section for a terminal; empty where nothing was begun that was not read. The text begins with `before` bytes of the
// prompt, from whose end places are counted.
std::string where_it_failed(const authoring::page_set& pages, std::string_view text, std::size_t before,
                            const tools& offered, const tool_choice& choice);

// The same for the page of a compiled dialect, whose lines are nowhere.
std::string where_it_failed(std::string_view dialect, std::string_view text, std::size_t before, const tools& offered,
                            const tool_choice& choice);

}  // namespace toolcall::cli
