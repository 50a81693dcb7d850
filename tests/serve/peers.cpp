// Sockets as simple as can be: blocking ones, with a limit of time that only a failing test reaches.

#include "serve/peers.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <netinet/in.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace serve_test {

namespace {

void set_limits(int descriptor) {
  const timeval half_a_minute{30, 0};
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &half_a_minute, sizeof half_a_minute);
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &half_a_minute, sizeof half_a_minute);
}

sockaddr_in loopback(unsigned short port) {
  sockaddr_in made{};
  made.sin_family = AF_INET;
  made.sin_port = htons(port);
  made.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return made;
}

}  // namespace

connection::~connection() {
  close();
}

std::unique_ptr<connection> connection::to(unsigned short port) {
  const int made = socket(AF_INET, SOCK_STREAM, 0);
  const sockaddr_in at = loopback(port);
  if (::connect(made, reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0) {
    ::close(made);
    throw std::runtime_error("cannot connect");
  }
  set_limits(made);
  return std::make_unique<connection>(made);
}

bool connection::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t size = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (size <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

bool connection::more() {
  char piece[65536];
  const ssize_t size = recv(descriptor_, piece, sizeof piece, 0);
  if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) throw std::runtime_error("nothing came, after: " + in_);
  if (size <= 0) return false;
  in_.append(piece, static_cast<std::size_t>(size));
  return true;
}

std::string connection::until(std::string_view end) {
  std::size_t at = in_.find(end);
  while (at == in_.npos) {
    if (!more()) throw std::runtime_error("closed, after: " + in_);
    at = in_.find(end);
  }
  std::string made = in_.substr(0, at + end.size());
  in_.erase(0, made.size());
  return made;
}

std::string connection::exactly(std::size_t size) {
  while (in_.size() < size)
    if (!more()) throw std::runtime_error("closed, after: " + in_);
  std::string made = in_.substr(0, size);
  in_.erase(0, size);
  return made;
}

std::string connection::rest() {
  while (more()) {
  }
  return std::exchange(in_, {});
}

std::string connection::message() {
  std::string head = until("\r\n\r\n");
  const std::size_t at = head.find("Content-Length: ");
  return at == head.npos ? head : head + exactly(std::stoull(head.substr(at + 16)));
}

void connection::finish_sending() const {
  shutdown(descriptor_, SHUT_WR);
}

void connection::reset() {
  const linger at_once{1, 0};
  setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close();
}

void connection::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

scripted_upstream::scripted_upstream(script each)
    : each_(std::move(each)), descriptor_(socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in at = loopback(0);
  socklen_t size = sizeof at;
  if (bind(descriptor_, reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0 || listen(descriptor_, 64) != 0)
    throw std::runtime_error("the upstream cannot listen");
  getsockname(descriptor_, reinterpret_cast<sockaddr*>(&at), &size);
  port_ = ntohs(at.sin_port);
  accepts_ = std::thread([this] { serve(); });
}

void scripted_upstream::serve() {
  for (;;) {
    const int taken = accept(descriptor_, nullptr, nullptr);
    if (taken < 0) return;
    set_limits(taken);
    threads_.emplace_back([this, taken] {
      connection at(taken);
      try {
        const std::string request = at.message();
        {
          const std::lock_guard hold(mutex_);
          requests_.push_back(request);
        }
        each_(at, request);
      } catch (const std::runtime_error&) {
        // The other side closed where the script expected more; a test sees that at its own end.
        at.close();
      }
    });
  }
}

scripted_upstream::~scripted_upstream() {
  shutdown(descriptor_, SHUT_RDWR);
  accepts_.join();
  ::close(descriptor_);
  for (std::thread& each : threads_) each.join();
}

std::vector<std::string> scripted_upstream::requests() const {
  const std::lock_guard hold(mutex_);
  return requests_;
}

running_server::running_server(toolcall::serve::settings how, bool with_signals)
    : shared_(std::make_unique<toolcall::serve::server_state>(std::move(how))) {
  shared_->write_log = [](const std::string&) {};
  server_ = std::make_unique<toolcall::serve::server>(*shared_);
  port_ = server_->port();
  runs_ = std::thread([this, with_signals] { server_->run(with_signals); });
}

running_server::~running_server() {
  if (runs_.joinable()) server_->stop();
  wait();
}

void running_server::wait() {
  if (runs_.joinable()) runs_.join();
}

toolcall::serve::settings settings_for(const std::string& upstream) {
  toolcall::serve::settings made;
  made.upstream = upstream;
  made.listen = "127.0.0.1:0";
  made.profile = "generic";
  made.threads = 2;
  return made;
}

std::string answer(std::string_view body, std::string_view type, std::string_view more) {
  return "HTTP/1.1 200 OK\r\nContent-Type: " + std::string(type) +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" + std::string(more) + "\r\n" + std::string(body);
}

std::string post(std::string_view path, std::string_view body, std::string_view more) {
  return "POST " + std::string(path) + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
         std::string(more) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

std::string unchunked(std::string_view bytes) {
  std::string made;
  for (;;) {
    const std::size_t line = bytes.find("\r\n");
    if (line == bytes.npos) throw std::runtime_error("the last chunk is missing, after: " + made);
    const std::size_t size = std::stoull(std::string(bytes.substr(0, line)), nullptr, 16);
    if (size == 0) return made;
    made += bytes.substr(line + 2, size);
    bytes.remove_prefix(std::min(bytes.size(), line + 4 + size));
  }
}

served served_answer(const std::string& text, toolcall::serve::settings how, const std::string& more_head) {
  using nlohmann::json;
  scripted_upstream upstream([&](connection& at, const std::string&) {
    const json choice = {{"message", {{"role", "assistant"}, {"content", text}}}, {"finish_reason", "stop"}};
    at.send(answer(json{{"choices", json::array({choice})}}.dump()));
  });
  how.upstream = upstream.url();
  const running_server server(std::move(how));
  const auto client = server.connect();
  const json ping = json::parse(R"({"name": "ping", "parameters": {"properties": {"n": {"type": "integer"}}}})");
  const json asked = {{"model", "m"},
                      {"messages", json::array()},
                      {"tools", json::array({{{"type", "function"}, {"function", ping}}})}};
  if (!client->send(post("/v1/chat/completions", asked.dump(), "Connection: close\r\n" + more_head)))
    throw std::runtime_error("the server has closed before the request");
  const std::string all = client->rest();
  return {json::parse(unchunked(all.substr(all.find("\r\n\r\n") + 4)))["choices"][0], upstream.requests().back()};
}

}  // namespace serve_test
