// Fields of HTTP, and the checks of a request's head. The checks look at bytes, because a reader of HTTP has already
// decided what they mean, and the next one may decide otherwise.

#include "serve/http.hpp"

#include <algorithm>

namespace toolcall::serve {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// RFC 9110, 5.6.2.
bool is_token(std::string_view text) {
  const auto fits = [](char c) {
    const bool alphanumeric = (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z');
    return alphanumeric || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), fits);
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

refusal bad(std::string message) {
  return {400, "bad_request", std::move(message)};
}

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (lower(c) >= 'a' && lower(c) <= 'f') return lower(c) - 'a' + 10;
  return -1;
}

// One round of percent-decoding, as a server does it that maps paths.
std::string decoded(std::string_view path) {
  std::string made;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool escape = path[i] == '%' && i + 2 < path.size() && hex(path[i + 1]) >= 0 && hex(path[i + 2]) >= 0;
    made += escape ? static_cast<char>(hex(path[i + 1]) * 16 + hex(path[i + 2])) : path[i];
    if (escape) i += 2;
  }
  return made;
}

// A path with such a segment may name something outside of the upstream's own prefix.
bool leaves_its_folder(std::string_view target) {
  std::string path = decoded(target.substr(0, target.find('?')));
  path = decoded(path);  // some servers decode twice
  std::replace(path.begin(), path.end(), '\\', '/');
  for (std::size_t from = 0; from <= path.size();) {
    const std::size_t to = std::min(path.find('/', from), path.size());
    std::string_view segment = std::string_view(path).substr(from, to - from);
    segment = segment.substr(0, segment.find(';'));  // path parameters of some servers
    if (segment == "." || segment == "..") return true;
    from = to + 1;
  }
  return false;
}

std::optional<refusal> check_request_line(std::string_view line) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == line.npos || first == last || line.find(' ', first + 1) != last)
    return bad("the request line is not a method, a target and a version with one blank between them");
  const std::string_view method = line.substr(0, first), target = line.substr(first + 1, last - first - 1),
                         version = line.substr(last + 1);
  if (!is_token(method)) return bad("the method is not a token");
  if (version != "HTTP/1.1" && version != "HTTP/1.0")
    return refusal{505, "http_version", "only HTTP/1.0 and HTTP/1.1 are spoken here"};
  if (method == "CONNECT") return refusal{501, "not_implemented", "CONNECT is not relayed"};
  if (target == "*" && method == "OPTIONS") return std::nullopt;
  if (target.empty() || target.front() != '/')
    return bad("the target is not a path; absolute URLs are for proxies that choose the server by them");
  if (target.substr(0, 2) == "//") return bad("the target begins with //, which some servers read as a host");
  const auto outside = [](char c) { return is_control(c) || static_cast<unsigned char>(c) > 0x7e || c == '#'; };
  if (std::any_of(target.begin(), target.end(), outside))
    return bad("the target has a byte that must be percent-encoded");
  if (leaves_its_folder(target)) return bad("the path has a segment . or .., and could leave the upstream");
  return std::nullopt;
}

// What decides where the request ends.
struct framing {
  std::size_t lengths = 0, codings = 0, hosts = 0;
};

std::optional<refusal> check_field(std::string_view line, framing& seen) {
  if (line.front() == ' ' || line.front() == '\t') return bad("a header field is folded over two lines");
  const std::size_t colon = line.find(':');
  if (colon == line.npos) return bad("a header line has no colon");
  const std::string_view name = line.substr(0, colon), value = trimmed(line.substr(colon + 1));
  if (!is_token(name)) return bad("the name of a header field is not a token");
  if (std::any_of(value.begin(), value.end(), [](char c) { return is_control(c) && c != '\t'; }))
    return bad("the value of a header field has a control character");
  if (same_word(name, "Content-Length")) {
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    if (++seen.lengths > 1) return bad("there is more than one Content-Length");
    if (value.empty() || value.size() > 18 || !std::all_of(value.begin(), value.end(), digit))
      return bad("Content-Length is not a number");
  }
  if (same_word(name, "Transfer-Encoding")) {
    if (++seen.codings > 1) return bad("there is more than one Transfer-Encoding");
    if (!same_word(value, "chunked"))
      return refusal{501, "transfer_encoding", "of transfer encodings only \"chunked\" is read"};
  }
  if (same_word(name, "Host")) {
    if (++seen.hosts > 1) return bad("there is more than one Host");
    if (value.find_first_of(" \t,/\\@?#") != value.npos) return bad("Host is not a host and a port");
  }
  if (same_word(name, "Expect") && !same_word(value, "100-continue"))
    return refusal{417, "expectation", "of expectations only 100-continue is known"};
  return std::nullopt;
}

}  // namespace

bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view header_fields::get(std::string_view name) const {
  const auto found =
      std::find_if(fields_.begin(), fields_.end(), [&](const header_field& f) { return same_word(f.name, name); });
  return found == fields_.end() ? std::string_view() : std::string_view(found->value);
}

std::size_t header_fields::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(fields_.begin(), fields_.end(), [&](const header_field& f) { return same_word(f.name, name); }));
}

bool header_fields::lists(std::string_view name, std::string_view word) const {
  for (const header_field& each : fields_) {
    if (!same_word(each.name, name)) continue;
    for (std::size_t from = 0; from <= each.value.size();) {
      const std::size_t to = std::min(each.value.find(',', from), each.value.size());
      if (same_word(trimmed(std::string_view(each.value).substr(from, to - from)), word)) return true;
      from = to + 1;
    }
  }
  return false;
}

void header_fields::add(std::string_view name, std::string_view value) {
  fields_.push_back({std::string(name), std::string(value)});
}

void header_fields::set(std::string_view name, std::string_view value) {
  remove(name);
  add(name, value);
}

void header_fields::remove(std::string_view name) {
  fields_.erase(
      std::remove_if(fields_.begin(), fields_.end(), [&](const header_field& f) { return same_word(f.name, name); }),
      fields_.end());
}

header_fields header_fields::end_to_end() const {
  constexpr std::string_view of_the_connection[] = {"Connection", "Keep-Alive",        "Proxy-Connection",
                                                    "TE",         "Transfer-Encoding", "Trailer",
                                                    "Upgrade",    "Content-Length",    "Proxy-Authorization"};
  header_fields made;
  for (const header_field& each : fields_) {
    const bool known = std::any_of(std::begin(of_the_connection), std::end(of_the_connection),
                                   [&](std::string_view name) { return same_word(name, each.name); });
    if (!known && !lists("Connection", each.name)) made.fields_.push_back(each);
  }
  return made;
}

head_end find_head_end(std::string_view bytes) {
  for (std::size_t at = bytes.find('\n'); at != bytes.npos; at = bytes.find('\n', at + 1)) {
    if (at == 0 || bytes[at - 1] != '\r') return {0, true};
    if (at >= 3 && bytes.substr(at - 3, 4) == "\r\n\r\n") return {at + 1, false};
  }
  return {};
}

std::optional<refusal> check_request_head(std::string_view head, const limits& most) {
  framing seen;
  bool first = true, is_1_0 = false;
  std::size_t fields = 0;
  while (!head.empty()) {
    const std::size_t end = head.find("\r\n");
    if (end == head.npos) return bad("the head ends within a line");
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(end + 2);
    if (line.empty()) break;
    if (line.find('\r') != line.npos || line.find('\0') != line.npos) return bad("a line of the head has CR or NUL");
    if (!first && ++fields > most.fields)
      return refusal{431, "too_many_fields", "the request has too many header fields"};
    if (first) is_1_0 = line.size() > 8 && line.substr(line.size() - 8) == "HTTP/1.0";
    if (auto why = first ? check_request_line(line) : check_field(line, seen)) return why;
    first = false;
  }
  if (!head.empty()) return bad("the head goes on after its empty line");
  if (seen.lengths + seen.codings > 1) return bad("Content-Length and Transfer-Encoding exclude each other");
  if (seen.codings > 0 && is_1_0) return bad("HTTP/1.0 has no Transfer-Encoding");
  if (seen.hosts == 0 && !is_1_0) return bad("there is no Host");
  return std::nullopt;
}

namespace {

std::string with_fields(std::string made, const header_fields& fields) {
  for (const header_field& each : fields) ((made += each.name) += ": ") += each.value + "\r\n";
  return made += "\r\n";
}

}  // namespace

std::string to_bytes(const request_head& head) {
  return with_fields(head.method + " " + head.target + " HTTP/1.1\r\n", head.fields);
}

std::string to_bytes(const response_head& head) {
  const std::string reason = head.reason.empty() ? std::string(reason_phrase(head.status)) : head.reason;
  return with_fields("HTTP/1.1 " + std::to_string(head.status) + " " + reason + "\r\n", head.fields);
}

std::string_view reason_phrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 431:
      return "Request Header Fields Too Large";
    case 501:
      return "Not Implemented";
    case 502:
      return "Bad Gateway";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Status";
  }
}

}  // namespace toolcall::serve
