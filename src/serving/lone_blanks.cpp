// Text keeps its blanks, and text begins with what is no blank. Blanks before that are held: text that comes gives
// them, a call, or the end after a call, makes them markup, so that every byte is still accounted for.

#include "serving/lone_blanks.hpp"

#include <utility>

#include "typing/json.hpp"

namespace toolcall::serving {

namespace {

constexpr std::size_t most_held = 4096;  // more than a model means as a pause is given as it comes

}  // namespace

void lone_blanks::pass(const event& e, const server_part& part, choice_sink& to) {
  if (e.type == event_type::text && !in_text_) {
    if (typing::json::trim(e.text).empty() && held_.size() + e.text.size() <= most_held) return hold(e);
    give(to);
    in_text_ = true;
  }
  if (e.type == event_type::reasoning) in_text_ = false;
  if (e.type == event_type::call_begin) settle(event_type::markup, to);
  if (e.type == event_type::call_begin || e.type == event_type::call_end) {
    in_text_ = false;
    after_call_ = true;
  }
  to.emit(e, part);
}

void lone_blanks::give(choice_sink& to) {
  settle(event_type::text, to);
}

void lone_blanks::finish(choice_sink& to) {
  settle(after_call_ ? event_type::markup : event_type::text, to);
}

void lone_blanks::hold(const event& e) {
  if (held_.empty()) begin_ = e.begin;
  end_ = e.end;
  held_ += e.text;
}

void lone_blanks::settle(event_type as, choice_sink& to) {
  if (held_.empty()) return;
  const std::string held = std::exchange(held_, {});
  event made;
  made.type = as;
  made.begin = begin_;
  made.end = end_;
  if (as == event_type::text) made.text = held;
  to.emit(made, {});
}

}  // namespace toolcall::serving
