#include "gates/reading.hpp"

#include <algorithm>

namespace toolcall::tests {

namespace {

// The member that a JSON Pointer names directly below the root; "" where it names something deeper.
std::string member_of(std::string_view pointer) {
  std::string name;
  for (std::size_t i = 1; i < pointer.size(); ++i) {
    if (pointer[i] == '/') return "";
    const bool escaped = pointer[i] == '~' && i + 1 < pointer.size();
    name += !escaped ? pointer[i] : pointer[++i] == '0' ? '~' : '/';
  }
  return name;
}

}  // namespace

message read_all(const example& of, const dialect& which, std::string_view text, std::string_view reason) {
  parser reader = of.reader(which);
  reader.feed(text);
  reader.finish(reason);
  return reader.message();
}

void value_places::take(void* self, const trace_entry& entry) {
  auto& places = *static_cast<value_places*>(self);
  if (entry.kind == trace_kind::part && entry.what == "value")
    places.cut_out_.push_back({std::string(entry.rule), entry.begin, entry.end});
  const std::string name = entry.kind == trace_kind::conversion ? member_of(entry.pointer) : "";
  if (!name.empty()) places.fields_.push_back({name, entry.begin, entry.end});
}

const written_value* value_places::find(const tool_call& of, std::string_view name) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(), [&](const written_value& each) {
    return each.name == name && of.begin <= each.begin && each.end <= of.end;
  });
  return found == fields_.end() ? nullptr : &*found;
}

void value_places::back_to(mark then) {
  fields_.resize(then.fields);
  cut_out_.resize(then.cut_out);
}

}  // namespace toolcall::tests
