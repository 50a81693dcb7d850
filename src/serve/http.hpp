// HTTP/1.1 messages without their bytes on the wire, and what is refused of a request before anything reads it.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/settings.hpp"

namespace toolcall::serve {

struct header_field {
  std::string name, value;
};

// In the order in which they came; names are compared without regard to case.
class header_fields {
 public:
  // The first of that name; empty if missing.
  std::string_view get(std::string_view name) const;
  std::size_t count(std::string_view name) const;
  // Whether a field of that name has this word in its list, without regard to case.
  bool lists(std::string_view name, std::string_view word) const;
  void add(std::string_view name, std::string_view value);
  void set(std::string_view name, std::string_view value);
  void remove(std::string_view name);
  // Without those that are about the connection and not about the message (RFC 9110, 7.6.1), and those that frame it.
  header_fields end_to_end() const;

  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }
  std::size_t size() const { return fields_.size(); }

 private:
  std::vector<header_field> fields_;
};

struct request_head {
  std::string method, target;
  int minor_version = 1;  // of HTTP/1
  header_fields fields;
};

struct response_head {
  int status = 0;
  std::string reason;
  header_fields fields;
};

// An answer of our own in the place of the upstream's.
struct refusal {
  int status;
  std::string code;     // a word for programs
  std::string message;  // a sentence for people
};

// Reads nothing but the bytes of a head up to and with its empty line. What other readers of HTTP join, ignore or read
// in two ways is refused here, so that the upstream cannot read another request than we do (RFC 9112, 11.2).
std::optional<refusal> check_request_head(std::string_view head, const limits& most);

// Where the head ends in bytes that may go on: after its empty line. `bare_newline`: a line that ends without CR.
struct head_end {
  std::size_t size = 0;  // 0: not yet
  bool bare_newline = false;
};
head_end find_head_end(std::string_view bytes);

// The first line and the fields as bytes.
std::string to_bytes(const request_head& head);
std::string to_bytes(const response_head& head);

std::string_view reason_phrase(int status);
bool same_word(std::string_view a, std::string_view b);  // without regard to the case of ASCII letters

}  // namespace toolcall::serve
