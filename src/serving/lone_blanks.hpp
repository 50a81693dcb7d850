// Blanks that stand alone beside a call are no text: models write them around their marks. A client would show an empty
// bubble, and some servers refuse a text that is blank.

#pragma once

#include <cstdint>
#include <string>

#include "serving/choice_sink.hpp"

namespace toolcall::serving {

// Holds blanks where a text would begin, until it is known what follows. A value.
class lone_blanks {
 public:
  // Emits what is certain to `to`.
  void pass(const event& e, const server_part& part, choice_sink& to);
  // What is held is text, whatever follows.
  void give(choice_sink& to);
  void finish(choice_sink& to);

 private:
  void hold(const event& e);
  void settle(event_type as, choice_sink& to);

  std::string held_;
  std::uint64_t begin_ = 0, end_ = 0;  // of what is held
  bool in_text_ = false;               // text goes on, so its blanks are its own
  bool after_call_ = false;
};

}  // namespace toolcall::serving
