// The interpreter reads the text a second time, since it can say what the machine cannot: what was expected at the
// farthest byte, and by which rules. It backtracks, so its steps are limited.

#include "cli/where_it_failed.hpp"

#include <algorithm>
#include <vector>

#include "cli/visible.hpp"
#include "grammarc/check_show.hpp"
#include "grammarc/dialects.hpp"
#include "interpreter/interpreter.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"

namespace toolcall::cli {

namespace {

using interpreter::expectation;

constexpr std::size_t most_expected = 8, columns_before = 70, columns_after = 30;

interpreter::names names_of(const tools& offered, const tool_choice& choice) {
  interpreter::names made;
  made.given = offered.given();
  made.call_required = choice.wants_call();
  made.tool_chosen = choice.name;
  made.off = {"closing_call", "answered_call"};  // as long as the host does not ask for it
  for (std::size_t i = 0; i < offered.size(); ++i)
    for (const std::string& field : internals(offered)->fields(i))
      made.tools[std::string(offered.name(i))].insert(field);
  for (std::size_t i = 0; i < offered.size(); ++i) made.tools[std::string(offered.name(i))];
  return made;
}

bool only_blanks(const grammarc::expression& e) {
  for (std::size_t byte = 0; byte < e.bytes.size(); ++byte)
    if (e.bytes[byte] && byte != ' ' && byte != '\t' && byte != '\r' && byte != '\n') return false;
  return e.is == grammarc::form::set;
}

// Blanks may stand nearly everywhere; they are spoken of where nothing else may.
std::vector<const expectation*> worth_telling(const interpreter::failures& of) {
  std::vector<const expectation*> named;
  for (const bool blanks : {false, true}) {
    if (!named.empty()) break;
    for (const expectation& each : of.expected())
      if (only_blanks(*each.what) == blanks) named.push_back(&each);
  }
  return named;
}

// call:14 > block:17 > json.values: the lines are the page's own. Of a long way the middle is left out.
std::string way(const std::vector<interpreter::rule_step>& by, const grammarc::page* own) {
  constexpr std::size_t first = 3, last = 4;
  std::string all;
  for (std::size_t i = 0; i < by.size(); ++i) {
    if (i == first && by.size() > first + last + 1) {
      all += " > ...";
      i = by.size() - last;
    }
    all += i == 0 ? "" : " > ";
    all += by[i].where == own && !by[i].of->by_default ? by[i].of->name + ":" + std::to_string(by[i].of->line)
                                                       : by[i].where->name + "." + by[i].of->name;
  }
  return all;
}

std::string place(std::size_t at, std::size_t before) {
  return at < before ? "in the prompt" : "byte " + std::to_string(at - before);
}

// The line of the text with a caret under the byte. Of a long line only what is near it.
std::string with_caret(std::string_view text, std::size_t at) {
  const std::size_t newline = at == 0 ? text.npos : text.rfind('\n', at - 1);
  const std::size_t begin = newline == text.npos ? 0 : newline + 1;
  std::string line, piece;
  std::vector<std::size_t> widths;  // columns of each character before the caret
  std::vector<std::string> pieces;
  for (std::size_t i = begin; i < at;) {
    const shown next = next_shown(text.substr(i));
    pieces.push_back(next.as);
    widths.push_back(next.columns);
    i += next.bytes;
  }
  std::size_t column = 0, from = pieces.size();
  while (from > 0 && column + widths[from - 1] <= columns_before) column += widths[--from];
  for (std::size_t i = from; i < pieces.size(); ++i) line += pieces[i];
  if (from > 0) line = "..." + line, column += 3;
  std::size_t behind = 0;
  for (std::size_t i = at; i < text.size() && text[i] != '\n' && behind < columns_after;) {
    const shown next = next_shown(text.substr(i));
    line += next.as;
    behind += next.columns;
    i += next.bytes;
  }
  return "| " + line + "\n  " + std::string(column, ' ') + "^\n";
}

std::string expected_lines(const interpreter::failures& of, std::size_t before, const grammarc::page* own) {
  std::vector<std::pair<std::string, std::string>> named;
  std::size_t width = 0, more = 0;
  for (const expectation* const each : worth_telling(of)) {
    std::string what = grammarc::shown(*each->what);
    if (each->begin < of.at()) what += ", begun at " + place(each->begin, before);
    if (std::any_of(named.begin(), named.end(), [&](const auto& known) { return known.first == what; })) continue;
    if (named.size() == most_expected) {
      ++more;
      continue;
    }
    width = std::max(width, what.size());
    named.emplace_back(what, way(each->by, own));
  }
  std::string all;
  for (const auto& [what, by] : named) {
    all += all.empty() ? "  expected  " : "            ";
    all += visible(what) + std::string(width - what.size() + 2, ' ') + by + "\n";
  }
  if (more > 0) all += "            and " + std::to_string(more) + " more\n";
  return all;
}

std::string shown_attempt(const interpreter::attempt& one, std::string_view text, std::size_t before,
                          const grammarc::page* own) {
  const std::size_t at = one.farthest.at();
  const auto ahead = text.substr(before, at < before ? 0 : at - before);
  const auto line = 1 + std::count(ahead.begin(), ahead.end(), '\n');
  std::string all = "begun at " + place(one.begin, before) + ", failed at " + place(at, before);
  all += ", line " + std::to_string(line) + (at == text.size() ? ", where the text ends:\n" : ":\n");
  return all + with_caret(text, at) + expected_lines(one.farthest, before, own);
}

// `own`: the page whose lines are told; null: none.
std::string all_failures(const authoring::page_set& pages, const grammarc::page* own, std::string_view text,
                         std::size_t before, const tools& offered, const tool_choice& choice) {
  if (!choice.allows_calls()) return {};
  interpreter::reading_limits bounds;
  bounds.depth = 200;
  bounds.steps = 1 << 21;
  const interpreter::attempts found =
      interpreter::failed_attempts(pages.pages(), pages.items(), text, names_of(offered, choice), bounds);
  std::string all;
  for (const interpreter::attempt& one : found.all) all += "\n" + shown_attempt(one, text, before, own);
  if (found.found > found.all.size())
    all += "\n" + std::to_string(found.found - found.all.size()) + " other attempts failed earlier.\n";
  if (found.looked_until < text.size())
    all += "\nAfter " + place(found.looked_until, before) + ": not analysed, because that would take too long.\n";
  if (all.empty()) return all;
  return (found.all.empty() ? "where reading failed is not known:\n" : "where reading failed:\n") + all;
}

}  // namespace

std::string where_it_failed(const authoring::page_set& pages, std::string_view text, std::size_t before,
                            const tools& offered, const tool_choice& choice) {
  return all_failures(pages, &pages.own(), text, before, offered, choice);
}

std::string where_it_failed(std::string_view dialect, std::string_view text, std::size_t before, const tools& offered,
                            const tool_choice& choice) {
  const std::string page = authoring::compiled_page(dialect);
  if (page.empty()) return {};
  const authoring::page_set pages("spec/dialects/" + std::string(dialect) + ".md", page);
  return pages.problems().empty() ? all_failures(pages, nullptr, text, before, offered, choice) : std::string();
}

}  // namespace toolcall::cli
