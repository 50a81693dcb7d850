// The examples of all pages as one JSON document, for the tests of interfaces in other languages. What an example
// expects is what its page says: nothing is read by the parser.

#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "grammarc/tree.hpp"

namespace toolcall::authoring {

// An array of objects:
//
//   page, line, title        where the example stands
//   dialect                  its page's, which reads it; null for a page that dialects share, which all together read
//   automatic                whether all dialects together read it alike
//   tools                    the declared tools, or null where tools are not given
//   options                  prefill and tool-choice, where it has them, by the names of toolcall.h
//   text, finish_reason      what the parser is given
//   expected                 the lines of the page, as written
//   parts                    of these, in order, {"kind","text"} of text and reasoning, {"kind","name","arguments"} of
//                            call and invalid, {"kind","name"} of incomplete and refused
//   notes                    of these, in order, {"label","bytes"}, and "pointer" where the line says one; that of
//                            diagnostics is compared only there. The labels other_dialect and resembles_call are in no
//                            example
//   message                  the parts as the members of a message: content and reasoning_content, or null; tool_calls
//                            with name, arguments and status; the names of incomplete and refused
//
// Throws std::runtime_error where an example cannot be read.
std::string examples_json(const std::vector<grammarc::page>& pages, const std::filesystem::path& spec,
                          std::string_view tools);

}  // namespace toolcall::authoring
