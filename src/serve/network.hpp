// Sockets, TLS and timers of Asio, so that nothing else includes it. All of it belongs to one loop, whose thread calls
// what is given as `done`: each once, and never before the call that it belongs to has returned.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "serve/callback.hpp"
#include "serve/url.hpp"

namespace boost::asio {
class io_context;
namespace ssl {
class context;
}
}  // namespace boost::asio

namespace toolcall::serve {

using event_loop = boost::asio::io_context;
using tls_context = boost::asio::ssl::context;

enum class io_result : std::uint8_t {
  ok,
  end,     // the other side has sent all that it will send
  failed,  // the connection is broken, or was closed by us
};
using io_done = callback<void(io_result, std::size_t)>;
// The bytes live until it returns.
using read_done = callback<void(io_result, std::string_view bytes)>;

// A connection, with TLS or without.
class byte_stream {
 public:
  virtual ~byte_stream() = default;
  // Some bytes, as soon as there are any; no more than 32 KB.
  virtual void read(read_done done) = 0;
  // Some of the bytes, which must stay until it is done.
  virtual void write(const char* from, std::size_t size, io_done done) = 0;
  // Says that nothing more will be sent.
  virtual void finish_writing() = 0;
  // What is under way is done as failed.
  virtual void close() = 0;
};

// A timer that is started again as often as wanted; the last start counts.
class timer {
 public:
  explicit timer(event_loop& loop);
  timer(const timer&) = delete;
  timer& operator=(const timer&) = delete;
  ~timer();
  void start(std::chrono::milliseconds after, callback<void()> done);
  void stop();

 private:
  struct state;
  std::shared_ptr<state> state_;
};

// Of a server's certificate file, and of what a client trusts. They throw std::runtime_error that says what is wrong
// with the files.
std::shared_ptr<tls_context> server_tls(const std::string& certificate, const std::string& key);
std::shared_ptr<tls_context> client_tls(const std::string& authorities, bool insecure);

// A connection that is being made. `done` gets none, and why, where it cannot be made.
class connecting {
 public:
  using done = std::function<void(std::shared_ptr<byte_stream>, std::string why)>;
  virtual ~connecting() = default;
  virtual void cancel() = 0;
};
std::shared_ptr<connecting> connect(event_loop& loop, const upstream_url& to, tls_context* tls, connecting::done done);

}  // namespace toolcall::serve
