// Writes the instructions of expressions, in the manner of LPeg's code generator: every form has a fixed pattern of
// instructions around those of its parts.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/expression.hpp"
#include "engine/first_bytes.hpp"
#include "engine/program_arrays.hpp"

namespace toolcall::engine {

// The numbers that a rule's instructions need of the row of an instance.
class row_slots {
 public:
  // Where a number comes from.
  enum class edge : std::uint8_t { call, parameter, stop, span };
  struct slot {
    edge is;
    std::size_t place;   // of the edges of an instance
    std::size_t called;  // a rule, of a call
  };

  row_slots() = default;
  explicit row_slots(const expression& body);

  // Which number of the row it is, from 1; equal ones are one.
  std::size_t number_of(edge is, const expression& e);
  const std::vector<slot>& all() const { return slots_; }

 private:
  std::vector<slot> slots_;
  std::map<const expression*, std::size_t> places_;
  std::map<std::string, std::size_t> numbers_;
};

class code_writer {
 public:
  // With `firsts`, what is tried is tested by its first byte before.
  code_writer(program_arrays& to, const std::vector<grammar::rule>& written, first_bytes* firsts,
              const layout_effort& effort)
      : to_(to), written_(written), firsts_(firsts), effort_(effort) {}

  // A whole rule, or an argument, whose calls and the like get their numbers from `slots`.
  void write(const expression& e, row_slots& slots) {
    slots_ = &slots;
    part(e);
  }

  std::uint32_t here() const { return static_cast<std::uint32_t>(to_.code.size()); }
  // Gives its address.
  std::uint32_t add(code is, node_role role = node_role::block, std::size_t x = 0, std::size_t y = 0);
  void aim(std::uint32_t instruction, std::uint32_t target) { to_.code[instruction].x = target - instruction; }
  bool asks_for_fields() const { return asks_for_fields_; }

 private:
  void part(const expression& e);
  void parts(const expression& e);
  void around(const expression& e, node_role role, std::size_t index);
  void literal_of(code is, node_role role);
  void capture(const expression& e);
  void test(form is);
  void tool_chosen();
  void field(code is);
  void literal(const expression& e);
  // Writes a test of what is tried next, and the instruction that tries it. aim_tried() says where both lead.
  struct tried {
    std::optional<std::uint32_t> head;
    std::uint32_t begun;
  };
  tried begin_trying(code is, const expression& e, condition when = {});
  void aim_tried(const tried& those, std::uint32_t target);
  void guard(const expression& choice);
  void choice(const expression& e);
  std::size_t end_of_literals(const expression& choice, std::size_t at, expression& literals) const;
  void one_of(code is, const expression& literals);
  std::size_t next_other(const expression& choice, std::size_t at) const;
  std::string asked_for(const expression& alternative) const;
  static condition asked_by(const expression& alternative);
  void recover(const expression& e);
  void star(const expression& body);
  void predicate(const expression& body, bool wanted);
  void demand(const expression& body);
  void run(const expression& e, code step);
  void json_until(const expression& e);
  void span(const expression& e);
  void trial(const expression& body);
  void followed_by(const expression& e);

  program_arrays& to_;
  const std::vector<grammar::rule>& written_;
  first_bytes* firsts_;
  const layout_effort& effort_;
  row_slots* slots_ = nullptr;
  bool asks_for_fields_ = false;
};

}  // namespace toolcall::engine
