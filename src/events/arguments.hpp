// The arguments of one call, written as one compact JSON object while its fields come in.
//
// A field whose value is a plain string is written as its bytes arrive; any other is kept until it is complete and then
// converted. Beside the text that is told, a copy for the schema's judge is kept in which the streamed strings are
// empty: only strings on which the schema has nothing to say are streamed, so the verdict is the same.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "events/fingerprint.hpp"
#include "typing/typing.hpp"

namespace toolcall::events {

class arguments {
 public:
  // What a field's beginning or end asks to be told.
  struct outcome {
    std::vector<typing::finding> findings;
    bool duplicate = false;   // a field that the call had already, with another value
    bool unreadable = false;  // whole(): no JSON object
  };

  void begin(const typing::tool_set* tools, int tool);

  // A field's value begins, comes in pieces, and ends. `out` takes the JSON to be told.
  void begin_field(std::string_view key, std::string& out);
  void add(std::string_view raw, std::string& out);
  outcome end_field(std::string& out);

  // The value is longer than it may be: drops what is kept of it.
  void forget() { held_ = {}; }

  // The whole arguments, written by the model as one JSON object.
  outcome whole(std::string_view text, std::string& out);

  // The object is complete: what closes it, and the schema's verdict.
  void close(std::string& out) const { out += empty_ ? "{}" : "}"; }
  std::vector<typing::finding> verdict() const;

  bool empty() const { return empty_; }
  bool streams() const { return field_is_ == field::streamed; }
  std::size_t held_bytes() const { return held_.size() + judged_.size(); }

 private:
  enum class field : unsigned char { none, streamed, held, repeated };

  void open_member(std::string_view key, std::string& out);

  const typing::tool_set* tools_ = nullptr;
  int tool_ = -1;
  bool empty_ = true;
  field field_is_ = field::none;
  std::string key_;
  std::string held_;
  std::string judged_;  // what the judge will read, without its last brace
  fingerprint print_;
  std::map<std::string, fingerprint, std::less<>> fields_;
};

}  // namespace toolcall::events
