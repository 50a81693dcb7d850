// Blocks of a message, one after the other, with rising numbers; each ends before the next begins, and a call that
// broke off has no end. A client that has seen the end of a block does not ask again where an error follows, so text
// or thinking before the first call is left open until that call is complete. Thinking before text is not: the text
// would have to wait for the end of the answer, and two blocks that are open at once are mistaken for each other.

#include <optional>
#include <utility>

#include "serve/translated_answer.hpp"
#include "serve/translation.hpp"

namespace toolcall::serve {

namespace {

class messages_answer final : public translated_answer {
 public:
  messages_answer(completion_rewriter::settings how, translated_request asked)
      : translated_answer(std::move(how), flag_of(asked.given, "stream")),
        asked_(std::move(asked)),
        id_(random_id("msg_")) {}

 private:
  request_json message(const request_json& reason, const token_counts& counts) const {
    return {{"id", id_},
            {"type", "message"},
            {"role", "assistant"},
            {"model", asked_.given.value("model", request_json(model()))},
            {"content", blocks_},
            {"stop_reason", reason},
            {"stop_sequence", nullptr},
            {"usage", usage(counts)}};
  }
  static request_json usage(const token_counts& counts) {
    return {{"input_tokens", counts.input - std::min(counts.cached, counts.input)},
            {"cache_creation_input_tokens", 0},
            {"cache_read_input_tokens", counts.cached},
            {"output_tokens", counts.output}};
  }

  void emit(const char* type, request_json data) {
    request_json made = {{"type", type}};
    made.update(data);
    send(type, made);
  }

  void message_begins() override { emit("message_start", {{"message", message(nullptr, {})}}); }
  std::string alive() override {
    emit("ping", request_json::object());
    return std::exchange(out(), {});
  }

  void open(request_json block) {
    end_block();
    open_ = true;
    emit("content_block_start", {{"index", blocks_.size()}, {"content_block", block}});
    blocks_.push_back(std::move(block));
  }
  void add(request_json delta) {
    emit("content_block_delta", {{"index", blocks_.size() - 1}, {"delta", std::move(delta)}});
  }
  void end_block() {
    if (!std::exchange(open_, false)) return;
    // Clients keep it beside the thinking and send it back; nobody here checks it.
    if (blocks_.back()["type"] == "thinking") add({{"type", "signature_delta"}, {"signature", "toolcall"}});
    emit("content_block_stop", {{"index", blocks_.size() - 1}});
  }
  bool is_open(const char* type) const { return open_ && blocks_.back()["type"] == type; }
  void append(const char* member, std::string_view text) { blocks_.back()[member].get_ref<std::string&>() += text; }

  void text_came(std::string_view text) override {
    send_broken();
    if (!is_open("text")) open({{"type", "text"}, {"text", ""}});
    append("text", text);
    add({{"type", "text_delta"}, {"text", text}});
  }
  void reasoning_came(std::string_view text) override {
    send_broken();
    if (!is_open("thinking")) open({{"type", "thinking"}, {"thinking", ""}, {"signature", ""}});
    append("thinking", text);
    add({{"type", "thinking_delta"}, {"thinking", text}});
  }
  void call_begins(const std::string& id, const std::string& name) override {
    request_json block = {{"type", "tool_use"}, {"id", id}, {"name", name}, {"input", request_json::object()}};
    arguments_.clear();
    send_broken();
    const bool is_first = !std::exchange(had_call_, true);
    if (open_ && is_first)
      waiting_ = std::move(block);
    else
      open(std::move(block));
  }
  void arguments_came(std::string_view json) override {
    if (!streamed() || waiting_) arguments_ += json;
    if (!waiting_) add({{"type", "input_json_delta"}, {"partial_json", json}});
  }
  void send_waiting() {
    if (!waiting_) return;
    open(*std::exchange(waiting_, std::nullopt));
    if (!arguments_.empty()) add({{"type", "input_json_delta"}, {"partial_json", arguments_}});
  }
  void call_ends() override {
    send_waiting();
    if (auto input = read_request(arguments_)) blocks_.back()["input"] = std::move(*input);
    end_block();
  }
  // If the answer fails, a call that waits is not sent at all.
  void call_breaks() override { open_ = open_ && waiting_; }
  void send_broken() {
    if (!waiting_) return;
    send_waiting();
    open_ = false;
  }

  void message_ends(std::string_view reason, const token_counts& counts) override {
    send_broken();
    end_block();
    const char* const word = reason == "tool_calls"       ? "tool_use"
                             : reason == "length"         ? "max_tokens"
                             : reason == "content_filter" ? "refusal"
                                                          : "end_turn";
    emit("message_delta", {{"delta", {{"stop_reason", word}, {"stop_sequence", nullptr}}}, {"usage", usage(counts)}});
    emit("message_stop", request_json::object());
    if (streamed()) return;
    for (request_json& block : blocks_)
      if (block["type"] == "thinking") block["signature"] = "toolcall";
    out() += to_text(message(word, counts));
  }
  void message_failed(const refusal& why) override {
    out() += "event: error\ndata: " + error_body(endpoint::messages, why) + "\n\n";
  }
  std::string error_of(int status, const std::string& body) override {
    const std::string message = error_message_of(body);
    return error_body(endpoint::messages, {status, "upstream", message.empty() ? says_status(status) : message});
  }

  translated_request asked_;
  std::string id_;
  request_json blocks_ = request_json::array();
  bool open_ = false;  // the last of them
  bool had_call_ = false;
  std::optional<request_json> waiting_;  // the first call, behind a block that is open, until it is complete
  std::string arguments_;                // of the call that is open, where it waits or the answer is not streamed
};

}  // namespace

std::unique_ptr<answer> make_messages_answer(completion_rewriter::settings how, translated_request asked) {
  return std::make_unique<messages_answer>(std::move(how), std::move(asked));
}

}  // namespace toolcall::serve
