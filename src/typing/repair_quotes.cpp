// See repair_quotes.hpp. Every question looks no further than the next quote, so that a text of quotes costs its bytes.

#include "typing/repair_quotes.hpp"

#include <algorithm>

#include "typing/json.hpp"

namespace toolcall::typing {
namespace {

constexpr std::size_t longest_key = 256;  // that is looked for after a quote

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::size_t after_blanks(std::string_view text, std::size_t at) {
  for (;;) {
    if (at < text.size() && json::is_blank(text[at])) {
      ++at;
    } else if (const std::size_t odd = odd_blank_length(text.substr(std::min(at, text.size())))) {
      at += odd;
    } else {
      return at;
    }
  }
}

bool begins_value(std::string_view text) {
  constexpr std::string_view words[] = {"true", "false", "null", "True", "False", "None", "TRUE", "FALSE", "NULL"};
  if (quote_mark::at(text)) return true;
  if (std::string_view("{[(-+.0123456789").find(text.front()) != text.npos) return true;
  return std::any_of(std::begin(words), std::end(words), [&](std::string_view w) { return text.starts_with(w); });
}

// A line of words that the next token follows: one that holds quotes or brackets may be the string's.
bool begins_comment(std::string_view text) {
  if (text.starts_with("/*")) return true;
  if (!text.starts_with("//") && !text.starts_with("# ")) return false;
  const std::size_t end = end_of_line_comment(text, 0);
  return end != text.npos && text[end] == '\n';
}

// Whether what stands after a comma may be the next part of the container.
bool goes_on(std::string_view text, char container) {
  if (text.empty() || std::string_view("}]),").find(text.front()) != text.npos || begins_comment(text)) return true;
  return container == '}' ? begins_member(text) : begins_value(text);
}

// Whether what may follow a value stands at `at`.
bool may_end_before(std::string_view text, std::size_t at, std::string_view containers) {
  at = after_blanks(text, at);
  while (at < text.size() && !containers.empty() && std::string_view("}])").find(text[at]) != text.npos) {
    const std::size_t level = containers.rfind(text[at]);
    if (level == containers.npos) return false;
    containers = containers.substr(0, level);
    at = after_blanks(text, at + 1);
  }
  if (at >= text.size()) return true;
  if (containers.empty()) return std::string_view("}]\\").find(text[at]) != text.npos || text[at] == '\0';
  if (text[at] == ',') return goes_on(text.substr(after_blanks(text, at + 1)), containers.back());
  if (begins_comment(text.substr(at))) return true;
  return containers.back() == '}' && begins_quoted_member(text.substr(at));
}

// The next quote that is not escaped.
std::size_t next_quote(std::string_view text, std::size_t from, std::string_view close) {
  for (std::size_t at = from; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text.substr(at, close.size()) == close) {
      return at;
    }
  }
  return no_quote;
}

}  // namespace

quote_mark quote_mark::at(std::string_view text) {
  constexpr quote_mark all[] = {{"\"", "\""}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"”", "”"}, {"„", "“"}, {"‘", "’"}};
  for (const quote_mark& one : all)
    if (text.starts_with(one.open)) return one;
  return {};
}

std::size_t end_of_line_comment(std::string_view text, std::size_t from) {
  return text.find_first_of("\n\"{}[]", from);
}

std::size_t odd_blank_length(std::string_view text) {
  constexpr std::string_view all[] = {"\u00a0", "\u2003", "\u2009", "\u200b", "\u202f", "\u2060", "\u3000", "\ufeff"};
  if (text.empty() || static_cast<unsigned char>(text.front()) < 0x80) return 0;
  for (const std::string_view one : all)
    if (text.starts_with(one)) return one.size();
  return 0;
}

bool begins_quoted_member(std::string_view text) {
  text = text.substr(0, longest_key);
  const quote_mark mark = quote_mark::at(text);
  if (!mark) return false;
  const std::size_t end = text.find(mark.close, mark.open.size());
  if (end == text.npos) return false;
  const std::size_t colon = after_blanks(text, end + mark.close.size());
  return colon < text.size() && text[colon] == ':';
}

bool begins_member(std::string_view text) {
  if (begins_quoted_member(text)) return true;
  text = text.substr(0, longest_key);
  std::size_t at = 0;
  while (at < text.size() && (is_word_byte(text[at]) || text[at] == '$' || text[at] == '-')) ++at;
  if (at == 0) return false;
  at = after_blanks(text, at);
  return at < text.size() && text[at] == ':';
}

std::size_t end_of_key(std::string_view text, std::size_t from, std::string_view close) {
  return next_quote(text, from, close);
}

void inner_quotes::add(char before, char after) {
  const bool opens = !is_word_byte(before) && !json::is_blank(after);
  const bool closes = !json::is_blank(before) && !is_word_byte(after);
  clear_ = clear_ && !last_ && (open_ ? closes : opens);
  any_ = true;
  open_ = !open_;
  last_ = !open_ && after == ',';
}

string_end end_of_value(std::string_view text, std::size_t from, std::string_view close, std::string_view containers) {
  inner_quotes inner;
  for (std::size_t at = next_quote(text, from, close); at != no_quote;
       at = next_quote(text, at + close.size(), close)) {
    const std::size_t after = at + close.size();
    if (may_end_before(text, after, containers)) return inner.clear() ? string_end{at, inner.any()} : string_end{};
    inner.add(at == from ? ' ' : text[at - 1], text[after]);  // there is a byte, or it had been the end
  }
  return {};
}

}  // namespace toolcall::typing
