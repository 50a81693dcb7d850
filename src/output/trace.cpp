// An entry of the trace as a line: its span, dialect, what it is and the rule in columns, then what there is to say.
//
// A line goes to a terminal, and its text comes from a model: whatever could move the cursor is shown as an escape.

#include <algorithm>

#include <toolcall/trace.hpp>

#include "text/utf8.hpp"

namespace toolcall {

namespace {

void append_escaped(std::string& line, unsigned char byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  if (byte == '\n') {
    line += "\\n";
  } else if (byte == '\t') {
    line += "\\t";
  } else if (byte == '\r') {
    line += "\\r";
  } else {
    line += "\\x";
    line += digits[byte >> 4U];
    line += digits[byte & 15U];
  }
}

// Control characters, those of U+0080 to U+009F too, and bytes that are no character.
std::string visible(std::string_view text) {
  std::string line;
  std::size_t bad = utf8::ill_formed(text);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool high_control = byte == 0xC2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0;
    if (at == bad) {
      append_escaped(line, byte);
      const std::size_t next = utf8::ill_formed(text.substr(at + 1));
      bad = next == text.npos ? next : next + at + 1;
    } else if (high_control) {
      append_escaped(line, byte);
      append_escaped(line, static_cast<unsigned char>(text[++at]));
    } else if (byte < 0x20 || byte == 0x7F) {
      append_escaped(line, byte);
    } else {
      line += text[at];
    }
  }
  return line;
}

std::string quoted(std::string_view text) {
  return '"' + visible(text) + '"';
}

// A column and the gap after it.
std::string column(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 1, width), ' ');
  return text;
}

}  // namespace

std::string to_line(const trace_entry& e) {
  std::string rest = e.kind == trace_kind::decision ? "call " + std::to_string(e.call) : "";
  const auto say = [&rest](const std::string& what) { rest += (rest.empty() ? "" : "  ") + what; };
  if (!e.pointer.empty()) say(visible(e.pointer));
  if (e.kind == trace_kind::part) say(quoted(e.text));
  if (e.kind == trace_kind::conversion && !(e.text.empty() && e.json.empty()))
    say(quoted(e.text) + (e.json.empty() ? "" : " -> " + visible(e.json)));
  if (e.kind == trace_kind::decision && !e.text.empty()) say(visible(e.text));
  if (!e.label.empty()) say(std::string(e.label) + (e.message.empty() ? "" : ":"));
  if (!e.message.empty()) rest += (rest.empty() ? "" : e.label.empty() ? "  " : " ") + visible(e.message);
  std::string line = column(std::to_string(e.begin) + ".." + std::to_string(e.end), 12) +
                     column(std::string(e.dialect), 17) + column(std::string(e.what), 15) +
                     column(std::string(e.rule), 28) + rest;
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace toolcall
