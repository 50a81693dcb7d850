// The body goes through the library's rewriter; its sink counts.

#include "serve/chat_answer.hpp"

#include <utility>

#include <toolcall/response_rewriter.hpp>

#include "serve/answer_watch.hpp"

namespace toolcall::serve {

namespace {

class chat_answer final : public answer {
 public:
  explicit chat_answer(completion_rewriter::settings how) : rewriter_(watched(std::move(how), watch_)) {}

  bool begin(response_head& head) override {
    if (head.status / 100 != 2) return false;
    announced_ = head.fields.get("Content-Type").find("event-stream") != std::string_view::npos;
    if (!announced_) return true;
    // A proxy between us and the client must not collect what is streamed.
    head.fields.set("Cache-Control", "no-cache");
    head.fields.set("X-Accel-Buffering", "no");
    return true;
  }
  void feed(std::string_view bytes, std::string& out) override { out += rewriter_.feed(bytes); }
  void finish(std::string& out) override {
    out += rewriter_.finish();
    if (!streams() || report().failed || (report().ended && !report().cut)) return;
    cut_ = no_message();
    write_error(*cut_, out);
  }
  void fail(const refusal& why, std::string& out) override {
    out += rewriter_.finish();
    if (streams()) write_error(why, out);
  }
  std::optional<refusal> failure() const override {
    if (streams() && report().failed) return refusal{502, "upstream_error", "the upstream sent an error in its stream"};
    if (cut_ || report().ended) return cut_;
    if (report().malformed) return refusal{502, "upstream_malformed", "the upstream's answer is broken JSON"};
    return std::nullopt;
  }
  std::string keepalive() override { return streams() ? ": toolcall\n\n" : ""; }
  const answer_report& report() const override { return watch_.report(); }
  void keep_reasoning_with(std::size_t most, keep_reasoning keep) override {
    watch_.keep_reasoning_with(most, std::move(keep));
  }

 private:
  static completion_rewriter::settings watched(completion_rewriter::settings how, answer_watch& watch) {
    how.sink = watch.sink();
    return how;
  }
  static void write_error(const refusal& why, std::string& out) {
    out += "data: " + error_body(endpoint::chat, why) + "\n\n";
  }
  bool streams() const { return announced_ || rewriter_.framing() == body_framing::server_events; }

  bool announced_ = false;      // as a stream, by the head
  std::optional<refusal> cut_;  // the stream came to its end, and no message did
  answer_watch watch_;
  response_rewriter rewriter_;
};

}  // namespace

std::unique_ptr<answer> make_chat_answer(completion_rewriter::settings how) {
  return std::make_unique<chat_answer>(std::move(how));
}

}  // namespace toolcall::serve
