// A constraint as JSON: its text, and what it does not say.

#include <toolcall/constrain.hpp>

#include "c_interface/handles.hpp"
#include "serving/json_reading.hpp"
#include "serving/requested_choice.hpp"
#include "text/joined.hpp"
#include "text/words.hpp"
#include "typing/json.hpp"
#include "typing/json_escape.hpp"

namespace toolcall::c_interface {

namespace {

using typing::json::document;
using typing::json::value_kind;

struct constraint_settings {
  std::optional<constraint_format> format;
  constraint_options how;
};

bool constraint_switch(const document& in, std::uint32_t node, std::string_view name) {
  if (in[node].what != value_kind::boolean)
    throw setup_error(typing::json::pointer_to(name), std::string(name) + " must be true or false");
  return in.lexeme(node) == "true";
}

constraint_format constraint_format_of(const document& in, std::uint32_t node) {
  if (const auto found = value_of<constraint_format>(serving::string_of(in, node))) return *found;
  throw setup_error("/format", "format must be one of " + joined(words_of<constraint_format>(), ", "));
}

tool_choice constraint_choice(const document& in, std::uint32_t node) {
  if (std::optional<tool_choice> found = serving::requested_choice(in, node)) return *std::move(found);
  throw setup_error("/choice", R"(choice must be auto, none, required or the name of a tool, or as a request has it)");
}

constraint_settings constraint_settings_of(std::string_view text) {
  document in;
  typing::json::syntax_error why;
  if (!in.read(text, why) || in[0].what != value_kind::object)
    throw setup_error("", "the settings of a constraint must be a JSON object, such as {\"format\": \"gbnf\"}");
  constraint_settings made;
  serving::each_member(in, 0, [&](std::string_view name, std::uint32_t node) {
    if (name == "format")
      made.format = constraint_format_of(in, node);
    else if (name == "choice")
      made.how.choice = constraint_choice(in, node);
    else if (name == "parallel")
      made.how.parallel = constraint_switch(in, node, name);
    else if (name == "reasoning")
      made.how.reasoning = constraint_switch(in, node, name);
    else
      throw setup_error(typing::json::pointer_to(name),
                        std::string(name) + " is not one of format, choice, parallel, reasoning");
  });
  if (!made.format)
    throw setup_error("/format", "format is missing; it is what the constraint is written in, such as gbnf");
  return made;
}

std::string constraint_json(const constraint& of) {
  std::string made = R"({"text":)";
  typing::append_json_string(made, of.text);
  made += R"(,"limits":[)";
  for (const constraint_limit& each : of.limits) {
    if (made.back() == '}') made += ',';
    typing::append_json_string(made += R"({"pointer":)", each.pointer);
    typing::append_json_string(made += R"(,"reason":)", each.reason);
    made += '}';
  }
  return made + "]}";
}

}  // namespace

}  // namespace toolcall::c_interface

using namespace toolcall::c_interface;

char* toolcall_constrain_json(const char* settings, size_t settings_size, const toolcall_dialect* dialect,
                              const toolcall_tools* tools, size_t* size, toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const constraint_settings wanted = constraint_settings_of(view("settings", settings, settings_size));
    const toolcall::constraint made =
        toolcall::constrain(dialect_or_all(dialect), tools_or_none(tools), *wanted.format, wanted.how);
    return copied(constraint_json(made), size);
  });
}
