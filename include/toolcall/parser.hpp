// The parser: text in, as it comes, events out.
//
// For every text, every split of it into chunks and every finish reason the joined events are the same, and nothing
// emitted is ever taken back (spec/events.md). No text makes it throw. Where memory runs out, each function here, and
// every other that takes a message or its events, ends as std::bad_alloc and loses no memory.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <toolcall/dialect.hpp>
#include <toolcall/event.hpp>
#include <toolcall/message.hpp>
#include <toolcall/policy.hpp>
#include <toolcall/tool_choice.hpp>
#include <toolcall/tools.hpp>
#include <toolcall/trace.hpp>

namespace toolcall {

// What an id looks like that is made because the text gives none. N is options::first_call and the call's index, added.
enum class call_ids : std::uint8_t {
  openai,   // "call_" and 24 letters and digits, from the seed and N
  mistral,  // nine letters and digits, from the seed and N
  kimi,     // "functions.NAME:N": unique in a conversation only if the host sets options::first_call
};

struct options {
  toolcall::policy policy{};              // an unknown label is a setup_error
  toolcall::tool_choice tool_choice{};    // an undeclared name is a setup_error, where tools are given
  bool collect = true;                    // keep what is needed for message(); false where only the events are read
  call_ids ids = call_ids::openai;        // an id that stands in the text is kept, whatever this says
  std::optional<std::uint64_t> seed{};    // of ids that are made, which then depend on nothing else but N. Without one
                                          // each parser draws its own from the system, and ids are unique
  std::uint64_t first_call = 0;           // how many calls the conversation had before this message
  std::uint64_t held_bytes = 64U << 20U;  // a value that must be complete before it is emitted may be this long; beyond
                                          // it, the call is incomplete with the label "limit"
  trace_sink trace{};                     // learns which rule, recovery and conversion decided what (trace.hpp)
};

// What the caller knows of the bytes of a chunk: whether the tokenizer made them from special tokens.
enum class origin : std::uint8_t {
  unknown,  // a marker is whatever reads like one
  special,  // these bytes are special tokens, and part of no value; from the first of them on, bytes of unknown origin
            // are text
  text,     // these bytes are not: they are never a marker that the model has as a special token
};

// A copy of a parser goes on as its original would, so it makes the same ids. A parser that was moved from, or that
// threw, may only be destroyed or assigned to.
class parser {
 public:
  // Throws setup_error for a label or a tool in the options that does not exist.
  explicit parser(dialect which = dialect::automatic(), tools declared = {}, options how = {});
  parser(const parser& other);
  parser(parser&& other) noexcept;
  parser& operator=(const parser& other);
  parser& operator=(parser&& other) noexcept;
  ~parser();

  // Reads the tail of the prompt, which decides where the message begins: inside reasoning, or inside a call, which is
  // then emitted with the first bytes fed. It gives no text, and spans are counted from its end. Before the first
  // feed(); later it throws setup_error.
  void prefill(std::string_view bytes);

  // Reads the next bytes, cut anywhere. The events and their views live until the next call of a non-const member.
  std::span<const event> feed(std::string_view bytes, origin from = origin::unknown);

  // The text has ended, for this reason, in the words of any server. With "length", "max_tokens" and whatever else says
  // that the model had more to say ("content_filter", "error", "cancelled"), an open call is incomplete; with any other
  // closers may be implied, values never. Afterwards feed() and finish() emit nothing more.
  std::span<const event> finish(std::string_view reason = "stop");

  // What was emitted so far, put together; empty if options::collect is false.
  [[nodiscard]] const toolcall::message& message() const;

  // Bytes kept because they are not final: of the text, of values that must be complete, of captures.
  [[nodiscard]] std::size_t held_bytes() const;

 private:
  friend toolcall::message parse(std::string_view, const dialect&, const tools&, const options&, std::string_view);
  struct state;
  std::unique_ptr<state> state_;
};

// feed and finish in one.
[[nodiscard]] message parse(std::string_view text, const dialect& which = dialect::automatic(),
                            const tools& declared = {}, const options& how = {},
                            std::string_view finish_reason = "stop");

}  // namespace toolcall
