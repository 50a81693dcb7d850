// A page's tree as the engine's expressions, without a compiler: the way random grammars reach the machine.
//
// The dialects in use are those that the items come from; a dialect's number is its page's place.
// Rules with parameters are expanded once for each list of arguments, as the types of the generated headers are.

#pragma once

#include <string>
#include <vector>

#include <toolcall/engine/expression.hpp>

#include "grammarc/tree.hpp"
#include "interpreter/interpreter.hpp"

namespace toolcall::authoring {

engine::grammar lay_out_page(const std::vector<grammarc::page>& pages, const std::vector<oracle::item>& items);

}  // namespace toolcall::authoring
