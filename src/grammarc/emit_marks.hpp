// By which words the calls of a dialect are known: those that a chat template of its models has, too.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/program.hpp"
#include "grammarc/emit.hpp"
#include "grammarc/main_spec.hpp"

namespace toolcall::grammarc {

// By dialect: the ways in which its page's examples write calls, each as its marks. A mark is a word between the parts
// of a call, such as <tool_call> or <parameter=, or a key of JSON, with its quotes. What an example writes has no mark
// if nothing but names, values and punctuation stand there.
using dialect_marks = std::map<std::string, std::vector<std::vector<std::string>>, std::less<>>;

// From the examples that are read without a diagnostic. `laid_out` is all of these dialects, none in use.
dialect_marks marks_of(const specification& of, const engine::program& laid_out);

// template_marks.cpp.
generated_file emit_marks(const specification& of, const engine::program& laid_out);

}  // namespace toolcall::grammarc
