// All that reads a message: a stream of the machine, and the emitter after it.

#pragma once

#include <string_view>

#include <toolcall/parser.hpp>
#include <toolcall/tools.hpp>

#include "dialects/compiled_dialects.hpp"
#include "engine/stream.hpp"
#include "parser/emitter.hpp"

namespace toolcall::events {

// The names that the tools declare.
const vocabulary& names_of(const tools& declared);

// Where no tool was offered, nothing that is damaged was meant as a call.
options settled(options how, const tools& declared);

struct reading {
  // The dialects and the names must outlive it.
  reading(const compiled_dialects& dialects, const vocabulary& names, const tools& declared, const options& how);

  void feed(std::string_view bytes, bool ordinary) {
    emitter.emitted.expect(bytes.size());
    stream.feed(bytes, ordinary, [this](auto... what) { emitter.emit(what...); });
  }
  void finish(std::string_view reason) {
    emitter.end_with(reason);
    stream.finish([this](auto... what) { emitter.emit(what...); });
    emitter.flush();
  }

  engine::stream stream;
  events::emitter emitter;
};

// The end of the tail that the message is read from: a call, reasoning or quotation that the tail leaves open, the
// opener that it breaks off in, or what a dialect's page says that the prompt may end with. Otherwise it is empty: all
// of the tail belongs to earlier turns, and the message begins after it.
std::string_view message_in_prompt(std::string_view tail, const compiled_dialects& dialects, const tools& declared,
                                   const options& how);

}  // namespace toolcall::events
