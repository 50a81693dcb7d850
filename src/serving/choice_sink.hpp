// Who takes what is found in a choice.

#pragma once

#include <string_view>

#include <toolcall/event.hpp>

namespace toolcall::serving {

class choice_sink {
 public:
  // `more`: members that a server wrote in a call and that events do not know, as JSON with commas between them.
  virtual void emit(const event& e, std::string_view more) = 0;

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
