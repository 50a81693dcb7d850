// With which bytes an expression may begin: what stands before another one need not be tried.

#pragma once

#include <bitset>
#include <cstddef>
#include <vector>

#include "engine/expression.hpp"

namespace toolcall::engine {

class first_bytes {
 public:
  using bytes = std::bitset<256>;

  explicit first_bytes(const std::vector<grammar::rule>& written) : written_(written), rules_(written.size()) {}

  // Before any other byte the expression fails.
  bytes of(const expression& e);
  // The first that it does is to look at the next byte: where that has not come yet, it waits.
  bool looks_first(const expression& e) { return first_of(e) == look::at_byte; }

 private:
  // The bytes that it may read first, and those before which it may match without reading one.
  struct begin {
    bytes read, empty;
  };
  enum class look : unsigned char { at_byte, at_nothing, elsewhere };
  enum class state : unsigned char { unknown, in_progress, known };
  struct known_rule {
    state is = state::unknown;
    begin of{};
    state is_look = state::unknown;
    look first = look::elsewhere;
  };

  begin begin_of(const expression& e);
  begin in_order(const expression& e);
  begin any_of(const expression& e);
  begin rule(std::size_t number);

  look first_of(const expression& e);
  look first_of_parts(const expression& e);
  look first_of_rule(std::size_t number);

  const std::vector<grammar::rule>& written_;
  std::vector<known_rule> rules_;
};

}  // namespace toolcall::engine
