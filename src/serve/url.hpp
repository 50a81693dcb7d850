// Where the upstream is.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toolcall::serve {

struct upstream_url {
  bool secure = false;
  std::string host;  // without the brackets of an IPv6 address
  std::string port;
  std::string prefix;  // of the path, without /v1 and without a slash at its end
  // For the field Host: with brackets, and with the port where it is not the scheme's own.
  std::string authority() const;
};

// http://host:8000, https://host/api/v1, …; nothing where it is not such a URL. A user, a query or a fragment is not
// taken.
std::optional<upstream_url> read_upstream_url(std::string_view text);

// "127.0.0.1:8081", "[::1]:8081"; nothing where it is not an address and a port.
struct listen_address {
  std::string host;
  unsigned short port = 0;
};
std::optional<listen_address> read_listen_address(std::string_view text);

}  // namespace toolcall::serve
