// The upstream is asked for the next bytes when the client has taken those before; so a slow client slows the upstream,
// and little is held.

#include "serve/exchange.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "serve/detection.hpp"
#include "serve/history.hpp"
#include "serve/translated_answer.hpp"

namespace toolcall::serve {

namespace {

refusal refusal_of(const upstream_failure& failure) {
  if (failure.is == upstream_failure::cause::timeout) return {504, "upstream_timeout", "the upstream: " + failure.why};
  const bool cut = failure.is == upstream_failure::cause::cut;
  const bool unreachable = failure.is == upstream_failure::cause::unreachable;
  return {502,
          cut           ? "upstream_cut"
          : unreachable ? "upstream_unreachable"
                        : "upstream_malformed",
          "the upstream: " + failure.why};
}

bool has_no_body(const request_head& request, int status) {
  return request.method == "HEAD" || status == 204 || status == 304;
}

constexpr std::size_t longest_refusal = 64U << 10U;  // of an upstream, that is looked into

}  // namespace

exchange::exchange(event_loop& loop, server_state& shared, client_side& client, request_head head, std::string body,
                   bool keep_alive)
    : loop_(loop),
      shared_(shared),
      client_(&client),
      request_(std::move(head)),
      body_(std::move(body)),
      bytes_in_(body_.size()),
      keep_alive_(keep_alive),
      number_(++shared.exchanges),
      endpoint_(endpoint_of(request_.method, request_.target)),
      silence_(loop) {
  shared_.counted.add("toolcall_exchanges", {}, 1);
}

exchange::~exchange() {
  shared_.counted.add("toolcall_exchanges", {}, -1);
}

void exchange::start() {
  if (path().substr(0, 10) == "/toolcall/") return answer_locally();
  if (endpoint_ == endpoint::other || !is_unknown(shared_)) return ask_upstream();
  detect_profile(loop_, shared_, [self = shared_from_this()] {
    if (self->client_ != nullptr) self->ask_upstream();
  });
}

void exchange::ask_upstream() {
  if (shared_.how.mend_history) history_changes_ = mend_conversation(shared_, endpoint_, body_);
  endpoint_ == endpoint::count_tokens ? count() : call_upstream();
}

void exchange::count() {
  if (const auto why = check_readable(request_)) return refuse(*why);
  counting_ = std::make_shared<token_count>(loop_, shared_);
  const auto why = counting_->start(request_, body_, [self = shared_from_this()](const counted_tokens& counted) {
    if (self->client_ == nullptr) return;
    self->note_ = note_of(counted);
    self->respond(200, "application/json", to_body(counted));
  });
  if (why) refuse(*why);
}

std::string_view exchange::path() const {
  return std::string_view(request_.target).substr(0, request_.target.find('?'));
}

void exchange::answer_locally() {
  if (request_.method != "GET" && request_.method != "HEAD") return refuse({405, "method", "this path only has GET"});
  if (path() == "/toolcall/health") return respond(200, "application/json", shared_.parsers.health());
  if (path() == "/toolcall/metrics")
    return respond(200, "text/plain; version=0.0.4; charset=utf-8", shared_.counted.text());
  if (path() == "/toolcall/ready") return answer_ready();
  refuse({404, "not_found", "below /toolcall/ there are health, ready and metrics"});
}

// Ready: not draining, and the upstream answers, whatever it answers.
void exchange::answer_ready() {
  if (shared_.draining) return respond(503, "application/json", R"({"status":"draining"})");
  request_head asked;
  asked.method = "GET";
  asked.target = "/v1/models";
  call_ = std::make_shared<upstream_call>(loop_, shared_.how.most, shared_.upstream, shared_.upstream_tls.get());
  call_->start({upstream_head(shared_, asked, 0, false), {}},
               [self = shared_from_this()](const std::optional<upstream_failure>& failure) {
                 if (self->client_ == nullptr) return;
                 const bool ready = !failure && self->call_->head().status < 500;
                 self->call_->cancel();
                 self->respond(ready ? 200 : 503, "application/json",
                               ready ? R"({"status":"ready"})" : R"({"status":"upstream does not answer"})");
               });
}

void exchange::call_upstream() {
  auto made = make_plan(shared_, request_, body_);
  if (const auto* why = std::get_if<refusal>(&made)) return refuse(*why);
  plan again = std::move(std::get<plan>(made));
  if (early_) again.answer = std::move(plan_->answer);  // which has begun
  plan_ = std::move(again);
  note_ = plan_->note;
  if (!history_changes_.empty()) note_ += note_.empty() ? "history=mended" : "; history=mended";
  if (plan_->answer && !shared_.how.capture.empty())
    capture_.emplace(shared_.how.capture, number_, plan_->request.body,
                     shared_.how.redact ? capture::secrets::redacted : capture::secrets::kept);
  call_ = std::make_shared<upstream_call>(loop_, shared_.how.most, shared_.upstream, shared_.upstream_tls.get());
  call_->start(std::move(plan_->request), [self = shared_from_this()](const std::optional<upstream_failure>& failure) {
    if (self->client_ != nullptr) self->head_came(failure);
  });
  if (plan_->answer && plan_->streamed && !early_)
    silence_.start(shared_.how.most.keepalive_after, [self = shared_from_this()] {
      if (self->client_ != nullptr && !self->has_head_) self->begin_early();
    });
}

// A client that asked for a stream must not give up because the upstream reads a long prompt. What goes wrong
// afterwards is said in the stream.
void exchange::begin_early() {
  early_ = rewrites_ = true;
  status_ = 200;
  response_head head{status_, {}, {}};
  head.fields.add("Content-Type", "text/event-stream");
  plan_->answer->begin(head);
  send_head(std::move(head), {});
  add_body(plan_->answer->keepalive());
  flush();
  await_silence();
}

void exchange::head_came(const std::optional<upstream_failure>& failure) {
  has_head_ = true;
  if (failure && early_) return body_came(failure, {}, true);
  if (failure) {
    shared_.counted.add("toolcall_upstream_errors_total", {{"reason", refusal_of(*failure).code}});
    return refuse(refusal_of(*failure));
  }
  const response_head& head = call_->head();
  const std::string_view coding = head.fields.get("Content-Encoding");
  if (plan_->answer && !coding.empty() && !same_word(coding, "identity"))
    return refuse({502, "upstream_encoding",
                   "the upstream compressed its answer although it was asked not to, so it cannot be read"});
  if ((!asked_again_ && may_be_muted(head.status)) || (early_ && head.status / 100 != 2)) return read_refusal();
  begin_answer();
  if (holds_) ask();
}

void exchange::begin_answer() {
  if (early_) {
    // Responses and Messages are made of either.
    if (endpoint_ == endpoint::chat &&
        call_->head().fields.get("Content-Type").find("event-stream") == std::string_view::npos)
      return fail_begun({502, "upstream_not_streamed", "the upstream answered with no stream"});
    return ask();
  }
  response_head head{call_->head().status, call_->head().reason, call_->head().fields.end_to_end()};
  rewrites_ = plan_->answer && plan_->answer->begin(head);
  status_ = head.status;
  holds_ = rewrites_ && !plan_->streamed;
  if (holds_) {
    held_head_ = std::move(head);
    return;
  }
  send_head(std::move(head), call_->head().fields.get("Content-Length"));
  flush();
  await_silence();
}

// The answer that was held goes out; or it is asked for once more, where it does not call although it must.
void exchange::whole_came() {
  if (is_unmet() && tries_ < shared_.how.most.choice_retries) {
    ++tries_;
    shared_.counted.add("toolcall_choice_retries_total", {});
    call_->cancel();
    has_head_ = ended_ = false;
    held_.clear();
    return call_upstream();
  }
  holds_ = false;
  if (const auto why = plan_->answer->failure()) return refuse(*why);
  if (is_unmet()) note_ += "; choice=unmet";
  for (const char* const outcome : {"refused", "incomplete"})
    if (has_made(outcome)) (note_ += "; calls=") += outcome;
  send_head(std::move(held_head_), {});
  add_body(std::exchange(held_, {}));
}

// `length`: of the upstream's answer, empty where it has none.
void exchange::send_head(response_head head, std::string_view length) {
  if (has_no_body(request_, status_) || (!rewrites_ && call_->knows_length())) {
    if (!length.empty()) head.fields.add("Content-Length", length);
  } else if (request_.minor_version == 1) {
    head.fields.add("Transfer-Encoding", "chunked");
    chunked_ = true;
  } else {
    keep_alive_ = false;  // the end of the connection is the end of the body
  }
  if (shared_.draining) keep_alive_ = false;
  if (!keep_alive_)
    head.fields.add("Connection", "close");
  else if (request_.minor_version == 0)
    head.fields.add("Connection", "keep-alive");
  if (!note_.empty()) head.fields.set("x-toolcall", note_);
  out_ = to_bytes(head);
}

void exchange::ask() {
  if (asking_ || ended_ || !has_head_) return;
  asking_ = true;
  call_->next(
      [self = shared_from_this()](const std::optional<upstream_failure>& failure, std::string_view bytes, bool done) {
        if (self->client_ != nullptr) self->body_came(failure, bytes, done);
      });
}

void exchange::body_came(const std::optional<upstream_failure>& failure, std::string_view bytes, bool done) {
  asking_ = false;
  if (rewrites_ && meter_.longest(bytes) > shared_.how.most.event)
    return fail_begun(
        {502, "event_too_big",
         "an event of the upstream's answer is longer than " + std::to_string(shared_.how.most.event) + " bytes"});
  ended_ = done;
  std::string made;
  if (!rewrites_) {
    made = bytes;
  } else {
    if (capture_) capture_->add(bytes);
    plan_->answer->feed(bytes, made);
    if (failure)
      plan_->answer->fail(refusal_of(*failure), made);
    else if (done)
      plan_->answer->finish(made);
    if (made.empty() && !bytes.empty() && held_since_ == clock::time_point()) held_since_ = clock::now();
    if (!made.empty() && held_since_ != clock::time_point())
      shared_.counted.observe("toolcall_hold_seconds", clock::now() - std::exchange(held_since_, {}));
  }
  if (failure && holds_) return fail_begun(refusal_of(*failure));
  if (failure) {
    cut_ = true;
    note_error(refusal_of(*failure));
  } else if (const auto why = done && rewrites_ && !holds_ ? plan_->answer->failure() : std::nullopt) {
    note_error(*why);
  }
  if (holds_) {
    held_ += made;
    if (!done) return ask();
    whole_came();
    if (!ended_) return;  // it is asked for again
  } else {
    add_body(made);
  }
  if (done && !cut_ && chunked_ && !has_no_body(request_, status_)) out_ += "0\r\n\r\n";
  if (!out_.empty()) return flush();
  if (sending_) return;
  done ? finish(keep_alive_ && !cut_) : ask();
}

// The upstream's answer has begun and cannot go on. What is held has not begun for the client.
void exchange::fail_begun(const refusal& why) {
  call_->cancel();
  shared_.counted.add("toolcall_upstream_errors_total", {{"reason", why.code}});
  if (std::exchange(holds_, false)) return refuse(why);
  error_ = why.code;
  ended_ = cut_ = true;
  std::string made;
  plan_->answer->fail(why, made);
  add_body(made);
  if (!out_.empty()) return flush();
  if (!sending_) finish(false);
}

void exchange::add_body(std::string_view bytes) {
  if (bytes.empty()) return;
  if (first_byte_ == clock::time_point()) {
    first_byte_ = clock::now();
    shared_.counted.observe("toolcall_first_byte_seconds", first_byte_ - began_);
  }
  bytes_out_ += bytes.size();
  if (!chunked_) {
    out_ += bytes;
    return;
  }
  char size[20];
  out_.reserve(out_.size() + bytes.size() + sizeof size + 2);
  const int digits = std::snprintf(size, sizeof size, "%zx\r\n", bytes.size());
  out_.append(size, static_cast<std::size_t>(digits)).append(bytes).append("\r\n");
}

void exchange::flush() {
  if (sending_ || out_.empty() || client_ == nullptr) return;
  sending_ = true;
  client_->send(std::exchange(out_, {}), [self = shared_from_this()] {
    self->sending_ = false;
    if (self->client_ == nullptr) return;
    if (!self->out_.empty()) return self->flush();
    self->await_silence();
    self->ended_ ? self->finish(self->keep_alive_ && !self->cut_) : self->ask();
  });
}

void exchange::await_silence() {
  if (!rewrites_ || ended_ || client_ == nullptr) return;
  silence_.start(shared_.how.most.keepalive_after, [self = shared_from_this()] {
    if (self->client_ == nullptr || self->ended_) return;
    if (!self->sending_) {
      self->add_body(self->plan_->answer->keepalive());
      self->flush();
    }
    if (!self->sending_) self->await_silence();
  });
}

void exchange::refuse(const refusal& why) {
  if (early_) return fail_begun(why);
  silence_.stop();
  error_ = why.code;
  respond(why.status, "application/json", error_body(endpoint_, why));
}

void exchange::respond(int status, std::string_view type, std::string body) {
  status_ = status;
  response_head head{status, {}, {}};
  head.fields.add("Content-Type", type);
  head.fields.add("Content-Length", std::to_string(body.size()));
  if (shared_.draining) keep_alive_ = false;
  if (!keep_alive_) head.fields.add("Connection", "close");
  if (!note_.empty()) head.fields.set("x-toolcall", note_);
  ended_ = true;
  out_ = to_bytes(head);
  bytes_out_ += body.size();
  if (request_.method != "HEAD") out_ += body;
  flush();
}

void exchange::finish(bool keep_alive) {
  client_side* const client = std::exchange(client_, nullptr);
  if (client == nullptr) return;
  silence_.stop();
  if (call_) call_->cancel();
  if (counting_) counting_->cancel();
  note_end();
  client->answered(keep_alive);
}

void exchange::cancel() {
  if (std::exchange(client_, nullptr) == nullptr) return;
  silence_.stop();
  if (call_) call_->cancel();
  if (counting_) counting_->cancel();
  status_ = 499;  // as nginx calls a client that went away
  error_ = "client_closed";
  note_end();
}

// A server without a parser for tools refuses each request that has tools; asked so that it parses nothing, it answers.
bool exchange::may_be_muted(int status) const {
  return plan_ && plan_->answer && !plan_->muted && shared_.profiles.may_mute(status);
}

void exchange::read_refusal() {
  call_->next(
      [self = shared_from_this()](const std::optional<upstream_failure>& failure, std::string_view bytes, bool done) {
        if (self->client_ == nullptr) return;
        self->refusal_body_ += bytes;
        if (!done && self->refusal_body_.size() < longest_refusal) return self->read_refusal();
        self->refusal_is_read(failure, done);
      });
}

void exchange::refusal_is_read(const std::optional<upstream_failure>& failure, bool done) {
  const int status = call_->head().status;
  if (!asked_again_ && may_be_muted(status) && shared_.profiles.learns_from(status, refusal_body_)) {
    call_->cancel();
    has_head_ = false;
    asked_again_ = true;
    refusal_body_.clear();
    return call_upstream();
  }
  if (early_) {
    const std::string says = error_message_of(refusal_body_);
    return fail_begun({status, "upstream_error", says.empty() ? says_status(status) : says});
  }
  begin_answer();
  body_came(failure, refusal_body_, done);
}

}  // namespace toolcall::serve
