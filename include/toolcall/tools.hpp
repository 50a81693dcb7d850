// The tools that a model was offered: their names and the JSON Schemas of their arguments.

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall {

namespace typing {
class tool_set;
}

// A value that is cheap to copy and may be read from several threads.
class tools {
 public:
  // Something that the author of a tool should know: an entry of the schema report.
  struct remark {
    enum class grade {
      error,         // the tool is refused: from_json throws
      warning,       // something is read in another way than it is written, or will surprise
      not_enforced,  // something of the schema is not checked; values are taken that it forbids
    };
    std::string tool;  // its name, as far as it has one
    std::string pointer;
    grade is = grade::warning;
    std::string_view code;  // of a closed set: docs/cli.md, "check"
    std::string message;
  };

  // Tools that are not given: every name is taken, and nothing is typed. That is not the same as an empty list.
  tools() noexcept = default;

  // Reads tools as OpenAI ({"type":"function","function":{"name","parameters"}}), Anthropic ("name", "input_schema")
  // and MCP ("name", "inputSchema") write them: an array, or an object with an array "tools". Throws setup_error for
  // the first tool that is refused.
  static tools from_json(std::string_view text);

  // Reads the same without throwing: the tools that can be used, with the errors of the others in their report.
  static tools checked(std::string_view text);

  bool given() const noexcept { return set_ != nullptr; }
  std::size_t size() const noexcept;
  // The name of tool i < size(), in the order of the list.
  std::string_view name(std::size_t i) const;
  // The schema report, in the order of the list.
  const std::vector<remark>& report() const noexcept;

  // For the library's own layers; null if the tools are not given.
  const typing::tool_set* internals() const noexcept { return set_.get(); }

 private:
  std::shared_ptr<const typing::tool_set> set_;
};

// "error", "warning" or "not_enforced".
std::string_view to_string(tools::remark::grade grade) noexcept;

}  // namespace toolcall
