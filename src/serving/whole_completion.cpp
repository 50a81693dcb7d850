// Each choice is read as a stream of one piece, and its events are put together again. Members keep their order; those
// that nobody here knows keep their value.

#include "serving/whole_completion.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "output/json_writer.hpp"
#include "output/openai_deltas.hpp"
#include "serving/chunk_writer.hpp"
#include "serving/json_reading.hpp"
#include "serving/string_pieces.hpp"

namespace toolcall::serving {

using events::json_writer;
using typing::json::document;
using typing::json::value_kind;

namespace {

struct read_call {
  std::int64_t number;
  std::string id, name, arguments, more;
  bool is_custom, ended;
};

// A message, put together from events.
class folded_message final : public choice_sink {
 public:
  folded_message(const response_sink& sink, std::string_view response, std::uint64_t choice)
      : sink_(sink), response_(response), choice_(choice) {}

  void emit(const event& e, const server_part& part) override {
    if (sink_.on_event != nullptr) sink_.on_event(sink_.context, response_, choice_, e);
    if (e.type == event_type::text) content += e.text;
    if (e.type == event_type::reasoning) reasoning += e.text;
    if (e.type == event_type::call_begin)
      calls.push_back(
          {e.call, std::string(e.id), std::string(e.name), {}, std::string(part.more), part.is_custom, false});
    const auto open = [&](const read_call& c) { return c.number == e.call && !c.ended; };
    const auto found = std::find_if(calls.rbegin(), calls.rend(), open);
    if (e.type == event_type::call_incomplete) (found != calls.rend() ? outcomes.broken : outcomes.broken_away) = true;
    if (found == calls.rend()) return;
    if (e.type == event_type::arguments) found->arguments += found->is_custom ? part.input : e.text;
    if (e.type == event_type::call_end) found->ended = outcomes.called = true;
  }
  void end(std::string_view finish_reason) const {
    if (sink_.on_end != nullptr) sink_.on_end(sink_.context, response_, choice_, finish_reason);
  }
  // As in a stream: where calls are written when they are complete, those that broke off are not.
  void drop_open_calls() {
    calls.erase(std::remove_if(calls.begin(), calls.end(), [](const read_call& c) { return !c.ended; }), calls.end());
    outcomes.broken_away = outcomes.broken_away || std::exchange(outcomes.broken, false);
  }

  std::string content, reasoning;
  std::vector<read_call> calls;
  events::call_outcomes outcomes;

 private:
  const response_sink& sink_;
  std::string_view response_;
  std::uint64_t choice_;
};

void write_call(json_writer& out, const read_call& call) {
  out.object([&] {
    const char* const type = call.is_custom ? "custom" : "function";
    out.member("id", call.id).member("type", type);
    out.key(type).object(
        [&] { out.member("name", call.name).member(call.is_custom ? "input" : "arguments", call.arguments); });
    if (!call.more.empty()) out.json(call.more);
  });
}

class whole_choice {
 public:
  whole_choice(const document& in, std::uint32_t choice, const choice_settings& how,
               const completion_rewriter::settings& asked, std::string_view response, std::uint64_t place,
               std::uint64_t number)
      : in_(in),
        choice_(choice),
        message_(in.member(choice, "message")),
        index_(index_of(in, choice, place)),
        keeps_raw_(asked.raw),
        made_(asked.sink, response, index_) {
    const std::string reason = string_of(in, in.member(choice, "finish_reason"));
    read(how, asked, reason.empty() ? "stop" : reason, number);
  }

  void write(json_writer& out) const {
    out.object([&] {
      each_member(in_, choice_, [&](std::string_view key, std::uint32_t value) {
        if (key == "message") {
          out.key(key).object([&] { write_message(out); });
        } else if (key == "finish_reason") {
          out.member(key, reason_);
        } else if (key == "logprobs" && changed()) {
          out.key(key).null();
        } else {
          out.json_member(key, compact(in_, value));
        }
      });
      if (in_.member(choice_, "index") == 0) out.member("index", index_);
      if (in_.member(choice_, "finish_reason") == 0) out.member("finish_reason", reason_);
      if (keeps_raw_) out.member(raw_member, content_);
    });
  }

 private:
  static std::uint64_t index_of(const document& in, std::uint32_t choice, std::uint64_t place) {
    const std::uint32_t index = in.member(choice, "index");
    const auto given = index == 0 ? std::nullopt : integer(in, index);
    return given && *given >= 0 ? static_cast<std::uint64_t>(*given) : place;
  }

  std::string text(const char* name) const { return string_of(in_, in_.member(message_, name)); }

  // The texts come first, as in a stream, where the server's own calls follow them.
  void read(const choice_settings& how, const completion_rewriter::settings& asked, const std::string& given,
            std::uint64_t number) {
    choice_reader reader(for_whole_message(how, given), number);
    string_pieces pieces;
    pieces.add_content(in_, in_.member(message_, "content"), content_);
    content_ += pieces.end();
    const std::string longer = text("reasoning_content"), shorter = text("reasoning");
    differ_ = !longer.empty() && !shorter.empty() && longer != shorter;
    reader.reasoning(longer.empty() ? shorter : longer, made_);
    reader.content(content_, made_);
    each_call(in_, own_calls(in_, message_),
              [&](std::uint32_t call, std::int64_t place) { reader.call(in_, call, made_, place); });
    reader.finish(given, made_);
    reader.report_prefill(asked.sink);
    if (how.whole_calls) made_.drop_open_calls();
    reason_ = events::openai_reason(given, made_.outcomes, asked.broken_is_length);
    made_.end(reason_);
  }

  bool changed() const { return !made_.calls.empty() || made_.content != content_; }

  void write_message(json_writer& out) const {
    bool names_reasoning = false, has_content = false;
    each_member(in_, message_, [&](std::string_view key, std::uint32_t value) {
      if (key == "content") {
        has_content = true;
        write_content(out, value);
      } else if (key == "reasoning_content" || key == "reasoning") {
        const bool is_read = is_string(in_, value) && !(differ_ && key == "reasoning");
        names_reasoning = names_reasoning || is_read;
        is_read ? out.member(key, made_.reasoning) : out.json_member(key, compact(in_, value));
      } else if (!holds_calls(in_, key, value) && (key != "tool_calls" || made_.calls.empty())) {
        out.json_member(key, compact(in_, value));
      }
    });
    if (in_.member(message_, "role") == 0) out.member("role", "assistant");
    if (!has_content) write_content(out, 0);
    if (!names_reasoning && !made_.reasoning.empty()) out.member("reasoning_content", made_.reasoning);
    write_calls(out);
  }

  // A list of texts stays one where nothing was found in it. What is no text was not read.
  void write_content(json_writer& out, std::uint32_t was) const {
    const bool is_other = was != 0 && in_[was].what != value_kind::string && in_[was].what != value_kind::null;
    if (is_other && (made_.content == content_ || !is_text_parts(in_, was)))
      out.json_member("content", compact(in_, was));
    else if (made_.content.empty() && (content_ != made_.content || !is_string(in_, was)))
      out.key("content").null();
    else
      out.member("content", made_.content);
  }

  void write_calls(json_writer& out) const {
    if (made_.calls.empty()) return;
    out.key("tool_calls").array([&] {
      for (const read_call& each : made_.calls) write_call(out, each);
    });
  }

  const document& in_;
  std::uint32_t choice_, message_;
  std::uint64_t index_;
  bool keeps_raw_;
  std::string content_;  // as the server sent it
  bool differ_ = false;  // two names for reasoning, with two texts: the shorter name is another member
  std::string reason_;
  folded_message made_;
};

}  // namespace

void rewrite_whole(const document& in, const choice_settings& how, const completion_rewriter::settings& asked,
                   std::uint64_t& number, std::string& out) {
  const std::string response = string_of(in, in.member(0, "id"));
  json_writer to;
  const auto write_choices = [&](std::uint32_t list) {
    std::uint64_t place = 0;
    each_item(in, list, [&](std::uint32_t choice) {
      if (const std::uint32_t message = in.member(choice, "message");
          message == 0 || in[message].what != value_kind::object)
        to.json(compact(in, choice));
      else
        whole_choice(in, choice, how, asked, response, place, number++).write(to);
      ++place;
    });
  };
  to.object([&] {
    each_member(in, 0, [&](std::string_view key, std::uint32_t value) {
      if (key == "choices")
        to.key(key).array([&] { write_choices(value); });
      else
        to.json_member(key, compact(in, value));
    });
  });
  out += to.take();
}

}  // namespace toolcall::serving
