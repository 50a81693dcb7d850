// The calls that were right, of a line of eval's --expected, and whether a call is one of them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/message.hpp>

#include "typing/json.hpp"

namespace toolcall::cli {

// The calls that a line names: under calls, tool_calls or expected, or in a message or a response. `has_any`: it says
// that there are some, or that no call is right. Throws setup_error where they cannot be read.
std::vector<tool_call> calls_in(const typing::json::document& in, bool& has_any);

class expectation {
 public:
  // A line of a file. Throws setup_error for what says no calls.
  expectation(std::string line, std::size_t number);

  std::size_t line_number() const { return number_; }
  const std::string& id() const { return id_; }  // as JSON
  std::size_t size() const { return truths_.empty() ? calls_.size() : truths_.size(); }
  std::string name(std::size_t which) const;
  bool takes(std::size_t which, const tool_call& given) const;
  // Whether a text has the name and all values of this call, however they are marked.
  bool stands_in(std::size_t which, std::string_view text) const;

 private:
  bool read_truths();
  bool allows(std::uint32_t values, const typing::json::document& given, std::uint32_t value) const;
  bool equals(std::uint32_t allowed, const typing::json::document& given, std::uint32_t value) const;
  bool allows_members(std::uint32_t of, const typing::json::document& given, std::uint32_t object) const;

  std::string line_, id_;
  std::size_t number_;
  typing::json::document in_;
  std::vector<tool_call> calls_;
  std::vector<std::uint32_t> truths_;  // of BFCL: keys, each before an object of lists of allowed values
};

using expectations = std::map<std::string, std::unique_ptr<expectation>>;  // by id

// Fails with a sentence that names the file and the line.
expectations read_expectations(const std::string& file);

}  // namespace toolcall::cli
