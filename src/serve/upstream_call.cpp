// Connect, send, read: each step begins the next, and whatever fails answers what was asked last.

#include "serve/upstream_call.hpp"

#include <utility>

namespace toolcall::serve {

namespace {

constexpr std::size_t most_spared = 4096;  // bytes of memory that a call keeps for what comes next

}  // namespace

upstream_call::upstream_call(event_loop& loop, const limits& most, upstream_url to, tls_context* tls)
    : most_(most), to_(std::move(to)), tls_(tls), loop_(loop), clock_(loop) {
}

void upstream_call::start(upstream_request request, on_head done) {
  on_head_ = std::move(done);
  is_head_request_ = request.head.method == "HEAD";
  out_ = to_bytes(request.head) + request.body;
  clock_.start(most_.connect_time, [self = shared_from_this()] {
    self->fail(upstream_failure::cause::timeout, "it took too long to connect");
  });
  connecting_ =
      connect(loop_, to_, tls_, [self = shared_from_this()](std::shared_ptr<byte_stream> made, const std::string& why) {
        self->connected(std::move(made), why);
      });
}

void upstream_call::connected(std::shared_ptr<byte_stream> made, const std::string& why) {
  connecting_.reset();
  if (ended_) return;
  if (made == nullptr) return fail(upstream_failure::cause::unreachable, why);
  stream_ = std::move(made);
  reader_ = std::make_unique<message_reader>(http_message::response, most_.head, 0);
  if (is_head_request_) reader_->expect_no_body();
  clock_.start(most_.first_byte_time, [self = shared_from_this()] {
    self->fail(upstream_failure::cause::timeout, "no answer began in time");
  });
  send();
  // A server may answer before it has read all, and then close.
  read();
}

void upstream_call::send() {
  if (ended_ || sent_ == out_.size()) return;
  stream_->write(out_.data() + sent_, out_.size() - sent_,
                 [self = shared_from_this()](io_result result, std::size_t size) {
                   self->sent_ += size;
                   // Where it fails, reading says why; there may be an answer.
                   if (result == io_result::ok) self->send();
                 });
}

void upstream_call::read() {
  stream_->read(
      [self = shared_from_this()](io_result result, std::string_view bytes) { self->read_bytes(result, bytes); });
}

void upstream_call::read_bytes(io_result result, std::string_view bytes) {
  if (ended_) return;
  in_.append(bytes);
  std::optional<http_problem> problem = reader_->feed(in_, body_);
  while (!problem && skips_informational()) problem = reader_->feed(in_, body_);
  if (problem) return fail(*problem);
  if (result != io_result::ok && !reader_->done()) {
    problem = result == io_result::end ? reader_->end() : http_problem::cut;
    if (problem) return fail(*problem);
  }
  if (on_head_ && !reader_->has_head()) return read();
  if (on_head_) return head_is_read();
  give(reader_->done());
}

// The client is answered once, so an answer that announces another one is left out. 101 is not: nothing was asked for
// that could be switched to.
bool upstream_call::skips_informational() {
  if (!reader_->done() || head().status / 100 != 1 || head().status == 101) return false;
  reader_ = std::make_unique<message_reader>(http_message::response, most_.head, 0);
  if (is_head_request_) reader_->expect_no_body();
  return true;
}

void upstream_call::head_is_read() {
  const header_fields& fields = head().fields;
  if (head().status == 101)
    return fail(upstream_failure::cause::malformed, "it switches protocols without being asked");
  if (fields.count("Transfer-Encoding") > 0 && !same_word(fields.get("Transfer-Encoding"), "chunked"))
    return fail(upstream_failure::cause::malformed, "its answer has a transfer encoding that is not \"chunked\"");
  clock_.stop();
  std::exchange(on_head_, nullptr)(std::nullopt);
}

void upstream_call::next(on_body done) {
  on_body_ = std::move(done);
  if (!body_.empty() || reader_->done()) return give(reader_->done());
  clock_.start(most_.idle_time, [self = shared_from_this()] {
    self->fail(upstream_failure::cause::timeout, "its answer did not go on");
  });
  read();
}

void upstream_call::give(bool done) {
  if (body_.empty() && !done) return read();
  clock_.stop();
  if (done && stream_) stream_->close();
  if (done) ended_ = true;
  const auto alive = shared_from_this();
  std::string given = std::exchange(body_, std::move(spare_));
  std::exchange(on_body_, nullptr)(std::nullopt, given, done);
  if (given.capacity() > most_spared) return;
  given.clear();
  spare_ = std::move(given);
}

void upstream_call::fail(http_problem problem) {
  switch (problem) {
    case http_problem::cut:
      return fail(upstream_failure::cause::cut, "it closed the connection before its answer was whole");
    case http_problem::head_too_big:
      return fail(upstream_failure::cause::malformed, "the head of its answer is too long");
    case http_problem::malformed:
    case http_problem::body_too_big:
      return fail(upstream_failure::cause::malformed, "its answer is not HTTP");
  }
}

void upstream_call::fail(upstream_failure::cause is, std::string why) {
  if (ended_) return;
  // What was read before stays of use to the client.
  std::string rest = std::exchange(body_, {});
  const auto head = std::exchange(on_head_, nullptr);
  const auto body = std::exchange(on_body_, nullptr);
  cancel();
  const upstream_failure what{is, std::move(why)};
  if (head)
    head(what);
  else if (body)
    body(what, rest, true);
}

void upstream_call::cancel() {
  ended_ = true;
  on_head_ = nullptr;
  on_body_ = nullptr;
  clock_.stop();
  if (connecting_) std::exchange(connecting_, nullptr)->cancel();
  if (stream_) stream_->close();
}

}  // namespace toolcall::serve
