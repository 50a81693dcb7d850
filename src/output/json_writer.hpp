// JSON, written from left to right.
//
// Only the text is kept, so nothing is left inconsistent where memory runs out. Strings of a model may hold
// bytes that are not UTF-8; U+FFFD stands in their place.

#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>

#include "text/utf8.hpp"
#include "typing/json_escape.hpp"

namespace toolcall::events {

class json_writer {
 public:
  json_writer() = default;
  // Goes on with what stands in `begun`, which ends with a key and its colon, and with its memory.
  struct behind_a_key {};
  json_writer(std::string begun, behind_a_key) : text_(std::move(begun)) {}

  // What is written between the brackets of an object or array.
  template <typename Inside>
  json_writer& object(const Inside& inside) {
    return container('{', inside, '}');
  }
  template <typename Inside>
  json_writer& array(const Inside& inside) {
    return container('[', inside, ']');
  }

  json_writer& key(std::string_view name) {
    string(name);
    text_ += ':';
    first_ = true;  // no comma before the value
    return *this;
  }

  json_writer& string(std::string_view text) {
    separate();
    const bool whole = utf8::ill_formed(text) == text.npos;
    if (whole) {
      typing::append_json_string(text_, text);
    } else {
      typing::append_json_string(text_, utf8::well_formed(std::string(text)));
    }
    return *this;
  }
  json_writer& number(std::integral auto n) { return literal(std::to_string(n)); }
  json_writer& null() { return literal("null"); }
  // A value that is JSON already, or in an object members with commas between them.
  json_writer& json(std::string_view text) { return literal(text); }

  // A member of the object that is open.
  json_writer& member(std::string_view name, std::string_view text) { return key(name).string(text); }
  json_writer& member(std::string_view name, std::integral auto n) { return key(name).number(n); }
  json_writer& json_member(std::string_view name, std::string_view text) { return key(name).json(text); }

  std::string take() { return std::move(text_); }

 private:
  template <typename Inside>
  json_writer& container(char open, const Inside& inside, char close) {
    separate();
    text_ += open;
    first_ = true;
    inside();
    text_ += close;
    first_ = false;
    return *this;
  }
  json_writer& literal(std::string_view text) {
    separate();
    text_ += text;
    return *this;
  }
  void separate() {
    if (!first_) text_ += ',';
    first_ = false;
  }

  std::string text_;
  bool first_ = true;
};

// A string as JSON writes it.
inline std::string json_string(std::string_view text) {
  return json_writer().string(text).take();
}

}  // namespace toolcall::events
