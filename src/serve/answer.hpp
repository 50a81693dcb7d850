// What becomes of the upstream's answer on its way to the client. Does no I/O.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "serve/answer_report.hpp"
#include "serve/http.hpp"
#include "serve/reasoning_store.hpp"

namespace toolcall::serve {

// What a model thought, and the first call that it then made.
using keep_reasoning = std::function<void(const answer_call& first, std::string reasoning)>;

class answer {
 public:
  virtual ~answer() = default;
  // The head came, and may be changed. False: the body passes as it comes.
  virtual bool begin(response_head& head) = 0;
  // Bytes of the body; what is certain is appended to `out`.
  virtual void feed(std::string_view bytes, std::string& out) = 0;
  // The body is whole.
  virtual void finish(std::string& out) = 0;
  // It is not, and why: what was held, and an error as the client's interface writes it.
  virtual void fail(const refusal& why, std::string& out) = 0;
  // What keeps a client waiting while nothing else is sent; empty where there is no such thing.
  virtual std::string keepalive() = 0;
  // Of a body that is whole: why it is no message all the same. A stream says so itself; of an answer that is not
  // streamed nothing is sent then.
  virtual std::optional<refusal> failure() const = 0;
  virtual const answer_report& report() const = 0;
  // Before the first byte. `keep` is called where the first choice thought and called, before its end is written;
  // more than `most` bytes of reasoning are not kept.
  virtual void keep_reasoning_with(std::size_t most, keep_reasoning keep) = 0;
};

// The interface that a request belongs to, by its path.
enum class endpoint : std::uint8_t { other, chat, responses, messages, count_tokens };
endpoint endpoint_of(std::string_view method, std::string_view target);
// Its word in logs and metrics.
std::string_view to_string(endpoint value) noexcept;

// An error as this interface writes it: a JSON object.
std::string error_body(endpoint of, const refusal& why);

}  // namespace toolcall::serve
