// A server under test, a scripted upstream after it, and a client in front of it, on loopback. Everything waits for
// events; what never comes ends a test after half a minute.

#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "serve/server.hpp"

namespace serve_test {

// A blocking socket. Where something does not come in time, it throws.
class connection {
 public:
  explicit connection(int descriptor) : descriptor_(descriptor) {}
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;
  ~connection();

  static std::unique_ptr<connection> to(unsigned short port);

  // False where the other side is gone.
  bool send(std::string_view bytes) const;
  // What has come up to and with `end`; what came after it is kept. Throws where the other side closes before.
  std::string until(std::string_view end);
  std::string exactly(std::size_t size);
  // Everything, until the other side closes.
  std::string rest();
  // A request or an answer with Content-Length, or without a body; head and body.
  std::string message();
  void finish_sending() const;
  void reset();  // closes so that the other side gets an error
  void close();

 private:
  bool more();
  int descriptor_;
  std::string in_;
};

// Each connection is handed to the script, in a thread of its own, after its request was read.
class scripted_upstream {
 public:
  using script = std::function<void(connection& at, const std::string& request)>;
  explicit scripted_upstream(script each);
  scripted_upstream(const scripted_upstream&) = delete;
  scripted_upstream& operator=(const scripted_upstream&) = delete;
  ~scripted_upstream();

  unsigned short port() const { return port_; }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/v1"; }
  std::vector<std::string> requests() const;

 private:
  void serve();
  script each_;
  int descriptor_;
  unsigned short port_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;
  std::vector<std::thread> threads_;
  std::thread accepts_;
};

class running_server {
 public:
  // `with_signals`: SIGTERM drains it.
  explicit running_server(toolcall::serve::settings how, bool with_signals = false);
  running_server(const running_server&) = delete;
  running_server& operator=(const running_server&) = delete;
  ~running_server();

  std::unique_ptr<connection> connect() const { return connection::to(port()); }
  unsigned short port() const { return port_; }
  toolcall::serve::server_state& shared() { return *shared_; }
  void drain() { server_->drain(); }
  // Waits until it has ended by itself.
  void wait();

 private:
  std::unique_ptr<toolcall::serve::server_state> shared_;
  std::unique_ptr<toolcall::serve::server> server_;
  unsigned short port_;
  std::thread runs_;
};

toolcall::serve::settings settings_for(const std::string& upstream);

// "HTTP/1.1 200 OK" with this body and its length.
std::string answer(std::string_view body, std::string_view type = "application/json", std::string_view more = {});
std::string post(std::string_view path, std::string_view body, std::string_view more = {});
// The body of an answer in chunks, joined; throws where the last chunk is missing.
std::string unchunked(std::string_view bytes);

// The choice of an answer that is not streamed, to a request with the tool ping, by an upstream that says this text.
struct served {
  nlohmann::json choice;
  std::string request;  // as the upstream got it
};
served served_answer(const std::string& text, toolcall::serve::settings how, const std::string& more_head = {});

}  // namespace serve_test
