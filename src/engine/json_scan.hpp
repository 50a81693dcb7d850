// Reading over JSON as it comes: which byte begins a value, and where a string, array or object ends.
//
// Brackets are counted, not matched by kind, and what stands in them is not looked at: a value that is not quite JSON
// still has an end, and what it says is for src/typing to find out. What is skipped beyond JSON's own strings stands
// where JSON has no such byte: strings in single quotes or backticks, comments, escaped quotes.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/scan.hpp"

namespace toolcall::engine {

constexpr bool begins_json_scalar(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == 't' || c == 'f' || c == 'n';
}
constexpr bool begins_json_part(char c) {
  return c == '"' || c == '{' || c == '[' || c == '\'';
}
constexpr bool begins_json(char c) {
  return begins_json_scalar(c) || begins_json_part(c);
}

// What is open where reading stopped. At first nothing is; when nothing is again, the value has ended.
struct json_place {
  enum class context : std::uint8_t {
    structure,
    after_backslash,  // these three too
    after_slash,
    after_hash,
    string,
    single_quotes,
    backticks,
    line_comment,
    block_comment
  };

  std::uint32_t depth = 0;
  context in = context::structure;
  bool escaped = false;  // after a backslash in a string
  char before = ' ';     // the byte before, and that before the blanks, where they are structure
  char last = ',';

  bool ended() const { return depth == 0 && in == context::structure; }
};

namespace detail {

// The first quote or backslash in [at, end), or end.
inline const char* end_of_plain(const char* at, const char* end) {
  static constexpr std::array<unsigned char, 8> wanted{'"', '\\'};
  if constexpr (std::endian::native == std::endian::little) {
    for (; end - at >= 16; at += 16) {
      std::uint64_t half[2];
      find_in_block<2>(at, wanted, half);
      if (half[0] != 0) return at + std::countr_zero(half[0]) / 8;
      if (half[1] != 0) return at + 8 + std::countr_zero(half[1]) / 8;
    }
  }
  while (at < end && *at != '"' && *at != '\\') ++at;
  return at;
}

// At least a byte of a string, from after its opening quote.
inline const char* read_quoted(json_place& place, const char* at, const char* end) {
  if (place.escaped) {
    place.escaped = false;
    return at + 1;
  }
  at = end_of_plain(at, end);
  if (at == end) return at;
  place.escaped = *at == '\\';
  if (!place.escaped) place.in = json_place::context::structure;
  return at + 1;
}

// Likewise of a string in single quotes or backticks, or of a comment.
inline const char* read_odd(json_place& place, const char* at, const char* end) {
  using context = json_place::context;
  for (; at < end; ++at) {
    const char c = *at;
    bool ends = false;
    if (place.in == context::line_comment) {
      ends = c == '\n';
    } else if (place.in == context::block_comment) {
      ends = c == '/' && place.before == '*';
    } else if (place.escaped) {
      place.escaped = false;
    } else {
      ends = c == (place.in == context::backticks ? '`' : '\'');
      place.escaped = c == '\\';
    }
    place.before = c;
    if (!ends) continue;
    if (place.in == context::block_comment) place.before = ' ';
    place.in = context::structure;
    return at + 1;
  }
  return at;
}

// The byte after one that says how it is to be read. True: it has been.
inline bool read_after(json_place& place, char c) {
  using context = json_place::context;
  const context was = place.in;
  place.in = context::structure;
  if (was == context::after_slash && (c == '/' || c == '*'))
    place.in = c == '/' ? context::line_comment : context::block_comment;
  if (was == context::after_hash && (c == ' ' || c == '\t')) place.in = context::line_comment;
  place.before = '.';
  if (place.in == context::structure) place.last = '.';
  return was == context::after_backslash || place.in != context::structure;
}

// A byte that JSON's structure has none of.
inline void read_stray(json_place& place, char c) {
  using context = json_place::context;
  constexpr std::string_view apart = " \t\r\n{}[],\"'`";
  constexpr std::string_view openers = "{[,:";
  if (c == '\\') {
    place.in = context::after_backslash;
  } else if (c == '\'' || c == '`') {
    if (openers.find(place.last) != openers.npos) place.in = c == '`' ? context::backticks : context::single_quotes;
    place.before = place.last = c;
  } else if (apart.find(place.before) != apart.npos) {
    place.in = c == '/' ? context::after_slash : context::after_hash;  // what comes before a comment still counts
  } else {
    place.before = place.last = '.';
  }
}

enum class json_byte : std::uint8_t { plain, blank, quote, open, close, stray };
constexpr auto json_bytes = [] {
  std::array<json_byte, 256> all{};
  for (const char c : {' ', '\t', '\r', '\n'}) all[static_cast<unsigned char>(c)] = json_byte::blank;
  for (const char c : {'\'', '`', '/', '#', '\\'}) all[static_cast<unsigned char>(c)] = json_byte::stray;
  for (const char c : {'{', '['}) all[static_cast<unsigned char>(c)] = json_byte::open;
  for (const char c : {'}', ']'}) all[static_cast<unsigned char>(c)] = json_byte::close;
  all['"'] = json_byte::quote;
  return all;
}();

// At least a byte outside of strings, up to one that opens or closes something.
inline const char* read_structure(json_place& place, const char* at, const char* end) {
  char c = *at++;
  json_byte is = json_bytes[static_cast<unsigned char>(c)];
  while (is <= json_byte::blank) {
    if (is == json_byte::plain) place.last = c;
    place.before = c;
    if (at == end) return at;
    c = *at++;
    is = json_bytes[static_cast<unsigned char>(c)];
  }
  if (is == json_byte::stray) return read_stray(place, c), at;
  place.before = place.last = c;
  if (is == json_byte::quote) place.in = json_place::context::string;
  if (is == json_byte::open) ++place.depth;
  if (is == json_byte::close) --place.depth;
  return at;
}

}  // namespace detail

// Reads on in [at, end): past the value, or to the end. At least one byte is there.
inline const char* read_json(json_place& from, const char* at, const char* end) {
  using context = json_place::context;
  json_place place = from;  // not seen by anyone, so it can stay in registers
  do {
    if (place.in == context::string) {
      at = detail::read_quoted(place, at, end);
    } else if (place.in == context::structure) {
      at = detail::read_structure(place, at, end);
    } else if (place.in > context::string) {
      at = detail::read_odd(place, at, end);
    } else if (detail::read_after(place, *at)) {
      ++at;
    }
  } while (at < end && !place.ended());
  from = place;
  return at;
}

}  // namespace toolcall::engine
