// A program that knows toolcall only as it was installed. It exits with 1 if what it reads is not what it should be.

#include <iostream>
#include <string_view>

#include <toolcall/toolcall.hpp>

constexpr std::string_view offered = R"([{
  "name": "book",
  "input_schema": {
    "type": "object",
    "properties": {"code": {"type": "string", "pattern": "^[A-Z]{3}[0-9]$"}, "days": {"type": "integer"}}
  }
}])";

constexpr std::string_view written = R"(Booked.
<minimax:tool_call>
<invoke name="book"><parameter name="code">ABC1</parameter><parameter name="days">3</parameter></invoke>
<invoke name="book"><parameter name="code">abc</parameter></invoke>
</minimax:tool_call>)";

bool is(const toolcall::tool_call& call, std::string_view arguments, toolcall::call_status status) {
  if (call.name == "book" && call.arguments == arguments && call.status == status) return true;
  std::cerr << "expected: " << arguments << "\nfound:    " << call.name << ' ' << call.arguments << '\n';
  return false;
}

int main() try {
  const toolcall::tools declared = toolcall::tools::from_json(offered);
  const toolcall::message read = toolcall::parse(written, toolcall::dialect::automatic(), declared);
  if (read.calls.size() != 2 || read.content != "Booked.\n") {
    std::cerr << toolcall::to_json(read) << '\n';
    return 1;
  }
  const bool right = is(read.calls[0], R"({"code":"ABC1","days":3})", toolcall::call_status::complete) &&
                     is(read.calls[1], R"({"code":"abc"})", toolcall::call_status::invalid);
  return right ? 0 : 1;
} catch (const toolcall::setup_error& mistake) {
  std::cerr << mistake.what() << '\n';
  return 1;
}
