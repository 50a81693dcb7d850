// Bytes of an HTTP/1 connection, read as one request or one answer. Does no I/O.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "serve/http.hpp"

namespace toolcall::serve {

enum class http_problem : std::uint8_t {
  malformed,     // what comes is not HTTP
  head_too_big,  // longer than the limit
  body_too_big,
  cut,  // the connection ended within the message
};

enum class http_message : std::uint8_t { request, response };

class message_reader {
 public:
  // Limits in bytes; a body limit of 0 means no limit.
  message_reader(http_message what, std::size_t head_limit, std::uint64_t body_limit);
  message_reader(const message_reader&) = delete;
  message_reader& operator=(const message_reader&) = delete;
  ~message_reader();

  // Reads from the front of `bytes` and removes what was read; the bytes of the body are appended to `body`.
  std::optional<http_problem> feed(std::string& bytes, std::string& body);
  // The connection has ended.
  std::optional<http_problem> end();
  // The head alone says that there is a body, as in an answer to HEAD. Before the first byte.
  void expect_no_body();

  bool has_head() const;
  bool done() const;
  // Whether the connection may be used again after this message.
  bool keeps_alive() const;
  // What Content-Length says.
  std::optional<std::uint64_t> length() const;
  bool chunked() const;

  request_head& request();
  response_head& response();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace toolcall::serve
