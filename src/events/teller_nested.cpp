// Values that come in parts: objects and arrays of the dialect's own, their keys and their leaves. What is made of them
// is nested_value.hpp; here is what the teller hands it.

#include "events/teller.hpp"

namespace toolcall::events {

using engine::mark;
using engine::noun;

// A key in an object is that object's; any other is a field's.
void teller::begin_key(std::uint64_t at) {
  if (nested_.open()) return call_.inner_key.clear();
  call_.key.clear();
  call_.key_begin = at;
}

void teller::end_key(std::uint64_t begin) {
  std::string& key = nested_.open() ? call_.inner_key : call_.key;
  if (holds_json_) key = meant(key);
  if (nested_.open()) nested_.key(key, begin);
}

// In a value, and in other parts that are bytes, an object or array is bytes as well.
void teller::begin_container(const mark& m) {
  if (sink_ != sink::markup || !call_.open) return;
  name_call(false);
  nested_.begin(m.what == noun::object, call_.key, m.begin);
  // Fields before the name are not told.
  if (!call_.begun) return nested_.give_up();
  too_long(nested_bytes(), m.begin);
}

void teller::end_container(const mark& m, bool failed) {
  if (sink_ != sink::markup || !nested_.open()) return;
  if (failed) nested_.give_up();
  nested_.end();
  if (call_.begun) too_long(nested_bytes(), m.end);
  kept_value made;
  if (nested_.open() || !nested_.take(made) || !call_.begun) return;
  json_.clear();
  const arguments::outcome done = arguments_.nested_field(call_.key, std::move(made), json_, m.begin, m.end);
  tell_fields(done, json_, m.begin, m.end, m.begin);
}

void teller::read_value_as(typing::form is) {
  if (sink_ != sink::value || value_is_ != typing::form::raw) return;
  value_is_ = is;
  nested_.open() ? nested_.read_as(is) : arguments_.read_as(is);
}

}  // namespace toolcall::events
