// The primitives that scan: each asks for bytes one after the other, and for none that it does not need.
//
// `ask(p)` gives the byte at p, or nothing after the end of the text.

#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

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

// What stands before i in its line, or behind `start`: words without the end of a sentence after them, and the
// quotation mark that is open.
struct line_before {
  bool in_sentence = false;
  std::string_view open;
};

inline line_before scan_line_before(std::string_view text, std::size_t i, std::size_t start) {
  const std::size_t newline = i == 0 ? text.npos : text.rfind('\n', i - 1);
  const std::size_t begin = std::max(start, newline == text.npos ? 0 : newline + 1);
  const std::string_view line = text.substr(begin, i - std::min(begin, i));
  const auto alphanumeric = [](unsigned char c) { return letter(c) || (c >= '0' && c <= '9'); };
  const auto one_of = [](std::string_view here, std::initializer_list<std::string_view> all) {
    for (const std::string_view each : all)
      if (here.starts_with(each)) return each;
    return std::string_view();
  };
  line_before found;
  bool escaped = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const std::string_view here = line.substr(at);
    const auto c = static_cast<unsigned char>(here[0]), last = static_cast<unsigned char>(at == 0 ? 0 : line[at - 1]);
    const bool plain = !std::exchange(escaped, c == '\\' && !escaped);
    const bool whole = here.size() > 2 || (here.size() > 1 && c < 0xe0);  // its character
    if (alphanumeric(c) || (c >= 0xc3 && c <= 0xed && c != 0xe2 && c != 0xe3)) found.in_sentence = true;
    if (c == 0xe3 && here.size() > 2 && here[1] != '\x80') found.in_sentence = true;
    if (!one_of(here, {".", "!", "?", ":", "…", "。", "！", "？", "："}).empty()) found.in_sentence = false;
    if (c == '"' || c == '\'') {
      if (!plain) continue;
      const bool behind_letter = alphanumeric(last) || (c == '\'' && last >= 0x80);
      if (found.open == here.substr(0, 1))
        found.open = {};
      else if (found.open.empty() && !behind_letter)
        found.open = here.substr(0, 1);
    } else if ((c == ' ' || c == '\t') && found.open == "'") {
      found.open = {};
    } else if (whole) {
      const std::string_view opening = one_of(here, {"„", "“", "‘", "«", "「", "『"});
      const std::string_view closing = one_of(here, {"”", "’", "»", "」", "』"});
      const bool closes_low = opening == "“" && found.open == "„";
      if (found.open.empty() && !opening.empty())
        found.open = opening;
      else if ((!closing.empty() || closes_low) && found.open != "\"" && found.open != "'")
        found.open = {};
    }
  }
  if (line.empty()) return found;
  const auto last = static_cast<unsigned char>(line.back());
  if (alphanumeric(last) || among(">]", last)) found.in_sentence = false;
  return found;
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

// From an opening bracket to after the one that closes it. JSON has no single quotes, backticks, comments or
// backslashes outside of its strings; they count where a value or key may begin, after a blank, a bracket, a comma or a
// string, and anywhere.
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
    if (*next == '"' || (among("'`", *next) && among("{[,:", last))) {
      part = scan_string(ask, p);
    } else if (*next == '\\') {
      const bool whole = ask(p + 1).has_value();
      part = {whole ? p + 2 : p + 1, whole};
      seen = '.';
    } else if (const auto comment = among(" \t\r\n{}[],\"'`", before) ? scan_comment(ask, p) : std::nullopt) {
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
