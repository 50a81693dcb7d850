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
  // Something about a schema that its author should know: a keyword that is not enforced, a spelling that was read as
  // another. The tool can be used all the same.
  struct warning {
    std::string pointer;
    std::string message;
  };

  // Tools that are not given: every name is taken, and nothing is typed. That is not the same as an empty list.
  tools() noexcept = default;

  // Reads tools as OpenAI ({"type":"function","function":{"name","parameters"}}), Anthropic ("name", "input_schema")
  // and MCP ("name", "inputSchema") write them: an array, or an object with an array "tools". Throws setup_error.
  static tools from_json(std::string_view text);

  bool given() const noexcept { return set_ != nullptr; }
  std::size_t size() const noexcept;
  // The name of tool i < size(), in the order of the list.
  std::string_view name(std::size_t i) const;
  const std::vector<warning>& warnings() const noexcept;

  // For the library's own layers; null if the tools are not given.
  const typing::tool_set* internals() const noexcept { return set_.get(); }

 private:
  std::shared_ptr<const typing::tool_set> set_;
};

}  // namespace toolcall
