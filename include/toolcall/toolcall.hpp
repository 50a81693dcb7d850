// All of the library's interface, but for custom_dialect.hpp, which needs PEGTL.
//
// A parser turns what a model writes into text, reasoning and calls. In one piece, as examples/parse_message.cpp does:
//
//     // Parses what a model wrote, and prints its text and its calls.
//
//     #include <iostream>
//
//     #include <toolcall/toolcall.hpp>
//
//     int main() {
//       const toolcall::tools tools = toolcall::tools::from_json(
//           R"([{"name": "get_weather", "input_schema": {"properties": {"days": {"type": "integer"}}}}])");
//       const toolcall::message message =
//           toolcall::parse(R"(Sure.<tool_call>{"name": "get_weather", "arguments": {"city": "Bern", "days": "3",})",
//                           toolcall::dialect::automatic(), tools);
//       std::cout << message.content << '\n';
//       for (const toolcall::tool_call& call : message.calls) std::cout << call.name << ' ' << call.arguments << '\n';
//     }
//
// It prints "Sure." and get_weather {"city":"Bern","days":3}. For text that is still coming there is
// toolcall::parser (parser.hpp); docs/cpp.md shows it.

#pragma once

#include <toolcall/chat_template.hpp>
#include <toolcall/completion_rewriter.hpp>
#include <toolcall/constrain.hpp>
#include <toolcall/correction.hpp>
#include <toolcall/dialect.hpp>
#include <toolcall/error.hpp>
#include <toolcall/event.hpp>
#include <toolcall/line_reader.hpp>
#include <toolcall/mend.hpp>
#include <toolcall/message.hpp>
#include <toolcall/openai.hpp>
#include <toolcall/parser.hpp>
#include <toolcall/policy.hpp>
#include <toolcall/render.hpp>
#include <toolcall/repairs.hpp>
#include <toolcall/report.hpp>
#include <toolcall/response_rewriter.hpp>
#include <toolcall/schema_report.hpp>
#include <toolcall/server_events.hpp>
#include <toolcall/tool_choice.hpp>
#include <toolcall/tools.hpp>
#include <toolcall/trace.hpp>
#include <toolcall/typing_level.hpp>
#include <toolcall/verdict.hpp>
#include <toolcall/version.hpp>
