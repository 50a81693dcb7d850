// What is asked of the interpreter: a rule at a place, a whole message, and what a message lacks.

#include "interpreter/interpreter.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "interpreter/interpreter_forms.hpp"

namespace toolcall::interpreter {

using namespace running;

match_result evaluate(const std::vector<grammarc::page>& pages, const std::string& page, const std::string& rule,
                      std::string_view text, std::size_t at, const names& declared, const reading_limits& bounds,
                      census* count, failures* farthest) {
  matcher runs(pages, text, declared, bounds, count, farthest);
  const result r = runs.enter(page, rule, at);
  match_result all{r.is, r.j, std::nullopt, runs.events, 0};
  if (r.cut) all.k = r.cut->position;
  if (r.cut) all.final_count = r.cut->events;
  return all;
}

namespace {

// What is noted with one label is looked for together, where the first of it stands among the items.
void look_for(const std::string& note, matcher& runs, const std::vector<item>& items, std::size_t i) {
  if (runs.is_off(note)) return;
  for (const auto& it : items) {
    if (it.note != note) continue;
    const auto end = runs.sees(it.page, it.rule, i);
    if (end) return runs.emit(node_event_type::note, note, i, *end);
  }
}

// The items in order, as one choice, up to the first that is only noted, unless all are wanted; where the one ends that
// matched or broke. What is only noted takes no byte and is not an alternative; items with one note are alternatives of
// each other. An item that matches the empty string counts as a fail: the checker refuses it, and the loop must go on.
std::optional<std::size_t> read_items(matcher& runs, const std::vector<item>& items, std::size_t i, bool all,
                                      census* count) {
  std::size_t from = runs.events.size();
  runs.with_deferred = all;
  std::set<std::string_view> noted;
  for (const auto& it : items) {
    if (!it.note.empty()) {
      if (!all) break;
      if (noted.insert(it.note).second) look_for(it.note, runs, items, i);
      from = runs.events.size();
      continue;
    }
    runs.emit(node_event_type::begin, "block", i, i);
    const result r = runs.enter(it.page, it.rule, i);
    if (count != nullptr)
      ++count->turns[r.is == match_kind::ok ? "item ok" : r.is == match_kind::fail ? "item fail" : "item broken"];
    if (r.is == match_kind::broken) {
      const std::size_t next = r.cut->position;
      runs.fail_open_roles(from, next);  // the block is the outermost of them
      runs.emit(node_event_type::label, "broken_call", next, next);
      return next > i ? next : i + 1;
    }
    if (r.is == match_kind::ok && r.j > i) {
      if (it.rule == "reasoning") runs.line_start = r.j;
      if (it.rule == "reasoning" || it.rule == "call") runs.sentence_start = r.j;
      runs.emit(node_event_type::end, "block", i, r.j);
      return r.j;
    }
    runs.events.resize(from);
  }
  return std::nullopt;
}

// message <- (items / a byte of text)*, each item guarded by @broken_call, which consumes nothing.
std::size_t read_place(matcher& runs, const std::vector<item>& items, std::size_t i, census* count) {
  runs.item_start = i;
  if (runs.has_deferred())
    if (const auto end = read_items(runs, items, i, false, count)) return *end;
  return read_items(runs, items, i, true, count).value_or(i + 1);
}

// Whether a place was read as what it is. Text is what it is not; nor is a control mark where something else came
// farther.
bool was_read(const std::vector<node_event>& events, std::size_t end, const failures& farthest) {
  const auto is_text = [](const node_event& m) { return m.what == "text" || m.what == "broken_call"; };
  const auto is_more = [](const node_event& m) { return m.what == "call" || m.what == "reasoning"; };
  if (events.empty() || std::any_of(events.begin(), events.end(), is_text)) return false;
  return farthest.at() <= end || std::any_of(events.begin(), events.end(), is_more);
}

}  // namespace

std::vector<node_event> message(const std::vector<grammarc::page>& pages, const std::vector<item>& items,
                                std::string_view text, const names& declared, const reading_limits& bounds,
                                census* count) {
  matcher runs(pages, text, declared, bounds, count);
  runs.use(items);
  for (std::size_t i = 0; i < text.size();) i = read_place(runs, items, i, count);
  return runs.events;
}

attempts failed_attempts(const std::vector<grammarc::page>& pages, const std::vector<item>& items,
                         std::string_view text, const names& declared, const reading_limits& bounds) {
  attempts made;
  failures farthest;
  matcher runs(pages, text, declared, bounds, nullptr, &farthest);
  runs.use(items);
  std::vector<item> read;  // what is only noted, or known not to be readable, lacks nothing
  std::copy_if(items.begin(), items.end(), std::back_inserter(read),
               [](const item& it) { return it.note.empty() && it.rule != "unread"; });
  try {
    while (made.looked_until < text.size()) {
      const std::size_t i = made.looked_until;
      farthest.clear(i);
      made.looked_until = read_place(runs, read, i, nullptr);
      if (!was_read(runs.events, made.looked_until, farthest)) made.add(i, farthest);
      runs.events.clear();
    }
  } catch (const exhausted&) {
  }
  return made;
}

}  // namespace toolcall::interpreter
