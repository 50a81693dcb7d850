// The answer of a chat interface, as another interface writes it.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toolcall/response_rewriter.hpp>

#include <nlohmann/json_fwd.hpp>

#include "serve/answer_watch.hpp"
#include "serve/chat_request.hpp"

namespace toolcall::serve {

// Reads the first choice by the library's rewriter, and hands its parts, one after the other, to the writer. These
// interfaces mark the end of a call, so a call is handed on as it comes; one that breaks off never gets its end. An
// answer that is not streamed has whole calls only.
class translated_answer : public answer, private answer_watch {
 public:
  // Throws setup_error as completion_rewriter does.
  translated_answer(completion_rewriter::settings how, bool streamed);

  bool begin(response_head& head) override;
  void feed(std::string_view bytes, std::string& out) override;
  void finish(std::string& out) override;
  void fail(const refusal& why, std::string& out) override;
  std::string keepalive() override;
  std::optional<refusal> failure() const override { return failure_; }
  const answer_report& report() const override { return answer_watch::report(); }
  void keep_reasoning_with(std::size_t most, keep_reasoning keep) override {
    answer_watch::keep_reasoning_with(most, std::move(keep));
  }

 protected:
  struct token_counts {
    std::uint64_t input = 0, cached = 0, output = 0, reasoning = 0;
  };
  // What is written is appended to out(): events of a stream, or at the end one object.
  virtual void message_begins() = 0;
  virtual void text_came(std::string_view text) = 0;
  virtual void reasoning_came(std::string_view text) = 0;
  virtual void call_begins(const std::string& id, const std::string& name) = 0;
  virtual void arguments_came(std::string_view json) = 0;
  virtual void call_ends() = 0;    // it is complete, or invalid
  virtual void call_breaks() = 0;  // it stays open
  // `reason` is "stop", "tool_calls", "length", "content_filter" or "function_call".
  virtual void message_ends(std::string_view reason, const token_counts& counts) = 0;
  // Of a stream. What is open stays so: a client takes what has its end for whole, and does not ask again.
  virtual void message_failed(const refusal& why) = 0;
  // The body of an answer that is an error, not 2xx.
  virtual std::string error_of(int status, const std::string& body) = 0;
  virtual std::string alive() = 0;

  bool streamed() const { return streamed_; }
  std::string& out() { return out_; }
  const std::string& model() const { return model_; }
  // An event of a stream, with its name; nothing where it is not streamed.
  void send(std::string_view type, const request_json& data);

 private:
  void event_came(std::uint64_t choice, const event& e) override;
  void choice_ended(std::uint64_t choice, std::string_view finish_reason) override;
  void other_came(std::string_view object, bool is_error) override;
  void keep_call(const event& e);
  void call_came(const event& e);
  void part_came(event_type is, std::string_view text);
  void begin_once();
  void fail_once(refusal why);
  refusal what_is_missing() const;
  std::string_view closing_reason() const;
  void read_written(std::string_view lines);
  void give(std::string& to);

  bool whole_calls_ = false;  // made before the rewriter, whose settings say it
  response_rewriter rewriter_;
  bool streamed_;
  int error_status_ = 0;
  bool begun_ = false, ended_ = false, called_ = false;
  bool in_call_ = false;
  std::vector<std::pair<event_type, std::string>> behind_call_;  // text and reasoning that came while it was open
  std::optional<refusal> failure_;
  std::string out_, error_, model_, reason_;
  std::string id_, name_, arguments_;  // of the call that is open, where calls are handed on whole
  token_counts counts_;
};

// As the server says it; empty where it says it in no way that is known.
std::string error_message_of(const std::string& body);
std::string says_status(int status);  // where it says nothing
// Different each time.
std::string random_id(std::string_view prefix);

}  // namespace toolcall::serve
