// The arguments of one call, written as one compact JSON object while its fields come in.
//
// A field whose value is a plain string is written as its bytes arrive; any other is kept until it is complete and then
// converted. Beside the text that is told, a copy for the schema's judge is kept in which the streamed strings are
// empty: only strings on which the schema has nothing to say are streamed, so the verdict is the same.
//
// In a dialect whose calls are told whole, fields are gathered until the call is complete: then a field that stands in
// it several times can still become one value.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "events/dialect_traits.hpp"
#include "events/fingerprint.hpp"
#include "events/nested_value.hpp"
#include "events/trace.hpp"
#include "typing/string_body.hpp"
#include "typing/typing.hpp"

namespace toolcall::events {

class arguments {
 public:
  // What a field's end asks to be told.
  struct outcome {
    std::vector<typing::finding> findings;
    bool unreadable = false;              // what should be JSON is none
    std::vector<conversion> conversions;  // where they are traced
  };
  // A gathered field, with the bytes of the text that it comes from.
  struct settled {
    std::string json;
    outcome done;
    std::uint64_t begin, end;
  };

  void begin(const typing::tool_set* tools, int tool, repetition how, bool traced = false,
             const typing::rules& told = {});

  // A field's value begins, comes in pieces, and ends. `out` takes the JSON to be told.
  void begin_field(std::string_view key);
  void read_as(typing::form is) { held_.is = is; }  // before its first byte
  void add(std::string_view bytes, std::string& out);
  outcome end_field(std::string& out, std::uint64_t begin, std::uint64_t end);
  // A field's value that came in parts, in one.
  outcome nested_field(std::string_view key, kept_value value, std::string& out, std::uint64_t begin,
                       std::uint64_t end);

  // The value is longer than it may be: drops what is kept of it.
  void forget();

  // The whole arguments, written by the model as one JSON object.
  outcome whole(std::string_view text, std::string& out, std::uint64_t begin, std::uint64_t end);

  // The call is complete: its gathered fields, each once.
  std::vector<settled> settle();

  // The object is complete: what closes it, and the schema's verdict.
  void close(std::string& out) const { out += empty_ ? "{}" : "}"; }
  std::vector<typing::finding> verdict() const;

  bool empty() const { return fields_.empty(); }
  // Whether the value's next bytes are told as they come; known from its first byte on.
  bool streams() const { return field_is_ == field::streamed; }
  bool begun() const { return field_is_ != field::begun; }
  bool keeps() const { return field_is_ == field::held || field_is_ == field::gathered; }
  // Decides what becomes of the value, from its first byte.
  void start(char first, std::string& out);
  std::size_t held_bytes() const { return held_.text.size() + judged_.size() + gathered_bytes_; }

 private:
  enum class field : unsigned char { none, begun, streamed, held, repeated, gathered, dropped };
  struct occurrence {
    kept_value value;
    std::uint64_t begin, end;
  };
  struct gathered_field {
    std::string key;
    std::vector<occurrence> values;
    std::vector<typing::finding> findings{};  // about its key
    bool dropped = false;
  };

  void open_member(std::string_view key, std::string& out);
  typing::typed typed_value(const std::string& key, const typing::written& value) const;
  typing::typed typed_value(const std::string& key, const kept_value& value) const;
  void gather(const std::string& key, occurrence value);
  template <typename Present>
  bool read_key(std::string& key, std::vector<typing::finding>& about, Present present) const;
  void read_gathered_keys();
  typing::typed combined(const gathered_field& f) const;
  typing::typed elements(const gathered_field& f) const;
  void add_member(std::string key, std::string_view lexeme, outcome& result, std::string& out, std::uint64_t begin,
                  std::uint64_t end);
  void rival(const typing::json::document& read, std::string_view text, outcome& result) const;
  void tell(const std::string& key, const typing::typed& value, const typing::written& from, outcome& result,
            std::string& out);
  // For the trace: what becomes of a text, with the findings behind the first `before`.
  void note(outcome& result, std::size_t before, conversion made) const;

  const typing::tool_set* tools_ = nullptr;
  int tool_ = -1;
  repetition how_ = repetition::first;
  bool traced_ = false;
  typing::rules told_;
  std::vector<typing::finding> about_key_;  // of the field that is open
  bool dropped_ = false;                    // it is left out
  bool empty_ = true;
  bool seen_ = false;  // whole() was given the arguments
  field field_is_ = field::none;
  std::string key_;
  kept_value held_;     // the field that is open
  std::string judged_;  // what the judge will read, without its last brace
  fingerprint print_;
  typing::string_body body_;
  std::map<std::string, fingerprint, std::less<>> fields_;
  std::vector<gathered_field> gathered_;
  std::map<std::string, std::size_t, std::less<>> gathered_at_;  // by key
  std::size_t gathered_bytes_ = 0;
};

}  // namespace toolcall::events
