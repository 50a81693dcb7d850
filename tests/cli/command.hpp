// Runs the toolcall command and talks to it through pipes.

#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace toolcall::tests {

struct outcome {
  int code = -1;
  std::string out, err;
};

outcome run(const std::vector<std::string>& arguments, const std::string& input = "");

// A command that is still running.
class command {
 public:
  explicit command(const std::vector<std::string>& arguments);
  ~command();
  command(const command&) = delete;
  command& operator=(const command&) = delete;

  void write(const std::string& bytes);
  void close_input();
  // The next line of standard output without its end; waits for it. Empty where there is none, also
  // where none comes for a minute: a command that waits for its test would make both wait for ever.
  std::string line();
  outcome finish();  // closes the input and reads all that is left

 private:
  pid_t child_ = -1;
  int in_ = -1, out_ = -1, err_ = -1;
  std::string rest_;
};

// A file that is gone with this object.
class temporary_file {
 public:
  temporary_file(const std::string& name, const std::string& content);
  ~temporary_file();
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace toolcall::tests
