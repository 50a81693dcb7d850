// Reads what a model writes from standard input, as it arrives, and shows what becomes of it.

#include <iostream>
#include <span>
#include <string_view>
#include <unistd.h>

#include <toolcall/toolcall.hpp>

constexpr const char* offered = R"([{
  "name": "get_weather",
  "input_schema": {
    "type": "object",
    "properties": {"city": {"type": "string"}, "days": {"type": "integer", "maximum": 14}},
    "required": ["city"]
  }
}])";

void show(std::span<const toolcall::event> events) {
  using enum toolcall::event_type;
  for (const toolcall::event& e : events) {
    if (e.type == text) std::cout << "text       " << e.text << '\n';
    if (e.type == reasoning) std::cout << "reasoning  " << e.text << '\n';
    if (e.type == call_begin) std::cout << "call       " << e.name << '\n';
    if (e.type == arguments) std::cout << "arguments  " << e.text << '\n';
    if (e.type == call_end) std::cout << "end\n";
    if (e.type == call_incomplete || e.type == call_refused) std::cout << "no call    " << e.label << '\n';
    if (e.type == diagnostic) std::cout << "note       " << e.label << ": " << e.text << '\n';
  }
}

int main() try {
  toolcall::parser parser(toolcall::dialect::automatic(), toolcall::tools::from_json(offered));
  char bytes[4096];
  for (ssize_t size = 0; (size = read(STDIN_FILENO, bytes, sizeof bytes)) > 0;)
    show(parser.feed(std::string_view(bytes, static_cast<std::size_t>(size))));
  show(parser.finish("stop"));

  for (const toolcall::tool_call& call : parser.message().calls) {
    const bool agrees = call.status == toolcall::call_status::complete;
    std::cout << call.name << ' ' << call.arguments << (agrees ? "" : " (not what the schema asks for)") << '\n';
  }
} catch (const toolcall::setup_error& mistake) {  // of ours, in the tools; a model's mistakes are events
  std::cerr << mistake.what() << '\n';
  return 2;
}
