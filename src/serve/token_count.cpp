// The request is translated as if it were to be answered, so that what is counted is what would be sent.

#include "serve/token_count.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "serve/chat_request.hpp"
#include "serve/plan.hpp"
#include "serve/translation.hpp"

namespace toolcall::serve {

namespace {

constexpr std::size_t bytes_of_token = 4;           // in English and in code, about
constexpr std::size_t longest_answer = 64U << 20U;  // of an upstream that lists the tokens

}  // namespace

std::string to_body(const counted_tokens& counted) {
  return to_text({{"input_tokens", counted.tokens}});
}

std::string note_of(const counted_tokens& counted) {
  return counted.exact ? "count=upstream" : "count=estimate";
}

std::optional<refusal> token_count::start(const request_head& head, const std::string& body, on_count answer) {
  auto read_body = read_messages_request(body);
  if (auto* const why = std::get_if<refusal>(&read_body)) return std::move(*why);
  request_json& chat = std::get<translated_request>(read_body).chat;
  done_ = std::move(answer);
  estimate_ = body.size() / bytes_of_token;
  const std::shared_ptr<const profile> known = shared_.profiles.current();
  if (known->count.path.empty()) return give(std::nullopt), std::nullopt;
  member_ = known->count.member;
  adapt(chat, read_facts(chat), *known, shared_.profiles.muted());
  for (const char* const of_answer : {"stream", "stream_options", "max_tokens"}) chat.erase(of_answer);
  upstream_request asked{{}, to_text(chat)};
  asked.head = upstream_head(shared_, chat_head(head, known->count.path), asked.body.size(), true);
  call_ = std::make_shared<upstream_call>(loop_, shared_.probing, shared_.upstream, shared_.upstream_tls.get());
  call_->start(std::move(asked), [self = shared_from_this()](const std::optional<upstream_failure>& failure) {
    failure || self->call_->head().status != 200 ? self->give(std::nullopt) : self->read();
  });
  return std::nullopt;
}

void token_count::read() {
  call_->next(
      [self = shared_from_this()](const std::optional<upstream_failure>& failure, std::string_view bytes, bool done) {
        self->answer_ += bytes;
        if (failure || self->answer_.size() > longest_answer) return self->give(std::nullopt);
        if (!done) return self->read();
        const auto object = read_request(self->answer_);
        const request_json* const count = object ? member(*object, self->member_.c_str()) : nullptr;
        self->give(count != nullptr && count->is_number_unsigned() ? std::optional(count->get<std::uint64_t>())
                                                                   : std::nullopt);
      });
}

void token_count::give(std::optional<std::uint64_t> exact) {
  const on_count answer = std::exchange(done_, nullptr);
  cancel();
  if (answer) answer({exact.value_or(estimate_), exact.has_value()});
}

void token_count::cancel() {
  done_ = nullptr;
  if (call_) call_->cancel();
}

}  // namespace toolcall::serve
