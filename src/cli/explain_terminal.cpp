// The explanation on a terminal, or in a file of plain text.
//
// Without colours a line of marks stands under each line, one mark for each column, and one more for the end of the
// line, for it too belongs to a value or does not. With colours an end that is not text is shown as a sign.

#include <array>

#include "cli/explanation.hpp"
#include "cli/visible.hpp"

namespace toolcall::cli {

namespace {

bool is_plain(became what) {
  return what == became::text || what == became::reasoning;
}

std::string coloured(became what, const std::string& text) {
  const std::string_view colour = fate_of(what).colour;
  if (colour.empty() || text.empty()) return text;
  return "\x1B[" + std::string(colour) + 'm' + text + "\x1B[0m";
}

// Lines with marks under them.
class marked {
 public:
  void add(became what, std::string_view bytes) {
    while (!bytes.empty()) {
      const shown next = next_shown(bytes);
      marks_.append(bytes.front() == '\n' ? 1 : next.columns, fate_of(what).mark);
      if (bytes.front() == '\n')
        end_line();
      else
        line_ += next.as;
      bytes.remove_prefix(next.bytes);
    }
  }
  std::string text() {
    if (!line_.empty()) end_line();
    return std::move(all_);
  }

 private:
  void end_line() {
    all_ += (line_.empty() ? "|" : "| " + line_) + '\n';
    marks_.erase(marks_.find_last_not_of(' ') + 1);
    if (!marks_.empty()) all_ += "  " + marks_ + '\n';
    line_.clear();
    marks_.clear();
  }

  std::string all_, line_, marks_;
};

std::string in_marks(const std::vector<stretch>& parts, std::string_view text) {
  marked lines;
  for (const stretch& s : parts) lines.add(s.what, text.substr(s.begin, s.end - s.begin));
  return lines.text();
}

// A colour ends before its line does, so that no background runs to the edge.
std::string in_colours(const std::vector<stretch>& parts, std::string_view text) {
  std::string all;
  for (const stretch& s : parts) {
    std::string run;
    for (std::string_view bytes = text.substr(s.begin, s.end - s.begin); !bytes.empty();) {
      const shown next = next_shown(bytes);
      if (bytes.front() == '\n') {
        all += coloured(s.what, run + (is_plain(s.what) ? "" : "⏎")) + '\n';
        run.clear();
      } else {
        run += next.as;
      }
      bytes.remove_prefix(next.bytes);
    }
    all += coloured(s.what, run);
  }
  return all.empty() || all.back() == '\n' ? all : all + '\n';
}

std::string legend(const std::vector<stretch>& parts, bool colours) {
  std::array<bool, fate_count> there{};
  for (const stretch& s : parts) there[static_cast<std::size_t>(s.what)] = true;
  std::string made;
  for (std::size_t i = 0; i < fate_count; ++i) {
    const fate& f = fate_of(static_cast<became>(i));
    if (!there[i]) continue;
    std::string name(f.name);
    name.resize(11, ' ');
    const std::string mark = std::string(3, f.mark);
    made += (colours ? coloured(static_cast<became>(i), std::string(f.name)) + name.substr(f.name.size())
                     : mark + "  " + name) +
            std::string(f.meaning) + '\n';
  }
  return made;
}

}  // namespace

std::string for_terminal(const explanation& of, std::string_view text, bool colours) {
  const std::vector<stretch> parts = of.stretches();
  std::string made = colours ? in_colours(parts, text) : in_marks(parts, text);
  if (!parts.empty()) made += '\n' + legend(parts, colours);
  if (!of.decisions().empty() && !made.empty()) made += '\n';
  for (const decision& d : of.decisions()) {
    const std::size_t span = d.line.find(' ');
    made += colours ? coloured(d.shown_as, d.line.substr(0, span)) + d.line.substr(span) : d.line;
    made += '\n';
  }
  return made;
}

}  // namespace toolcall::cli
