// The arguments of one call, written as one compact JSON object while its fields come in.
//
// A field whose value is a plain string is written as its bytes arrive; any other is kept until it is complete and then
// converted. Beside the text that is emitted, a copy for validation is kept in which the streamed strings are
// empty: only strings on which the schema has nothing to say are streamed, so the result is the same.
//
// In a dialect whose calls are emitted whole, fields are gathered until the call is complete: then a field that stands
// in it several times can still become one value. A field whose type other fields decide waits likewise, in any
// dialect.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/dialect_traits.hpp"
#include "parser/nested_value.hpp"
#include "parser/tracer.hpp"
#include "text/fingerprint.hpp"
#include "typing/string_body.hpp"
#include "typing/typing.hpp"
#include "typing/wording.hpp"

namespace toolcall::events {

class arguments {
 public:
  // The result of reading a field.
  struct field_result {
    std::vector<typing::diagnostic> diagnostics;
    bool unreadable = false;                     // what should be JSON is not JSON
    std::vector<traced_conversion> conversions;  // where they are traced
  };
  // A gathered field, with the bytes of the text that it comes from.
  struct settled {
    std::string json;
    field_result done;
    std::uint64_t begin, end;
  };

  void begin(const typing::tool_set* tools, int tool, const dialect_traits& by, bool traced = false,
             const typing::rules& rules = {});

  // A field's value begins, comes in pieces, and ends. `out` takes the JSON to be emitted.
  void begin_field(std::string_view key);
  void read_as(typing::form is) { held_.is = is; }  // before its first byte
  void add(std::string_view bytes, std::string& out);
  field_result end_field(std::string& out, std::uint64_t begin, std::uint64_t end);
  // A field's value that came in parts, in one.
  field_result nested_field(std::string_view key, kept_value value, std::string& out, std::uint64_t begin,
                            std::uint64_t end);

  // The value is longer than the limit: drops what is kept of it.
  void forget();

  // The whole arguments, written by the model as one JSON object.
  field_result whole(std::string_view text, std::string& out, std::uint64_t begin, std::uint64_t end);

  // The call is complete: its gathered fields, each once, and those that waited for it.
  // Where it was not closed, there might have been more of them, so a lone one is not taken for a wrapper.
  std::vector<settled> settle(bool closed);

  // The object is complete: what closes it, and the violations of its schema.
  void close(std::string& out) const { out += empty_ ? "{}" : "}"; }
  std::vector<typing::diagnostic> validate() const;

  // The field that may begin another call: it and the fields after it are those of another tool. Empty where there is
  // none, and for arguments in one piece.
  std::string field_of_another_call() const;

  // Where a brace is missing at their end: the field whose object holds what may be another field after it, if that is
  // the last one.
  std::optional<std::string> unclosed_object() const;

  bool empty() const { return fields_.empty(); }
  // Whether the value's next bytes are emitted as they come; known from its first byte on.
  bool streams() const { return field_is_ == field::streamed; }
  bool begun() const { return field_is_ != field::begun; }
  bool keeps() const { return field_is_ == field::held || field_is_ == field::gathered; }
  // Whether a quote or bracket of JSON ends the value; known from its first byte on.
  bool closes_itself() const { return closes_itself_; }
  // Whether the plain bytes of a streamed value are shown as they stand; and adding some that are.
  bool can_go_on() const { return held_.is != typing::form::json || body_.can_go_on(); }
  void go_on(std::string_view bytes) {
    print_.add(bytes);
    if (held_.is == typing::form::json) body_.go_on(bytes);
  }
  // Decides what becomes of the value, from its first byte.
  void start(char first, std::string& out);
  std::size_t held_bytes() const { return held_.text.size() + validated_.size() + gathered_bytes_; }

 private:
  enum class field : unsigned char { none, begun, streamed, held, repeated, gathered, dropped };
  struct occurrence {
    kept_value value;
    std::uint64_t begin, end;
  };
  struct gathered_field {
    std::string key;
    std::vector<occurrence> values;
    std::vector<typing::diagnostic> diagnostics{};  // about its key
    bool dropped = false;
  };

  void open_member(std::string_view key, std::string& out);
  typing::typed typed_value(const std::string& key, const typing::written& value, const typing::reading& as = {}) const;
  typing::typed typed_value(const std::string& key, const kept_value& value, const typing::reading& as = {}) const;
  void gather(const std::string& key, occurrence value);
  template <typename Present>
  bool read_key(std::string& key, std::vector<typing::diagnostic>& about, Present present) const;
  void read_gathered_keys();
  bool waits(const std::string& key);
  void read_as_printed();
  void take_off_wrapper(std::vector<settled>& emitted);
  void take_member(const typing::json::document& object, std::uint32_t key, const occurrence& in);
  std::vector<typing::typed> readings(const typing::reading& as, std::size_t only = static_cast<std::size_t>(-1)) const;
  std::vector<typing::typed> best_readings() const;
  std::string validated_with(const std::vector<typing::typed>& values) const;
  bool fits(const std::vector<typing::typed>& values) const;
  typing::typed combined(const gathered_field& f, const typing::reading& as) const;
  typing::typed elements(const gathered_field& f, const typing::reading& as) const;
  void add_member(std::string key, std::string_view lexeme, std::string_view written, field_result& result,
                  std::string& out, std::uint64_t begin, std::uint64_t end);
  void rival(const typing::json::document& read, std::string_view text, field_result& result) const;
  void emit(const std::string& key, const typing::typed& value, const typing::written& from, field_result& result,
            std::string& out);
  // For the trace: what a text is converted to, with the diagnostics after the first `before`.
  void note(field_result& result, std::size_t before, traced_conversion made) const;

  const typing::tool_set* tools_ = nullptr;
  int tool_ = -1;
  repetition how_ = repetition::first;
  raw_values values_ = raw_values::text;
  bool traced_ = false;
  typing::rules rules_;
  std::vector<typing::diagnostic> about_key_;  // of the field that is open
  bool dropped_ = false;                       // it is left out
  bool empty_ = true;
  bool seen_ = false;     // whole() was given the arguments
  bool waiting_ = false;  // a field depends on others, so it is emitted with the call, and what follows it too
  field field_is_ = field::none;
  std::string key_;
  kept_value held_;        // the field that is open
  std::string validated_;  // what the validator will read, without its last brace
  fingerprint print_;
  bool json_ = false;  // the value is JSON, and no string
  bool closes_itself_ = false;
  typing::string_body body_;
  std::map<std::string, fingerprint, std::less<>> fields_;
  std::vector<gathered_field> gathered_;
  std::map<std::string, std::size_t, std::less<>> gathered_at_;  // by key
  std::size_t gathered_bytes_ = 0;
};

// Takes a key in another style for the declared one, if that is not there. True if the field is left out.
template <typename Present>
bool arguments::read_key(std::string& key, std::vector<typing::diagnostic>& about, Present present) const {
  if (tools_ == nullptr || tool_ < 0) return false;
  const typing::key_reading read = tools_->read_key(tool_, key, rules_);
  if (!read.declared.empty() && !present(read.declared)) {
    about.push_back(typing::renamed_diagnostic(typing::json::pointer_to(read.declared), key, read.declared, read.code));
    key = read.declared;
    return false;
  }
  if (rules_.unknown == unknown_keys::keep || !tools_->forbids(tool_, key)) return false;
  if (rules_.unknown == unknown_keys::drop && rules_.max_level < typing_level::assumed) return false;  // as nested ones
  about.push_back(tools_->unknown_field(tool_, key, rules_));
  return rules_.unknown == unknown_keys::drop;
}

}  // namespace toolcall::events
