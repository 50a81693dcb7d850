// The page that somebody begins with: a dialect that works, with a word on each line that is to be changed.

#pragma once

#include <string>

namespace toolcall::authoring {

std::string start_page(const std::string& name);

}  // namespace toolcall::authoring
