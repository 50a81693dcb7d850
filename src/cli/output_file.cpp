// Opened at once, so that a name that cannot be written is reported before anything is read.

#include "cli/output_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include "cli/command_error.hpp"

namespace toolcall::cli {

output_file::output_file(std::string name) : name_(std::move(name)) {
  if (name_.empty()) return;
  file_.open(name_, std::ios::binary);
  check();
}

void output_file::write(std::string_view bytes) {
  file_ << bytes << std::flush;
  check();
}

void output_file::check() const {
  if (!file_) fail(input_output, name_ + ": " + std::strerror(errno));
}

}  // namespace toolcall::cli
