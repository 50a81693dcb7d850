// Items of a response, one open at a time, each with all of its events; the list of them ends the answer.

#include <ctime>
#include <utility>

#include "serve/translated_answer.hpp"
#include "serve/translation.hpp"

namespace toolcall::serve {

namespace {

class responses_answer final : public translated_answer {
 public:
  responses_answer(completion_rewriter::settings how, translated_request asked)
      : translated_answer(std::move(how), flag_of(asked.given, "stream")),
        asked_(std::move(asked)),
        id_(random_id("resp_")),
        created_(std::time(nullptr)) {}

 private:
  // Where a response says what was asked, these members say it.
  request_json response(const char* status) const {
    request_json made = {{"id", id_},        {"object", "response"}, {"created_at", created_},
                         {"status", status}, {"error", nullptr},     {"incomplete_details", nullptr}};
    made["model"] = asked_.given.value("model", request_json(model()));
    made["output"] = output_;
    for (const char* const echoed :
         {"instructions", "max_output_tokens", "metadata", "parallel_tool_calls", "reasoning", "temperature", "text",
          "tool_choice", "tools", "top_p", "truncation", "user"})
      made[echoed] = asked_.given.value(echoed, usual(echoed));
    made["previous_response_id"] = nullptr;
    made["store"] = false;
    made["usage"] = nullptr;
    return made;
  }
  static request_json usual(std::string_view name) {
    if (name == "metadata") return request_json::object();
    if (name == "parallel_tool_calls") return true;
    if (name == "tools") return request_json::array();
    if (name == "tool_choice") return "auto";
    if (name == "text") return {{"format", {{"type", "text"}}}};
    if (name == "truncation") return "disabled";
    if (name == "reasoning") return {{"effort", nullptr}, {"summary", nullptr}};
    return nullptr;
  }

  void emit(const char* type, request_json data) {
    if (!streamed()) return;
    request_json made = {{"type", type}, {"sequence_number", sequence_++}};
    made.update(data);
    send(type, made);
  }
  // Of the item that is open.
  request_json at(request_json more = request_json::object()) const {
    request_json made = {{"item_id", item_["id"]}, {"output_index", output_.size()}};
    made.update(more);
    return made;
  }

  void message_begins() override {
    emit("response.created", {{"response", response("in_progress")}});
    emit("response.in_progress", {{"response", response("in_progress")}});
  }
  std::string alive() override {
    emit("response.in_progress", {{"response", response("in_progress")}});
    return std::exchange(out(), {});
  }

  void open(request_json item) {
    item_ = std::move(item);
    text_.clear();
    emit("response.output_item.added", {{"output_index", output_.size()}, {"item", item_}});
  }
  void close(request_json item) {
    emit("response.output_item.done", {{"output_index", output_.size()}, {"item", item}});
    output_.push_back(std::move(item));
    item_ = nullptr;
  }
  bool is_open(const char* type) const { return item_.is_object() && item_["type"] == type; }

  void reasoning_came(std::string_view text) override {
    if (!is_open("reasoning")) {
      close_item();
      open({{"id", random_id("rs_")}, {"type", "reasoning"}, {"summary", request_json::array()}});
      emit("response.reasoning_summary_part.added", at({{"summary_index", 0}, {"part", summary("")}}));
    }
    text_ += text;
    emit("response.reasoning_summary_text.delta", at({{"summary_index", 0}, {"delta", text}}));
  }
  static request_json summary(std::string_view text) { return {{"type", "summary_text"}, {"text", text}}; }

  void text_came(std::string_view text) override {
    if (!is_open("message")) {
      close_item();
      open({{"id", random_id("msg_")},
            {"type", "message"},
            {"status", "in_progress"},
            {"role", "assistant"},
            {"content", request_json::array()}});
      emit("response.content_part.added", at({{"content_index", 0}, {"part", output_text("")}}));
    }
    text_ += text;
    emit("response.output_text.delta",
         at({{"content_index", 0}, {"delta", text}, {"logprobs", request_json::array()}}));
  }
  static request_json output_text(std::string_view text) {
    return {{"type", "output_text"},
            {"text", text},
            {"annotations", request_json::array()},
            {"logprobs", request_json::array()}};
  }

  void close_item(const char* status = "completed") {
    if (is_open("reasoning")) return close_reasoning();
    if (!is_open("message")) return;
    emit("response.output_text.done", at({{"content_index", 0}, {"text", text_}, {"logprobs", request_json::array()}}));
    emit("response.content_part.done", at({{"content_index", 0}, {"part", output_text(text_)}}));
    request_json item = item_;
    item["status"] = status;
    item["content"].push_back(output_text(text_));
    close(std::move(item));
  }
  void close_reasoning() {
    emit("response.reasoning_summary_text.done", at({{"summary_index", 0}, {"text", text_}}));
    emit("response.reasoning_summary_part.done", at({{"summary_index", 0}, {"part", summary(text_)}}));
    request_json item = item_;
    item["summary"].push_back(summary(text_));
    // A client that keeps nothing but this sends it back, and the model gets its reasoning again.
    if (asked_.given.contains("include") && asked_.given["include"].is_array())
      for (const request_json& each : asked_.given["include"])
        if (each == "reasoning.encrypted_content") item["encrypted_content"] = text_;
    close(std::move(item));
  }

  void call_begins(const std::string& id, const std::string& name) override {
    close_item();
    const auto found = asked_.origins.find(name);
    const tool_origin origin = found == asked_.origins.end() ? tool_origin{name, {}, false} : found->second;
    request_json item = {{"id", random_id(origin.custom ? "ctc_" : "fc_")},
                         {"type", origin.custom ? "custom_tool_call" : "function_call"},
                         {"status", "in_progress"},
                         {"call_id", id},
                         {"name", origin.name}};
    if (!origin.space.empty()) item["namespace"] = origin.space;
    item[origin.custom ? "input" : "arguments"] = "";
    open(std::move(item));
  }
  // The input of a custom tool is a string within the arguments, which is read when they are whole.
  void arguments_came(std::string_view json) override {
    text_ += json;
    if (!is_open("custom_tool_call")) emit("response.function_call_arguments.delta", at({{"delta", json}}));
  }
  void call_ends() override {
    const bool custom = is_open("custom_tool_call");
    const std::string type = custom ? "response.custom_tool_call_input" : "response.function_call_arguments";
    if (custom) {
      if (const auto read = read_request(text_); read && read->contains("input")) text_ = text_of(*read, "input");
      emit((type + ".delta").c_str(), at({{"delta", text_}}));
    }
    request_json item = item_;
    item[custom ? "input" : "arguments"] = text_;
    item["status"] = "completed";
    request_json done = at({{custom ? "input" : "arguments", text_}});
    if (!custom) done["name"] = item["name"];
    emit((type + ".done").c_str(), done);
    close(std::move(item));
  }
  // No event says that it is done. In the list of the items it has its place, which those after it have been given.
  void call_breaks() override {
    if (!is_open("custom_tool_call")) item_["arguments"] = text_;
    item_["status"] = "incomplete";
    output_.push_back(std::exchange(item_, nullptr));
  }

  void message_ends(std::string_view reason, const token_counts& counts) override {
    const bool cut = reason == "length" || reason == "content_filter";
    close_item(cut ? "incomplete" : "completed");
    request_json made = response(cut ? "incomplete" : "completed");
    if (cut) made["incomplete_details"] = {{"reason", reason == "length" ? "max_output_tokens" : "content_filter"}};
    made["usage"] = {{"input_tokens", counts.input},
                     {"input_tokens_details", {{"cached_tokens", counts.cached}}},
                     {"output_tokens", counts.output},
                     {"output_tokens_details", {{"reasoning_tokens", counts.reasoning}}},
                     {"total_tokens", counts.input + counts.output}};
    emit(cut ? "response.incomplete" : "response.completed", {{"response", made}});
    if (!streamed()) out() += to_text(made);
  }

  void message_failed(const refusal& why) override {
    request_json made = response("failed");
    made["error"] = {{"code", why.status == 429 ? "rate_limit_exceeded" : "server_error"}, {"message", why.message}};
    emit("response.failed", {{"response", made}});
  }
  std::string error_of(int, const std::string& body) override { return body; }  // the interfaces share their errors

  translated_request asked_;
  std::string id_;
  std::int64_t created_;
  std::uint64_t sequence_ = 0;
  request_json output_ = request_json::array();
  request_json item_;  // that is open, or null
  std::string text_;   // of it
};

}  // namespace

std::unique_ptr<answer> make_responses_answer(completion_rewriter::settings how, translated_request asked) {
  return std::make_unique<responses_answer>(std::move(how), std::move(asked));
}

}  // namespace toolcall::serve
