// The program of all dialects, as data that the library is compiled with.

#pragma once

#include <string>
#include <vector>

#include "engine/program.hpp"
#include "grammarc/emit.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// All dialects of these pages, which have been checked, to select from; none is in use yet. Throws setup_error where
// the machine cannot run them.
engine::program program_of(const std::vector<page>& pages);

// grammar/program.hpp and grammar/program.cpp.
std::vector<header> emit_program(const engine::program& laid_out);

// How much work its stops are worth.
inline constexpr engine::layout_effort program_effort{.run_states = 64, .message_states = 4096, .minimal = true};

// The same of any program without rules that PEGTL runs itself.
std::string source_of(const engine::program& laid_out);

}  // namespace toolcall::grammarc
