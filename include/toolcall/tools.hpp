// The tools that a model was offered: their names and the JSON Schemas of their arguments.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall {

namespace typing {
class tool_set;
struct tools_internals;
}  // namespace typing

// A value that is cheap to copy and may be used by several threads at a time. The schema of a tool is compiled, its
// regular expressions included, when the tool is first called, or at once where unusable schemas are refused, and is
// then there for all copies. That usually costs more than to read a message: make a value once for a list of tools, and
// share it between parsers. Where memory runs out, std::bad_alloc is thrown, and what RE2 has allocated for the
// pattern that it was compiling leaks.
class tools {
 public:
  // An entry of the schema report: something that the author of a tool should know.
  struct schema_issue {
    enum class grade {
      error,         // the tool, or its schema, cannot be used
      warning,       // something is not read as it is written, or will surprise
      not_enforced,  // a part of the schema is not checked, so values that it forbids are accepted
    };
    std::string tool;  // its name, if it has one
    std::string pointer;
    grade kind = grade::warning;
    std::string_view code;  // of a closed set: docs/cli.md, "check"
    std::string message;
  };

  // No list of tools: every name counts as a tool, and arguments are not typed. An empty list is something else.
  tools() noexcept = default;

  // What becomes of a tool whose schema cannot be used: because it refers to itself, is far too large or is no schema.
  enum class unusable_schema : std::uint8_t {
    unchecked,  // the tool is kept; its arguments are read by the part of the schema that can be used, and not checked.
                // The report says why
    refused,    // the tool is refused
  };

  // Reads tools as OpenAI ({"type":"function","function":{"name","parameters"}}, and "custom" ones), Anthropic ("name",
  // "input_schema") and MCP ("name", "inputSchema") write them: an array, or an object with an array "tools". A
  // byte-order mark before it is skipped. Throws setup_error for anything else, and for the first tool that is refused:
  // one without a name, or with the name of an earlier one. It reads shapes and names; the schema of a tool is compiled
  // when the tool is called first, or when the report is asked for, or here where an unusable one is refused.
  [[nodiscard]] static tools from_json(std::string_view text, unusable_schema schemas = unusable_schema::unchecked);

  // Reads the same without throwing setup_error: the tools that are not refused, with the errors of all in their
  // report.
  [[nodiscard]] static tools checked(std::string_view text, unusable_schema schemas = unusable_schema::unchecked);

  [[nodiscard]] bool given() const noexcept { return set_ != nullptr; }
  [[nodiscard]] std::size_t size() const noexcept;
  // The name of tool i < size(), in the order of the list.
  [[nodiscard]] std::string_view name(std::size_t i) const;
  // The schema report, in the order of the list. The first time it compiles the schemas of all tools.
  [[nodiscard]] const std::vector<schema_issue>& report() const;

 private:
  friend struct typing::tools_internals;
  std::shared_ptr<const typing::tool_set> set_;
};

// The word of a grade in JSON, such as "not_enforced".
constexpr std::string_view to_string(tools::schema_issue::grade value) noexcept {
  switch (value) {
    case tools::schema_issue::grade::error:
      return "error";
    case tools::schema_issue::grade::warning:
      return "warning";
    case tools::schema_issue::grade::not_enforced:
      return "not_enforced";
  }
  return {};
}

// As a string, for logs.
constexpr std::string_view to_string(tools::unusable_schema value) noexcept {
  switch (value) {
    case tools::unusable_schema::unchecked:
      return "unchecked";
    case tools::unusable_schema::refused:
      return "refused";
  }
  return {};
}

}  // namespace toolcall
