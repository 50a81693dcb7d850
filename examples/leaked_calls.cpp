// Reads a model's answer from standard input and prints what may be shown of it, then the calls that leaked into it. It
// could not run one if it wanted to: a call is data here, and nothing else.

#include <iostream>
#include <iterator>
#include <string>

#include <toolcall/toolcall.hpp>

int main() {
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const toolcall::message answer = toolcall::parse(text);
  std::cout << answer.content << '\n';
  for (const toolcall::tool_call& call : answer.calls)
    std::cout << "leaked: " << call.name << ' ' << call.arguments << '\n';
  for (const toolcall::failed_call& call : answer.incomplete)
    std::cout << "leaked: " << call.name << " (incomplete: " << call.label << ")\n";
  for (const toolcall::failed_call& call : answer.refused)
    std::cout << "leaked: " << call.name << " (refused: " << call.label << ")\n";
}
