// All that reads a message: a stream of the machine, and the emitter after it.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
  // The tail of the prompt, which is no part of the message, but decides how it is read.
  void feed_prompt(std::string_view tail);
  void finish(std::string_view reason);

  engine::stream stream;
  events::emitter emitter;

 private:
  std::span<const label_meaning> labels_;  // by number
};

// Finds where in the prompt's tail the message begins. The tail is read as if it were the beginning of the message,
// from the mark on that ended the last turn; and if a call, reasoning or quotation of it goes on in the model's first
// bytes, that is how they are read. Otherwise what a dialect's page says that the prompt may end with is read likewise,
// since what stands before it may be text of earlier turns; and otherwise the message begins after the tail.
class beginning {
 public:
  struct chunk {
    std::string bytes;
    bool ordinary, special;
  };

  // The dialects must outlive it.
  beginning(std::string tail, const compiled_dialects& dialects, tools declared, options how);

  void feed(chunk next);
  void finish(std::string_view reason);

  bool found() const { return found_; }
  // What of the tail the message is read from, and what was fed since.
  std::string_view from() const { return std::string_view(tail_).substr(from_); }
  const std::vector<chunk>& chunks() const { return chunks_; }
  std::size_t held_bytes() const;

 private:
  void try_from(std::size_t from);
  void settle();
  bool stays_in_passage() const;
  bool is_prose();

  std::string tail_;
  const compiled_dialects* dialects_;
  tools declared_;
  options how_;
  std::size_t start_ = 0;  // where the end begins that a page names
  std::size_t from_ = 0;
  bool found_ = false;
  std::optional<std::string> finish_reason_;
  std::optional<reading> trial_;
  std::vector<chunk> chunks_;
};

}  // namespace toolcall::events
