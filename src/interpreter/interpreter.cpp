// What is asked of the interpreter: a rule at a place, a whole message, and what a message lacks.

#include "interpreter/interpreter.hpp"

#include <algorithm>

#include "interpreter/interpreter_forms.hpp"

namespace toolcall::oracle {

using namespace running;

outcome evaluate(const std::vector<grammarc::page>& pages, const std::string& page, const std::string& rule,
                 std::string_view text, std::size_t at, const names& declared, const limits& bounds, census* count) {
  interpreter runs(pages, text, declared, bounds, count);
  const result r = runs.enter(page, rule, at);
  outcome all{r.is, r.j, std::nullopt, runs.marks, 0};
  if (r.cut) all.k = r.cut->position;
  if (r.cut) all.final_count = r.cut->marks;
  return all;
}

namespace {

// message <- (items in order, as one choice / a byte of text)*, each item guarded by @broken_call, which consumes
// nothing. An item that matches the empty string counts as a fail: the checker refuses it, and the loop must go on.
std::size_t read_place(interpreter& runs, const std::vector<item>& items, std::size_t i, census* count) {
  const std::size_t from = runs.marks.size();
  for (const auto& it : items) {
    runs.emit(mark::kind::begin, "block", i, i);
    const result r = runs.enter(it.page, it.rule, i);
    if (count != nullptr)
      ++count->turns[r.is == kind::ok ? "item ok" : r.is == kind::fail ? "item fail" : "item broken"];
    if (r.is == kind::broken) {
      const std::size_t next = r.cut->position;
      runs.fail_open_roles(from, next);  // the block is the outermost of them
      runs.emit(mark::kind::label, "broken_call", next, next);
      return next > i ? next : i + 1;
    }
    if (r.is == kind::ok && r.j > i) {
      runs.emit(mark::kind::end, "block", i, r.j);
      return r.j;
    }
    runs.marks.resize(from);
  }
  return i + 1;
}

// Whether a place was read as what it is. Text is what it is not; nor is a mark of control where something else came
// farther.
bool was_read(const std::vector<mark>& marks, std::size_t end, const failures& farthest) {
  const auto is_text = [](const mark& m) { return m.what == "text" || m.what == "broken_call"; };
  const auto is_more = [](const mark& m) { return m.what == "call" || m.what == "reasoning"; };
  if (marks.empty() || std::any_of(marks.begin(), marks.end(), is_text)) return false;
  return farthest.at() <= end || std::any_of(marks.begin(), marks.end(), is_more);
}

}  // namespace

std::vector<mark> message(const std::vector<grammarc::page>& pages, const std::vector<item>& items,
                          std::string_view text, const names& declared, const limits& bounds, census* count) {
  interpreter runs(pages, text, declared, bounds, count);
  runs.use(items);
  for (std::size_t i = 0; i < text.size();) i = read_place(runs, items, i, count);
  return runs.marks;
}

attempts failed_attempts(const std::vector<grammarc::page>& pages, const std::vector<item>& items,
                         std::string_view text, const names& declared, const limits& bounds) {
  attempts made;
  failures farthest;
  interpreter runs(pages, text, declared, bounds, nullptr, &farthest);
  runs.use(items);
  try {
    while (made.looked_until < text.size()) {
      const std::size_t i = made.looked_until;
      farthest.clear(i);
      made.looked_until = read_place(runs, items, i, nullptr);
      if (!was_read(runs.marks, made.looked_until, farthest)) made.add(i, farthest);
      runs.marks.clear();
    }
  } catch (const exhausted&) {
  }
  return made;
}

}  // namespace toolcall::oracle
