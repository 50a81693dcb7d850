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

  // Before any other byte the expression fails. All bytes, where the first that it does is not to look at the next one:
  // it may then be decided before that byte has come.
  bytes of(const expression& e);
  // Likewise, whatever it does first: where the next byte is not there, nothing is known.
  bytes before(const expression& e) { return begin_of(e).before(); }

 private:
  enum class look : unsigned char { at_byte, at_nothing, elsewhere };
  struct begin {
    bytes read;   // what it may read first
    bytes empty;  // before which it may match without reading
    look first;

    bytes before() const { return read | empty; }
  };
  struct known_rule {
    enum class state : unsigned char { unknown, in_progress, known } is = state::unknown;
    begin of{};
  };

  begin begin_of(const expression& e);
  begin part(const expression& e);
  begin in_order(const expression& e);
  begin any_of(const expression& e);
  begin rule(std::size_t number);

  const std::vector<grammar::rule>& written_;
  std::vector<known_rule> rules_;
};

// The bytes with which a value of JSON may begin, those of names, and the byte `at` of a literal.
const first_bytes::bytes& bytes_of_json();
const first_bytes::bytes& bytes_of_names();
first_bytes::bytes bytes_of_literal(const expression& literal, std::size_t at);

}  // namespace toolcall::engine
