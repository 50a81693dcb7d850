// Reads requests, refuses what is not one, and hands each to an exchange.

#include "serve/session.hpp"

#include <algorithm>
#include <utility>

#include "output/json_writer.hpp"

namespace toolcall::serve {

namespace {

constexpr std::size_t most_pipelined = 64U << 10U;
constexpr std::size_t most_written = 64U << 10U;  // at a time, so that a slow client is seen to take something
constexpr std::size_t least_body = 1U << 10U;     // of a request, in the time that is given to it
constexpr std::chrono::milliseconds linger_time{1000};

refusal refusal_of(http_problem problem, const limits& most) {
  switch (problem) {
    case http_problem::head_too_big:
      return {431, "head_too_big", "the head of the request is longer than " + std::to_string(most.head) + " bytes"};
    case http_problem::body_too_big:
      return {413, "body_too_big", "the body of the request is longer than " + std::to_string(most.body) + " bytes"};
    case http_problem::malformed:
    case http_problem::cut:
      return {400, "bad_request", "the request is not HTTP/1.1"};
  }
  return {};
}

// A key is sent as OpenAI's clients do, or as Anthropic's.
std::optional<refusal> check_key(const server_state& shared, const request_head& head) {
  const std::string_view path = std::string_view(head.target).substr(0, head.target.find('?'));
  if (shared.client_keys.empty() || path == "/toolcall/health" || path == "/toolcall/ready") return std::nullopt;
  std::string_view given = head.fields.get("Authorization");
  constexpr std::string_view bearer = "Bearer ";
  given = same_word(given.substr(0, bearer.size()), bearer) ? given.substr(bearer.size()) : std::string_view();
  if (given.empty()) given = head.fields.get("x-api-key");
  bool known = false;
  for (const std::string& key : shared.client_keys) known = same_key(key, given) || known;
  if (known) return std::nullopt;
  return refusal{401, "invalid_api_key", "the request has no key that is known here"};
}

}  // namespace

session::session(event_loop& loop, server_state& shared, std::shared_ptr<byte_stream> client)
    : loop_(loop),
      shared_(shared),
      most_(shared.how.most),
      client_(std::move(client)),
      reading_clock_(loop),
      writing_clock_(loop) {
  shared_.counted.add("toolcall_connections", {}, 1);
}

session::~session() {
  shared_.counted.add("toolcall_connections", {}, -1);
  --shared_.connections;
}

void session::start() {
  advance();
  read_more();
}

void session::start_refused() {
  refuse({503, "too_many_connections", "there are too many connections"});
  read_more();
}

void session::drain() {
  if (!exchange_ && !reader_ && in_.empty()) close();
}

void session::close() {
  if (std::exchange(closed_, true)) return;
  reading_clock_.stop();
  writing_clock_.stop();
  out_.clear();
  client_->close();
  if (exchange_) std::exchange(exchange_, nullptr)->cancel();
}

void session::read_more() {
  if (reading_ || closed_ || (exchange_ && in_.size() >= most_pipelined)) return;
  reading_ = true;
  client_->read([self = shared_from_this()](io_result result, std::string_view bytes) {
    self->reading_ = false;
    self->bytes_came(result, bytes);
  });
}

void session::bytes_came(io_result result, std::string_view bytes) {
  if (closed_) return;
  if (result != io_result::ok) return close();
  if (!lingers_ && !refused_) {
    in_.append(bytes);
    if (!exchange_) advance();
  }
  read_more();
}

void session::advance() {
  if (closed_ || refused_ || lingers_ || exchange_) return;
  if (!reader_ && !read_head()) return;
  read_body();
}

// Whether there is one.
bool session::read_head() {
  while (in_.substr(0, 2) == "\r\n") in_.erase(0, 2);  // RFC 9112, 2.2
  if (in_.empty()) {
    if (shared_.draining) return close(), false;
    const auto idle = had_request_ ? most_.keep_alive_time : most_.head_time;
    reading_clock_.start(idle, [self = shared_from_this()] { self->close(); });
    return false;
  }
  // Started once, so that a head that comes byte by byte does not take for ever.
  if (!std::exchange(head_began_, true))
    reading_clock_.start(most_.head_time, [self = shared_from_this()] {
      self->refuse({408, "head_timeout", "the head of the request took too long"});
    });
  const head_end end = find_head_end(in_);
  if (end.bare_newline) return refuse({400, "bad_request", "a line ends without CR"}), false;
  if (end.size > most_.head || (end.size == 0 && in_.size() > most_.head))
    return refuse(refusal_of(http_problem::head_too_big, most_)), false;
  if (end.size == 0) return false;
  if (const auto why = check_request_head(std::string_view(in_).substr(0, end.size), most_)) return refuse(*why), false;
  reader_ = std::make_unique<message_reader>(http_message::request, most_.head + 1, most_.body);
  head_began_ = body_is_awaited_ = false;
  had_request_ = true;
  std::string head = in_.substr(0, end.size);
  in_.erase(0, end.size);
  if (const auto problem = reader_->feed(head, body_)) return refuse(refusal_of(*problem, most_)), false;
  if (!reader_->has_head()) return refuse(refusal_of(http_problem::malformed, most_)), false;
  if (const auto why = check_key(shared_, reader_->request())) return refuse(*why), false;
  if (!reader_->done() && in_.empty() && reader_->request().fields.lists("Expect", "100-continue"))
    send("HTTP/1.1 100 Continue\r\n\r\n", nullptr);
  return true;
}

void session::read_body() {
  if (const auto problem = reader_->feed(in_, body_)) return refuse(refusal_of(*problem, most_));
  if (!reader_->done()) return await_body();
  reading_clock_.stop();
  const bool keep_alive = reader_->keeps_alive() && !shared_.draining;
  request_head head = std::move(reader_->request());
  reader_.reset();
  exchange_ = std::make_shared<exchange>(loop_, shared_, *this, std::move(head), std::exchange(body_, {}), keep_alive);
  exchange_->start();
}

// A body that comes byte by byte does not take for ever either: time begins anew with so many bytes of it.
void session::await_body() {
  if (body_is_awaited_ && body_.size() - body_awaited_from_ < least_body) return;
  body_is_awaited_ = true;
  body_awaited_from_ = body_.size();
  reading_clock_.start(most_.body_time, [self = shared_from_this()] {
    self->refuse({408, "body_timeout", "the body of the request did not go on"});
  });
}

void session::answered(bool keep_alive) {
  exchange_.reset();
  if (closed_) return;
  if (!keep_alive) return linger();
  advance();
  read_more();
}

// What a client still sends is read and dropped for a while: closed at once, the connection would be reset, and the
// answer lost with it.
void session::linger() {
  if (std::exchange(lingers_, true)) return;
  client_->finish_writing();
  in_.clear();
  reading_clock_.start(linger_time, [self = shared_from_this()] { self->close(); });
  read_more();
}

void session::refuse(const refusal& why) {
  if (closed_ || lingers_ || std::exchange(refused_, true)) return;
  shared_.counted.add("toolcall_refused_total", {{"reason", why.code}});
  reading_clock_.stop();
  endpoint of = endpoint::other;
  if (reader_ && reader_->has_head()) of = endpoint_of(reader_->request().method, reader_->request().target);
  const std::string body = error_body(of, why);
  response_head head{why.status, {}, {}};
  head.fields.add("Content-Type", "application/json");
  head.fields.add("Content-Length", std::to_string(body.size()));
  head.fields.add("Connection", "close");
  if (why.status == 401) head.fields.add("WWW-Authenticate", "Bearer");
  events::json_writer line;
  line.object([&] {
    line.member("level", "warning").member("refused", why.code).member("status", why.status);
    line.member("message", why.message);
  });
  shared_.log(line.take());
  in_.clear();
  send(to_bytes(head) + body, [self = shared_from_this()] { self->linger(); });
}

void session::send(std::string bytes, callback<void()> sent) {
  if (closed_) return;
  out_.push_back({std::make_shared<const std::string>(std::move(bytes)), std::move(sent)});
  if (out_.size() == 1) write();
}

void session::write() {
  writing_clock_.start(most_.write_time, [self = shared_from_this()] { self->close(); });
  const std::shared_ptr<const std::string> bytes = out_.front().bytes;
  const std::string_view rest = std::string_view(*bytes).substr(written_, most_written);
  client_->write(rest.data(), rest.size(), [self = shared_from_this(), bytes](io_result result, std::size_t size) {
    if (self->closed_) return;
    if (result != io_result::ok) return self->close();
    self->written_ += size;
    if (self->written_ < bytes->size()) return self->write();
    self->written_ = 0;
    self->writing_clock_.stop();
    const auto sent = std::move(self->out_.front().sent);
    self->out_.pop_front();
    if (!self->out_.empty()) self->write();
    if (sent) sent();
  });
}

}  // namespace toolcall::serve
