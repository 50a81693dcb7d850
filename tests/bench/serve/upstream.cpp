// The server of a model that only pretends, and the relay.

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <utility>

#include "roles.hpp"

namespace serve_bench {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

// A connection whose request is read, and then answered by who derives from it.
class connection : public std::enable_shared_from_this<connection> {
 public:
  explicit connection(tcp::socket socket) : socket_(std::move(socket)) {}
  virtual ~connection() = default;
  void start() {
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    http::async_read(socket_, buffer_, request_, [self = shared_from_this()](const error_code& error, std::size_t) {
      if (!error) self->answer();
    });
  }

 protected:
  virtual void answer() = 0;
  tcp::socket socket_;
  beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
};

class stream final : public connection {
 public:
  stream(tcp::socket socket, int pause)
      : connection(std::move(socket)), clock_(socket_.get_executor()), pause_(pause) {}

 private:
  void answer() override {
    const std::size_t at = request_.body().find("\"stream-");
    if (at != std::string::npos) number_ = std::strtoul(request_.body().c_str() + at + 8, nullptr, 10);
    send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
  }
  void send(std::string bytes) {
    out_ = std::move(bytes);
    asio::async_write(socket_, asio::buffer(out_),
                      [self = shared_from_this(), this](const error_code& error, std::size_t) {
                        if (!error) wait();
                      });
  }
  void wait() {
    if (next_ > events_of_a_stream) return;
    if (pause_ == 0) return send_next();
    clock_.expires_after(std::chrono::milliseconds(pause_));
    clock_.async_wait([self = shared_from_this(), this](const error_code& error) {
      if (!error) send_next();
    });
  }
  void send_next() {
    const bool last = next_ == events_of_a_stream;
    const std::string delta = last ? "{}" : "{\"content\":\"" + piece_of(number_, next_) + "\"}";
    ++next_;
    send("data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":" +
         std::to_string(now_in_microseconds()) + ",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":" + delta +
         ",\"finish_reason\":" + (last ? "\"stop\"}]}\n\ndata: [DONE]\n\n" : "null}]}\n\n"));
  }

  asio::steady_timer clock_;
  int pause_, next_ = 0;
  std::size_t number_ = 0;
  std::string out_;
};

class relayed final : public connection {
 public:
  relayed(tcp::socket socket, unsigned short upstream)
      : connection(std::move(socket)), upstream_(socket_.get_executor()), port_(upstream) {}

 private:
  void answer() override {
    upstream_.async_connect({asio::ip::address_v4::loopback(), port_},
                            [self = shared_from_this(), this](const error_code& error) {
                              if (!error) ask();
                            });
  }
  void ask() {
    error_code ignored;
    upstream_.set_option(tcp::no_delay(true), ignored);
    http::async_write(upstream_, request_, [self = shared_from_this(), this](const error_code& error, std::size_t) {
      if (!error) read();
    });
  }
  void read() {
    upstream_.async_read_some(asio::buffer(piece_),
                              [self = shared_from_this(), this](const error_code& error, std::size_t size) {
                                if (!error) write(size);
                              });
  }
  void write(std::size_t size) {
    asio::async_write(socket_, asio::buffer(piece_, size),
                      [self = shared_from_this(), this](const error_code& error, std::size_t) {
                        if (!error) read();
                      });
  }

  tcp::socket upstream_;
  unsigned short port_;
  char piece_[8192];
};

template <typename Made, typename... Arguments>
[[noreturn]] void serve(int listening, Arguments... arguments) {
  asio::io_context loop(1);
  tcp::acceptor acceptor(loop, tcp::v4(), listening);
  std::function<void()> accept = [&] {
    acceptor.async_accept([&](const error_code& error, tcp::socket socket) {
      if (!error) std::make_shared<Made>(std::move(socket), arguments...)->start();
      accept();
    });
  };
  accept();
  loop.run();
  std::_Exit(0);
}

}  // namespace

void run_upstream(int listening, int pause) {
  serve<stream>(listening, pause);
}
void run_relay(int listening, unsigned short upstream) {
  serve<relayed>(listening, upstream);
}

std::string piece_of(std::size_t stream, int event) {
  return " piece " + std::to_string(event) + " of " + std::to_string(stream) + ", in words";
}

std::int64_t now_in_microseconds() {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace serve_bench
