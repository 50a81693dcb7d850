// The file of --config: profiles, and flags under [serve].

#pragma once

#include <string>
#include <vector>

namespace toolcall::serve {

struct file_flag {
  std::string name, value;  // "listen", "127.0.0.1:8081"
  std::size_t line = 0;
};

// What stands under [serve]: strings, numbers and booleans. Throws std::runtime_error that says what is wrong.
std::vector<file_flag> read_flags(const std::string& file);

}  // namespace toolcall::serve
