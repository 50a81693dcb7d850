// The primitives that scan: each asks for bytes one after the other, and for none that it does not need.
//
// `ask(p)` gives the byte at p, or nothing after the end of the text.

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace toolcall::interpreter {

inline bool among(std::string_view bytes, unsigned char byte) {
  return bytes.find(static_cast<char>(byte)) != bytes.npos;
}
inline bool letter(unsigned char byte) {
  return (byte | 32) >= 'a' && (byte | 32) <= 'z';
}
inline bool digit(unsigned char byte) {
  return byte >= '0' && byte <= '9';
}
inline bool name_byte(unsigned char byte) {
  return letter(byte) || digit(byte) || byte >= 0x80 || among("_-.:/$@", byte);
}
inline bool scalar_byte(unsigned char byte) {
  return letter(byte) || digit(byte) || among("+.-", byte);
}

// A name may end before any other byte.
inline bool word_byte(unsigned char byte) {
  return name_byte(byte) && !among(".:/$@", byte);
}

template <typename asking, typename test>
std::size_t scan_longest(const asking& ask, std::size_t p, test passes) {
  for (auto next = ask(p); next && passes(*next); next = ask(p)) ++p;
  return p;
}

template <typename asking>
std::optional<std::size_t> scan_literal(const asking& ask, std::size_t p, std::string_view bytes, bool any_case) {
  for (const char c : bytes) {
    const auto wanted = static_cast<unsigned char>(c);
    const auto next = ask(p++);
    if (!next || (*next != wanted && !(any_case && letter(wanted) && (*next ^ 32) == wanted))) return std::nullopt;
  }
  return p;
}

// How many columns of blanks stand between i and the start of its line, or `start`, where one begins too; nothing where
// something else does. It looks back, so it asks for nothing.
inline std::optional<std::size_t> scan_indent(std::string_view text, std::size_t i, std::size_t start) {
  std::size_t columns = 0;
  for (; i > start && among(" \t", static_cast<unsigned char>(text[i - 1])); --i)
    columns += text[i - 1] == '\t' ? 4 : 1;
  if (i > start && text[i - 1] != '\n') return std::nullopt;
  return columns;
}

struct value_end {
  std::size_t at;
  bool whole;  // else the text ended first
};

// From a quote to after its like; a backslash takes the byte after it along.
template <typename asking>
value_end scan_string(const asking& ask, std::size_t p) {
  const auto quote = ask(p++);
  for (;; ++p) {
    const auto next = ask(p);
    if (!next) return {p, false};
    if (*next == *quote) return {p + 1, true};
    if (*next == '\\' && !ask(++p)) return {p, false};
  }
}

// Likewise; three quotes close what three have opened.
template <typename asking>
value_end scan_python_string(const asking& ask, std::size_t p) {
  const auto quote = ask(p);
  if (ask(p + 1) != quote) return scan_string(ask, p);
  if (ask(p + 2) != quote) return {p + 2, true};
  p += 3;
  for (std::size_t row = 0; row < 3; ++p) {
    const auto next = ask(p);
    if (!next) return {p, false};
    row = *next == *quote ? row + 1 : 0;
    if (*next == '\\' && !ask(++p)) return {p, false};
  }
  return {p, true};
}

// From an opening bracket to after the one that closes it. Brackets are counted, not matched by kind.
template <typename asking, typename string>
value_end scan_brackets(const asking& ask, std::size_t p, std::string_view open, std::string_view close,
                        std::string_view quotes, string scan) {
  std::size_t deep = 0;
  do {
    const auto next = ask(p);
    if (!next) return value_end{p, false};
    if (among(open, *next)) ++deep;
    if (among(close, *next)) --deep;
    const value_end part = among(quotes, *next) ? scan(ask, p) : value_end{p + 1, true};
    if (!part.whole) return part;
    p = part.at;
  } while (deep > 0);
  return value_end{p, true};
}

// The end of the comment at p, if there is one: after its newline, or its */.
template <typename asking>
std::optional<value_end> scan_comment(const asking& ask, std::size_t p) {
  const auto first = ask(p);
  if (!among("/#", *first)) return std::nullopt;
  const auto second = ask(++p);
  if (!second || !among(*first == '#' ? " \t" : "/*", *second)) return std::nullopt;
  const bool line = *second != '*';
  unsigned char before = ' ';
  for (++p;; ++p) {
    const auto next = ask(p);
    if (!next) return value_end{p, false};
    if (line ? *next == '\n' : (*next == '/' && before == '*')) return value_end{p + 1, true};
    before = *next;
  }
}

// From an opening bracket to after the one that closes it. JSON has no single quotes, comments or backslashes outside
// of its strings; they count where a value or key may begin, after a blank, a bracket, a comma or a string, and
// anywhere.
template <typename asking>
value_end scan_json(const asking& ask, std::size_t p) {
  std::size_t deep = 0;
  unsigned char before = ' ', last = ',';
  do {
    const auto next = ask(p);
    if (!next) return {p, false};
    value_end part{p + 1, true};
    bool counts = !among(" \t\r\n", *next);
    unsigned char seen = *next;
    if (*next == '"' || (*next == '\'' && among("{[,:", last))) {
      part = scan_string(ask, p);
    } else if (*next == '\\') {
      const bool whole = ask(p + 1).has_value();
      part = {whole ? p + 2 : p + 1, whole};
      seen = '.';
    } else if (const auto comment = among(" \t\r\n{}[],\"'", before) ? scan_comment(ask, p) : std::nullopt) {
      part = *comment;
      counts = false;
      seen = ' ';
    }
    if (!part.whole) return part;
    if (among("{[", *next)) ++deep;
    if (among("}]", *next)) --deep;
    before = seen;
    if (counts) last = seen;
    p = part.at;
  } while (deep > 0);
  return {p, true};
}

// The end of a JSON value at i, if one begins there.
template <typename asking>
std::optional<value_end> scan_value(const asking& ask, std::size_t i) {
  const auto first = ask(i);
  if (!first) return std::nullopt;
  if (among("\"'", *first)) return scan_string(ask, i);
  if (among("{[", *first)) return scan_json(ask, i);
  if (!digit(*first) && !among("-tfn", *first)) return std::nullopt;
  return value_end{scan_longest(ask, i, scalar_byte), true};
}

// The end of a Python value at i, if one begins there; the end of the text is one.
template <typename asking>
std::optional<std::size_t> scan_python(const asking& ask, std::size_t i) {
  const auto first = ask(i);
  const auto belongs = [](unsigned char byte) { return scalar_byte(byte) || byte == '_'; };
  if (!first) return std::nullopt;
  if (among("\"'", *first)) return scan_python_string(ask, i).at;
  if (among("{[(", *first)) return scan_brackets(ask, i, "{[(", "}])", "\"'", scan_python_string<asking>).at;
  return belongs(*first) ? std::optional(scan_longest(ask, i, belongs)) : std::nullopt;
}

}  // namespace toolcall::interpreter
