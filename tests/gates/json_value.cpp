#include "gates/json_value.hpp"

#include <nlohmann/json.hpp>

namespace toolcall::tests {

namespace {

using kind = json_value::kind;

// What differs between JSON and Python: words and strings.
struct spelling {
  const char *null, *yes, *no;
  const char* behind;  // a colon or comma
  std::string (*quoted)(std::string_view, bool escaped);
  bool escaped;
};

std::string json_quoted(std::string_view text, bool escaped) {
  return nlohmann::json(text).dump(-1, ' ', escaped);
}

std::string python_quoted(std::string_view text, bool) {
  const char quote = text.find('\'') == text.npos || text.find('"') != text.npos ? '\'' : '"';
  std::string made(1, quote);
  for (const char c : text) {
    constexpr char digits[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\' || c == quote) made += '\\';
    if (c == '\n')
      made += "\\n";
    else if (c == '\t')
      made += "\\t";
    else if (c == '\r')
      made += "\\r";
    else if (byte < 0x20 || byte == 0x7f)
      made += std::string("\\x") + digits[byte >> 4U] + digits[byte & 15U];
    else
      made += c;
  }
  return made + quote;
}

std::string write(const json_value& of, const spelling& how) {
  std::string made, between;
  switch (of.is) {
    case kind::null:
      return how.null;
    case kind::boolean:
      return of.text == "true" ? how.yes : how.no;
    case kind::number:
      return of.text;
    case kind::string:
      return how.quoted(of.text, how.escaped);
    case kind::array:
      for (const json_value& item : of.items) {
        made += between + write(item, how);
        between = std::string(",") + how.behind;
      }
      return "[" + made + "]";
    case kind::object:
      for (const auto& [name, value] : of.members) {
        made += between + how.quoted(name, how.escaped) + ":" + how.behind + write(value, how);
        between = std::string(",") + how.behind;
      }
      return "{" + made + "}";
  }
  return made;
}

}  // namespace

std::string to_text(const json_value& of, const json_style& how) {
  return write(of, {"null", "true", "false", how.spaced ? " " : "", json_quoted, how.escaped});
}

std::string to_text(std::string_view string, const json_style& how) {
  return json_quoted(string, how.escaped);
}

std::string to_python(const json_value& of) {
  return write(of, {"None", "True", "False", " ", python_quoted, false});
}

}  // namespace toolcall::tests
