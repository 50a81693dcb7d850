// What parse and stream have in common: where the text comes from, the parser that the flags ask for, and what the exit
// code depends on.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/line_reader.hpp>
#include <toolcall/parser.hpp>

#include "cli/commands.hpp"
#include "grammarc/read_page.hpp"

namespace toolcall::cli {

// An input that gives bytes as they arrive.
class input {
 public:
  // Of a model's text: some editors and shells write a byte-order mark in front of it, which the model did not.
  enum class mark : std::uint8_t { kept, skipped };
  explicit input(const std::string& file, mark at_begin = mark::kept);  // "-" is standard input
  input(const input&) = delete;
  input& operator=(const input&) = delete;
  ~input();
  // What is there now; empty at the end.
  std::string_view some();
  std::string all();
  // Whether some() would not wait.
  bool is_ready() const;

 private:
  std::size_t read_more(std::size_t from);

  std::string name_;
  int descriptor_ = 0;
  bool skips_mark_;  // nothing was read yet
  char bytes_[1U << 16U];
};

// visit(line) for each line of a file.
void each_line(const std::string& file, const std::function<void(const text_line&)>& visit);

// The tools of --tools; their warnings are printed on standard error.
tools read_tools(const settings& chosen);
// The same, where `text` is what stands in that file.
tools read_tools(const settings& chosen, const std::string& text);

// Prints what is wrong with pages, a line each as grammarc does, and fails where something is.
void refuse_problems(const std::vector<grammarc::problem>& problems);

// The pages of --page; null where none were given. What is wrong with them is printed.
std::shared_ptr<const authoring::own_pages> read_pages(const std::vector<std::string>& files);

// The dialects of --dialect.
dialect read_dialect(const settings& chosen);

// What the flags say of a parser; messages of one run are numbered, and with --seed their ids depend on the number.
options options_of(const settings& chosen, std::uint64_t message = 0);

// With a sink of its own, or that of --trace.
parser make_parser(const settings& chosen, const tools& offered, bool collect, trace_sink watch = {});
parser make_parser(const settings& chosen, const dialect& which, const tools& offered, bool collect, trace_sink watch);

// Whether all that was called can be: no call is invalid, incomplete, refused, or of a tool that is not declared.
bool is_valid(const message& m);

// What the exit code is about, gathered while events pass. With --verbose it says where a label is explained, once for
// each that is reported.
class exit_summary {
 public:
  explicit exit_summary(const settings& chosen) : verbose_(chosen.verbose) {}
  void note(std::span<const event> events);
  int code(const settings& chosen) const;

 private:
  void say_address(std::string_view label);

  bool verbose_;
  std::set<std::string, std::less<>> explained_;
  bool recovered_ = false;
  bool called_ = false;
  bool valid_ = true;
};

}  // namespace toolcall::cli
