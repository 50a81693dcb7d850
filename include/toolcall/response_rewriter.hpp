// The body of a server's response, rewritten as it comes: bytes in, bytes out.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <toolcall/completion_rewriter.hpp>

namespace toolcall {

// How objects stand in a body.
enum class body_framing : std::uint8_t {
  automatic,      // found from the first bytes
  server_events,  // "data: {…}" and an empty line
  json,           // objects one after the other, a line each (Ollama) or laid out over several (a whole response)
  other,          // what is neither passes as it is
};

// As the options "input" and "output" of the C interface take it.
constexpr std::string_view to_string(body_framing value) noexcept {
  switch (value) {
    case body_framing::automatic:
      return "automatic";
    case body_framing::server_events:
      return "server-events";
    case body_framing::json:
      return "json";
    case body_framing::other:
      return "other";
  }
  return {};
}

// Server-sent events become server-sent events; JSON becomes JSON, one object per line. Comments (": keepalive"), the
// names and ids of events, and "[DONE]" pass; "[DONE]" is not added. The bytes may be divided anywhere: what is given,
// joined, is the same. A value: a copy goes on as its original would. Does no I/O, and throws nothing but
// std::bad_alloc once it is made.
class response_rewriter {
 public:
  // Throws setup_error as parser does.
  // `input` is how the body is written, `output` how it is given; automatic: as it came.
  explicit response_rewriter(completion_rewriter::settings how, body_framing input = body_framing::automatic,
                             body_framing output = body_framing::automatic);
  response_rewriter(const response_rewriter& other);
  response_rewriter(response_rewriter&& other) noexcept;
  response_rewriter& operator=(const response_rewriter& other);
  response_rewriter& operator=(response_rewriter&& other) noexcept;
  ~response_rewriter();

  // Reads the next bytes of the body and gives those that are certain; they live until the next call.
  std::string_view feed(std::string_view bytes);
  // The body has ended.
  std::string_view finish();

  // Found by the first bytes; automatic until then.
  [[nodiscard]] body_framing framing() const;
  // The line of the body where the object begins that was read last; for a sink, the one that is read. From 1.
  [[nodiscard]] std::uint64_t line() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace toolcall
