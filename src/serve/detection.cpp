// Probes, one after the other, each with little time.

#include "serve/detection.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "output/json_writer.hpp"
#include "serve/plan.hpp"
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

  void ask() {
    if (next_ == probes_.size()) return end("generic");
    request_head asked;
    asked.method = "GET";
    asked.target = probes_[next_].what.path;
    asked.fields.add("Host", shared_.upstream.authority());
    body_.clear();
    call_ = std::make_shared<upstream_call>(loop_, shared_.probing, shared_.upstream, shared_.upstream_tls.get());
    call_->start({upstream_head(shared_, asked, 0, true), {}},
                 [self = shared_from_this()](const std::optional<upstream_failure>& failure) {
                   if (failure && failure->is == upstream_failure::cause::unreachable) return self->done_();
                   failure || self->call_->head().status != 200 ? self->go_on() : self->read();
                 });
  }

 private:
  void read() {
    call_->next([self = shared_from_this()](const std::optional<upstream_failure>&, std::string_view bytes, bool done) {
      self->body_ += bytes;
      if (!done && self->body_.size() < longest_answer) return self->read();
      const auto& probe = self->probes_[self->next_];
      self->body_.find(probe.what.text) != std::string::npos ? self->end(probe.of) : self->go_on();
    });
  }
  void go_on() {
    call_->cancel();
    ++next_;
    ask();
  }
  void end(const std::string& name) {
    if (call_) call_->cancel();
    shared_.profiles.found(name);
    events::json_writer line;
    line.object(
        [&] { line.member("level", "info").member("message", "the upstream's profile").member("profile", name); });
    shared_.log(line.take());
    done_();
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
  std::shared_ptr<upstream_call> call_;
  std::string body_;
};

}  // namespace

void detect_profile(event_loop& loop, server_state& shared, std::function<void()> done) {
  std::make_shared<detection>(loop, shared, std::move(done))->ask();
}

}  // namespace toolcall::serve
