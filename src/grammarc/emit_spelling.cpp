// How names, bytes and sets of bytes are spelled in the generated headers.
//
// A reader should recognise the page: characters stand as they are where they can be seen. Escapes are octal with three
// digits, since a hexadecimal one would swallow the letters after it.

#include "grammarc/emit_spelling.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "grammarc/emit_rule.hpp"

namespace toolcall::grammarc {
namespace {

// Keywords, what the headers themselves declare, and a few macros of the C library.
constexpr std::string_view reserved[] = {"alignas",     "alignof",   "and",          "and_eq",
                                         "asm",         "assert",    "auto",         "bitand",
                                         "bitor",       "bool",      "break",        "case",
                                         "catch",       "char",      "char16_t",     "char32_t",
                                         "char8_t",     "class",     "co_await",     "co_return",
                                         "co_yield",    "compl",     "concept",      "const",
                                         "const_cast",  "consteval", "constexpr",    "constinit",
                                         "continue",    "decltype",  "default",      "delete",
                                         "do",          "double",    "dynamic_cast", "else",
                                         "enum",        "errno",     "explicit",     "export",
                                         "extern",      "false",     "float",        "for",
                                         "friend",      "goto",      "grammar",      "if",
                                         "inline",      "int",       "long",         "mutable",
                                         "namespace",   "new",       "noexcept",     "not",
                                         "not_eq",      "nullptr",   "operator",     "or",
                                         "or_eq",       "page",      "pegtl",        "private",
                                         "protected",   "public",    "register",     "reinterpret_cast",
                                         "requires",    "return",    "rules",        "short",
                                         "signed",      "sizeof",    "static",       "static_assert",
                                         "static_cast", "std",       "stderr",       "stdin",
                                         "stdout",      "struct",    "switch",       "tao",
                                         "template",    "this",      "thread_local", "throw",
                                         "toolcall",    "true",      "try",          "typedef",
                                         "typeid",      "typename",  "union",        "unsigned",
                                         "using",       "virtual",   "void",         "volatile",
                                         "wchar_t",     "while",     "xor",          "xor_eq"};

std::string octal(unsigned char byte) {
  return {'\\', static_cast<char>('0' + byte / 64), static_cast<char>('0' + byte / 8 % 8),
          static_cast<char>('0' + byte % 8)};
}

std::string plain(unsigned char byte, char quote) {
  if (byte == '\n') return "\\n";
  if (byte == '\t') return "\\t";
  if (byte == '\r') return "\\r";
  if (byte == '\\' || byte == static_cast<unsigned char>(quote)) return {'\\', static_cast<char>(byte)};
  if (byte < 0x20 || byte >= 0x7f) return octal(byte);
  return {static_cast<char>(byte)};
}

// The bytes of the character that begins here when it is well-formed and can be seen; else 0.
std::size_t visible(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t size = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc3 ? 2 : 0;
  if (size == 0 || first >= 0xf5 || text.size() < size) return 0;
  std::uint32_t point = first & (0xffu >> (size + 1));
  for (std::size_t n = 1; n < size; ++n) {
    const auto byte = static_cast<unsigned char>(text[n]);
    if ((byte & 0xc0) != 0x80) return 0;
    point = point << 6 | (byte & 0x3fu);
  }
  const bool blank = (point >= 0x2000 && point < 0x2010) || (point >= 0x2028 && point < 0x2030) ||
                     (point >= 0x205f && point < 0x2070) || point == 0x3000 || point == 0xfeff;
  const bool odd = (point >= 0xd800 && point < 0xf900) || (point >= 0xfe00 && point < 0xfe10) || point >= 0xe0000;
  const bool overlong = point < (size == 4 ? 0x10000u : size == 3 ? 0x800u : 0xc0u);
  return blank || odd || overlong ? 0 : size;
}

struct byte_range {
  std::size_t low, high;
};

// Neighbours together, but not across 0x80: a char is signed on most machines.
std::vector<byte_range> ranges_of(const std::bitset<256>& bytes) {
  std::vector<byte_range> ranges;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    if (!bytes.test(byte)) continue;
    if (!ranges.empty() && ranges.back().high + 1 == byte && byte != 0x80)
      ranges.back().high = byte;
    else
      ranges.push_back({byte, byte});
  }
  return ranges;
}

bool only_singles(const std::vector<byte_range>& ranges) {
  return std::all_of(ranges.begin(), ranges.end(), [](byte_range r) { return r.high - r.low < 2; });
}

std::string character(std::size_t byte) {
  return "'" + plain(static_cast<unsigned char>(byte), '\'') + "'";
}

set_rule listed(const char* rule, const std::bitset<256>& bytes) {
  set_rule spelled{rule, {}};
  for (std::size_t byte = 0; byte < 256; ++byte)
    if (bytes.test(byte)) spelled.parts.push_back(character(byte));
  return spelled;
}

}  // namespace

std::string identifier(std::string_view name) {
  const auto stem = name.substr(0, name.find_last_not_of('_') + 1);
  const bool taken = std::find(std::begin(reserved), std::end(reserved), stem) != std::end(reserved);
  return std::string(name) + (taken ? "_" : "");
}

std::string cpp_literal(std::string_view bytes) {
  std::string literal = "\"";
  while (!bytes.empty()) {
    const auto seen = visible(bytes);
    const bool trigraph = bytes.front() == '?' && literal.back() == '?';
    if (trigraph)
      literal += "\\?";
    else if (seen == 0)
      literal += plain(static_cast<unsigned char>(bytes.front()), '"');
    else
      literal += bytes.substr(0, seen);
    bytes.remove_prefix(std::max<std::size_t>(seen, 1));
  }
  return literal + "\"";
}

set_rule spell_set(const std::bitset<256>& bytes) {
  if (bytes.none()) return {"pegtl::failure", {}};
  if (bytes.all()) return {"pegtl::any", {}};
  auto ranges = ranges_of(bytes);
  if (only_singles(ranges)) return listed("pegtl::one", bytes);
  if (only_singles(ranges_of(~bytes))) return listed("pegtl::not_one", ~bytes);
  // What is a range on the page comes first, then the single bytes, of which the last needs no pair.
  std::stable_partition(ranges.begin(), ranges.end(), [](byte_range r) { return r.low != r.high; });
  set_rule spelled{"pegtl::ranges", {}};
  for (const auto& range : ranges) {
    const bool alone = &range == &ranges.back() && range.low == range.high;
    spelled.parts.push_back(character(range.low) + (alone ? "" : ", " + character(range.high)));
  }
  return spelled;
}

std::vector<std::string_view> split_text(std::string_view text, std::size_t most) {
  std::vector<std::string_view> pieces;
  while (text.size() > most) {
    auto size = most;
    while (size > 1 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
    pieces.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  pieces.push_back(text);
  return pieces;
}

}  // namespace toolcall::grammarc
