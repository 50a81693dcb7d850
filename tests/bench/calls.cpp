// Calls by the shapes of tests/gates, which are written down apart from the pages.

#include "calls.hpp"

#include <array>

#include "gates/renderers.hpp"

namespace bench {

namespace {

using toolcall::tests::json_member;
using toolcall::tests::json_value;
using kind = json_value::kind;

json_value scalar(kind is, std::string text) {
  return {is, std::move(text), {}, {}, false};
}
json_value text(std::string says) {
  return scalar(kind::string, std::move(says));
}

written_message message(std::string_view dialect, std::vector<json_member> members) {
  const toolcall::tests::written_call call{"write_file", {kind::object, "", {}, std::move(members), false}, {}, {}};
  const toolcall::tests::json_style spaced{true, false};
  return {"I will write the file.\n" + toolcall::tests::render(toolcall::tests::shape_of(dialect), {call}, spaced).text,
          to_text(call.arguments)};
}

constexpr std::array<std::string_view, 3> names = {"write_file", "read_file", "run"};
constexpr std::array<std::string_view, 3> schemas = {
    R"({"type": "object", "properties": {"path": {"type": "string", "description": "Where the file is."},
  "content": {"type": "string"}, "mode": {"type": "integer"}, "create": {"type": "boolean"},
  "backup": {"type": ["string", "null"]}, "ratio": {"type": "number"},
  "tags": {"type": "array", "items": {"type": "string"}}, "owner": {"type": "object"},
  "encoding": {"type": "string", "enum": ["utf-8", "latin-1"]}, "note": {"type": "string", "maxLength": 100}},
  "required": ["path", "content"]})",
    R"({"type": "object", "properties": {"path": {"type": "string", "description": "Where the file is."},
  "lines": {"type": "array", "items": {"type": "integer"}}}, "required": ["path"]})",
    R"({"type": "object", "properties": {"command": {"type": "string", "description": "What the shell runs."},
  "seconds": {"type": "integer", "minimum": 1}}, "required": ["command"]})"};

}  // namespace

written_message write_file(std::string_view dialect, const std::string& value) {
  return message(dialect, {{"path", text("src/parser.cpp")}, {"content", text(value)}});
}

written_message ten_fields(std::string_view dialect) {
  const json_value tags{kind::array, "", {text("a"), text("b")}, {}, false};
  const json_value owner{kind::object, "", {}, {{"name", text("me")}, {"id", scalar(kind::number, "7")}}, false};
  return message(dialect, {{"path", text("a.txt")},
                           {"content", text("x")},
                           {"mode", scalar(kind::number, "420")},
                           {"create", scalar(kind::boolean, "true")},
                           {"backup", text("a.bak")},
                           {"ratio", scalar(kind::number, "0.5")},
                           {"tags", tags},
                           {"owner", owner},
                           {"encoding", text("utf-8")},
                           {"note", text("a \"quoted\" word")}});
}

std::string declared_tools(std::size_t count) {
  std::string all = "[";
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t which = i % names.size();
    const std::string number = i < names.size() ? "" : "_" + std::to_string(i);
    all += (i == 0 ? "" : ",\n") + (R"({"type": "function", "function": {"name": ")" + std::string(names[which])) +
           number + R"(", "parameters": )" + std::string(schemas[which]) + "}}";
  }
  return all + "]";
}

}  // namespace bench
