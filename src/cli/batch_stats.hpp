// What batch counts: calls by status, recoveries, violations, unknown tools; of all, by dialect, model and tool.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <toolcall/message.hpp>

namespace toolcall::cli {

struct tally {
  std::uint64_t complete = 0, invalid = 0, incomplete = 0, refused = 0;  // calls
  std::uint64_t waiting = 0;                                             // calls that need confirmation
  std::uint64_t unknown = 0;                                             // of these, of tools that are not declared
  std::uint64_t recovered = 0;                                           // calls that needed a recovery
  std::map<std::string, std::uint64_t> recoveries;                       // by label
  std::map<std::string, std::uint64_t> violations;                       // of schemas, by code

  void add(const tally& other);
};

// The sum of two does not depend on the order, so each thread has its own.
struct batch_stats {
  std::uint64_t records = 0, errors = 0, messages = 0, without_call = 0, bytes = 0;
  tally all;
  std::map<std::string, std::uint64_t> missed;  // what messages without a call say of why, by label
  std::map<std::string, tally, std::less<>> by_dialect, by_model, by_tool;

  void add(const message& m, const std::string& model);
  void add(const batch_stats& other);

  std::string to_json() const;
  // For people; ends with a line end.
  std::string to_table() const;
};

}  // namespace toolcall::cli
