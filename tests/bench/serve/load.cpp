// Clients: each asks for a stream, and reads it to its end or closes it on the way.

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <random>
#include <string_view>
#include <utility>

#include "roles.hpp"

namespace serve_bench {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

struct shared_load {
  load what;
  void (*halfway)(void*, std::size_t);
  void* context;
  measured found;
  std::size_t begun = 0;
  std::mt19937 random{7};
  asio::io_context loop{1};
};

class client : public std::enable_shared_from_this<client> {
 public:
  client(shared_load& of, std::size_t number, int events)
      : of_(of), socket_(of.loop), number_(number), most_events_(events) {}

  void start() {
    request_ =
        "{\"model\":\"stream-" + std::to_string(number_) +
        "\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Go "
        "on.\"}],\"tools\":[{\"type\":\"function\","
        "\"function\":{\"name\":\"get_weather\",\"description\":\"Says what the weather will be.\",\"parameters\":{"
        "\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"},\"days\":{\"type\":\"integer\"}}}}}]}";
    request_ =
        "POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n"
        "Content-Length: " +
        std::to_string(request_.size()) + "\r\n\r\n" + request_;
    socket_.async_connect({asio::ip::address_v4::loopback(), of_.what.port},
                          [self = shared_from_this()](const error_code& error) {
                            if (error) return self->end();
                            error_code ignored;
                            self->socket_.set_option(tcp::no_delay(true), ignored);
                            asio::async_write(self->socket_, asio::buffer(self->request_),
                                              [self](const error_code&, std::size_t) { self->read(); });
                          });
  }

 private:
  void read() {
    socket_.async_read_some(asio::buffer(piece_), [self = shared_from_this()](const error_code& error, std::size_t n) {
      if (error) return self->end();
      self->in_.append(self->piece_, n);
      self->read_events();
    });
  }
  void read_events() {
    std::size_t at = 0;
    for (std::size_t end; (end = in_.find("\n\n", at)) != in_.npos; at = end + 2) {
      add(std::string_view(in_).substr(at, end - at));
      if (events_ == most_events_) {
        ++of_.found.aborted;
        error_code ignored;
        socket_.close(ignored);
        return next();
      }
    }
    in_.erase(0, at);
    read();
  }
  void add(std::string_view event) {
    const std::size_t sent = event.find("\"created\":");
    done_ = done_ || event.find("data: [DONE]") != event.npos;
    if (sent == event.npos) return;
    of_.found.delays.push_back(now_in_microseconds() - std::atoll(event.data() + sent + 10));
    ++events_;
    if (++of_.found.events == of_.what.streams * events_of_a_stream / 2)
      of_.halfway(of_.context, of_.begun - of_.found.whole - of_.found.wrong - of_.found.aborted);
    constexpr std::string_view name = "\"content\":\"";
    const std::size_t content = event.find(name);
    if (content != event.npos)
      text_ += event.substr(content + name.size(), event.find('"', content + name.size()) - content - name.size());
  }
  void end() {
    std::string expected;
    for (int i = 0; i < events_of_a_stream; ++i) expected += piece_of(number_, i);
    ++(done_ && text_ == expected ? of_.found.whole : of_.found.wrong);
    next();
  }
  void next();

  shared_load& of_;
  tcp::socket socket_;
  std::size_t number_;
  int most_events_, events_ = 0;  // 0: it is not closed before its end
  bool done_ = false;
  std::string request_, in_, text_;
  char piece_[4096];
};

void begin(shared_load& of) {
  if (of.begun == of.what.streams) return;
  const std::size_t number = of.begun++;
  const std::size_t every = of.what.aborted == 0 ? 0 : of.what.streams / of.what.aborted;
  const bool aborts = every != 0 && number % every == 0;
  const int events = aborts ? 1 + static_cast<int>(of.random() % (events_of_a_stream - 1)) : 0;
  std::make_shared<client>(of, number, events)->start();
}

void client::next() {
  if (of_.what.at_once < of_.what.streams) begin(of_);
}

}  // namespace

measured run_load(const load& what, void (*halfway)(void*, std::size_t), void* context) {
  shared_load of{what, halfway, context, {}};
  of.found.delays.reserve(what.streams * events_of_a_stream);
  const std::int64_t began = now_in_microseconds();
  std::vector<std::unique_ptr<asio::steady_timer>> starts;
  for (std::size_t i = 0; i < what.at_once; ++i) {
    const auto after = std::chrono::microseconds(static_cast<std::int64_t>(i) * what.spread * 1000 /
                                                 static_cast<std::int64_t>(what.at_once));
    starts.push_back(std::make_unique<asio::steady_timer>(of.loop, after));
    starts.back()->async_wait([&of](const error_code&) { begin(of); });
  }
  of.loop.run();
  of.found.seconds = static_cast<double>(now_in_microseconds() - began) / 1e6;
  return std::move(of.found);
}

}  // namespace serve_bench
