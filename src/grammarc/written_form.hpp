// How a dialect's calls are written, as the marks of its page say it: from left to right.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// What the library's writer has as a piece (writer/form.hpp): its slot and spelling by their words there.
struct written_piece {
  std::string text, slot = "nothing", first, second, how = "usual";
};

// Likewise, its form.
struct written_form {
  std::vector<written_piece> block, call, field, item, object, think, answer;
  std::string between, after_think;
  bool one_in_block = false;
};

// Nothing where the page declares no call. The page has been checked.
std::optional<written_form> written_form_of(const page& here);

}  // namespace toolcall::grammarc
