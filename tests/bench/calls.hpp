// The calls that are measured, as the templates of models write them, and the tools that declare them.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bench {

struct written_message {
  std::string text;
  std::string arguments;  // of its one call, as JSON
};

// A sentence, and write_file(path, content = value) in this dialect.
written_message write_file(std::string_view dialect, const std::string& value);
// A call of the same tool with ten fields of all types, some 300 bytes.
written_message ten_fields(std::string_view dialect);

// So many tools, as OpenAI writes a list of them: write_file, read_file, run, and the same under other names.
std::string declared_tools(std::size_t count);

}  // namespace bench
