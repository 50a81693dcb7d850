// One request to the upstream, on a connection of its own. What comes back is pulled piece by piece: nothing is read
// while nobody asks.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "serve/http.hpp"
#include "serve/message_reader.hpp"
#include "serve/network.hpp"

namespace toolcall::serve {

struct upstream_request {
  request_head head;
  std::string body;
};

struct upstream_failure {
  enum class cause : std::uint8_t { unreachable, timeout, malformed, cut };
  cause is;
  std::string why;
};

class upstream_call : public std::enable_shared_from_this<upstream_call> {
 public:
  using on_head = callback<void(const std::optional<upstream_failure>&)>;
  // The bytes live until it returns. `done`: the answer is whole, and there is nothing more to ask for.
  using on_body = callback<void(const std::optional<upstream_failure>&, std::string_view bytes, bool done)>;

  upstream_call(event_loop& loop, const limits& most, upstream_url to, tls_context* tls);
  upstream_call(const upstream_call&) = delete;
  upstream_call& operator=(const upstream_call&) = delete;

  // Sends the request and reads the head of the answer; informational answers (1xx) are skipped.
  void start(upstream_request request, on_head done);
  const response_head& head() const { return reader_->response(); }
  bool knows_length() const { return reader_->length().has_value(); }
  // The next bytes of the body; after the head, and not while it is already asked.
  void next(on_body done);
  // Closes the connection. What was asked for is not answered.
  void cancel();

 private:
  void connected(std::shared_ptr<byte_stream> made, const std::string& why);
  void send();
  void read();
  void read_bytes(io_result result, std::string_view bytes);
  void fail(upstream_failure::cause is, std::string why);
  void fail(http_problem problem);
  void head_is_read();
  bool skips_informational();
  void give(bool done);

  const limits& most_;
  upstream_url to_;
  tls_context* tls_;
  event_loop& loop_;
  timer clock_;
  std::shared_ptr<connecting> connecting_;
  std::shared_ptr<byte_stream> stream_;
  std::unique_ptr<message_reader> reader_;
  bool is_head_request_ = false;
  std::string out_;
  std::size_t sent_ = 0;
  std::string in_, body_;
  std::string spare_;  // memory for the body, while what was in the body is given
  on_head on_head_;
  on_body on_body_;
  bool ended_ = false;
};

}  // namespace toolcall::serve
