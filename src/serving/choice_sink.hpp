// Who takes what is found in a choice.

#pragma once

#include <string_view>

#include <toolcall/event.hpp>

#include "output/openai_deltas.hpp"

namespace toolcall::serving {

using events::server_part;

class choice_sink {
 public:
  // `part`: of a call that the server wrote itself.
  virtual void emit(const event& e, const server_part& part) = 0;

 protected:
  ~choice_sink() = default;
};

// `text` as it is, in an event without a place in the text; nothing where it is empty.
inline void emit_text(event_type as, std::string_view text, choice_sink& to) {
  if (text.empty()) return;
  event made;
  made.type = as;
  made.text = text;
  to.emit(made, {});
}

}  // namespace toolcall::serving
