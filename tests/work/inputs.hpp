// The texts whose work is counted: each is made from a fixed seed, and read in one way.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace toolcall::tests {

struct counted_input {
  const char* name;
  const char* dialect;
  std::string (*text)();
  std::size_t chunk;         // bytes of each feed; 0: all at once
  bool with_set_up = false;  // the dialect is named and the tools are read, too
};

const std::vector<counted_input>& counted_inputs();

}  // namespace toolcall::tests
