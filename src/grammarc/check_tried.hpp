// What is only tried: expressions whose failure leads back to where they began, so that their bytes are read again.

#pragma once

#include <string>
#include <vector>

#include "grammarc/check_graph.hpp"

namespace toolcall::grammarc {

enum class trying { alternative, guarded, looked_at, entry };

struct tried {
  std::size_t at = 0;  // the node that is tried
  trying as = trying::alternative;
  bool in_loop = false;     // a loop of the page may come back to it
  bool in_message = false;  // the message may
  std::string or_else;      // what happens when it fails, said for a message
};

std::vector<tried> find_tried(const graph& of);

}  // namespace toolcall::grammarc
