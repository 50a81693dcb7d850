// parse and stream: bytes in, JSON out. Data goes to standard output, everything else to standard error.

#include "cli/commands.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <optional>
#include <unistd.h>

#include <toolcall/error.hpp>
#include <toolcall/parser.hpp>

namespace toolcall::cli {

namespace {

struct failure {
  exit_code code;
};

[[noreturn]] void fail(exit_code code, const std::string& what) {
  std::cerr << "toolcall: " << what << '\n';
  throw failure{code};
}

// An input that gives bytes as they arrive.
class input {
 public:
  explicit input(const std::string& file) : name_(file == "-" ? "standard input" : file) {
    if (file != "-") descriptor_ = open(file.c_str(), O_RDONLY);
    if (descriptor_ < 0) fail(input_output, name_ + ": " + std::strerror(errno));
  }
  input(const input&) = delete;
  input& operator=(const input&) = delete;
  ~input() {
    if (descriptor_ > 0) close(descriptor_);
  }
  // What is there now; empty at the end.
  std::string_view some() {
    ssize_t size = 0;
    do size = read(descriptor_, bytes_, sizeof bytes_);
    while (size < 0 && errno == EINTR);
    if (size < 0) fail(input_output, name_ + ": " + std::strerror(errno));
    return {bytes_, static_cast<std::size_t>(size)};
  }
  std::string all() {
    std::string text;
    for (std::string_view piece = some(); !piece.empty(); piece = some()) text += piece;
    return text;
  }

 private:
  std::string name_;
  int descriptor_ = 0;
  char bytes_[1U << 16U];
};

tools read_tools(const std::string& file) {
  if (file.empty()) return {};
  const std::string text = input(file).all();
  try {
    return tools::from_json(text);
  } catch (const setup_error& why) {
    const std::string at = why.pointer().empty() ? "" : " at " + why.pointer();
    fail(usage, (file == "-" ? "standard input" : file) + at + ": " + why.reason());
  }
}

parser make_parser(const settings& chosen, bool collect) {
  if (chosen.tools == "-" && chosen.file == "-") fail(usage, "--tools - and the text cannot both be standard input");
  options how;
  how.unknown = chosen.unknown_tools == "text" ? unknown_tools::text : unknown_tools::surface;
  how.native_only = chosen.native_only;
  how.find_calls = chosen.tool_choice != "none";
  how.collect = collect;
  how.seed = chosen.seed;
  const tools offered = read_tools(chosen.tools);
  for (const tools::warning& w : offered.warnings())
    std::cerr << "toolcall: " << chosen.tools << " at " << w.pointer << ": " << w.message << '\n';
  try {
    parser made(dialect::named(chosen.dialect), offered, how);
    if (!chosen.prefill.empty()) made.prefill(chosen.prefill);
    return made;
  } catch (const setup_error& why) {
    fail(usage, why.reason());
  }
}

void check_output() {
  std::cout.flush();
  if (!std::cout) fail(input_output, "standard output cannot be written");
}

// What the exit code is about, gathered while events pass.
struct outcome {
  bool recovered = false;
  bool called = false;

  void note(std::span<const event> events) {
    for (const event& e : events) {
      recovered = recovered || (e.type == event_type::diagnostic && e.recovery);
      called = called || e.type == event_type::call_end;
    }
  }
  int code(const settings& chosen) const {
    if (chosen.strict && recovered) return recovery_needed;
    return chosen.require_call && !called ? no_call_found : done;
  }
};

void print(std::span<const event> events) {
  for (const event& e : events) std::cout << to_json(e) << '\n';
}

int parse_all(const settings& chosen) {
  const bool events = chosen.format == "events";
  parser reader = make_parser(chosen, !events);
  const std::string text = input(chosen.file).all();
  outcome seen;
  const auto take = [&](std::span<const event> told) {
    seen.note(told);
    if (events) print(told);
  };
  const std::size_t piece = chosen.chunk == 0 ? 1U << 16U : chosen.chunk;
  for (std::size_t at = 0; at < text.size(); at += piece) take(reader.feed(std::string_view(text).substr(at, piece)));
  take(reader.finish(chosen.finish_reason));
  if (!events) std::cout << to_json(reader.message()) << '\n';
  check_output();
  return seen.code(chosen);
}

int stream_all(const settings& chosen) {
  parser reader = make_parser(chosen, false);
  input in("-");
  outcome seen;
  const auto take = [&](std::span<const event> told) {
    seen.note(told);
    print(told);
    check_output();
  };
  for (std::string_view piece = in.some(); !piece.empty(); piece = in.some()) take(reader.feed(piece));
  take(reader.finish(chosen.finish_reason));
  return seen.code(chosen);
}

}  // namespace

int parse(const settings& chosen) {
  try {
    return parse_all(chosen);
  } catch (const failure& why) {
    return why.code;
  }
}

int stream(const settings& chosen) {
  try {
    return stream_all(chosen);
  } catch (const failure& why) {
    return why.code;
  }
}

}  // namespace toolcall::cli
