// A schema as an engine's own JSON Schema reads it: what the engine does not know is left out and noted, and what it
// would take otherwise is said.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "constraints/limits.hpp"
#include "constraints/schema_view.hpp"

namespace toolcall::constraints {

enum class engine : std::uint8_t { llguidance, xgrammar };

class native_schema {
 public:
  native_schema(engine of, limit_list& limits, const schema_view& view) : engine_(of), limits_(limits), of_(view) {}

  // The part at `at`, of values of these kinds, with the parts that it refers to. `before` stands before its members,
  // as in "\"x\":1,".
  std::string text(place at, kinds of, std::string_view before = {});

 private:
  void schema(std::string& to, place at, kinds of, bool is_open, std::string_view before = {});
  void keyword(std::string& to, place at, std::uint32_t key, kinds of);
  void types(std::string& to, place at, kinds of) const;
  void required(std::string& to, place at);
  void properties(std::string& to, place at);
  void others(std::string& to, place at, kinds allowed, bool is_open);
  void branches(std::string& to, std::string_view name, std::uint32_t list, kinds of, bool is_open);
  bool ends_early(place at) const;
  void values(std::string& to, std::uint32_t list, kinds of) const;
  std::size_t reference(place to);
  bool is_usual(std::string_view name, std::uint32_t value) const;
  std::string why_unsaid(place at, std::string_view name, std::uint32_t value) const;

  engine engine_;
  limit_list& limits_;
  const schema_view& of_;
  std::vector<place> referred_;  // by the numbers of their definitions
};

}  // namespace toolcall::constraints
