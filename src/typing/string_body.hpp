// The inside of a JSON string that a model wrote, as it comes.

#pragma once

#include <string>
#include <string_view>

#include "typing/repair_quotes.hpp"

namespace toolcall::typing {

// What is right is copied as it stands, escapes included. Control characters are escaped, an escaped apostrophe is an
// apostrophe, any other backslash that begins no escape is one, and half a surrogate pair is U+FFFD: there is no other
// way to read them. Where the bytes are cut makes no difference.
//
// The path of a Windows drive is the exception: in C:\new\docs the first backslash escapes nothing either, which the
// second one decides. Until one does, the start of such a string waits.
class string_body {
 public:
  // Appends the body's next bytes; an escape that is not complete yet waits for its end. The quotes around the body may
  // come with it, and are not appended; any other is part of it.
  void add(std::string& out, std::string_view bytes);
  // Whether the next byte, if it is plain (text/plain_bytes.hpp), stands for itself; and going on with such bytes.
  bool can_go_on() const { return path_ != path::open && escape_.empty() && !quote_ && begun_; }
  void go_on(std::string_view plain) { before_ = plain.back(); }
  // The body has ended.
  void end(std::string& out);

  bool repaired() const { return control_ || bad_escape_ || half_pair_ || pairs_.any(); }
  // Once it has ended: whether it is unknown which of its quotes ends it.
  bool unclear() const { return !pairs_.clear(); }
  bool control() const { return control_; }
  bool bad_escape() const { return bad_escape_; }
  bool half_pair() const { return half_pair_; }

 private:
  enum class path : unsigned char { open, literal, none };

  void spell(std::string& out, std::string_view bytes);
  void odd(std::string& out, char c);
  void inner_quote(std::string& out, char next);
  void decide(std::string& out, path is);
  void escape(std::string& out, char c);
  void unicode(std::string& out);
  void half_a_pair(std::string& out, std::string_view rest);
  void apostrophe(std::string& out);
  void give_up(std::string& out);

  std::string escape_;      // what is there of an escape, or of two that are a surrogate pair
  path path_ = path::open;  // whether the string is a path
  std::string start_;       // until that is known
  bool begun_ = false;
  bool quote_ = false;  // the last byte is one
  char before_ = ' ';   // the byte before it
  inner_quotes pairs_;
  bool control_ = false;
  bool bad_escape_ = false;
  bool half_pair_ = false;
};

}  // namespace toolcall::typing
