// The end of an exchange: what it adds to the counters, its line in the log, and its captured files.

#include <algorithm>
#include <chrono>
#include <utility>

#include "output/json_writer.hpp"
#include "serve/exchange.hpp"

namespace toolcall::serve {

// Of an answer that has begun: its client was told in it, and the connection is closed.
void exchange::note_error(const refusal& why) {
  error_ = why.code;
  keep_alive_ = false;
  shared_.counted.add("toolcall_upstream_errors_total", {{"reason", error_}});
}

void exchange::note_end() {
  if (std::exchange(end_noted_, true)) return;
  shared_.counted.add("toolcall_requests_total",
                      {{"endpoint", std::string(to_string(endpoint_))}, {"status", std::to_string(status_)}});
  if (plan_ && plan_->answer) {
    if (is_unmet()) shared_.counted.add("toolcall_unmet_choices_total", {});
    for (const auto& [of, n] : plan_->answer->report().calls)
      shared_.counted.add("toolcall_calls_total", {{"dialect", of.dialect}, {"outcome", of.outcome}},
                          static_cast<std::int64_t>(n));
    for (const auto& [label, n] : plan_->answer->report().recoveries)
      shared_.counted.add("toolcall_recoveries_total", {{"label", label}}, static_cast<std::int64_t>(n));
    for (const auto& [verdict, n] : plan_->answer->report().verdicts)
      shared_.counted.add("toolcall_verdicts_total",
                          {{"model", shared_.counted.some(plan_->model)}, {"verdict", verdict}},
                          static_cast<std::int64_t>(n));
    note_prefill();
    note_parser();
  }
  write_log();
  const std::string failure = capture_ ? capture_->write() : "";
  if (failure.empty()) return;
  shared_.log(R"({"level":"warning","message":)" + events::json_string(failure) + "}");
}

// What the answer shows of the server: whether it takes out the reasoning that its template opens.
void exchange::note_prefill() {
  const std::optional<bool>& fits = plan_->answer->report().prefill_fits;
  if (fits && shared_.profiles.learns_prefill(*fits))
    shared_.log(
        R"({"level":"info","message":"the upstream takes reasoning out by itself, or there is no reasoning, so the )"
        R"(prefill of its template is not used"})");
}

// A server that was asked to read nothing has no part in it.
void exchange::note_parser() {
  if (plan_->muted || status_ != 200 || !error_.empty()) return;
  const auto advice = shared_.parsers.note(shared_.counted.some(plan_->model), plan_->profile, plan_->answer->report());
  if (advice) shared_.log(R"({"level":"warning","message":)" + events::json_string(*advice) + "}");
}

// Whether the request forced a call and the answer, which is whole, has none that the client gets.
bool exchange::is_unmet() const {
  return plan_ && plan_->answer && plan_->forced && status_ == 200 && error_.empty() && !has_made("complete") &&
         !has_made("invalid");
}

// Whether the model made a call that came to this.
bool exchange::has_made(std::string_view outcome) const {
  if (!plan_ || !plan_->answer) return false;
  const auto& calls = plan_->answer->report().calls;
  return std::any_of(calls.begin(), calls.end(), [&](const auto& each) { return each.first.outcome == outcome; });
}

namespace {

// How many calls, recoveries and verdicts there are of each kind.
void write_found(events::json_writer& out, const answer_report& found) {
  out.key("calls").array([&] {
    for (const auto& each : found.calls)
      out.object([&] {
        const kind_of_call& kind = each.first;
        out.member("dialect", kind.dialect).member("outcome", kind.outcome).member("count", each.second);
        out.member("channel", to_string(kind.channel));
        if (kind.evidence) out.member("evidence", to_string(*kind.evidence));
      });
  });
  out.key("recoveries").object([&] {
    for (const auto& [label, n] : found.recoveries) out.member(label, n);
  });
  out.key("verdicts").object([&] {
    for (const auto& [verdict, n] : found.verdicts) out.member(verdict, n);
  });
}

}  // namespace

// Neither keys nor bodies are written, and of the target only the path.
void exchange::write_log() {
  const auto milliseconds = [](clock::duration took) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
  };
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  events::json_writer out;
  out.object([&] {
    out.member("time", std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
    const bool is_well = error_.empty() && !has_made("refused") && !has_made("incomplete");
    out.member("level", is_well ? "info" : "warning").member("exchange", number_);
    out.member("method", request_.method).member("path", path()).member("status", status_);
    out.member("milliseconds", milliseconds(clock::now() - began_));
    if (first_byte_ != clock::time_point()) out.member("first_byte_milliseconds", milliseconds(first_byte_ - began_));
    out.member("bytes_in", bytes_in_).member("bytes_out", bytes_out_);
    if (plan_ && !plan_->model.empty()) out.member("model", plan_->model);
    if (!history_changes_.empty())
      out.key("history").object([&] {
        for (const auto& [code, n] : history_changes_) out.member(code, n);
      });
    if (plan_ && plan_->answer) {
      const answer_report& found = plan_->answer->report();
      out.member("profile", plan_->profile).key("muted").json(plan_->muted ? "true" : "false");
      write_found(out, found);
      if (is_unmet()) out.member("choice", "unmet");
      if (!found.finish_reason.empty()) out.member("finish_reason", found.finish_reason);
    }
    if (!error_.empty()) out.member("error", error_);
  });
  shared_.log(out.take());
}

}  // namespace toolcall::serve
