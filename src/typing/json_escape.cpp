// Spells raw text as the body of a JSON string.
//
// Almost all text is clean, so the work is to find the next byte that needs an escape: blocks are tested at once
// (vectors of the compiler where it has them, eight bytes in an integer elsewhere), and what was found clean is copied
// in one piece.

#include "typing/json_escape.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace toolcall::typing {
namespace {

constexpr auto escape_table = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < 256; ++c) table[c] = c < 0x20 || c == '"' || c == '\\';
  return table;
}();

// Sets the high bit of each byte that needs an escape; only the lowest one set is exact, because a borrow may run into
// the bytes above it.
std::uint64_t dirty_bytes(std::uint64_t word) {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  constexpr std::uint64_t highs = 0x8080808080808080U;
  const std::uint64_t quotes = word ^ (ones * '"');
  const std::uint64_t slashes = word ^ (ones * '\\');
  return ((((word - ones * 0x20) & ~word) | ((quotes - ones) & ~quotes) | ((slashes - ones) & ~slashes))) & highs;
}

const char* first_dirty_of_few(const char* at, const char* end) {
  while (at != end && !escape_table[static_cast<unsigned char>(*at)]) ++at;
  return at;
}

const char* first_dirty_in_words(const char* at, const char* end) {
  if constexpr (std::endian::native == std::endian::little) {
    for (; end - at >= 8; at += 8) {
      std::uint64_t word;
      std::memcpy(&word, at, 8);
      if (const std::uint64_t dirty = dirty_bytes(word)) return at + std::countr_zero(dirty) / 8;
    }
  }
  return first_dirty_of_few(at, end);
}

#if defined(__GNUC__) || defined(__clang__)
// Sixteen bytes are what every vector unit has; a wider type would be taken apart byte by byte where it is missing.
using bytes = unsigned char __attribute__((vector_size(16)));
using marks = signed char __attribute__((vector_size(16)));
using words = std::uint64_t __attribute__((vector_size(16)));

marks dirty_marks(const char* at) {
  bytes b;
  std::memcpy(&b, at, sizeof b);
  return (b < 0x20) | (b == '"') | (b == '\\');
}

bool is_clean(marks dirty) {
  words w;
  std::memcpy(&w, &dirty, sizeof w);
  return (w[0] | w[1]) == 0;
}

const char* first_dirty(const char* at, const char* end) {
  for (; end - at >= 32; at += 32) {
    const marks here = dirty_marks(at), there = dirty_marks(at + 16);
    if (!is_clean(here | there)) break;
  }
  return first_dirty_in_words(at, end);
}
#else
const char* first_dirty(const char* at, const char* end) {
  return first_dirty_in_words(at, end);
}
#endif

void append_escape(std::string& out, unsigned char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  constexpr char digits[] = "0123456789abcdef";
  const char spelled[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
  out.append(spelled, sizeof spelled);
}

constexpr std::size_t few_bytes = 16;

// A few bytes, as a token brings them: looking at each is cheaper than setting out to look at many.
void append_few(std::string& out, std::string_view raw) {
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (!escape_table[static_cast<unsigned char>(raw[i])]) continue;
    out.append(raw.data(), i);
    append_escape(out, static_cast<unsigned char>(raw[i]));
    raw.remove_prefix(i + 1);
    i = std::size_t(-1);
  }
  out.append(raw.data(), raw.size());
}

}  // namespace

std::size_t plain_json_bytes(std::string_view raw) {
  const char* const end = raw.data() + raw.size();
  const char* const from = raw.data();
  return static_cast<std::size_t>((raw.size() < few_bytes ? first_dirty_of_few(from, end) : first_dirty(from, end)) -
                                  from);
}

void append_json_string_body(std::string& out, std::string_view raw) {
  if (raw.size() < few_bytes) return append_few(out, raw);
  const char* at = raw.data();
  const char* const end = at + raw.size();
  while (at != end) {
    const char* const dirty = first_dirty(at, end);
    out.append(at, static_cast<std::size_t>(dirty - at));
    if (dirty == end) return;
    append_escape(out, static_cast<unsigned char>(*dirty));
    at = dirty + 1;
  }
}

}  // namespace toolcall::typing
