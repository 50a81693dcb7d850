// The ids of calls: the text's own where it has one, else one that is determined by a seed and the call's number, so
// that replays and copies agree. Of the first thousand no two have the same id, because results belong to calls by it.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include <toolcall/parser.hpp>

namespace toolcall::events {

class ids {
 public:
  explicit ids(const options& how) : style_(how.ids), seed_(how.seed), first_(how.first_call) {}

  struct given {
    std::string text;
    bool repeated;  // the text's id was another call's already
  };
  // The id of the call `index`; in_text may be empty. Indices only grow.
  given give(std::string_view in_text, std::string_view name, std::uint64_t index);
  // The call that got the last id is none.
  void take_back();

 private:
  std::string made(std::string_view name, std::uint64_t number) const;
  bool is_new(std::string_view id) const;
  std::string keep(std::string id);

  call_ids style_;
  std::uint64_t seed_;
  std::uint64_t first_;
  std::uint64_t next_ = 0;         // numbers before it are used
  std::uint64_t next_before_ = 0;  // as it was before the last id
  std::uint64_t last_ = 0;         // the fingerprint of the last id, if it is among
  bool last_is_known_ = false;
  std::unordered_set<std::uint64_t> known_;
};

}  // namespace toolcall::events
