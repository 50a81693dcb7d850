// The upstream is asked for the next bytes when the client has taken those before; so a slow client slows the upstream,
// and little is held.

#include "serve/exchange.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "output/json_writer.hpp"
#include "serve/detection.hpp"
#include "serve/translation.hpp"

namespace toolcall::serve {

namespace {

std::string_view path_of(std::string_view target) {
  return target.substr(0, target.find('?'));
}

refusal refusal_of(const upstream_failure& failure) {
  if (failure.is == upstream_failure::kind::timeout) return {504, "upstream_timeout", "the upstream: " + failure.why};
  const bool cut = failure.is == upstream_failure::kind::cut;
  const bool unreachable = failure.is == upstream_failure::kind::unreachable;
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
  const std::string_view path = path_of(request_.target);
  if (path.substr(0, 10) == "/toolcall/") return answer_locally(path);
  if (endpoint_ == endpoint::count_tokens) {
    // Most servers have no such path, and clients only ask whether it is time to make the conversation shorter.
    return respond(200, "application/json", estimated_tokens(body_));
  }
  if (endpoint_ == endpoint::other || !shared_.profiles.unknown()) return call_upstream();
  detect_profile(loop_, shared_, [self = shared_from_this()] {
    if (self->client_ != nullptr) self->call_upstream();
  });
}

void exchange::answer_locally(std::string_view path) {
  if (request_.method != "GET" && request_.method != "HEAD") return refuse({405, "method", "this path only has GET"});
  if (path == "/toolcall/health") return respond(200, "application/json", R"({"status":"ok"})");
  if (path == "/toolcall/metrics")
    return respond(200, "text/plain; version=0.0.4; charset=utf-8", shared_.counted.text());
  if (path == "/toolcall/ready") return answer_ready();
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
  plan_ = std::move(std::get<plan>(made));
  if (plan_->answer && !shared_.how.capture.empty())
    capture_.emplace(shared_.how.capture, number_, plan_->request.body);
  call_ = std::make_shared<upstream_call>(loop_, shared_.how.most, shared_.upstream, shared_.upstream_tls.get());
  call_->start(std::move(plan_->request), [self = shared_from_this()](const std::optional<upstream_failure>& failure) {
    if (self->client_ != nullptr) self->head_came(failure);
  });
}

void exchange::head_came(const std::optional<upstream_failure>& failure) {
  if (failure) {
    shared_.counted.add("toolcall_upstream_errors_total", {{"reason", refusal_of(*failure).code}});
    return refuse(refusal_of(*failure));
  }
  const response_head& head = call_->head();
  const std::string_view coding = head.fields.get("Content-Encoding");
  if (plan_->answer && !coding.empty() && !same_word(coding, "identity"))
    return refuse({502, "upstream_encoding",
                   "the upstream compressed its answer although it was asked not to, so it cannot be read"});
  const bool was_asked_again = status_ != 0;
  status_ = head.status;
  if (!was_asked_again && may_be_muted(status_)) return read_refusal();
  begin_answer();
}

void exchange::begin_answer() {
  response_head head{status_, call_->head().reason, call_->head().fields.end_to_end()};
  rewrites_ = plan_->answer && plan_->answer->begin(head);
  status_ = head.status;
  const bool no_body = has_no_body(request_, status_);
  const std::string_view length = call_->head().fields.get("Content-Length");
  if (no_body || (!rewrites_ && call_->knows_length())) {
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
  if (!plan_->note.empty()) head.fields.set("x-toolcall", plan_->note);
  out_ = to_bytes(head);
  flush();
  await_silence();
}

void exchange::ask() {
  if (asking_ || ended_ || !call_) return;
  asking_ = true;
  call_->next(
      [self = shared_from_this()](const std::optional<upstream_failure>& failure, const std::string& bytes, bool done) {
        if (self->client_ != nullptr) self->body_came(failure, bytes, done);
      });
}

void exchange::body_came(const std::optional<upstream_failure>& failure, std::string_view bytes, bool done) {
  asking_ = false;
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
  if (failure) {
    cut_ = true;
    error_ = refusal_of(*failure).code;
    shared_.counted.add("toolcall_upstream_errors_total", {{"reason", error_}});
  }
  add_body(made);
  if (done && !cut_ && chunked_ && !has_no_body(request_, status_)) out_ += "0\r\n\r\n";
  if (!out_.empty()) return flush();
  if (sending_) return;
  done ? finish(keep_alive_ && !cut_) : ask();
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
  note_end();
  client->answered(keep_alive);
}

void exchange::cancel() {
  if (std::exchange(client_, nullptr) == nullptr) return;
  silence_.stop();
  if (call_) call_->cancel();
  status_ = 499;  // as nginx calls a client that went away
  error_ = "client_closed";
  note_end();
}

void exchange::note_end() {
  if (std::exchange(over_, true)) return;
  shared_.counted.add("toolcall_requests_total",
                      {{"endpoint", std::string(to_string(endpoint_))}, {"status", std::to_string(status_)}});
  if (plan_ && plan_->answer) {
    for (const auto& [of, n] : plan_->answer->report().calls)
      shared_.counted.add("toolcall_calls_total", {{"dialect", of.first}, {"outcome", of.second}},
                          static_cast<std::int64_t>(n));
    for (const auto& [label, n] : plan_->answer->report().recoveries)
      shared_.counted.add("toolcall_recoveries_total", {{"label", label}}, static_cast<std::int64_t>(n));
  }
  write_log();
  if (!capture_ || capture_->write()) return;
  shared_.log(R"({"level":"warning","message":"the exchange cannot be written to the folder of --capture"})");
}

// Neither keys nor bodies are written, and of the target only the path.
void exchange::write_log() {
  const auto milliseconds = [](clock::duration took) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
  };
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  events::json_writer out;
  out.object([&] {
    out.member("time", std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
    out.member("level", error_.empty() ? "info" : "warning").member("exchange", number_);
    out.member("method", request_.method).member("path", path_of(request_.target)).member("status", status_);
    out.member("milliseconds", milliseconds(clock::now() - began_));
    if (first_byte_ != clock::time_point()) out.member("first_byte_milliseconds", milliseconds(first_byte_ - began_));
    out.member("bytes_in", body_.size()).member("bytes_out", bytes_out_);
    if (plan_ && !plan_->model.empty()) out.member("model", plan_->model);
    if (plan_ && plan_->answer) {
      const answer_report& found = plan_->answer->report();
      out.member("profile", plan_->profile).key("muted").json(plan_->muted ? "true" : "false");
      out.key("calls").array([&] {
        for (const auto& each : found.calls)
          out.object([&] {
            out.member("dialect", each.first.first).member("outcome", each.first.second).member("count", each.second);
          });
      });
      out.key("recoveries").object([&] {
        for (const auto& [label, n] : found.recoveries) out.member(label, n);
      });
      if (!found.finish_reason.empty()) out.member("finish_reason", found.finish_reason);
    }
    if (!error_.empty()) out.member("error", error_);
  });
  shared_.log(out.take());
}

// A server without a parser for tools refuses each request that has tools; asked so that it parses nothing, it answers.
bool exchange::may_be_muted(int status) const {
  return plan_ && plan_->answer && !plan_->muted && shared_.profiles.may_mute(status);
}

void exchange::read_refusal() {
  call_->next(
      [self = shared_from_this()](const std::optional<upstream_failure>& failure, const std::string& bytes, bool done) {
        if (self->client_ == nullptr) return;
        self->refusal_body_ += bytes;
        if (!done && self->refusal_body_.size() < longest_refusal) return self->read_refusal();
        if (self->shared_.profiles.learns_from(self->status_, self->refusal_body_)) {
          self->call_->cancel();
          return self->call_upstream();
        }
        self->begin_answer();
        self->body_came(failure, self->refusal_body_, done);
      });
}

}  // namespace toolcall::serve
