// What all connections of a server share. Made before the first, and gone after the last.

#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <toolcall/dialect.hpp>

#include "serve/metrics.hpp"
#include "serve/network.hpp"
#include "serve/parser_advice.hpp"
#include "serve/profiles.hpp"
#include "serve/reasoning_store.hpp"
#include "serve/settings.hpp"
#include "serve/url.hpp"

namespace toolcall::serve {

struct server_state {
  // Reads the files that the settings name. Throws std::runtime_error that says which is wrong, and why.
  explicit server_state(settings given);

  // One JSON object, a line on standard error, or where a test wants it.
  void log(std::string line);

  settings how;
  limits probing;  // of what is asked to find out what the upstream is
  upstream_url upstream;
  dialect which = dialect::automatic();
  std::vector<std::string> client_keys;  // empty: clients need none
  std::string upstream_key;
  std::shared_ptr<tls_context> upstream_tls, client_tls;
  profile_choice profiles;
  reasoning_store reasonings;
  metrics counted;
  parser_advice parsers;
  std::atomic<std::size_t> connections{0};
  std::atomic<std::uint64_t> exchanges{0};  // counts them, and numbers them
  std::atomic<bool> draining{false};
  void (*write_log)(const std::string& line) = nullptr;  // null: standard error

 private:
  std::mutex log_mutex_;
};

// Compares keys in a time that does not depend on where they differ.
bool same_key(std::string_view a, std::string_view b);

}  // namespace toolcall::serve
