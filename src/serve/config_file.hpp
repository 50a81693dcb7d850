// The file of --config: profiles, and flags under [serve].

#pragma once

#include <string>
#include <vector>

namespace toolcall::serve {

struct file_flag {
  std::string name;                 // "listen",
  std::vector<std::string> values;  // "127.0.0.1:8081"; of a list each
  bool is_list = false;
  std::size_t line = 0;
};

// What stands under [serve]: strings, numbers and booleans, and lists of them. Throws std::runtime_error that says what
// is wrong.
std::vector<file_flag> read_flags(const std::string& file);

}  // namespace toolcall::serve
