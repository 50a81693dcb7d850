// JSON as it was written: a tree of lexemes over the text, not a tree of values.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall::typing::json {

enum class kind : std::uint8_t { null, boolean, number, string, array, object };

// Nodes stand in the order of the text. The parts of a container follow it; a member is a string node, its key, and the
// value behind it. `next` is the index behind the whole subtree, so siblings are walked without a pointer.
struct node {
  kind what;
  std::uint32_t next;
  std::uint32_t size;  // items, or members with duplicates
  std::size_t begin;
  std::size_t end;
};

struct fault {
  std::size_t at = 0;
  const char* reason = "";
};

constexpr unsigned depth_limit = 128;

// Views the text it was read from, which must outlive it.
class document {
 public:
  // Strict RFC 8259. Ill-formed UTF-8 and lone surrogates are taken as they are. False leaves the reason in `why`.
  bool read(std::string_view text, fault& why, unsigned max_depth = depth_limit);

  const node& operator[](std::uint32_t i) const { return nodes_[i]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::string_view lexeme(std::uint32_t i) const {
    return text_.substr(nodes_[i].begin, nodes_[i].end - nodes_[i].begin);
  }
  // What a string node means, in UTF-8; a lone surrogate is U+FFFD.
  std::string text_of(std::uint32_t i) const;
  // The first member of that name: the index of its value, or 0 (the root is nobody's member).
  std::uint32_t member(std::uint32_t object, std::string_view name) const;
  // Appends the subtree without the blanks between tokens; lexemes stay as written.
  void append_compact(std::uint32_t i, std::string& out) const;

 private:
  std::string_view text_;
  std::vector<node> nodes_;
};

// Appends what the inside of a JSON string means.
void append_unescaped(std::string& out, std::string_view body);

// The end of the number at the start of `text`, 0 if there is none.
std::size_t number_length(std::string_view text);

inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
std::string_view trim(std::string_view text);

// One step of a JSON Pointer, ~ and / escaped.
void append_step(std::string& pointer, std::string_view step);
// The pointer to a member of the root.
std::string pointer_to(std::string_view member);

// What a hexadecimal digit, and the four of them at `at`, say; or -1.
int hex_value(char c);
int unit_at(std::string_view text, std::size_t at);

}  // namespace toolcall::typing::json
