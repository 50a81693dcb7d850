// The sink's plain functions, and what is counted in them.

#include "serve/answer_watch.hpp"

#include <utility>

#include <toolcall/verdict.hpp>

#include "serving/server_object.hpp"
#include "typing/json.hpp"

namespace toolcall::serve {

namespace {

// What a message holds of these, a verdict does not ask for.
bool has_text(event_type is) {
  return is == event_type::text || is == event_type::reasoning || is == event_type::markup ||
         is == event_type::arguments;
}

}  // namespace

response_sink answer_watch::sink() {
  response_sink made;
  made.context = this;
  made.on_event = [](void* context, std::string_view, std::uint64_t choice, const event& e) {
    static_cast<answer_watch*>(context)->event_came(choice, e);
  };
  made.on_end = [](void* context, std::string_view, std::uint64_t choice, std::string_view reason) {
    static_cast<answer_watch*>(context)->choice_ended(choice, reason);
  };
  made.on_prefill = [](void* context, bool fits) { static_cast<answer_watch*>(context)->report_.prefill_fits = fits; };
  made.on_other = [](void* context, std::string_view object) {
    typing::json::document in;
    typing::json::syntax_error why;
    auto* const self = static_cast<answer_watch*>(context);
    const bool is_json = in.read(object, why);
    self->report_.malformed = self->report_.malformed || !is_json;
    self->other_came(object, !is_json || serving::is_error(in));
  };
  return made;
}

void answer_watch::event_came(std::uint64_t choice, const event& e) {
  const auto count = [&](std::string dialect, std::string_view outcome) {
    kind_of_call kind{dialect.empty() ? "native" : std::move(dialect), std::string(outcome), e.channel};
    if (e.type == event_type::call_end) kind.evidence = e.evidence;
    ++report_.calls[std::move(kind)];
  };
  const auto of_call = [&] {
    const auto found = dialects_.find({choice, e.call});
    std::string dialect = found == dialects_.end() ? std::string(e.dialect) : found->second;
    if (found != dialects_.end()) dialects_.erase(found);
    return dialect;
  };
  if (keep_ && choice == 0) note_reasoning(e);
  if (!has_text(e.type)) choices_[choice].add(e);
  if (e.type == event_type::call_begin) dialects_[{choice, e.call}] = e.dialect;
  if (e.type == event_type::call_end) count(of_call(), to_string(e.status));
  if (e.type == event_type::call_incomplete) count(of_call(), "incomplete");
  if (e.type == event_type::call_refused) count(std::string(e.dialect), "refused");
  if (e.type == event_type::diagnostic && e.recovery) ++report_.recoveries[std::string(e.label)];
}

// Only what comes before the first call led to it.
void answer_watch::note_reasoning(const event& e) {
  if (!first_.id.empty()) return;
  if (e.type == event_type::reasoning && reasoning_.size() <= most_reasoning_) reasoning_ += e.text;
  if (e.type == event_type::call_begin) open_ = {std::string(e.id), std::string(e.name), {}};
  if (e.type == event_type::arguments) open_.arguments += e.text;
  if (e.type == event_type::call_end) first_ = std::exchange(open_, {});
}

void answer_watch::choice_ended(std::uint64_t choice, std::string_view finish_reason) {
  (finish_reason.empty() ? report_.cut : report_.ended) = true;
  const auto found = choices_.extract(choice);
  message ended = found.empty() ? message() : std::move(found.mapped());
  ended.finish_reason = finish_reason.empty() ? "length" : std::string(finish_reason);
  ++report_.verdicts[std::string(to_string(verdict_on(ended).kind))];
  if (choice != 0) return;
  report_.finish_reason = finish_reason;
  if (keep_ && !first_.id.empty() && !reasoning_.empty() && reasoning_.size() <= most_reasoning_)
    keep_(first_, std::exchange(reasoning_, {}));
}

void answer_watch::other_came(std::string_view, bool is_error) {
  report_.failed = report_.failed || is_error;
}

refusal no_message() {
  return {502, "upstream_cut", "the upstream's answer has no message that ends with a finish reason"};
}

}  // namespace toolcall::serve
