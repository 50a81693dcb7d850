// Bytes in, a parser made, events out: all that a command that reads a model's text needs of the system.

#include "cli/reading.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <iterator>
#include <unistd.h>

#include <toolcall/error.hpp>

#include "cli/failure.hpp"
#include "grammar/labels.hpp"

namespace toolcall::cli {

input::input(const std::string& file) : name_(file == "-" ? "standard input" : file) {
  if (file != "-") descriptor_ = open(file.c_str(), O_RDONLY);
  if (descriptor_ < 0) fail(input_output, name_ + ": " + std::strerror(errno));
}

input::~input() {
  if (descriptor_ > 0) close(descriptor_);
}

std::string_view input::some() {
  ssize_t size = 0;
  do size = read(descriptor_, bytes_, sizeof bytes_);
  while (size < 0 && errno == EINTR);
  if (size < 0) fail(input_output, name_ + ": " + std::strerror(errno));
  return {bytes_, static_cast<std::size_t>(size)};
}

std::string input::all() {
  std::string text;
  for (std::string_view piece = some(); !piece.empty(); piece = some()) text += piece;
  return text;
}

namespace {

tools tools_of(const std::string& file, const std::string& text) {
  try {
    return tools::from_json(text);
  } catch (const setup_error& why) {
    const std::string at = why.pointer().empty() ? "" : " at " + why.pointer();
    fail(usage, (file == "-" ? "standard input" : file) + at + ": " + why.reason());
  }
}

void print_entry(void*, const trace_entry& entry) {
  std::cerr << to_line(entry) + '\n';
}

}  // namespace

dialect read_dialect(const settings& chosen) {
  try {
    return dialect::named(chosen.dialect);
  } catch (const setup_error& why) {
    fail(usage, why.reason() + " (toolcall dialects lists models)");
  }
}

tools read_tools(const settings& chosen) {
  if (chosen.tools == "-" && chosen.file == "-") fail(usage, "--tools - and the text cannot both be standard input");
  if (chosen.tools.empty()) return {};
  return read_tools(chosen, input(chosen.tools).all());
}

tools read_tools(const settings& chosen, const std::string& text) {
  const tools offered = tools_of(chosen.tools, text);
  for (const tools::remark& each : offered.report())
    std::cerr << "toolcall: " << chosen.tools << " at " << each.pointer << ": " << each.code << ": " << each.message
              << '\n';
  return offered;
}

parser make_parser(const settings& chosen, const tools& offered, bool collect, trace_sink watch) {
  return make_parser(chosen, read_dialect(chosen), offered, collect, watch);
}

parser make_parser(const settings& chosen, const dialect& which, const tools& offered, bool collect, trace_sink watch) {
  options how;
  how.policy = chosen.policy;
  how.tool_choice = tool_choice::of(chosen.tool_choice);
  how.collect = collect;
  how.ids = chosen.ids == "kimi" ? call_ids::kimi : chosen.ids == "mistral" ? call_ids::mistral : call_ids::openai;
  how.seed = chosen.seed;
  how.first_call = chosen.first_call;
  if (chosen.trace) how.trace.tell = print_entry;
  if (watch.tell != nullptr) how.trace = watch;
  try {
    parser made(which, offered, how);
    if (!chosen.prefill.empty()) made.prefill(chosen.prefill);
    return made;
  } catch (const setup_error& why) {
    fail(usage, why.reason());
  }
}

// A label has a heading in spec/recovery.md, and so an address in the manual that is made from it.
void outcome::say_address(std::string_view label) {
  const auto is_explained = [&](const grammar::label_facts& known) { return known.name == label; };
  if (std::none_of(std::begin(grammar::labels), std::end(grammar::labels), is_explained)) return;
  if (!said_.insert(std::string(label)).second) return;
  std::cerr << "toolcall: " + std::string(label) + ": " TOOLCALL_MANUAL_URL "spec/recovery.html#" + std::string(label) +
                   (std::string_view(TOOLCALL_MANUAL_URL).empty() ? " in the manual (make docs)\n" : "\n");
}

void outcome::note(std::span<const event> events) {
  for (const event& e : events) {
    if (verbose_ && !e.label.empty()) say_address(e.label);
    recovered_ = recovered_ || (e.type == event_type::diagnostic && e.recovery);
    called_ = called_ || e.type == event_type::call_end;
  }
}

int outcome::code(const settings& chosen) const {
  if (chosen.strict && recovered_) return recovery_needed;
  return chosen.require_call && !called_ ? no_call_found : done;
}

}  // namespace toolcall::cli
