// JSON as it was written: a tree of lexemes over the text, not a tree of values.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall::typing::json {

enum class value_kind : std::uint32_t { null, boolean, number, string, array, object };

// Nodes stand in the order of the text. The parts of a container follow it; a member is a string node, its key, and the
// value after it. `next` is the index after the whole subtree, so siblings are walked without a pointer.
//
// A list of digits has a node for every two bytes, so a node is small; what it cannot count is refused (longest_text).
struct node {
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t next;
  std::uint32_t size : 29;  // items, or members with duplicates
  value_kind what : 3;
};
static_assert(sizeof(node) == 16);
constexpr std::size_t longest_text = (std::size_t{1} << 30U) - 1;  // bytes

struct syntax_error {
  std::size_t at = 0;
  const char* reason = "";
};

constexpr unsigned depth_limit = 128;

// Views the text it was read from, which must outlive it. Reading the next text uses the memory of the one before.
class document {
 public:
  // Strict RFC 8259. Ill-formed UTF-8 and lone surrogates are taken as they are. False leaves the reason in `why`.
  bool read(std::string_view text, syntax_error& why, unsigned max_depth = depth_limit);

  const node& operator[](std::uint32_t i) const { return nodes_[i]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::string_view lexeme(std::uint32_t i) const {
    return text_.substr(nodes_[i].begin, nodes_[i].end - nodes_[i].begin);
  }
  // What a string node means, in UTF-8; a lone surrogate is U+FFFD.
  std::string text_of(std::uint32_t i) const;
  void append_text(std::uint32_t i, std::string& out) const;
  // The first member of that name: the index of its value, or 0, which is the root and no member.
  std::uint32_t member(std::uint32_t object, std::string_view name) const;
  // Appends the subtree without the blanks between tokens; lexemes stay as written.
  void append_compact(std::uint32_t i, std::string& out) const;

 private:
  std::string_view text_;
  std::vector<node> nodes_;
  std::vector<std::uint32_t> open_;  // containers, while it reads
};

// Appends what the inside of a JSON string means.
void append_unescaped(std::string& out, std::string_view body);

// The end of the number at the start of `text`, 0 if missing.
std::size_t number_length(std::string_view text);

inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
std::string_view trim(std::string_view text);

// One step of a JSON Pointer, ~ and / escaped.
void append_step(std::string& pointer, std::string_view step);
// What a step names (RFC 6901), or nothing where it has an invalid escape.
std::optional<std::string> unescaped_step(std::string_view step);
// The pointer to a member of the root.
std::string pointer_to(std::string_view member);

// What the four hexadecimal digits at `at` say, or -1.
int unit_at(std::string_view text, std::size_t at);

}  // namespace toolcall::typing::json
