// The ids of calls: the text's own where it has one, else one that is made of a seed and the call's number. The seed is
// the host's, for replays that agree, or drawn once for each parser, so that ids are unique and copies agree all the
// same. Of the first thousand no two have the same id, because results belong to calls by it.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include <toolcall/parser.hpp>

namespace toolcall::events {

// From the system's source of random numbers.
std::uint64_t random_seed() noexcept;

class ids {
 public:
  explicit ids(const options& how)
      : style_(how.ids), seed_(how.seed ? *how.seed : random_seed()), first_(how.first_call) {}

  struct given {
    std::string text;
    bool repeated;  // the text's id was another call's already
  };
  // The id of the call `index`; in_text may be empty. Indices only grow.
  given give(std::string_view in_text, std::string_view name, std::uint64_t index);
  // Another call, which is not of this list, has this id.
  void keep_free(std::string_view id);
  // The call that got the last id does not count.
  void take_back();
  // No call was given an id yet.
  void start_over();

 private:
  std::string id_of(std::string_view name, std::uint64_t number) const;
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
