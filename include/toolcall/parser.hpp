// The parser: text in, as it comes, events out.
//
// For every text and every finish reason, the joined events are the same however the text is split into chunks, and
// nothing that was emitted is ever taken back (spec/events.md). No text makes it throw. Where memory runs out, each
// function here, and every other that takes a message or its events, throws std::bad_alloc and leaks nothing.

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

// The form of an id that is made because the text gives none. N is options::first_call plus the call's index.
enum class call_ids : std::uint8_t {
  openai,   // "call_" and 24 letters and digits, from the seed and N
  mistral,  // nine letters and digits, from the seed and N
  kimi,     // "functions.NAME:N": unique in a conversation only if the host sets options::first_call
};

// As the flag --ids has it.
constexpr std::string_view to_string(call_ids value) noexcept {
  switch (value) {
    case call_ids::openai:
      return "openai";
    case call_ids::mistral:
      return "mistral";
    case call_ids::kimi:
      return "kimi";
  }
  return {};
}

struct options {
  toolcall::policy policy{};              // an unknown label is a setup_error
  toolcall::tool_choice tool_choice{};    // an undeclared name is a setup_error, where tools are given
  bool collect = true;                    // keep what is needed for message(); false where only the events are read
  bool keep_raw = false;                  // keep the bytes that are fed in message().raw, if it is collected
  call_ids ids = call_ids::openai;        // an id that the text gives is kept, whatever this says
  std::optional<std::uint64_t> seed{};    // of ids that are made, which then depend on nothing else but N. Without it
                                          // each parser draws one from the system, and ids are unique
  std::uint64_t first_call = 0;           // how many calls the conversation had before this message
  std::uint64_t held_bytes = 64U << 20U;  // a value that must be complete before it is emitted may be this long; beyond
                                          // it, the call is incomplete with the label "limit"
  trace_sink trace{};                     // learns which rule, recovery and conversion decided what (trace.hpp)
};

// What the caller knows of the tokens that the bytes of a chunk were decoded from.
//
// A model's vocabulary has special tokens beside those for text. It writes the markers of its dialect with them (such
// as <tool_call>, see dialect_facts::tokens), and a quoted marker in a value with ordinary tokens. The decoded bytes
// are the same. A host that sees the tokens can tell the parser which is which, and then no value can be mistaken for a
// marker: feed("<tool_call>", origin::special). Servers send decoded text, so most hosts leave this at `unknown`.
enum class origin : std::uint8_t {
  unknown,  // not known: whatever reads like a marker is one
  special,  // special tokens, and so never part of a value; after the first of them, bytes of unknown origin are text
  text,     // ordinary tokens, and so never a marker that is a special token of the model
};

// As a string, which parser.feed of the package for JavaScript takes.
constexpr std::string_view to_string(origin value) noexcept {
  switch (value) {
    case origin::unknown:
      return "unknown";
    case origin::special:
      return "special";
    case origin::text:
      return "text";
  }
  return {};
}

// A parser reads one message. Different parsers may run in different threads at the same time, and share dialects and
// tools; one parser is for one thread at a time. Making one is cheap beside making its dialect and tools. feed() takes
// time proportional to the bytes, however small the chunks.
//
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

  // Reads the end of the prompt. Chat templates often write the beginning of the answer themselves, such as "<think>\n"
  // or the opening marker of a call, and the model goes on from there; without these bytes the parser would take the
  // reasoning for text. What belongs to the answer is enough (dialect_facts::starts); of earlier turns before it, only
  // what goes on in the answer counts: a call, reasoning or a quotation that no mark of a turn has ended, or a header.
  // It is not part of the message: it gives no text and no diagnostic, and spans are counted from its end; a call that
  // it opens is emitted with the first bytes that decide how it is read. Before the first feed(); later it throws
  // setup_error.
  void prefill(std::string_view bytes);

  // Reads the next bytes, which may be cut anywhere. The events and their views are valid until the next call of a
  // non-const member.
  std::span<const event> feed(std::string_view bytes, origin from = origin::unknown);

  // Ends the text, for this reason, in the words of any server. With "length", "max_tokens" and other reasons which say
  // that the model was interrupted ("content_filter", "error", "cancelled"), an open call is incomplete. With any other
  // reason closing tags and brackets may be taken as forgotten, but values are never completed. Afterwards feed() and
  // finish() emit nothing more.
  std::span<const event> finish(std::string_view reason = "stop");

  // What was emitted so far, put together; empty if options::collect is false.
  [[nodiscard]] const toolcall::message& message() const;

  // How many bytes are kept because they are not final: of the text, of values that must be complete, of captures.
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
