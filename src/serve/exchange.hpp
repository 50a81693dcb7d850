// One request and its answer.

#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "serve/answer.hpp"
#include "serve/capture.hpp"
#include "serve/event_meter.hpp"
#include "serve/http.hpp"
#include "serve/plan.hpp"
#include "serve/state.hpp"
#include "serve/token_count.hpp"
#include "serve/upstream_call.hpp"

namespace toolcall::serve {

// The connection that the request came on.
class client_side {
 public:
  virtual ~client_side() = default;
  // `sent` is called when all of it was taken, and never where the connection is gone.
  virtual void send(std::string bytes, callback<void()> sent) = 0;
  // The answer is whole, or cannot go on: then the connection must be closed.
  virtual void answered(bool keep_alive) = 0;
};

class exchange : public std::enable_shared_from_this<exchange> {
 public:
  exchange(event_loop& loop, server_state& shared, client_side& client, request_head head, std::string body,
           bool keep_alive);
  exchange(const exchange&) = delete;
  exchange& operator=(const exchange&) = delete;
  ~exchange();

  void start();
  // The client is gone; it is not spoken to again.
  void cancel();

 private:
  std::string_view path() const;
  void answer_locally();
  void answer_ready();
  void ask_upstream();
  void count();
  void call_upstream();
  void begin_early();
  void send_head(response_head head, std::string_view length);
  void fail_begun(const refusal& why);
  void head_came(const std::optional<upstream_failure>& failure);
  bool may_be_muted(int status) const;
  void read_refusal();
  void refusal_is_read(const std::optional<upstream_failure>& failure, bool done);
  void begin_answer();
  void whole_came();
  bool is_unmet() const;
  bool has_made(std::string_view outcome) const;
  void body_came(const std::optional<upstream_failure>& failure, std::string_view bytes, bool done);
  void ask();
  void note_error(const refusal& why);
  void add_body(std::string_view bytes);
  void flush();
  void await_silence();
  void refuse(const refusal& why);
  void respond(int status, std::string_view type, std::string body);
  void finish(bool keep_alive);
  void note_end();
  void note_prefill();
  void note_parser();
  void write_log();

  using clock = std::chrono::steady_clock;
  event_loop& loop_;
  server_state& shared_;
  client_side* client_;
  request_head request_;
  std::string body_;
  std::size_t bytes_in_;  // of the body as it came
  bool keep_alive_;
  std::uint64_t number_;
  clock::time_point began_ = clock::now(), first_byte_{}, held_since_{};
  endpoint endpoint_;
  std::optional<plan> plan_;
  std::map<std::string, std::size_t> history_changes_;  // what was mended in the request, by code
  std::optional<capture> capture_;
  std::shared_ptr<upstream_call> call_;
  std::shared_ptr<token_count> counting_;
  event_meter meter_;
  timer silence_;
  std::string out_, refusal_body_;
  std::string error_;  // why it did not go well, a word
  std::string note_;   // for the header x-toolcall
  int status_ = 0;
  std::uint64_t bytes_out_ = 0;
  bool rewrites_ = false, chunked_ = false, sending_ = false, asking_ = false, ended_ = false, cut_ = false,
       end_noted_ = false, has_head_ = false, asked_again_ = false;
  bool early_ = false;  // the answer was begun before the upstream's
  // An answer that is read and not streamed is held until it is whole, because its head says how it went.
  bool holds_ = false;
  response_head held_head_;
  std::string held_;
  std::size_t tries_ = 0;
};

}  // namespace toolcall::serve
