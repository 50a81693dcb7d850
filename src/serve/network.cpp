// Hides Asio behind plain interfaces. A pending operation owns its socket; its handler, `done`, keeps the caller alive.

#include "serve/network.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/steady_timer.hpp>
#include <charconv>
#include <stdexcept>
#include <utility>
#include <vector>

#include "serve/streams.hpp"

namespace toolcall::serve {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

io_result result_of(const error_code& error) {
  if (!error) return io_result::ok;
  return error == asio::error::eof ? io_result::end : io_result::failed;
}

constexpr std::size_t most_read = 32U << 10U;

template <typename Socket>
class socket_stream : public byte_stream {
 public:
  explicit socket_stream(std::shared_ptr<Socket> socket) : socket_(std::move(socket)) {}
  socket_stream(const socket_stream&) = delete;
  socket_stream& operator=(const socket_stream&) = delete;
  ~socket_stream() override { close(); }

  void write(const char* from, std::size_t size, io_done done) override {
    socket_->async_write_some(asio::buffer(from, size),
                              [socket = socket_, done = std::move(done)](const error_code& error, std::size_t written) {
                                done(result_of(error), written);
                              });
  }
  void finish_writing() override {
    error_code ignored;  // of a connection that is gone already
    socket_->lowest_layer().shutdown(tcp::socket::shutdown_send, ignored);
  }
  void close() override {
    error_code ignored;
    socket_->lowest_layer().close(ignored);
  }

 protected:
  std::shared_ptr<Socket> socket_;
};

// Most connections wait most of the time, so what waits holds little memory: enough for an event as models send it. A
// thread has one larger piece for all that it serves, in which what is longer is put together.
class plain_stream final : public socket_stream<tcp_socket> {
 public:
  explicit plain_stream(std::shared_ptr<tcp_socket> socket) : socket_stream(std::move(socket)) {
    error_code ignored;
    socket_->non_blocking(true, ignored);
  }
  void read(read_done done) override {
    const auto to = asio::buffer(*little_);
    socket_->async_read_some(
        to, [socket = socket_, little = little_, done = std::move(done)](error_code error, std::size_t size) {
          if (error || size < little->size()) return done(result_of(error), {little->data(), size});
          thread_local char piece[most_read];
          std::copy(little->begin(), little->end(), piece);
          const std::size_t more = socket->read_some(asio::buffer(piece + size, most_read - size), error);
          done(error == asio::error::would_block ? io_result::ok : result_of(error), {piece, size + more});
        });
  }

 private:
  std::shared_ptr<std::array<char, 512>> little_ = std::make_shared<std::array<char, 512>>();
};

class secure_stream final : public socket_stream<tls_socket> {
 public:
  explicit secure_stream(std::shared_ptr<tls_socket> socket) : socket_stream(std::move(socket)) {}
  void read(read_done done) override {
    const auto to = asio::buffer(*piece_);
    socket_->async_read_some(
        to, [socket = socket_, piece = piece_, done = std::move(done)](const error_code& error, std::size_t size) {
          done(result_of(error), {piece->data(), size});
        });
  }

 private:
  std::shared_ptr<std::vector<char>> piece_ = std::make_shared<std::vector<char>>(16U << 10U);
};

}  // namespace

std::shared_ptr<byte_stream> stream_of(tcp_socket socket) {
  return std::make_shared<plain_stream>(std::make_shared<tcp_socket>(std::move(socket)));
}

std::shared_ptr<byte_stream> stream_of(std::shared_ptr<tls_socket> socket) {
  return std::make_shared<secure_stream>(std::move(socket));
}

// Timers are moved on with every event of a stream and hardly ever run out, so Asio is asked once, and again when its
// timer runs out too early.
struct timer::state : std::enable_shared_from_this<state> {
  explicit state(event_loop& loop) : clock(loop) {}

  // What Asio waits with. Where the loop ends before the time does, what was to be done is let go of with it.
  struct waiting {
    std::shared_ptr<state> of;
    std::uint64_t round;

    waiting(std::shared_ptr<state> given, std::uint64_t number) : of(std::move(given)), round(number) {}
    waiting(waiting&&) = default;
    waiting(const waiting&) = delete;
    waiting& operator=(const waiting&) = delete;
    ~waiting() {
      if (of && of->round == round && of->waits) of->forget();
    }
    void operator()(const error_code& error) const {
      if (!error && of->round == round) of->run_out();
    }
  };

  void wait() {
    waits = true;
    clock.expires_at(due);
    clock.async_wait(waiting(shared_from_this(), ++round));
  }
  void run_out() {
    waits = false;
    if (!done) return;
    if (clock_type::now() < due) return wait();
    const auto now = std::exchange(done, nullptr);
    now();
  }
  void forget() {
    waits = false;
    const auto gone = std::exchange(done, nullptr);
  }

  using clock_type = std::chrono::steady_clock;
  asio::steady_timer clock;
  clock_type::time_point due;
  callback<void()> done;  // null: it was stopped
  std::uint64_t round = 0;
  bool waits = false;
};

timer::timer(event_loop& loop) : state_(std::make_shared<state>(loop)) {
}
timer::~timer() {
  state_->forget();
  ++state_->round;
  state_->clock.cancel();
}

void timer::start(std::chrono::milliseconds after, callback<void()> done) {
  const auto before = std::exchange(state_->done, std::move(done));
  state_->due = state::clock_type::now() + after;
  if (!state_->waits || state_->due < state_->clock.expiry()) state_->wait();
}

void timer::stop() {
  const auto gone = std::exchange(state_->done, nullptr);
}

std::shared_ptr<tls_context> server_tls(const std::string& certificate, const std::string& key) {
  auto made = std::make_shared<tls_context>(asio::ssl::context::tls_server);
  made->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                    asio::ssl::context::no_tlsv1_1);
  error_code error;
  made->use_certificate_chain_file(certificate, error);
  if (error) throw std::runtime_error(certificate + ": " + error.message());
  made->use_private_key_file(key, asio::ssl::context::pem, error);
  if (error) throw std::runtime_error(key + ": " + error.message());
  return made;
}

std::shared_ptr<tls_context> client_tls(const std::string& authorities, bool insecure) {
  auto made = std::make_shared<tls_context>(asio::ssl::context::tls_client);
  made->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                    asio::ssl::context::no_tlsv1_1);
  error_code error;
  if (authorities.empty())
    made->set_default_verify_paths(error);
  else
    made->load_verify_file(authorities, error);
  if (error)
    throw std::runtime_error((authorities.empty() ? "the system's CAs" : authorities) + ": " + error.message());
  made->set_verify_mode(insecure ? asio::ssl::verify_none : asio::ssl::verify_peer);
  return made;
}

namespace {

// Resolve, connect, shake hands.
class attempt final : public connecting, public std::enable_shared_from_this<attempt> {
 public:
  attempt(event_loop& loop, upstream_url to, tls_context* tls, connecting::done answer)
      : resolver_(loop), socket_(loop), to_(std::move(to)), tls_(tls), done_(std::move(answer)) {}

  // Finding a name takes a thread of Asio's, which an address does not need.
  void start() {
    error_code is_name;
    const auto address = asio::ip::make_address(to_.host, is_name);
    unsigned short port = 0;
    const auto [end, bad] = std::from_chars(to_.port.data(), to_.port.data() + to_.port.size(), port);
    if (!is_name && bad == std::errc())
      return connect(tcp::resolver::results_type::create(tcp::endpoint(address, port), to_.host, to_.port));
    resolver_.async_resolve(to_.host, to_.port,
                            [self = shared_from_this()](const error_code& error, tcp::resolver::results_type found) {
                              if (error) return self->fail("cannot find the host: ", error);
                              self->connect(std::move(found));
                            });
  }
  void cancel() override {
    error_code ignored;
    resolver_.cancel();
    socket_.close(ignored);
    if (secure_) secure_->lowest_layer().close(ignored);
    done_ = nullptr;
  }

 private:
  void connect(const tcp::resolver::results_type& found) {
    if (!done_) return;
    asio::async_connect(socket_, found, [self = shared_from_this()](const error_code& error, const tcp::endpoint&) {
      if (error) return self->fail("cannot connect: ", error);
      self->connected();
    });
  }
  void connected() {
    if (!done_) return;
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    if (!to_.secure) return give(stream_of(std::move(socket_)));
    secure_ = std::make_shared<tls_socket>(std::move(socket_), *tls_);
    // The name is sent so that a host with several certificates finds its own (RFC 6066, 3).
    error_code no_address;
    asio::ip::make_address(to_.host, no_address);
    if (no_address) SSL_set_tlsext_host_name(secure_->native_handle(), to_.host.c_str());
    if ((SSL_CTX_get_verify_mode(tls_->native_handle()) & SSL_VERIFY_PEER) != 0)
      secure_->set_verify_callback(asio::ssl::host_name_verification(to_.host));
    secure_->async_handshake(asio::ssl::stream_base::client, [self = shared_from_this()](const error_code& error) {
      if (error) return self->fail("TLS: ", error);
      if (self->done_) self->give(stream_of(self->secure_));
    });
  }
  void give(std::shared_ptr<byte_stream> made) { std::exchange(done_, nullptr)(std::move(made), {}); }
  void fail(const char* what, const error_code& error) {
    if (done_) std::exchange(done_, nullptr)(nullptr, what + error.message());
  }

  tcp::resolver resolver_;
  tcp_socket socket_;
  std::shared_ptr<tls_socket> secure_;
  upstream_url to_;
  tls_context* tls_;
  connecting::done done_;
};

}  // namespace

std::shared_ptr<connecting> connect(event_loop& loop, const upstream_url& to, tls_context* tls, connecting::done done) {
  auto made = std::make_shared<attempt>(loop, to, tls, std::move(done));
  made->start();
  return made;
}

}  // namespace toolcall::serve
