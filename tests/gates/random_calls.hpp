// Tools with schemas, calls of them with values of these schemas, and what strings may hold.

#pragma once

#include <random>
#include <string>
#include <vector>

#include <toolcall/tools.hpp>

#include "gates/renderers.hpp"

namespace toolcall::tests {

struct named_type;

// Of a value: what its schema says.
struct value_type {
  enum class kind { text, word, integer, number, boolean, null, list, object, anything } is = kind::text;
  std::vector<value_type> items;  // list: the one of its items
  std::vector<named_type> members;
};

struct named_type {
  std::string name;
  value_type type;
};

struct random_tool {
  std::string name;
  std::vector<named_type> fields;
};

class random_calls {
 public:
  // Of the pieces of strings one in `marks` is a mark.
  random_calls(const shape& as, std::uint64_t seed, std::size_t marks = 5);

  // As OpenAI writes a list of tools.
  std::string tools_json() const;
  // One to three of them.
  std::vector<written_call> calls();

 private:
  std::size_t below(std::size_t count) { return count == 0 ? 0 : bits_() % count; }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <typename list>
  const auto& one_of(const list& of) {
    return of[below(std::size(of))];
  }

  value_type type(std::size_t depth);
  json_value value(const value_type& of, std::size_t depth);
  json_value anything(std::size_t depth);
  std::string number(bool whole);
  std::string text();
  std::string piece();
  std::string mark();
  written_call call();

  const shape& as_;
  std::mt19937_64 bits_;
  std::size_t marks_;
  std::vector<random_tool> tools_;
  const random_tool* tool_ = nullptr;  // whose call is being made
};

}  // namespace toolcall::tests
