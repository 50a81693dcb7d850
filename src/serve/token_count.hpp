// POST /v1/messages/count_tokens: how many tokens a request would be.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "serve/http.hpp"
#include "serve/state.hpp"
#include "serve/upstream_call.hpp"

namespace toolcall::serve {

struct counted_tokens {
  std::uint64_t tokens = 0;
  bool exact = false;  // the upstream counted them; else they are an estimate
};
std::string to_body(const counted_tokens& counted);
// For the header x-toolcall.
std::string note_of(const counted_tokens& counted);

// Asks the upstream where its profile says how. Where it does not, or no number comes, the number is an estimate.
class token_count : public std::enable_shared_from_this<token_count> {
 public:
  using on_count = std::function<void(const counted_tokens&)>;
  token_count(event_loop& loop, server_state& shared) : loop_(loop), shared_(shared) {}
  // What is wrong with the request; nothing where `answer` will be called, perhaps before this returns.
  std::optional<refusal> start(const request_head& head, const std::string& body, on_count answer);
  void cancel();

 private:
  void read();
  void give(std::optional<std::uint64_t> exact);

  event_loop& loop_;
  server_state& shared_;
  std::string member_, answer_;
  std::uint64_t estimate_ = 0;
  std::shared_ptr<upstream_call> call_;
  on_count done_;
};

}  // namespace toolcall::serve
