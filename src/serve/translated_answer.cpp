// The rewriter's events are the parts; what else a message needs (its model, its counts of tokens) stands in the
// objects that the rewriter writes.

#include "serve/translated_answer.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "parser/ids.hpp"
#include "text/finish_reason.hpp"

namespace toolcall::serve {

translated_answer::translated_answer(completion_rewriter::settings how, bool streamed)
    : rewriter_(
          [&] {
            how.sink = sink();
            how.chunks.arguments = streamed ? arguments_for(how.chunks.arguments, true) : arguments_as::complete;
            whole_calls_ = how.chunks.arguments == arguments_as::complete;
            return std::move(how);
          }(),
          body_framing::automatic, body_framing::json),
      streamed_(streamed) {
}

bool translated_answer::begin(response_head& head) {
  if (head.status / 100 != 2) error_status_ = head.status;
  const bool events = streamed_ && error_status_ == 0;
  head.fields.set("Content-Type", events ? "text/event-stream" : "application/json");
  if (!events) return true;
  head.fields.set("Cache-Control", "no-cache");
  head.fields.set("X-Accel-Buffering", "no");
  return true;
}

void translated_answer::feed(std::string_view bytes, std::string& to) {
  if (error_status_ != 0) {
    error_ += bytes;
    return;
  }
  begin_once();
  const std::string made(rewriter_.feed(bytes));
  read_written(made);
  give(to);
}

void translated_answer::finish(std::string& to) {
  if (error_status_ != 0) {
    to += error_of(error_status_, error_);
    return;
  }
  begin_once();
  const std::string made(rewriter_.finish());
  read_written(made);
  if (reason_.empty())
    fail_once(what_is_missing());
  else if (!std::exchange(ended_, true))
    message_ends(closing_reason(), counts_);
  give(to);
}

void translated_answer::fail(const refusal& why, std::string& to) {
  if (error_status_ != 0) return finish(to);
  begin_once();
  const std::string made(rewriter_.finish());
  read_written(made);
  fail_once(why);
  give(to);
}

std::string translated_answer::keepalive() {
  if (!streamed_ || error_status_ != 0) return {};
  begin_once();
  std::string made = std::exchange(out_, {});
  return made.empty() ? alive() : made;
}

void translated_answer::send(std::string_view type, const request_json& data) {
  if (!streamed_) return;
  ((out_ += "event: ") += type) += "\ndata: ";
  (out_ += to_text(data)) += "\n\n";
}

void translated_answer::begin_once() {
  if (!std::exchange(begun_, true)) message_begins();
}

// Both kinds of end come once, and only one of them.
void translated_answer::fail_once(refusal why) {
  if (std::exchange(ended_, true)) return;
  if (streamed_) message_failed(why);
  failure_ = std::move(why);
}

// Of an answer that came to its end.
refusal translated_answer::what_is_missing() const {
  if (rewriter_.framing() == body_framing::other)
    return {502, "upstream_malformed", "the upstream's answer is neither JSON nor server-sent events"};
  return no_message();
}

// These interfaces have words for few ends. Whatever broke the text off, it is not whole; a word that nobody knows says
// nothing of that.
std::string_view translated_answer::closing_reason() const {
  if (events::is_filter_reason(reason_)) return "content_filter";
  if (events::is_broken_off(reason_)) return "length";
  if (events::ending_of(reason_) == events::ending::natural) return reason_;
  return called_ ? "tool_calls" : "stop";
}

void translated_answer::give(std::string& to) {
  to += std::exchange(out_, {});
}

void translated_answer::event_came(std::uint64_t choice, const event& e) {
  answer_watch::event_came(choice, e);
  if (choice != 0 || ended_) return;
  called_ = called_ || e.type == event_type::call_end;
  if (e.type == event_type::text || e.type == event_type::reasoning) return part_came(e.type, e.text);
  whole_calls_ ? keep_call(e) : call_came(e);
}

void translated_answer::call_came(const event& e) {
  if (e.type == event_type::call_begin) {
    in_call_ = true;
    call_begins(std::string(e.id), std::string(e.name));
  }
  if (e.type == event_type::arguments && !e.text.empty()) arguments_came(e.text);
  const bool ends = e.type == event_type::call_end;
  if (!ends && (e.type != event_type::call_incomplete || e.call == no_call)) return;
  in_call_ = false;
  ends ? call_ends() : call_breaks();
  for (const auto& [is, text] : std::exchange(behind_call_, {})) part_came(is, text);
}

// A server's own call may be open until the answer ends, whatever text comes before; what the interface has begun next
// would end it.
void translated_answer::part_came(event_type is, std::string_view text) {
  if (in_call_)
    behind_call_.emplace_back(is, text);
  else
    is == event_type::text ? text_came(text) : reasoning_came(text);
}

// Until it is complete.
void translated_answer::keep_call(const event& e) {
  if (e.type == event_type::call_begin) {
    id_ = e.id;
    name_ = e.name;
    arguments_.clear();
  }
  if (e.type == event_type::arguments) arguments_ += e.text;
  if (e.type != event_type::call_end) return;
  call_begins(id_, name_);
  arguments_came(arguments_);
  call_ends();
}

void translated_answer::choice_ended(std::uint64_t choice, std::string_view finish_reason) {
  answer_watch::choice_ended(choice, finish_reason);
  if (choice == 0) reason_ = finish_reason;
}

void translated_answer::other_came(std::string_view object, bool is_error) {
  answer_watch::other_came(object, is_error);
  if (!is_error) return;
  std::string message = error_message_of(std::string(object));
  if (message.empty())
    message = read_request(object) ? "the upstream sent an error within its answer"
                                   : "the upstream sent something that is not JSON within its answer";
  fail_once({502, "upstream_error", std::move(message)});
}

// Objects that were made, a line each.
void translated_answer::read_written(std::string_view lines) {
  for (std::size_t from = 0; from < lines.size();) {
    const std::size_t to = std::min(lines.find('\n', from), lines.size());
    const std::string_view line = lines.substr(from, to - from);
    from = to + 1;
    if (!model_.empty() && line.find("\"usage\"") == line.npos) continue;
    const auto object = read_request(line);
    if (!object) continue;
    if (model_.empty()) model_ = text_of(*object, "model");
    const auto usage = object->find("usage");
    if (usage == object->end() || !usage->is_object()) continue;
    const auto count = [](const request_json& of, const char* name) -> std::uint64_t {
      const auto found = of.is_object() ? of.find(name) : of.end();
      return of.is_object() && found != of.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
    };
    const auto details = [&](const char* name) { return usage->contains(name) ? (*usage)[name] : request_json(); };
    counts_ = {count(*usage, "prompt_tokens"), count(details("prompt_tokens_details"), "cached_tokens"),
               count(*usage, "completion_tokens"), count(details("completion_tokens_details"), "reasoning_tokens")};
  }
}

std::string error_message_of(const std::string& body) {
  const auto object = read_request(body);
  if (!object) return {};
  const auto error = object->find("error");
  if (error != object->end() && error->is_string()) return error->get<std::string>();
  if (error != object->end() && error->is_object()) return text_of(*error, "message");
  return text_of(*object, "message");
}

std::string says_status(int status) {
  return "the upstream answered with status " + std::to_string(status);
}

std::string random_id(std::string_view prefix) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string made(prefix);
  for (int half = 0; half < 2; ++half)
    for (std::uint64_t seed = events::random_seed(), i = 0; i < 12; ++i, seed >>= 4U) made += digits[seed & 15U];
  return made;
}

}  // namespace toolcall::serve
