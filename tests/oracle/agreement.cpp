// Three comparisons for one sample, spec/events.md, "The theorem":
// (3) the whole text in one piece gives the node events of the definition;
// (1) after every prefix, what was emitted depends on the prefix alone: bytewise, in one piece and in random pieces;
// (2) what was emitted after a prefix is a beginning of the definition's result for other endings of that prefix.
// The machine selects its dialects from a program of all of them; the definition knows those alone.

#include "agreement.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/stream.hpp"
#include "grammarc/lay_out_pages.hpp"

namespace toolcall::interpreter {

namespace {

struct emitted {
  std::vector<node_event> events;
  std::size_t until = 0;  // all bytes before are emitted
  bool operator==(const emitted& other) const { return events == other.events && until == other.until; }
};

std::string role_name(const engine::node_event& m, const engine::program& laid_out, const grammar& of,
                      const vocabulary& declared) {
  static const char* const names[] = {"block",     "call", "name",      "id",     "key",    "value",
                                      "arguments", "text", "reasoning", "string", "object", "array"};
  if (m.role == engine::node_role::replace && m.index != engine::chosen_name && m.index >= engine::first_field_name)
    return "->" + std::string(declared.word(m.index - engine::first_field_name));
  if (m.role == engine::node_role::replace)
    return "->" + (m.index == engine::chosen_name ? of.declared.tool_chosen
                                                  : std::string(laid_out.at(laid_out.replacements[m.index])));
  if (m.role == engine::node_role::json) return "json";
  if (m.role == engine::node_role::python) return "python";
  if (m.role == engine::node_role::dialect) return "dialect:" + of.pages[m.index].name;
  if (m.role == engine::node_role::label) return std::string(laid_out.label(m.index));
  return names[static_cast<std::size_t>(m.role)];
}

class reader {
 public:
  reader(const engine::program& laid_out, const grammar& of, const vocabulary& names,
         const engine::machine_limits& bounds)
      : laid_out_(&laid_out),
        of_(&of),
        names_(&names),
        stream_(laid_out, names, bounds, wanted(laid_out, of.declared)) {}

  void feed(std::string_view chunk) {
    stream_.feed(chunk, false, [this](auto... what) { note(what...); });
  }
  void finish() {
    stream_.finish([this](auto... what) { note(what...); });
  }
  const emitted& so_far() const { return emitted_; }

 private:
  static engine::request wanted(const engine::program& laid_out, const names& declared) {
    const auto numbered = [&](const std::set<std::string>& labels) {
      std::vector<bool> all;
      for (std::size_t i = 0; i < laid_out.labels.size(); ++i)
        all.push_back(labels.count(std::string(laid_out.label(i))) != 0);
      return all;
    };
    engine::request made{declared.call_required, declared.tool_chosen};
    made.off = numbered(declared.off);
    if (!declared.deferred.empty()) made.deferred = numbered(declared.deferred);  // else the items are not tried twice
    return made;
  }
  void note(const engine::node_event* events, std::size_t count, std::string_view, std::uint64_t, std::uint64_t until) {
    for (std::size_t i = 0; i < count; ++i) {
      const engine::node_event& m = events[i];
      if (m.is == engine::node_event_type::cut) continue;  // the definition has no use for it
      emitted_.events.push_back(
          {static_cast<node_event_type>(m.is), role_name(m, *laid_out_, *of_, *names_), m.begin, m.end});
    }
    emitted_.until = until;
  }

  const engine::program* laid_out_;
  const grammar* of_;
  const vocabulary* names_;
  engine::stream stream_;
  emitted emitted_;
};

vocabulary vocabulary_of(const names& declared) {
  vocabulary made;
  made.given = declared.given;
  for (const auto& [tool, fields] : declared.tools) {
    const int index = made.add_tool(tool);
    for (const auto& field : fields) made.add_field(index, field);
  }
  made.given = declared.given;
  return made;
}

std::string shown(const emitted& what) {
  return show(what.events) + "until " + std::to_string(what.until) + "\n";
}

engine::dialect_set selected(const sample& of) {
  engine::dialect_set in_use;
  for (std::size_t i = 0; i < of.of.pages.size(); ++i) in_use[i] = of.out_of_use.count(of.of.pages[i].name) == 0;
  return in_use;
}

class comparison {
 public:
  explicit comparison(const sample& of) : of_(of), items_(items_in_use(of)), names_(vocabulary_of(of.of.declared)) {
    std::vector<std::string> problems;
    const bool counts_calls = of.of.bounds.depth < 10;  // else no sample comes near the limit
    laid_out_ = engine::lay_out(grammarc::lay_out_pages(of.of.pages, of.of.items, counts_calls), problems, of.effort);
    for (const std::string& problem : problems) refused_ += problem + "\n";
    if (refused_.empty()) laid_out_.select(selected(of));
  }

  std::string run() {
    if (!refused_.empty()) return "refused: " + refused_;
    // First, since the definition gives up where the machine would try for hours.
    const std::vector<node_event> events = defined(of_.text);
    std::string found = bytewise();
    if (found.empty()) found = pieces({});
    if (found.empty()) found = pieces(of_.splits);
    if (found.empty()) found = copies();
    if (found.empty()) found = definition(events);
    if (found.empty()) found = other_endings();
    if (found.empty()) found = limited();
    return found;
  }

 private:
  // What rules were found to do, and rows of bytes of one set, are remembered from the first byte on, or never.
  reader fresh(bool remembers = true) const {
    engine::machine_limits bounds;
    bounds.uncut_bytes = uncut_bytes_;
    bounds.trial_bytes = of_.of.bounds.trial_bytes;
    bounds.followed_by_bytes = of_.of.bounds.followed_by_bytes;
    bounds.span_bytes = of_.of.bounds.span_bytes;
    bounds.depth = static_cast<std::uint32_t>(of_.of.bounds.depth);
    bounds.unremembered_bytes = remembers ? 0 : engine::nowhere;
    bounds.row_bytes = remembers ? 1 : engine::nowhere;
    return {laid_out_, of_.of, names_, bounds};
  }
  // Of the dialects in use alone.
  std::vector<node_event> defined(std::string_view text) const {
    return message(of_.of.pages, items_, text, of_.of.declared, of_.of.bounds);
  }

  // The definition knows no limit on what stands after the last cut; with one, it must still not matter how the text
  // is cut.
  std::string limited() {
    uncut_bytes_ = 2 + of_.text.size() % 7;
    after_.clear();
    std::string found = bytewise();
    if (found.empty()) found = pieces({});
    if (found.empty()) found = pieces(of_.splits);
    return found.empty() ? "" : "with " + std::to_string(uncut_bytes_) + " uncut bytes, " + found;
  }

  std::string bytewise() {
    reader r = fresh(false);
    after_.push_back(r.so_far());
    for (const char& c : of_.text) {
      r.feed({&c, 1});
      after_.push_back(r.so_far());
    }
    r.finish();
    end_ = r.so_far();
    return end_.until == of_.text.size() ? "" : "the end was not reached:\n" + shown(end_);
  }

  std::string pieces(std::vector<std::size_t> cuts) const {
    reader r = fresh();
    cuts.push_back(of_.text.size());
    std::size_t from = 0;
    for (const std::size_t cut : cuts) {
      r.feed(std::string_view(of_.text).substr(from, cut - from));
      from = cut;
      if (!(r.so_far() == after_[cut]))
        return "after " + std::to_string(cut) + " bytes, in pieces:\n" + shown(r.so_far()) + "bytewise:\n" +
               shown(after_[cut]);
    }
    r.finish();
    if (r.so_far() == end_) return "";
    return "at the end, in pieces:\n" + shown(r.so_far()) + "bytewise:\n" + shown(end_);
  }

  // A copy made in mid-stream goes on alone.
  std::string copies() const {
    if (of_.splits.empty()) return "";
    const std::size_t at = of_.splits.front();
    reader first = fresh();
    first.feed(std::string_view(of_.text).substr(0, at));
    reader second = first;
    first.feed("<zz>");
    first.finish();
    second.feed(std::string_view(of_.text).substr(at));
    second.finish();
    return second.so_far() == end_ ? "" : "a copy made after " + std::to_string(at) + " bytes ends otherwise";
  }

  std::string definition(const std::vector<node_event>& events) const {
    if (events == end_.events) return "";
    return "definition:\n" + show(events) + "machine:\n" + show(end_.events);
  }

  std::string other_endings() const {
    static const char* const endings[] = {"",   "<",    ">",        "/",        "a",   "b",     " ",
                                          "\n", "</a>", "<a>b</a>", "ab<>/ \n", "\"}", "bbbb/>"};
    for (std::size_t size = 0; size <= of_.text.size(); ++size)
      for (const char* ending : endings) {
        const std::string text = of_.text.substr(0, size) + ending;
        const std::vector<node_event> events = defined(text);
        const emitted& early = after_[size];
        const bool begins = events.size() >= early.events.size() &&
                            std::equal(early.events.begin(), early.events.end(), events.begin());
        const bool later =
            begins && std::all_of(events.begin() + static_cast<std::ptrdiff_t>(early.events.size()), events.end(),
                                  [&](const node_event& m) { return m.end >= early.until; });
        if (!later)
          return "told after " + std::to_string(size) + " bytes:\n" + shown(early) + "but with the ending \"" + ending +
                 "\" the definition is:\n" + show(events);
      }
    return "";
  }

  const sample& of_;
  std::vector<item> items_;
  vocabulary names_;
  engine::program laid_out_;
  std::string refused_;
  std::uint64_t uncut_bytes_ = 1U << 22U;
  std::vector<emitted> after_;
  emitted end_;
};

}  // namespace

std::string disagreement(const sample& of, bool* ran_out) {
  try {
    return comparison(of).run();
  } catch (const exhausted&) {
    if (ran_out != nullptr) *ran_out = true;
    return "";  // the definition backtracks without bound; the sample says nothing
  }
}

}  // namespace toolcall::interpreter
