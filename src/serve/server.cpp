// The first loop accepts and hears signals. A socket is made in the loop that will serve it, so that no connection is
// ever in two threads.

#include "serve/server.hpp"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "output/json_writer.hpp"
#include "serve/session.hpp"
#include "serve/streams.hpp"

namespace toolcall::serve {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::chrono::milliseconds accept_again{100};  // where there are no descriptors left

struct worker {
  asio::io_context loop{1};
  asio::executor_work_guard<asio::io_context::executor_type> works = asio::make_work_guard(loop);
  std::vector<std::weak_ptr<session>> sessions;

  // What goes wrong in one exchange must not end the others. Nothing is expected here but a lack of memory.
  void run(server_state& shared) {
    for (;;) {
      try {
        loop.run();
        return;
      } catch (const std::exception& why) {
        events::json_writer line;
        line.object([&] { line.member("level", "error").member("message", why.what()); });
        shared.log(line.take());
      }
    }
  }
  void keep(const std::shared_ptr<session>& made) {
    const auto gone = [](const std::weak_ptr<session>& each) { return each.expired(); };
    if (sessions.size() == sessions.capacity())
      sessions.erase(std::remove_if(sessions.begin(), sessions.end(), gone), sessions.end());
    sessions.push_back(made);
  }
  template <typename Act>
  void each_session(const Act& act) {
    for (const std::weak_ptr<session>& each : std::vector(sessions))
      if (const auto alive = each.lock()) act(*alive);
  }
};

}  // namespace

struct server::state {
  explicit state(server_state& given)
      : shared(given),
        workers(threads()),
        acceptor(workers[0].loop),
        signals(workers[0].loop),
        clock(workers[0].loop) {}

  std::size_t threads() const {
    if (shared.how.threads != 0) return shared.how.threads;
    return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 4);
  }
  void listen();
  void accept();
  void accepted(worker& at, const error_code& error, tcp::socket socket);
  void begin(worker& at, tcp::socket socket);
  void await_signal();
  void drain();
  void await_end();
  void end();

  server_state& shared;
  std::vector<worker> workers;
  tcp::acceptor acceptor;
  asio::signal_set signals;
  asio::steady_timer clock;
  std::size_t next = 0;
  bool drains = false;
};

void server::state::listen() {
  const auto at = read_listen_address(shared.how.listen);
  if (!at)
    throw std::runtime_error("--listen \"" + shared.how.listen +
                             "\" is not an address such as 127.0.0.1:8081, with a port of at most 65535");
  error_code error;
  const auto address = asio::ip::make_address(at->host == "localhost" ? "127.0.0.1" : at->host, error);
  if (error) throw std::runtime_error("--listen: \"" + at->host + "\" is not an IP address");
  const tcp::endpoint place(address, at->port);
  acceptor.open(place.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(place, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) throw std::runtime_error("cannot listen on " + shared.how.listen + ": " + error.message());
}

void server::state::accept() {
  worker& at = workers[next++ % workers.size()];
  acceptor.async_accept(
      at.loop, [this, &at](const error_code& error, tcp::socket socket) { accepted(at, error, std::move(socket)); });
}

void server::state::accepted(worker& at, const error_code& error, tcp::socket socket) {
  if (drains || error == asio::error::operation_aborted) return;
  if (error) {
    clock.expires_after(accept_again);
    return clock.async_wait([this](const error_code& stopped) {
      if (!stopped && !drains) accept();
    });
  }
  auto taken = std::make_shared<tcp::socket>(std::move(socket));
  asio::post(at.loop, [this, &at, taken] { begin(at, std::move(*taken)); });
  accept();
}

void server::state::begin(worker& at, tcp::socket socket) {
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  const bool room = ++shared.connections <= shared.how.most.connections;
  const auto serve = [this, &at, room](std::shared_ptr<byte_stream> client) {
    auto made = std::make_shared<session>(at.loop, shared, std::move(client));
    at.keep(made);
    room && !shared.draining ? made->start() : made->start_refused();
  };
  if (!shared.client_tls) return serve(stream_of(std::move(socket)));
  auto secure = std::make_shared<tls_socket>(std::move(socket), *shared.client_tls);
  auto limit = std::make_shared<timer>(at.loop);
  limit->start(shared.how.most.head_time, [secure] {
    error_code closed;
    secure->lowest_layer().close(closed);
  });
  secure->async_handshake(asio::ssl::stream_base::server, [this, secure, limit, serve](const error_code& error) {
    limit->stop();
    if (error)
      --shared.connections;
    else
      serve(stream_of(secure));
  });
}

void server::state::await_signal() {
  signals.async_wait([this](const error_code& error, int) {
    if (error) return;
    if (drains) return end();
    drain();
    await_signal();
  });
}

// In the first loop.
void server::state::drain() {
  if (std::exchange(drains, true)) return;
  shared.draining = true;
  error_code ignored;
  acceptor.close(ignored);
  for (worker& each : workers) asio::post(each.loop, [&each] { each.each_session([](session& s) { s.drain(); }); });
  shared.log(R"({"level":"info","message":"draining"})");
  const auto last = std::chrono::steady_clock::now() + shared.how.most.drain_time;
  asio::post(workers[0].loop, [this, last] {
    clock.expires_at(last);
    await_end();
  });
}

// Looks again from time to time; the end of a connection has no event here.
void server::state::await_end() {
  const auto last = clock.expiry();
  if (shared.connections == 0 || std::chrono::steady_clock::now() >= last) return end();
  auto look = std::make_shared<asio::steady_timer>(workers[0].loop, std::chrono::milliseconds(20));
  look->async_wait([this, look](const error_code& error) {
    if (!error) await_end();
  });
}

void server::state::end() {
  for (worker& each : workers)
    asio::post(each.loop, [&each] {
      each.each_session([](session& s) { s.close(); });
      each.works.reset();
      each.loop.stop();
    });
}

server::server(server_state& shared) : state_(std::make_unique<state>(shared)) {
  state_->listen();
}
server::~server() = default;

unsigned short server::port() const {
  return state_->acceptor.local_endpoint().port();
}

void server::run(bool with_signals) {
  if (with_signals) {
    state_->signals.add(SIGTERM);
    state_->signals.add(SIGINT);
    state_->await_signal();
  }
  state_->accept();
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < state_->workers.size(); ++i)
    threads.emplace_back([this, i] { state_->workers[i].run(state_->shared); });
  state_->workers[0].run(state_->shared);
  for (std::thread& each : threads) each.join();
}

void server::drain() {
  asio::post(state_->workers[0].loop, [this] { state_->drain(); });
}

void server::stop() {
  asio::post(state_->workers[0].loop, [this] {
    state_->drain();
    state_->end();
  });
}

}  // namespace toolcall::serve
