// What parse and stream print while a text is read, as --format says.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <toolcall/event.hpp>
#include <toolcall/openai.hpp>

#include "cli/commands.hpp"

namespace toolcall::cli {

// Events or chunks, one JSON object a line. For the formats that show a whole message it prints nothing.
class printer {
 public:
  printer(const settings& chosen, std::string_view format);
  // Of a message among others: each object also has the key "record" with this value, which is JSON.
  printer(const settings& chosen, std::string_view format, std::string record, std::uint64_t number);
  void print(std::span<const event> emitted);
  // The text has ended, and all of its events were printed. Among other messages the end is printed too.
  void finish(std::string_view reason, bool called = false);

 private:
  void line(const std::string& object) const;

  std::string record_;
  bool events_;
  std::optional<openai_writer> chunks_;
};

// What chunks have besides the events; `number` is the message's among those of a run.
openai_writer::settings chunk_settings(const settings& chosen, std::uint64_t number = 0);

// The object, on a line, with members before its own: JSON, with commas between them.
void print_with(std::string_view members, std::string_view object);

}  // namespace toolcall::cli
