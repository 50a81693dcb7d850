// Events to chunks, one by one. Only what a client must not see wrong is kept: whether the role was written, how many
// calls there are, and whether one was completed.

#include <utility>

#include <toolcall/openai.hpp>

#include <nlohmann/json.hpp>

#include "events/finish_reason.hpp"

namespace toolcall {

namespace {

using json = nlohmann::ordered_json;

std::string written(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string delta_of(const char* key, std::string_view text) {
  return written({{key, text}});
}

// The beginning of a call: everything but further arguments.
std::string call_delta(std::int64_t index, std::string_view id, std::string_view name, std::string_view arguments) {
  const json call = {
      {"index", index}, {"id", id}, {"type", "function"}, {"function", {{"name", name}, {"arguments", arguments}}}};
  return written({{"tool_calls", json::array({call})}});
}

std::string arguments_delta(std::int64_t index, std::string_view arguments) {
  const json call = {{"index", index}, {"function", {{"arguments", arguments}}}};
  return written({{"tool_calls", json::array({call})}});
}

}  // namespace

openai_writer::openai_writer(settings how) : mode_(how.arguments) {
  head_ =
      written({{"id", how.id}, {"object", "chat.completion.chunk"}, {"created", how.created}, {"model", how.model}});
  head_.back() = ',';
  head_ += R"("choices":[{"index":0,"delta":)";
}

std::vector<std::string> openai_writer::write(std::span<const event> events) {
  std::vector<std::string> made;
  if (finished_) return made;
  begin(made);
  for (const event& e : events) {
    switch (e.type) {
      case event_type::text:
      case event_type::reasoning:
        if (!e.text.empty()) add(made, delta_of(e.type == event_type::text ? "content" : "reasoning_content", e.text));
        break;
      case event_type::call_begin:
        begin_call(made, e);
        break;
      case event_type::arguments:
        if (mode_ == arguments_as::stream)
          add(made, arguments_delta(calls_ - 1, e.text));
        else
          arguments_ += e.text;
        break;
      case event_type::call_end:
        end_call(made);
        break;
      case event_type::call_incomplete:  // of a call that was begun, its part that was told is all there will be
        arguments_.clear();
        break;
      case event_type::markup:
      case event_type::call_refused:
      case event_type::diagnostic:
        break;
    }
  }
  return made;
}

std::vector<std::string> openai_writer::finish(std::string_view finish_reason) {
  std::vector<std::string> made;
  if (finished_) return made;
  begin(made);
  finished_ = true;
  switch (events::ending_of(finish_reason)) {
    case events::ending::natural:
      add(made, "{}", called_ ? "tool_calls" : "stop");
      break;
    case events::ending::length:
      add(made, "{}", "length");
      break;
    case events::ending::other:
      add(made, "{}", finish_reason);
      break;
  }
  return made;
}

void openai_writer::add(std::vector<std::string>& to, const std::string& delta, std::string_view finish_reason) const {
  const std::string reason = finish_reason.empty() ? "null" : written(finish_reason);
  to.push_back(head_ + delta + R"(,"finish_reason":)" + reason + "}]}");
}

void openai_writer::begin(std::vector<std::string>& to) {
  if (!begun_) add(to, R"({"role":"assistant","content":null})");
  begun_ = true;
}

void openai_writer::begin_call(std::vector<std::string>& to, const event& e) {
  if (mode_ == arguments_as::stream) return add(to, call_delta(calls_++, e.id, e.name, ""));
  id_ = e.id;
  name_ = e.name;
  arguments_.clear();
}

void openai_writer::end_call(std::vector<std::string>& to) {
  called_ = true;
  if (mode_ == arguments_as::complete) add(to, call_delta(calls_++, id_, name_, arguments_));
  arguments_.clear();
}

}  // namespace toolcall
