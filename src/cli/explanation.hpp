// What became of each byte of a text, and what was decided about it: gathered from the trace and the message, without
// another look at the text.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/message.hpp>
#include <toolcall/trace.hpp>

namespace toolcall::cli {

enum class became : std::uint8_t { text, reasoning, markup, control, call, name, id, key, value, recovery, failed };

struct fate {
  std::string_view name;    // in HTML, too
  char mark;                // where there are no colours
  std::string_view colour;  // parameters of a terminal's SGR sequence; empty: as it is
  std::string_view meaning;
};

inline constexpr std::size_t fate_count = 11;
const fate& fate_of(became what);

// Bytes that became the same.
struct stretch {
  became what;
  std::size_t begin, end;
};

struct decision {
  std::string line;  // as to_line writes it; nothing in it is a control character
  std::uint64_t begin, end;
  became shown_as;  // the colour of its line; text: none
};

class explanation {
 public:
  // For options::trace. The explanation must stay where it is while the parser reads.
  trace_sink sink();
  // The parser has finished.
  void finish(const message& m, std::size_t size);

  // Disjoint, in order; they cover the text.
  std::vector<stretch> stretches() const;
  const std::vector<decision>& decisions() const { return decisions_; }

 private:
  static void on_entry(void* context, const trace_entry& entry);
  void take(const trace_entry& entry);
  void paint(const stretch& part, bool markup, bool call);
  void add_untraced(const message& m);

  std::vector<stretch> parts_;
  std::vector<decision> decisions_;
  std::vector<std::string> reported_;  // labels with their spans
  std::vector<became> bytes_;
};

// The text with a line of marks under each line that is not text alone, or, with colours, in colours; then a legend and
// the decisions. Nothing in it moves a terminal's cursor but the ends of lines.
std::string for_terminal(const explanation& of, std::string_view text, bool colours);

// What --color says, of this terminal.
bool wants_colours(const std::string& when);

// The same as a page that needs nothing else.
// `result`: what came out of it, in lines.
std::string as_html(const explanation& of, std::string_view text, std::string_view result);

}  // namespace toolcall::cli
