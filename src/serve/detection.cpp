// Questions, one after the other, each with little time.

#include "serve/detection.hpp"

#include <memory>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "output/json_writer.hpp"
#include "serve/chat_request.hpp"
#include "serve/plan.hpp"
#include "serve/template_prefill.hpp"
#include "serve/upstream_call.hpp"

namespace toolcall::serve {

namespace {

constexpr std::size_t longest_answer = 1U << 20U;  // bytes that are looked into

class detection : public std::enable_shared_from_this<detection> {
 public:
  detection(event_loop& loop, server_state& shared, std::function<void()> done)
      : loop_(loop), shared_(shared), done_(std::move(done)) {
    for (const profile& each : shared_.profiles.all())
      for (const profile::probe& probe : each.probes) probes_.push_back({each.name, probe});
  }

  void start() { shared_.profiles.unknown() ? ask() : ask_template(); }

 private:
  // The status of the answer, 0 without an answer, and its body as far as it is looked into, where it is a success.
  using read_answer = std::function<void(int status, const std::string& body)>;

  void get(const std::string& path, read_answer then) {
    if (call_) call_->cancel();
    request_head asked;
    asked.method = "GET";
    asked.target = path;
    asked.fields.add("Host", shared_.upstream.authority());
    body_.clear();
    then_ = std::move(then);
    call_ = std::make_shared<upstream_call>(loop_, shared_.probing, shared_.upstream, shared_.upstream_tls.get());
    call_->start({upstream_head(shared_, asked, 0, true), {}},
                 [self = shared_from_this()](const std::optional<upstream_failure>& failure) {
                   if (failure && failure->is == upstream_failure::cause::unreachable) return self->done_();
                   const int status = failure ? 0 : self->call_->head().status;
                   if (status != 200) return std::exchange(self->then_, nullptr)(status, {});
                   self->read();
                 });
  }
  void read() {
    call_->next([self = shared_from_this()](const std::optional<upstream_failure>&, std::string_view bytes, bool done) {
      self->body_ += bytes;
      if (!done && self->body_.size() < longest_answer) return self->read();
      std::exchange(self->then_, nullptr)(200, self->body_);
    });
  }

  void ask() {
    if (next_ == probes_.size()) return is_loading_ ? finish() : end("generic");
    get(probes_[next_].what.path, [this](int status, const std::string& body) {
      const probe_of& probe = probes_[next_++];
      is_loading_ = is_loading_ || status == 503;
      status == 200 && body.find(probe.what.text) != std::string::npos ? end(probe.of) : ask();
    });
  }
  void end(const std::string& name) {
    shared_.profiles.found(name);
    say("the upstream's profile", "profile", name);
    ask_template();
  }

  void ask_template() {
    if (!shared_.profiles.asks_template()) return finish();
    const profile::told from = shared_.profiles.current()->chat_template;
    get(from.path, [this, from](int status, const std::string& body) {
      // Anything else, such as a model that is still loaded, does not say that there is no template.
      if (status != 200 && status != 404 && status != 501) return finish();
      const auto object = read_request(body);
      const std::string text = object ? text_of(*object, from.member.c_str()) : std::string();
      const std::optional<std::string> prompt = generation_prompt_of(text);
      std::string prefill = prompt ? prefill_of(*prompt, shared_.which) : std::string();
      if (!prompt)
        say("the end of the upstream's template is not certain, so there is no prefill but a profile's");
      else if (!prefill.empty())
        say("the prefill, by the upstream's template", "prefill", prefill);
      shared_.profiles.found_prefill(std::move(prefill));
      finish();
    });
  }
  void finish() {
    if (call_) call_->cancel();
    done_();
  }
  void say(const char* message, const char* name = nullptr, const std::string& value = {}) {
    events::json_writer line;
    line.object([&] {
      line.member("level", "info").member("message", message);
      if (name != nullptr) line.member(name, value);
    });
    shared_.log(line.take());
  }

  struct probe_of {
    std::string of;
    profile::probe what;
  };
  event_loop& loop_;
  server_state& shared_;
  std::function<void()> done_;
  std::vector<probe_of> probes_;
  std::size_t next_ = 0;
  bool is_loading_ = false;  // it says so of a path
  std::shared_ptr<upstream_call> call_;
  std::string body_;
  read_answer then_;
};

}  // namespace

bool is_unknown(const server_state& shared) {
  return shared.profiles.unknown() || shared.profiles.asks_template();
}

void detect_profile(event_loop& loop, server_state& shared, std::function<void()> done) {
  std::make_shared<detection>(loop, shared, std::move(done))->start();
}

}  // namespace toolcall::serve
