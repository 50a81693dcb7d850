// The facts as they are for one expression that is tried, given the bytes it may begin with.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "grammarc/check_bytes.hpp"
#include "grammarc/check_facts.hpp"
#include "grammarc/check_graph.hpp"

namespace toolcall::grammarc {

class anchors {
 public:
  anchors(const graph& of, const facts& known)
      : of_(of), first_(first_bytes(of, known.nullable)), all_(all_bytes(of)) {}

  // With every loop and run counted as near that cannot consume a byte with which the expression may begin.
  const facts& facts_for(std::size_t at);

 private:
  const graph& of_;
  std::vector<byte_set> first_;
  std::vector<byte_set> all_;
  std::map<std::string, facts> known_;  // by the bytes
};

}  // namespace toolcall::grammarc
