// What a model wrote, in other words: to be logged, or sent to those who can mend what was read wrongly.

#include <iostream>
#include <string>

#include <toolcall/toolcall.hpp>

int main() {
  const std::string tools =
      R"([{"name": "send_mail", "input_schema": {"properties": {"to": {"enum": ["Gwendolyn", "Rosalind"]}}}}])";
  const std::string text = R"(Dear Gwendolyn. <tool_call>{"name": "send_mail", "arguments": {"to": "Gwendolyn",}})";
  const toolcall::redacted safe = toolcall::redact({text, tools});
  std::cout << safe.text << '\n' << safe.tools << '\n';
  const std::string report = toolcall::report({text, tools, "hermes"}, toolcall::redaction{});
  std::cout << (report.find("Gwendolyn") == report.npos ? "no secret in the report\n" : "");
}
