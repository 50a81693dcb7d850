// Lines of JSON. What a chunk needs besides the events comes from flags, never from the clock, so that with a seed the
// same text gives the same bytes.

#include "cli/printing.hpp"

#include <iostream>
#include <vector>

#include <toolcall/message.hpp>

#include "output/json_writer.hpp"
#include "output/openai_deltas.hpp"
#include "parser/ids.hpp"
#include "text/words.hpp"

namespace toolcall::cli {

openai_writer::settings chunk_settings(const settings& chosen, std::uint64_t number) {
  openai_writer::settings how;
  const std::uint64_t drawn = chosen.seed ? *chosen.seed + number : events::random_seed();
  how.id = chosen.id.empty() ? "chatcmpl-" + std::to_string(drawn) : chosen.id;
  how.model = chosen.model;
  how.created = chosen.created;
  how.arguments = value_of<arguments_as>(chosen.arguments).value_or(how.arguments);
  return how;
}

void print_with(std::string_view members, std::string_view object) {
  std::cout << '{' << members << (object == "{}" ? "" : ",") << object.substr(1) << '\n';
}

printer::printer(const settings& chosen, std::string_view format) : printer(chosen, format, {}, 0) {
}

printer::printer(const settings& chosen, std::string_view format, std::string record, std::uint64_t number)
    : record_(record.empty() ? "" : "\"record\":" + record), events_(format == "events") {
  if (format == "openai") chunks_.emplace(chunk_settings(chosen, number));
}

void printer::line(const std::string& object) const {
  if (record_.empty())
    std::cout << object << '\n';
  else
    print_with(record_, object);
}

void printer::print(std::span<const event> emitted) {
  if (events_)
    for (const event& e : emitted) line(to_json(e));
  if (!chunks_) return;
  for (const std::string& each : chunks_->write(emitted)) line(each);
}

void printer::finish(std::string_view reason, bool called) {
  if (chunks_)
    for (const std::string& each : chunks_->finish(reason)) line(each);
  if (events_ && !record_.empty())
    line(R"({"type":"finish","finish_reason":)" +
         events::json_string(events::openai_reason(reason, {.called = called})) + "}");
}

}  // namespace toolcall::cli
