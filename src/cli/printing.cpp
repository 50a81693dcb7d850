// Lines of JSON. What a chunk needs besides the events is taken from flags, or from the seed, and never from the clock,
// so that the same text gives the same bytes.

#include "cli/printing.hpp"

#include <iostream>
#include <vector>

#include <toolcall/message.hpp>

namespace toolcall::cli {

namespace {

openai_writer writer_of(const settings& chosen) {
  openai_writer::settings how;
  how.id = chosen.id.empty() ? "chatcmpl-" + std::to_string(chosen.seed) : chosen.id;
  how.model = chosen.model;
  how.created = chosen.created;
  how.arguments = chosen.arguments == "complete" ? arguments_as::complete : arguments_as::stream;
  return openai_writer(how);
}

void print_lines(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) std::cout << line << '\n';
}

}  // namespace

printer::printer(const settings& chosen, std::string_view format) : events_(format == "events") {
  if (format == "openai") chunks_ = writer_of(chosen);
}

void printer::print(std::span<const event> told) {
  if (events_)
    for (const event& e : told) std::cout << to_json(e) << '\n';
  if (chunks_) print_lines(chunks_->write(told));
}

void printer::finish(std::string_view reason) {
  if (chunks_) print_lines(chunks_->finish(reason));
}

}  // namespace toolcall::cli
