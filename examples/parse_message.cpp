// Parses what a model wrote, and prints its text and its calls.

#include <iostream>

#include <toolcall/toolcall.hpp>

int main() {
  const toolcall::tools tools = toolcall::tools::from_json(
      R"([{"name": "get_weather", "input_schema": {"properties": {"days": {"type": "integer"}}}}])");
  const toolcall::message message =
      toolcall::parse(R"(Sure.<tool_call>{"name": "get_weather", "arguments": {"city": "Bern", "days": "3",})",
                      toolcall::dialect::automatic(), tools);
  std::cout << message.content << '\n';
  for (const toolcall::tool_call& call : message.calls) std::cout << call.name << ' ' << call.arguments << '\n';
}
