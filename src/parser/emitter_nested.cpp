// Values that come in parts: objects and arrays in the notation of the dialect, their keys and leaves. The emitter
// hands them to nested_value.hpp, which writes them as JSON.

#include "parser/emitter.hpp"

namespace toolcall::events {

using engine::node_event;
using engine::node_role;

// A key in an object is that object's; any other is a field's.
void emitter::begin_key(std::uint64_t at) {
  if (nested_.open()) return call_.inner_key.clear();
  call_.key.clear();
  call_.key_begin = at;
}

void emitter::end_key(std::uint64_t begin) {
  std::string& key = nested_.open() ? call_.inner_key : call_.key;
  if (holds_json_) key = meant(key);
  if (nested_.open()) nested_.key(key, begin);
}

// In a value, and in other parts that are bytes, an object or array is bytes as well.
void emitter::begin_container(const node_event& m) {
  if (destination_ != destination::markup || !call_.open()) return;
  name_call(false);
  nested_.begin(m.role == node_role::object, call_.key, m.begin);
  // Fields before the name are not emitted.
  if (!call_.begun()) return nested_.give_up();
  too_long(nested_bytes(), m.begin);
}

void emitter::end_container(const node_event& m, bool failed) {
  if (destination_ != destination::markup || !nested_.open()) return;
  if (failed) nested_.give_up();
  nested_.end();
  if (call_.begun()) too_long(nested_bytes(), m.end);
  kept_value made;
  if (nested_.open() || !nested_.take(made) || !call_.begun()) return;
  json_.clear();
  const arguments::field_result done = arguments_.nested_field(call_.key, std::move(made), json_, m.begin, m.end);
  emit_fields(done, json_, m.begin, m.end, m.begin, false);
}

void emitter::read_value_as(typing::form is) {
  if (destination_ != destination::value || value_is_ != typing::form::raw) return;
  value_is_ = is;
  nested_.open() ? nested_.read_as(is) : arguments_.read_as(is);
}

}  // namespace toolcall::events
