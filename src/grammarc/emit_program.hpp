// The program of all dialects, as data that the library is compiled with.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/program.hpp"
#include "grammarc/emit.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// All dialects of these pages, which have been checked, to select from; none is in use yet. Throws setup_error where
// the machine cannot run them.
engine::program program_of(const std::vector<page>& pages);

// What the page message_head.md looks for, in a message that has nothing else.
engine::program heads_of(const std::vector<page>& pages);

// program.cpp and head_program.cpp.
std::vector<generated_file> emit_program(const engine::program& dialects, const engine::program& heads);

// How much work its stops are worth.
inline constexpr engine::layout_effort program_effort{
    .run_states = 35, .span_states = 1, .message_states = 8192, .minimal = true};
// A head is asked once a message, and few messages begin like one of these.
inline constexpr engine::layout_effort heads_effort{
    .run_states = 16, .span_states = 16, .message_states = 128, .minimal = true};

// The source of a function of this name that gives the program. No program with rules that PEGTL runs itself.
std::string source_of(const engine::program& laid_out, std::string_view function);

}  // namespace toolcall::grammarc
