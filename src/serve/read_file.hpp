// The files that the settings of the server name.

#pragma once

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace toolcall::serve {

struct unreadable_file : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws unreadable_file, which says why.
inline std::string read_file(const std::string& name) {
  errno = 0;
  std::ifstream in(name, std::ios::binary);
  std::string text;
  if (in) text.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  if (!in) throw unreadable_file(name + ": " + (errno == 0 ? "cannot be read" : std::strerror(errno)));
  return text;
}

}  // namespace toolcall::serve
