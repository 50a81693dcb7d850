// A file that a command writes. Fails, as commands do, where it cannot be written.

#pragma once

#include <fstream>
#include <string>
#include <string_view>

namespace toolcall::cli {

class output_file {
 public:
  // Without a name nothing is opened, and nothing may be written.
  explicit output_file(std::string name);
  // The bytes have reached the file when it returns.
  void write(std::string_view bytes);
  explicit operator bool() const { return !name_.empty(); }

 private:
  void check() const;
  std::string name_;
  std::ofstream file_;
};

}  // namespace toolcall::cli
