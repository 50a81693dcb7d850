// Reads a log of marks. The one idea: begin and end are brackets, so a stack of the begins still open answers
// everything.

#include "interpreter/marks.hpp"

#include <algorithm>

namespace toolcall::oracle {
namespace {

bool closes(const mark& m) {
  return m.is == mark::kind::end || m.is == mark::kind::failed;
}

bool of_dialect(const mark& m) {
  return m.what.compare(0, 8, "dialect:") == 0;
}

// The text of the role with the marks [first, last]: its bytes, where the outermost completed replacements stand for
// theirs.
std::string content(const std::vector<mark>& marks, std::string_view text, std::size_t first, std::size_t last) {
  std::string said;
  std::size_t p = marks[first].begin, deep = 0;
  for (std::size_t m = first + 1; m < last; ++m) {
    if (marks[m].what.compare(0, 2, "->") != 0) continue;
    if (marks[m].is == mark::kind::begin) ++deep;
    if (closes(marks[m])) --deep;
    if (marks[m].is != mark::kind::end || deep > 0) continue;
    said.append(text.substr(p, marks[m].begin - p)).append(marks[m].what, 2);
    p = marks[m].end;
  }
  return said.append(text.substr(p, marks[last].end - p));
}

}  // namespace

std::vector<mark> open_roles(const std::vector<mark>& marks, std::size_t from) {
  std::vector<mark> open;
  for (std::size_t m = from; m < marks.size(); ++m) {
    if (marks[m].is == mark::kind::begin) open.push_back(marks[m]);
    if (closes(marks[m])) open.pop_back();
  }
  std::reverse(open.begin(), open.end());
  return open;
}

open_call innermost_call(const std::vector<mark>& marks, std::string_view text) {
  struct role {
    std::size_t begin;
    open_call facts;
  };
  std::vector<role> open;
  const auto is_call = [&](const role& r) { return marks[r.begin].what == "call"; };
  for (std::size_t m = 0; m < marks.size(); ++m) {
    if (marks[m].is == mark::kind::begin) open.push_back({m, {}});
    if (!closes(marks[m])) continue;
    const std::size_t begin = open.back().begin;
    open.pop_back();
    const auto call = std::find_if(open.rbegin(), open.rend(), is_call);
    const bool directly = std::all_of(open.rbegin(), call, [&](const role& r) { return of_dialect(marks[r.begin]); });
    if (marks[m].is == mark::kind::failed || call == open.rend()) continue;
    if (marks[m].what == "name") call->facts.named = true, call->facts.tool = content(marks, text, begin, m);
    if (marks[m].what == "key" && directly) call->facts.keys.insert(content(marks, text, begin, m));
  }
  const auto call = std::find_if(open.rbegin(), open.rend(), is_call);
  return call == open.rend() ? open_call() : call->facts;
}

std::string show(const std::vector<mark>& marks) {
  static const char* const words[] = {"begin", "end", "failed", "label"};
  std::string lines;
  for (const mark& m : marks) {
    lines.append(words[static_cast<int>(m.is)]).append(" ").append(m.what).append(" ").append(std::to_string(m.begin));
    if (m.is != mark::kind::begin) lines.append("-").append(std::to_string(m.end));
    lines += '\n';
  }
  return lines;
}

}  // namespace toolcall::oracle
