// The four spellings are one walk over the document; what differs is how a string, a word and a comma look.

#include "writer/values.hpp"

#include "typing/json_escape.hpp"

namespace toolcall::writer {
namespace {

using typing::json::document;
using typing::json::value_kind;

void append_python_string(std::string& to, std::string_view text) {
  const char quote = text.find('\'') == text.npos || text.find('"') != text.npos ? '\'' : '"';
  to += quote;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    constexpr std::string_view digits = "0123456789abcdef";
    if (c == '\\' || c == quote) to += '\\';
    if (c == '\n')
      to += "\\n";
    else if (c == '\r')
      to += "\\r";
    else if (c == '\t')
      to += "\\t";
    else if (byte < 0x20 || byte == 0x7F)
      (to += "\\x") += {digits[byte >> 4U], digits[byte & 15U]};
    else
      to += c;
  }
  to += quote;
}

// How a value looks: string(node), key(node) and word(node) append to the text.
template <typename String, typename Key, typename Word>
struct look {
  String string;
  Key key;
  Word word;
  std::string_view comma, colon;
};

template <typename Look>
void append(std::string& to, const document& of, std::uint32_t node, const Look& as) {
  const value_kind what = of[node].what;
  if (what == value_kind::string) return as.string(node);
  if (what != value_kind::array && what != value_kind::object) return as.word(node);
  const bool is_array = what == value_kind::array;
  to += is_array ? '[' : '{';
  for (std::uint32_t at = node + 1; at < of[node].next; at = of[at].next) {
    if (at != node + 1) to += as.comma;
    if (!is_array) {
      as.key(at);
      to += as.colon;
      ++at;  // a key has no parts
    }
    append(to, of, at, as);
  }
  to += is_array ? ']' : '}';
}

template <typename String, typename Key, typename Word>
void append_as(std::string& to, const document& of, std::uint32_t node, std::string_view comma, std::string_view colon,
               const String& string, const Key& key, const Word& word) {
  append(to, of, node, look<String, Key, Word>{string, key, word, comma, colon});
}

}  // namespace

void append_json(std::string& to, const document& of, std::uint32_t node, bool compact) {
  const auto string = [&](std::uint32_t at) { typing::append_json_string(to, of.text_of(at)); };
  const auto word = [&](std::uint32_t at) { to += of.lexeme(at); };
  append_as(to, of, node, compact ? "," : ", ", compact ? ":" : ": ", string, string, word);
}

void append_python(std::string& to, const document& of, std::uint32_t node) {
  const auto string = [&](std::uint32_t at) { append_python_string(to, of.text_of(at)); };
  const auto word = [&](std::uint32_t at) {
    const std::string_view written = of.lexeme(at);
    to += written == "null" ? "None" : written == "true" ? "True" : written == "false" ? "False" : written;
  };
  append_as(to, of, node, ", ", ": ", string, string, word);
}

void append_marked(std::string& to, const document& of, std::uint32_t node, std::string_view mark) {
  const auto string = [&](std::uint32_t at) { ((to += mark) += of.text_of(at)) += mark; };
  const auto key = [&](std::uint32_t at) { to += of.text_of(at); };
  const auto word = [&](std::uint32_t at) { to += of.lexeme(at); };
  append_as(to, of, node, ",", ":", string, key, word);
}

bool is_same(const document& a, std::uint32_t at, const document& b, std::uint32_t other) {
  if (a[at].what != b[other].what) return false;
  if (a[at].what == value_kind::string) return a.text_of(at) == b.text_of(other);
  const bool is_container = a[at].what == value_kind::array || a[at].what == value_kind::object;
  if (!is_container) return a.lexeme(at) == b.lexeme(other);
  const std::uint32_t end = a[at].next, other_end = b[other].next;
  for (++at, ++other; at < end && other < other_end; at = a[at].next, other = b[other].next)
    if (!is_same(a, at, b, other)) return false;
  return at >= end && other >= other_end;
}

}  // namespace toolcall::writer
