// Server-sent events: how servers stream what a model writes.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <toolcall/line_reader.hpp>

namespace toolcall {

enum class server_event_kind : std::uint8_t {
  event,     // `type`, `data`, `id`
  comment,   // a line that begins with a colon, often to keep a connection open; `data` is what follows the colon
  retry,     // `data`: the milliseconds that a client should wait before it connects again
  too_long,  // an event longer than the limit; `data` is how it begins
  unknown,   // a line of a field that the standard does not know, such as "error: {…}"; `data` is the line
};

// As a string, for logs.
constexpr std::string_view to_string(server_event_kind value) noexcept {
  switch (value) {
    case server_event_kind::event:
      return "event";
    case server_event_kind::comment:
      return "comment";
    case server_event_kind::retry:
      return "retry";
    case server_event_kind::too_long:
      return "too_long";
    case server_event_kind::unknown:
      return "unknown";
  }
  return {};
}

// Its views live until the next call of the reader.
struct server_event {
  server_event_kind kind = server_event_kind::event;
  std::string_view type;  // empty where the server names none, which means "message"
  std::string_view data;  // lines are joined by LF
  std::string_view id;
  std::uint64_t line = 0;  // its first line, from 1
};

// Reads a stream as the HTML standard says (https://html.spec.whatwg.org, 9.2.6 "Interpreting an event stream"), with
// these differences for those who pass a stream on: comments and unknown lines are given, and so is a last event
// without the empty line that should follow it; an event has the id that stands in it, and not that of an earlier one;
// what a retry says is not checked. The bytes may be divided anywhere: the events are the same. Does no I/O, and throws
// nothing but std::bad_alloc. A value: it may be copied at any time.
//
//   for (std::string_view bytes = received; const auto event = reader.next(bytes);) ...
class server_event_reader {
 public:
  static constexpr std::size_t usual_limit = std::size_t{64} << 20U;
  // `longest` is in bytes: no more is held of an event.
  explicit server_event_reader(std::size_t longest = usual_limit) : lines_(longest), longest_(longest) {}

  // The next event, whose bytes are taken from the front of `bytes`; nothing when `bytes` is used up.
  std::optional<server_event> next(std::string_view& bytes);

  // The bytes have ended: what is left, one event a call. Afterwards the reader is as new.
  std::optional<server_event> finish();

 private:
  std::optional<server_event> read(const text_line& line, std::uint64_t number);
  std::optional<server_event> dispatch();
  void start_over();

  line_reader lines_;
  std::size_t longest_;
  std::string data_, type_, id_;
  std::uint64_t data_line_ = 0;  // where data_ begins
  bool has_data_ = false;
  bool given_ = false;  // what stands in data_ was given
  bool cut_ = false;    // the event is too long
};

}  // namespace toolcall
