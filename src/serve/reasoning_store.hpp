// What models thought before they called, kept for clients that do not send it back. Some models need it to go on.

#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include <nlohmann/json_fwd.hpp>

namespace toolcall::serve {

// A call of an answer, as its client saw it.
struct answer_call {
  std::string id, name, arguments;
};

// May be used by all threads. What was used longest ago is forgotten first.
class reasoning_store {
 public:
  // 0: nothing is kept.
  explicit reasoning_store(std::size_t most_bytes) : most_(most_bytes) {}

  std::size_t most() const { return most_; }
  void keep(const std::string& key, std::string reasoning);
  // Empty if missing.
  std::string find(const std::string& key);

 private:
  struct entry {
    std::string key, reasoning;
  };
  void forget_last();

  const std::size_t most_;
  std::mutex mutex_;
  std::size_t held_ = 0;
  std::list<entry> entries_;  // the last used first
  std::unordered_map<std::string, std::list<entry>::iterator> by_key_;
};

// What distinguishes a conversation: its client, and the user's first words in it. Ids alone do not: some models
// count their calls.
std::string conversation_of(std::string_view client_key, const nlohmann::ordered_json& chat_request);
std::string reasoning_key(const std::string& conversation, const answer_call& call);

// Gives the reasoning to the messages of the assistant that have calls and lost it. How many.
std::size_t restore_reasoning(nlohmann::ordered_json& chat_request, const std::string& conversation,
                              reasoning_store& from);

}  // namespace toolcall::serve
