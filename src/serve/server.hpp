// A server: it listens, and its threads serve connections, each connection in one of them.

#pragma once

#include <functional>
#include <memory>

#include "serve/state.hpp"

namespace toolcall::serve {

class server {
 public:
  // Listens. Throws std::runtime_error where it cannot.
  explicit server(server_state& shared);
  server(const server&) = delete;
  server& operator=(const server&) = delete;
  ~server();

  unsigned short port() const;
  // Serves until it was drained or stopped. `with_signals`: SIGTERM and SIGINT drain, and stop when they come again.
  void run(bool with_signals);
  // From any thread. No connection is taken any more; what is under way is answered, within settings::limits.
  void drain();
  void stop();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace toolcall::serve
