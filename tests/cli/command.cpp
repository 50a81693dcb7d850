// A child process with three pipes. The one idea: standard error goes to a file, so only one pipe is ever read and
// nothing can wait for the other.

#include "cli/command.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <signal.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace toolcall::tests {

namespace {

std::string content_of(int descriptor) {
  std::string all;
  char bytes[4096];
  lseek(descriptor, 0, SEEK_SET);
  for (ssize_t size = 0; (size = read(descriptor, bytes, sizeof bytes)) > 0;)
    all.append(bytes, static_cast<std::size_t>(size));
  return all;
}

int unnamed_file() {
  std::string name = (std::filesystem::temp_directory_path() / "toolcall_err_XXXXXX").string();
  const int descriptor = mkstemp(name.data());
  unlink(name.c_str());
  return descriptor;
}

}  // namespace

command::command(const std::vector<std::string>& arguments) {
  signal(SIGPIPE, SIG_IGN);
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  err_ = unnamed_file();
  std::vector<char*> words{const_cast<char*>(TOOLCALL_COMMAND)};
  for (const std::string& each : arguments) words.push_back(const_cast<char*>(each.c_str()));
  words.push_back(nullptr);
  child_ = fork();
  if (child_ == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    dup2(err_, 2);
    execv(words[0], words.data());
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  in_ = in[1];
  out_ = out[0];
}

command::~command() {
  if (child_ > 0) finish();
  close(out_);
  close(err_);
}

void command::write(const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t size = ::write(in_, bytes.data() + at, bytes.size() - at);
    if (size < 0 && errno != EINTR) return;  // it reads no more; its exit code says why
    if (size > 0) at += static_cast<std::size_t>(size);
  }
}

void command::close_input() {
  if (in_ >= 0) close(in_);
  in_ = -1;
}

std::string command::line() {
  for (;;) {
    const std::size_t end = rest_.find('\n');
    if (end != rest_.npos) {
      const std::string found = rest_.substr(0, end);
      rest_.erase(0, end + 1);
      return found;
    }
    pollfd output = {out_, POLLIN, 0};
    if (poll(&output, 1, 60'000) <= 0) return "";
    char bytes[4096];
    const ssize_t size = read(out_, bytes, sizeof bytes);
    if (size <= 0) return "";
    rest_.append(bytes, static_cast<std::size_t>(size));
  }
}

outcome command::finish() {
  close_input();
  outcome made;
  made.out = rest_;
  char bytes[4096];
  for (ssize_t size = 0; (size = read(out_, bytes, sizeof bytes)) > 0;)
    made.out.append(bytes, static_cast<std::size_t>(size));
  int status = 0;
  waitpid(child_, &status, 0);
  child_ = -1;
  made.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  made.err = content_of(err_);
  return made;
}

outcome run(const std::vector<std::string>& arguments, const std::string& input) {
  command child(arguments);
  child.write(input);  // the command reads all of it before it writes, or the texts here are short
  return child.finish();
}

temporary_file::temporary_file(const std::string& name, const std::string& content)
    : path_((std::filesystem::temp_directory_path() / ("toolcall_" + std::to_string(getpid()) + "_" + name)).string()) {
  std::ofstream(path_, std::ios::binary) << content;
}

temporary_file::~temporary_file() {
  unlink(path_.c_str());
}

}  // namespace toolcall::tests
