// URLs of upstreams, of RFC 3986 only what such a URL may have.

#include "serve/url.hpp"

#include <charconv>

#include "serve/http.hpp"

namespace toolcall::serve {

namespace {

// host, host:port, [v6], [v6]:port
struct host_and_port {
  std::string_view host, port;
};

// Of digits alone, and no larger than a port may be.
std::optional<unsigned short> port_of(std::string_view text) {
  unsigned short port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port;
}

std::optional<host_and_port> split(std::string_view text) {
  host_and_port made;
  if (!text.empty() && text.front() == '[') {
    const std::size_t end = text.find(']');
    if (end == text.npos) return std::nullopt;
    made.host = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
  } else {
    made.host = text.substr(0, text.find(':'));
    text.remove_prefix(made.host.size());
  }
  if (made.host.empty() || (!text.empty() && text.front() != ':')) return std::nullopt;
  made.port = text.empty() ? text : text.substr(1);
  if (!text.empty() && !port_of(made.port)) return std::nullopt;
  return made;
}

}  // namespace

std::string upstream_url::authority() const {
  const std::string name = host.find(':') == host.npos ? host : "[" + host + "]";
  return port == (secure ? "443" : "80") ? name : name + ":" + port;
}

std::optional<upstream_url> read_upstream_url(std::string_view text) {
  upstream_url made;
  if (text.find_first_of("\r\n\t \\?#@") != text.npos) return std::nullopt;
  const std::size_t scheme = text.find("://");
  if (scheme == text.npos) return std::nullopt;
  made.secure = same_word(text.substr(0, scheme), "https");
  if (!made.secure && !same_word(text.substr(0, scheme), "http")) return std::nullopt;
  text.remove_prefix(scheme + 3);
  const auto place = split(text.substr(0, text.find('/')));
  if (!place) return std::nullopt;
  made.host = place->host;
  made.port = place->port.empty() ? (made.secure ? "443" : "80") : std::string(place->port);
  std::string_view path = text.substr(std::min(text.find('/'), text.size()));
  while (!path.empty() && path.back() == '/') path.remove_suffix(1);
  if (path.size() >= 3 && path.substr(path.size() - 3) == "/v1") path.remove_suffix(3);
  while (!path.empty() && path.back() == '/') path.remove_suffix(1);
  made.prefix = path;
  return made;
}

std::optional<listen_address> read_listen_address(std::string_view text) {
  const auto place = split(text);
  if (!place || place->port.empty()) return std::nullopt;
  return listen_address{std::string(place->host), port_of(place->port).value_or(0)};
}

}  // namespace toolcall::serve
