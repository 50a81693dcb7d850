// What was most likely meant by a word that is nearly right.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toolcall::grammarc {

// Of the candidates the one that is spelled most like what was written; empty when none is near.
std::string closest(std::string_view written, const std::vector<std::string>& candidates);

}  // namespace toolcall::grammarc
