// Reads examples and compares what they expect with what was told.
//
// The one idea: both sides become lists of strings, one for the parts of the message in their order and one for the
// notes in theirs, so a note may stand behind the part that it concerns. A note quotes its bytes in backticks (more of
// them where the bytes hold some, over several lines where they hold newlines), and may give its pointer before them.

#include "spec/example.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "grammarc/main_spec.hpp"

namespace toolcall::tests {

namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    names.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

std::string option(const grammarc::example& of, const std::string& name, const std::string& otherwise) {
  const auto found = of.options.find(name);
  return found == of.options.end() ? otherwise : found->second;
}

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

struct lines {
  std::vector<std::string> parts, notes;
};

// One note; `rest` begins behind the label.
std::string read_note(std::string_view label, std::string_view& rest) {
  std::string note(label);
  if (rest.substr(0, 2) == " /") {
    const std::size_t end = std::min(rest.find(' ', 1), rest.size());
    note += rest.substr(0, end);
    rest.remove_prefix(end);
  }
  const std::size_t open = rest.find('`');
  if (open != 1) throw std::runtime_error("a note quotes its bytes: " + std::string(label));
  const std::size_t first = std::min(rest.find_first_not_of('`', open), rest.size());
  const std::string fence(rest.substr(open, first - open));
  // Two backticks and nothing else are no bytes.
  const bool nothing = fence.size() == 2 && (first == rest.size() || rest[first] == '\n');
  const std::size_t close = nothing ? open + 1 : rest.find(fence, first);
  if (close == rest.npos) throw std::runtime_error("a note is not closed: " + std::string(label));
  note += " ";
  if (!nothing) note += rest.substr(first, close - first);
  rest.remove_prefix(nothing ? first : close + fence.size());
  return note;
}

std::string read_part(std::string_view kind, std::string_view rest) {
  rest.remove_prefix(rest.empty() ? 0 : 1);
  if (kind == "text" || kind == "reasoning") return std::string(kind) + " " + json::parse(rest).get<std::string>();
  const std::size_t blank = std::min(rest.find(' '), rest.size());
  const std::string name(rest.substr(0, blank));
  if (kind == "call" || kind == "invalid") return std::string(kind) + " " + name + " " + compact(rest.substr(blank));
  return std::string(kind) + " " + std::string(rest);
}

lines expected_lines(std::string_view rest) {
  lines made;
  while (!rest.empty()) {
    if (rest.front() == '\n') {
      rest.remove_prefix(1);
      continue;
    }
    const std::size_t word = std::min(rest.find_first_of(" \n"), rest.size());
    const std::string_view kind = rest.substr(0, word);
    if (kind == "note") {
      rest.remove_prefix(word + 1);
      const std::size_t end = std::min(rest.find_first_of(" \n"), rest.size());
      const std::string_view label = rest.substr(0, end);
      rest.remove_prefix(end);
      made.notes.push_back(read_note(label, rest));
      continue;
    }
    static constexpr std::string_view kinds[] = {"text", "reasoning", "call", "invalid", "incomplete", "refused"};
    if (std::find(std::begin(kinds), std::end(kinds), kind) == std::end(kinds))
      throw std::runtime_error("no kind of line: " + std::string(kind));
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    made.parts.push_back(read_part(kind, rest.substr(word, end - word)));
    rest.remove_prefix(end);
  }
  return made;
}

// What was told, as lines. Text that touches is one text, whatever diagnostic stands between.
lines told_lines(const told& all, std::string_view text, const std::vector<std::string>& expected_notes) {
  lines made;
  std::string arguments;
  const told_event* last = nullptr;
  for (const told_event& e : all) {
    if (e.type == event_type::diagnostic) {
      const std::string bytes(text.substr(e.begin, e.end - e.begin));
      const std::string with_pointer = e.label + (e.pointer.empty() ? "" : " " + e.pointer) + " " + bytes;
      const std::size_t at = made.notes.size();
      const bool wanted = at < expected_notes.size() && expected_notes[at] == with_pointer;
      made.notes.push_back(wanted ? with_pointer : e.label + " " + bytes);
      continue;
    }
    if (e.type == event_type::arguments) arguments += e.text;
    if (e.type == event_type::call_begin) arguments.clear();
    if (e.type == event_type::text || e.type == event_type::reasoning) {
      const std::string kind = e.type == event_type::text ? "text " : "reasoning ";
      const bool touches = last != nullptr && last->type == e.type && last->end == e.begin;
      if (!touches) made.parts.push_back(kind);
      made.parts.back() += e.text;
    }
    if (e.type == event_type::call_incomplete || e.type == event_type::call_refused)
      made.parts.push_back((e.status == call_status::refused ? "refused " : "incomplete ") + e.name);
    if (e.type == event_type::call_end) {
      const auto begun = std::find_if(all.begin(), all.end(), [&](const told_event& b) {
        return b.type == event_type::call_begin && b.call == e.call;
      });
      made.parts.push_back((e.status == call_status::complete ? "call " : "invalid ") + begun->name + " " + arguments);
    }
    last = &e;
  }
  return made;
}

std::string shown(const lines& of) {
  std::string all;
  for (const std::string& part : of.parts) all += "  " + part + "\n";
  for (const std::string& note : of.notes) all += "  note " + note + "\n";
  return all;
}

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

const fs::path spec = fs::path(TOOLCALL_SOURCE_DIR) / "spec";

}  // namespace

const dialect& dialect_named(const std::string& name) {
  static std::map<std::string, dialect> known;
  const auto found = known.find(name);
  return found != known.end() ? found->second : known.emplace(name, dialect::named(name.empty() ? "auto" : name)).first->second;
}

parser example::fresh(bool automatic, bool collect) const {
  options how;
  how.collect = collect;
  how.tool_choice = choice;
  parser made(dialect_named(automatic ? "" : dialect), declared, how);
  if (!prefill.empty()) made.prefill(prefill);
  return made;
}

example damaged_example(std::mt19937_64& bits) {
  example of = examples()[bits() % examples().size()];
  const std::string& other = examples()[bits() % examples().size()].text;
  const std::size_t at = bits() % (of.text.size() + 1), from = bits() % (other.size() + 1);
  of.text.replace(at, bits() % 30, other, from, bits() % 60);
  if (bits() % 2 == 0) of.finish = "length";
  return of;
}

std::string tools_json() { return content_of(spec / "tools.json"); }

tools tools_named(const std::vector<std::string>& names) {
  const json all = json::parse(tools_json());
  json chosen = json::array();
  for (const std::string& name : names) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const json& t) { return t["function"]["name"] == name; });
    if (found == all.end()) throw std::runtime_error("spec/tools.json has no tool " + name);
    chosen.push_back(*found);
  }
  return tools::from_json(chosen.dump());
}

const std::vector<grammarc::page>& pages() {
  static const std::vector<grammarc::page> all = [] {
    grammarc::specification read = grammarc::read_specification(spec);
    if (!read.problems.empty()) throw std::runtime_error(read.problems.front().file + ": " + read.problems.front().what);
    return read.pages;
  }();
  return all;
}

const std::vector<example>& examples() {
  static const std::vector<example> all = [] {
    std::vector<example> made;
    for (const grammarc::page& page : pages())
      for (const grammarc::example& from : page.examples) {
        example e;
        e.place = grammarc::place_in_spec(spec, page.file) + ":" + std::to_string(from.line) + ": " + from.title;
        if (page.front.count("dialect") != 0) e.dialect = page.name;
        e.text = from.text;
        e.expected = from.expected;
        e.prefill = option(from, "prefill", "");
        e.finish = option(from, "finish", "stop");
        e.choice = tool_choice::of(option(from, "choice", "auto"));
        e.tools_given = from.options.count("tools") != 0;
        e.tool_names = split(option(from, "tools", ""));
        if (e.tools_given) e.declared = tools_named(e.tool_names);
        made.push_back(std::move(e));
      }
    return made;
  }();
  return all;
}

std::string difference(const example& of, const told& all) {
  const lines expected = expected_lines(of.expected);
  const lines found = told_lines(all, of.text, expected.notes);
  if (expected.parts == found.parts && expected.notes == found.notes) return "";
  return "expected:\n" + shown(expected) + "found:\n" + shown(found) + "events:\n" + show(all);
}

}  // namespace toolcall::tests
