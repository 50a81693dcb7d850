// Blocks of a message, one after the other, with rising numbers. All of them get their end when the message has come to
// its own: a client that has seen the end of one block takes it as said, and cannot ask again where an error follows.

#include <algorithm>
#include <utility>
#include <vector>

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
  // Nothing more is added to it.
  void end_block() {
    if (!std::exchange(open_, false)) return;
    // Clients keep it beside the thinking and send it back; nobody here checks it.
    if (blocks_.back()["type"] == "thinking") add({{"type", "signature_delta"}, {"signature", "toolcall"}});
  }
  bool is_open(const char* type) const { return open_ && blocks_.back()["type"] == type; }
  void append(const char* member, std::string_view text) { blocks_.back()[member].get_ref<std::string&>() += text; }

  void text_came(std::string_view text) override {
    if (!is_open("text")) open({{"type", "text"}, {"text", ""}});
    append("text", text);
    add({{"type", "text_delta"}, {"text", text}});
  }
  void reasoning_came(std::string_view text) override {
    if (!is_open("thinking")) open({{"type", "thinking"}, {"thinking", ""}, {"signature", ""}});
    append("thinking", text);
    add({{"type", "thinking_delta"}, {"thinking", text}});
  }
  void call_begins(const std::string& id, const std::string& name) override {
    open({{"type", "tool_use"}, {"id", id}, {"name", name}, {"input", request_json::object()}});
    arguments_.clear();
  }
  void arguments_came(std::string_view json) override {
    if (!streamed()) arguments_ += json;
    add({{"type", "input_json_delta"}, {"partial_json", json}});
  }
  void call_ends() override {
    if (auto input = read_request(arguments_)) blocks_.back()["input"] = std::move(*input);
    end_block();
  }
  void call_breaks() override {
    end_block();
    broken_.push_back(blocks_.size() - 1);
  }

  void message_ends(std::string_view reason, const token_counts& counts) override {
    end_block();
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      if (std::find(broken_.begin(), broken_.end(), i) == broken_.end()) emit("content_block_stop", {{"index", i}});
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
  bool open_ = false;                // the last of them
  std::vector<std::size_t> broken_;  // numbers of blocks with calls that broke off, which get no end
  std::string arguments_;            // of the call that is open, in an answer that is not streamed
};

}  // namespace

std::unique_ptr<answer> make_messages_answer(completion_rewriter::settings how, translated_request asked) {
  return std::make_unique<messages_answer>(std::move(how), std::move(asked));
}

}  // namespace toolcall::serve
