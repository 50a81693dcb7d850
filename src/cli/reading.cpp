// Bytes in, a parser made, events out: all that a command that reads a model's text needs of the system.

#include "cli/reading.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <iterator>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include <toolcall/error.hpp>

#include "authoring/own_pages.hpp"
#include "cli/command_error.hpp"
#include "cli/visible.hpp"
#include "dialects/dialect_names.hpp"
#include "grammar/labels.hpp"
#include "text/split.hpp"
#include "text/utf8.hpp"
#include "text/words.hpp"

namespace toolcall::cli {

input::input(const std::string& file, mark at_begin)
    : name_(file == "-" ? "standard input" : file), skips_mark_(at_begin == mark::skipped) {
  if (file != "-") descriptor_ = open(file.c_str(), O_RDONLY);
  if (descriptor_ < 0) fail(input_output, name_ + ": " + std::strerror(errno));
}

input::~input() {
  if (descriptor_ > 0) close(descriptor_);
}

std::string_view input::some() {
  std::string_view piece(bytes_, read_more(0));
  if (!std::exchange(skips_mark_, false)) return piece;
  while (!piece.empty() && piece.size() < utf8::byte_order_mark.size() && utf8::byte_order_mark.starts_with(piece)) {
    const std::size_t more = read_more(piece.size());
    if (more == 0) return piece;
    piece = {bytes_, piece.size() + more};
  }
  const std::string_view text = utf8::without_mark(piece);
  return text.empty() ? std::string_view(bytes_, read_more(0)) : text;
}

std::size_t input::read_more(std::size_t from) {
  ssize_t size = 0;
  do size = read(descriptor_, bytes_ + from, sizeof bytes_ - from);
  while (size < 0 && errno == EINTR);
  if (size < 0) fail(input_output, name_ + ": " + std::strerror(errno));
  return static_cast<std::size_t>(size);
}

bool input::is_ready() const {
  pollfd asked{descriptor_, POLLIN, 0};
  return poll(&asked, 1, 0) != 0;
}

std::string input::all() {
  std::string text;
  for (std::string_view piece = some(); !piece.empty(); piece = some()) text += piece;
  return text;
}

namespace {

tools tools_of(const std::string& file, const std::string& text, bool strict) {
  try {
    return tools::from_json(text, strict ? tools::unusable_schema::refused : tools::unusable_schema::unchecked);
  } catch (const setup_error& why) {
    const std::string at = why.pointer().empty() ? "" : " at " + why.pointer();
    fail(usage, (file == "-" ? "standard input" : file) + at + ": " + why.reason());
  }
}

void print_entry(void*, const trace_entry& entry) {
  std::cerr << to_line(entry) + '\n';
}

// Which dialects the names of models in a list stand for; that a version is not listed is said in any case.
void say_models(const settings& chosen) {
  const std::string_view list = chosen.dialect;
  const std::vector<dialect_facts>& known = dialect::all();
  if (list == "auto") return;
  each_part(list, ',', [&](std::string_view name) {
    if (name.starts_with('-') || (chosen.own != nullptr && chosen.own->named(name) != nullptr)) return;
    if (std::any_of(known.begin(), known.end(), [&](const dialect_facts& each) { return each.name == name; })) return;
    if (events::is_unlisted_version(name, known)) {
      std::cerr << "toolcall: no page lists this version of the model \"" << name
                << "\", so all dialects are in use (auto)\n";
      return;
    }
    if (!chosen.verbose) return;
    std::string names;
    const std::vector<std::size_t> found = events::dialects_named(name, known);
    for (const std::size_t number : found) names += (names.empty() ? "" : ", ") + std::string(known[number].name);
    std::cerr << "toolcall: model \"" << name << "\" is read as dialect" << (found.size() == 1 ? " " : "s ") << names
              << '\n';
  });
}

}  // namespace

void refuse_problems(const std::vector<grammarc::problem>& problems) {
  if (problems.empty()) return;
  bool label = false;
  for (const grammarc::problem& p : problems) {
    std::cerr << visible(line_of(p)) << '\n';
    label = label || p.what.find(" has no heading in spec/recovery.md") != p.what.npos;
  }
  if (label)
    std::cerr
        << "toolcall: a label must have a heading in spec/recovery.md; use one that is there, or add a heading and run "
           "`make grammar && make`\n";
  throw command_error{usage};
}

std::shared_ptr<const authoring::own_pages> read_pages(const std::vector<std::string>& files) {
  if (files.empty()) return nullptr;
  const auto made = std::make_shared<authoring::own_pages>();
  for (const std::string& file : files) {
    if (file == "-") fail(usage, "--page names a file; standard input is the text");
    made->add(file, input(file).all());
  }
  refuse_problems(made->problems());
  return made;
}

dialect read_dialect(const settings& chosen) {
  try {
    const dialect made = chosen.own == nullptr ? dialect::named(chosen.dialect) : chosen.own->dialect(chosen.dialect);
    say_models(chosen);
    return made;
  } catch (const setup_error& why) {
    fail(usage, why.reason() + " (toolcall dialects lists both)");
  }
}

void each_line(const std::string& file, const std::function<void(const text_line&)>& visit) {
  input from(file);
  line_reader lines;
  for (std::string_view piece = from.some(); !piece.empty(); piece = from.some())
    while (const auto line = lines.next(piece)) visit(*line);
  if (const auto line = lines.finish()) visit(*line);
}

tools read_tools(const settings& chosen) {
  if (chosen.tools == "-" && chosen.file == "-") fail(usage, "--tools - and the text cannot both be standard input");
  if (chosen.tools.empty()) return {};
  return read_tools(chosen, input(chosen.tools).all());
}

tools read_tools(const settings& chosen, const std::string& text) {
  const tools offered = tools_of(chosen.tools, text, chosen.strict_tools);
  for (const tools::schema_issue& each : offered.report())
    std::cerr << "toolcall: " << chosen.tools << " at " << each.pointer << ": " << each.code << ": " << each.message
              << '\n';
  return offered;
}

parser make_parser(const settings& chosen, const tools& offered, bool collect, trace_sink watch) {
  return make_parser(chosen, read_dialect(chosen), offered, collect, watch);
}

options options_of(const settings& chosen, std::uint64_t message) {
  options how;
  how.policy = chosen.policy;
  how.tool_choice = tool_choice::of(chosen.tool_choice);
  how.ids = value_of<call_ids>(chosen.ids).value_or(how.ids);
  if (chosen.seed) how.seed = *chosen.seed + message;
  how.first_call = chosen.first_call;
  how.keep_raw = chosen.raw;
  if (chosen.trace) how.trace.on_entry = print_entry;
  return how;
}

parser make_parser(const settings& chosen, const dialect& which, const tools& offered, bool collect, trace_sink watch) {
  options how = options_of(chosen);
  how.collect = collect;
  if (watch.on_entry != nullptr) how.trace = watch;
  try {
    parser made(which, offered, how);
    if (!chosen.prefill.empty()) made.prefill(chosen.prefill);
    return made;
  } catch (const setup_error& why) {
    fail(usage, why.reason());
  }
}

// A label has a heading in spec/recovery.md, and so an address in the manual that is made from it.
void exit_summary::say_address(std::string_view label) {
  const auto is_explained = [&](const label_facts& known) { return known.name == label; };
  if (std::none_of(std::begin(grammar::labels), std::end(grammar::labels), is_explained)) return;
  if (!explained_.insert(std::string(label)).second) return;
  std::cerr << "toolcall: " + std::string(label) + ": " TOOLCALL_MANUAL_URL "spec/recovery.html#" + std::string(label) +
                   (std::string_view(TOOLCALL_MANUAL_URL).empty() ? " in the manual (make docs)\n" : "\n");
}

bool is_valid(const message& m) {
  const auto complete = [](const tool_call& c) { return c.status == call_status::complete; };
  const auto unknown = [](const diagnostic& d) { return d.call != no_call && d.label == "unknown_tool"; };
  return m.incomplete.empty() && m.refused.empty() && std::all_of(m.calls.begin(), m.calls.end(), complete) &&
         std::none_of(m.diagnostics.begin(), m.diagnostics.end(), unknown);
}

void exit_summary::note(std::span<const event> events) {
  for (const event& e : events) {
    if (verbose_ && !e.label.empty()) say_address(e.label);
    recovered_ = recovered_ || (e.type == event_type::diagnostic && e.recovery);
    called_ = called_ || e.type == event_type::call_end;
    const bool ends =
        e.type == event_type::call_end || e.type == event_type::call_incomplete || e.type == event_type::call_refused;
    if ((ends && e.status != call_status::complete) || (e.call != no_call && e.label == "unknown_tool")) valid_ = false;
  }
}

int exit_summary::code(const settings& chosen) const {
  if (chosen.strict && recovered_) return recovery_needed;
  if (chosen.require_valid && !valid_) return call_not_valid;
  return chosen.require_call && !called_ ? no_call_found : done;
}

}  // namespace toolcall::cli
