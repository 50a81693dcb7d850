// The problems of a call, from its diagnostics: these name the place, what is expected and what was got, so they are
// repeated as they are. What only the message as a whole knows is added: which tools there are, and what a call that
// could not be read has to have.
//
// Of a call that was cut off or broke, only this is said: other problems may come from the missing part.

#include "output/correction_lines.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "dialects/compiled_dialects.hpp"
#include "output/json_writer.hpp"
#include "text/finish_reason.hpp"
#include "text/utf8.hpp"
#include "typing/json.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"

namespace toolcall::events {

namespace {

constexpr std::size_t most_lines = 8, most_fields = 8;
constexpr std::size_t longest_name = 64, longest_pointer = 80, longest_message = 400, around = 24;  // bytes

// What is reported of a call and is not a mistake: what was assumed, and what the library did itself.
constexpr std::string_view notes[] = {"assumed_type", "repeated_field", "repeated_id", "resolved_name", "invalid_utf8"};

// Quoted as JSON quotes, so that it is one line and well-formed.
std::string quoted(std::string_view text, std::size_t most) {
  return json_string(utf8::shortened(text, most));
}

bool is_plain(std::string_view text) {
  return utf8::ill_formed(text) == text.npos && std::all_of(text.begin(), text.end(), [](char c) {
           return static_cast<unsigned char>(c) > ' ' && c != '"' && c != '\\' && c != 0x7F;
         });
}

// Well-formed, and on one line.
std::string on_one_line(std::string_view text, std::size_t most) {
  std::string made = utf8::well_formed(utf8::shortened(text, most));
  std::replace_if(
      made.begin(), made.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return made;
}

// A sentence after a colon has no capital and no full stop.
std::string continued(std::string_view sentence) {
  std::string made = on_one_line(sentence, longest_message);
  if (made.size() > 1 && made.back() == '.') made.pop_back();
  const bool word = made.size() > 1 && ((made[1] >= 'a' && made[1] <= 'z') || made[1] == ' ');
  if (word && made[0] >= 'A' && made[0] <= 'Z') made[0] = static_cast<char>(made[0] + 32);
  return made;
}

std::string at_pointer(const std::string& pointer) {
  if (pointer.empty()) return "";
  return (is_plain(pointer) ? utf8::shortened(pointer, longest_pointer) : quoted(pointer, longest_pointer)) + ": ";
}

std::string line_of(const diagnostic& d) {
  return at_pointer(d.pointer) + continued(d.message);
}

bool is_problem(const diagnostic& d) {
  return !d.recovery && d.label != "unknown_tool" &&
         std::find(std::begin(notes), std::end(notes), d.label) == std::end(notes);
}

bool is_cut_off(std::string_view label) {
  return label == "truncated" || label == "limit";
}

// A failed call has no number; its diagnostics stand within it.
bool concerns(const diagnostic& d, const rejected_call& of) {
  if (of.call != no_call || d.call != no_call) return d.call == of.call;
  return d.begin >= of.begin && d.end <= of.end;
}

using list = std::vector<const diagnostic*>;

list about(const message& m, const rejected_call& of) {
  list found;
  for (const diagnostic& d : m.diagnostics)
    if (concerns(d, of)) found.push_back(&d);
  return found;
}

// A value that could not be converted does not fit its schema either: that is one mistake, said once.
list problems_in(const list& all) {
  list found;
  for (const diagnostic* d : all) {
    const bool is_reported =
        d->label == "schema_violation" && std::any_of(all.begin(), all.end(), [&](const diagnostic* o) {
          return o->label == "not_converted" && o->pointer == d->pointer;
        });
    if (is_problem(*d) && !is_reported) found.push_back(d);
  }
  return found;
}

// What stands around the place where a call broke.
std::string near(std::string_view text, std::uint64_t at, const rejected_call& of) {
  if (text.size() < of.end || at < of.begin || at > of.end) return "";
  std::size_t from = static_cast<std::size_t>(std::max(of.begin, at - std::min<std::uint64_t>(at, around)));
  while (from < at && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80) ++from;
  const std::string_view some = text.substr(from, static_cast<std::size_t>(std::min(of.end, at + around)) - from);
  const std::string line = on_one_line(some.substr(0, utf8::whole_characters(some)), 2 * around);
  const std::string_view shown = typing::json::trim(line);
  return shown.empty() ? "" : ", near `" + std::string(shown) + "`";
}

// The names of the fields that a call of the tool must have; asked of its schema with a call that has none.
std::string required_of(std::string_view name, const tools& declared) {
  const typing::tool_set* const known = internals(declared);
  const int tool = known == nullptr ? -1 : known->find(name);
  if (tool < 0) return "";
  std::string made;
  std::size_t count = 0;
  for (const typing::diagnostic& f : known->validate(tool, "{}")) {
    if (f.label != "missing_required" || f.pointer.empty() || ++count > most_fields) continue;
    std::string field = f.pointer.substr(1);
    for (const auto& [escape, sign] : {std::pair{"~1", "/"}, std::pair{"~0", "~"}})
      for (std::size_t at = field.find(escape); at != field.npos; at = field.find(escape, at + 1))
        field.replace(at, 2, sign);
    made += (made.empty() ? "; required: " : ", ") + shown_name(field);
  }
  return made + (count > most_fields ? ", …" : "");
}

std::string unknown(const rejected_call& of, const tools& declared) {
  const typing::tool_set* const known = internals(declared);
  const std::string_view close = known == nullptr ? std::string_view() : known->nearest(of.name);
  return "unknown tool" + (close.empty() ? "" : "; nearest: " + shown_name(close));
}

// What cut the call off, as far as it is known. A server may end its own call without saying that anything did.
std::string what_cut(const rejected_call& of, std::string_view finish_reason) {
  if (of.label == "limit") return "too long";
  if (is_filter_reason(finish_reason)) return "cut off by a content filter";
  switch (ending_of(finish_reason)) {
    case ending::length:
      return "cut off by the length limit";
    case ending::natural:
      return "its arguments have no end";
    case ending::other:
      break;
  }
  return "cut off with the finish reason " + quoted(finish_reason, longest_name);
}

// And the field that was open where the text ended.
std::string cut_off(const rejected_call& of, const list& all, std::string_view finish_reason) {
  std::string made = what_cut(of, finish_reason);
  for (const diagnostic* d : all)
    if (d->recovery && d->end == of.end && !d->pointer.empty()) {
      made += ", inside " + at_pointer(d->pointer);
      made.resize(made.size() - 2);
      break;
    }
  const bool is_long = of.label == "limit" || ending_of(finish_reason) == ending::length;
  return made + (is_long ? "; write it again shorter, or in several calls" : "; write it again");
}

// What ended a call that is not made.
std::vector<std::string> reasons(const rejected_call& of, const list& all, const tools& declared, std::string_view text,
                                 std::string_view finish_reason) {
  if (is_cut_off(of.label)) return {cut_off(of, all, finish_reason)};
  const auto same = std::find_if(all.begin(), all.end(), [&](const diagnostic* d) { return d->label == of.label; });
  const bool validated = same != all.end() ? !(*same)->recovery && of.label != "unreadable_arguments" : of.refused;
  std::vector<std::string> lines;
  if (validated)
    for (const diagnostic* d : problems_in(all)) lines.push_back(line_of(*d));
  if (!lines.empty()) return lines;
  if (of.label == "missing_name") return {"it has to say which tool it calls" + near(text, of.begin, of)};
  const bool known = same != all.end();
  const std::uint64_t at = known ? (*same)->begin : of.end;
  const std::string line = known ? line_of(**same) : continued(meaning_of(of.label).message);
  return {line + near(text, at, of) + (at < of.end ? required_of(of.name, declared) : "")};
}

}  // namespace

std::string shown_name(std::string_view name) {
  if (name.empty()) return "a call without a name";
  return is_plain(name) ? utf8::shortened(name, longest_name) : quoted(name, longest_name);
}

std::vector<std::string> lines_about(const rejected_call& of, const message& m, const tools& declared,
                                     std::string_view text) {
  std::vector<std::string> lines, once;
  std::set<std::string> seen;
  if (of.unknown) lines.push_back(unknown(of, declared));
  const list all = about(m, of);
  if (!of.label.empty()) {
    const auto why = reasons(of, all, declared, text, m.finish_reason);
    lines.insert(lines.end(), why.begin(), why.end());
  } else {
    for (const diagnostic* d : problems_in(all)) lines.push_back(line_of(*d));
  }
  if (lines.empty()) lines.push_back(continued(meaning_of("schema_violation").message));
  for (std::string& line : lines)
    if (seen.insert(line).second) once.push_back(std::move(line));
  if (once.size() > most_lines) {
    const std::size_t more = once.size() - most_lines;
    once.resize(most_lines);
    once.push_back("and " + std::to_string(more) + " more");
  }
  return once;
}

}  // namespace toolcall::events
