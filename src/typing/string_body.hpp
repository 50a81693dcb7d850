// The inside of a JSON string that a model wrote, as it comes.

#pragma once

#include <string>
#include <string_view>

namespace toolcall::typing {

// What is right is copied as it stands, escapes included. Control characters are escaped, a backslash that begins no
// escape is one, and half a surrogate pair is U+FFFD: there is no other way to read them. Where the bytes are cut makes
// no difference.
class string_body {
 public:
  // Appends the body's next bytes; an escape that is not complete yet waits for its end. A quote that is not escaped is
  // one of the two around the body, and not appended.
  void add(std::string& out, std::string_view bytes);
  // The body has ended.
  void end(std::string& out);

  bool repaired() const { return repaired_; }

 private:
  void escape(std::string& out, char c);
  void unicode(std::string& out);
  void half_a_pair(std::string& out, std::string_view rest);
  void give_up(std::string& out);

  std::string escape_;  // what is there of an escape, or of two that are a surrogate pair
  bool repaired_ = false;
};

}  // namespace toolcall::typing
