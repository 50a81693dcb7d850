// Lines of a result, in both directions. A note quotes its bytes in backticks: more of them where the bytes hold some,
// over several lines where they hold newlines; and it may give its pointer before them.

#include "authoring/result_lines.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace toolcall::authoring {

namespace {

// JSON without blanks outside of strings; all else stays as written.
std::string compact(std::string_view written) {
  std::string out;
  bool in_string = false;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (!in_string && written[i] == ' ') continue;
    if (written[i] == '"') in_string = !in_string;
    out += written[i];
    if (in_string && written[i] == '\\' && i + 1 < written.size()) out += written[++i];
  }
  return out;
}

std::string unquoted(std::string_view written) {
  const auto read = nlohmann::json::parse(written, nullptr, false);
  if (!read.is_string()) throw std::runtime_error("not a JSON string: " + std::string(written));
  return read.get<std::string>();
}

// As in Markdown, a blank stands between backticks that quote and one that is quoted.
std::string_view without_gap(std::string_view quoted) {
  const std::size_t size = quoted.size();
  const bool joins = size > 2 && quoted.front() == ' ' && quoted.back() == ' ';
  return joins && (quoted[1] == '`' || quoted[size - 2] == '`') ? quoted.substr(1, size - 2) : quoted;
}

// One note; `rest` begins after the label.
lines::note read_note(std::string_view label, std::string_view& rest) {
  lines::note note{std::string(label), "", ""};
  if (rest.substr(0, 2) == " /") {
    const std::size_t end = std::min(rest.find(' ', 1), rest.size());
    note.pointer = rest.substr(1, end - 1);
    rest.remove_prefix(end);
  }
  const std::size_t open = rest.find('`');
  if (open != 1) throw std::runtime_error("a note quotes its bytes in backticks: note " + std::string(label));
  const std::size_t first = std::min(rest.find_first_not_of('`', open), rest.size());
  const std::string fence(rest.substr(open, first - open));
  // Two backticks and nothing else are not bytes.
  const bool nothing = fence.size() == 2 && (first == rest.size() || rest[first] == '\n');
  const std::size_t close = nothing ? open + 1 : rest.find(fence, first);
  if (close == rest.npos)
    throw std::runtime_error("the backticks of a note are not closed: note " + std::string(label));
  if (!nothing) note.bytes = without_gap(rest.substr(first, close - first));
  rest.remove_prefix(nothing ? first : close + fence.size());
  return note;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

lines::result_part read_part(std::string_view kind, std::string_view rest) {
  rest.remove_prefix(rest.empty() ? 0 : 1);
  if (kind == "text" || kind == "reasoning") return {std::string(kind), "", unquoted(rest)};
  if (kind == "incomplete" || kind == "refused") return {std::string(kind), std::string(rest), ""};
  const std::size_t blank = std::min(rest.find(' '), rest.size());
  if (blank == rest.size())
    throw std::runtime_error("a call without arguments has {}: " + std::string(kind) + " " + std::string(rest));
  if (!nlohmann::json::accept(rest.substr(blank)))
    throw std::runtime_error("the arguments of a call are JSON, and `" + std::string(trimmed(rest.substr(blank))) +
                             "` is not JSON: " + std::string(kind) + " " + std::string(rest.substr(0, blank)));
  return {std::string(kind), std::string(rest.substr(0, blank)), compact(rest.substr(blank))};
}

// A note, which may have several lines, or a part.
void read_line(std::string_view& rest, lines& to) {
  static constexpr std::string_view kinds[] = {"text", "reasoning", "call", "invalid", "incomplete", "refused"};
  const std::size_t word = std::min(rest.find_first_of(" \n"), rest.size());
  const std::string_view kind = rest.substr(0, word);
  if (kind == "note") {
    rest.remove_prefix(std::min(word + 1, rest.size()));
    const std::size_t end = std::min(rest.find_first_of(" \n"), rest.size());
    const std::string_view label = rest.substr(0, end);
    rest.remove_prefix(end);
    return to.notes.push_back(read_note(label, rest));
  }
  if (std::find(std::begin(kinds), std::end(kinds), kind) == std::end(kinds))
    throw std::runtime_error(
        "\"" + std::string(kind) +
        "\" begins no line of a result: text, reasoning, call, invalid, incomplete, refused, note");
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  to.parts.push_back(read_part(kind, rest.substr(word, end - word)));
  rest.remove_prefix(end);
}

std::string as_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// As many backticks as no row in it has.
std::string in_backticks(const std::string& bytes) {
  std::string fence = "`";
  while (!bytes.empty() && bytes.find(fence) != bytes.npos) fence += '`';
  const bool joins = !bytes.empty() && (bytes.front() == '`' || bytes.back() == '`');
  const std::string gap = joins ? " " : "";
  return fence + gap + bytes + gap + fence;
}

std::string listed(const lines& of) {
  std::string all;
  const auto word = [](const std::string& text) { return text.empty() ? "" : " " + text; };
  for (const lines::result_part& part : of.parts) all += "  " + part.kind + word(part.name) + word(part.text) + "\n";
  for (const lines::note& note : of.notes) all += "  note " + note.label + word(note.pointer) + " " + note.bytes + "\n";
  return all.empty() ? "  nothing\n" : all;
}

std::string bytes_of(std::string_view text, std::uint64_t begin, std::uint64_t end) {
  const auto from = std::min(static_cast<std::size_t>(begin), text.size());
  return std::string(text.substr(from, static_cast<std::size_t>(end - begin)));
}

}  // namespace

lines expected_lines(std::string_view written) {
  lines made;
  for (std::string_view rest = written; !rest.empty();) {
    const std::string_view before = written.substr(0, written.size() - rest.size());
    if (rest.front() == '\n')
      rest.remove_prefix(1);
    else
      try {
        read_line(rest, made);
      } catch (const std::runtime_error& why) {
        throw wrong_line(static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')), why.what());
      }
  }
  return made;
}

// Text that touches is one text, whatever diagnostic stands between.
void result_lines::add_text(const char* kind, const event& e) {
  if (last_ != e.type || last_end_ != e.begin) all_.push_back({kind, "", "", e.begin, e.end});
  const auto last = std::find_if(all_.rbegin(), all_.rend(), [](const entry& each) { return each.kind != "note"; });
  last->text += e.text;
}

void result_lines::take(const event& e) {
  const char* const failed = e.status == call_status::refused ? "refused" : "incomplete";
  switch (e.type) {
    case event_type::diagnostic:
      // What is on other pages is no matter of this one.
      if (e.label == "other_dialect" || e.label == "resembles_call") return;
      all_.push_back({"note", std::string(e.label), std::string(e.pointer), e.begin, e.end});
      return;
    case event_type::text:
      add_text("text", e);
      break;
    case event_type::reasoning:
      add_text("reasoning", e);
      break;
    case event_type::markup:
      break;
    case event_type::call_begin:
      open_ = all_.size();
      all_.push_back({"call", std::string(e.name), "", e.begin, e.end});
      break;
    case event_type::arguments:
      all_[open_].text += e.text;
      break;
    case event_type::call_end:
      if (e.status == call_status::invalid) all_[open_].kind = "invalid";
      break;
    case event_type::call_incomplete:
    case event_type::call_refused:
      if (e.call == no_call || e.type == event_type::call_refused) {
        all_.push_back({failed, std::string(e.name), "", e.begin, e.end});
      } else {
        all_[open_].kind = failed;
        all_[open_].name = e.name;
      }
      break;
  }
  last_ = e.type;
  last_end_ = e.end;
}

void result_lines::take(std::span<const event> emitted) {
  for (const event& e : emitted) take(e);
}

std::string result_lines::written(std::string_view text) const {
  std::string all;
  for (const entry& each : all_) {
    const bool note = each.kind == "note", called = each.kind == "call" || each.kind == "invalid";
    const bool pointed = note && !each.text.empty() && each.text.find_first_of(" \n") == each.text.npos;
    all += each.kind + " ";
    if (each.kind == "text" || each.kind == "reasoning") all += as_string(each.text);
    all += each.name;
    if (all.back() == ' ') all.pop_back();  // a call without a name
    if (called || pointed) all += " " + each.text;
    if (note) all += " " + in_backticks(bytes_of(text, each.begin, each.end));
    all += "\n";
  }
  return all;
}

lines result_lines::compared_with(const lines& expected, std::string_view text) const {
  lines made;
  for (const entry& each : all_) {
    if (each.kind == "note") {
      const std::size_t at = made.notes.size();
      const bool wanted = at < expected.notes.size() && !expected.notes[at].pointer.empty();
      made.notes.push_back({each.name, wanted ? each.text : "", bytes_of(text, each.begin, each.end)});
    } else {
      const bool failed = each.kind == "incomplete" || each.kind == "refused";
      made.parts.push_back({each.kind, each.name, failed ? "" : each.text});
    }
  }
  return made;
}

std::string difference(const lines& expected, const result_lines& found, std::string_view text) {
  const lines made = found.compared_with(expected, text);
  return made == expected ? "" : "expected:\n" + listed(expected) + "found:\n" + listed(made);
}

}  // namespace toolcall::authoring
