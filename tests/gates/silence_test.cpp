// Nothing in silence: where a call begins, something is reported.
//
// A place is where a call begins in a text outside of quotations (begun_calls.hpp), and, at the end of the text, a mark
// after which a call may still begin. Each place lies in the span of a call, of an entry in `incomplete` or `refused`,
// or of a diagnostic. What begins in reasoning, or in its marks, is reasoning, unless the text ends there. The texts
// are the examples, and the examples with a tag damaged.
//
// The same holds for the marks of a call whose name is deleted, has a blank in it or stands between quotes: the pages
// do not say that calls begin so, so these places are taken from what was read of the example.

#include <algorithm>
#include <optional>

#include "catch.hpp"
#include "effort.hpp"
#include "gates/begun_calls.hpp"
#include "gates/gate.hpp"
#include "gates/quotations.hpp"
#include "gates/reading.hpp"
#include "gates/texts.hpp"
#include "text/ascii.hpp"

namespace silence_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

bool overlaps(const begun_call& place, std::uint64_t begin, std::uint64_t end) {
  if (begin == end) return place.begin < begin && begin <= place.end;
  return begin <= place.end && end > place.begin;
}

// What the model makes up is reported where it begins, for all that follows.
bool is_made_up(const message& of, const begun_call& place) {
  return std::any_of(of.diagnostics.begin(), of.diagnostics.end(), [&](const diagnostic& each) {
    return each.label.starts_with("made_up_") && each.begin < place.begin;
  });
}

bool is_reported(const message& of, const begun_call& place) {
  const auto covers = [&](const auto& each) { return overlaps(place, each.begin, each.end); };
  return std::any_of(of.calls.begin(), of.calls.end(), covers) ||
         std::any_of(of.incomplete.begin(), of.incomplete.end(), covers) ||
         std::any_of(of.refused.begin(), of.refused.end(), covers) ||
         std::any_of(of.diagnostics.begin(), of.diagnostics.end(), covers) || is_made_up(of, place);
}

// In reasoning, or in the marks that begin it: those of some dialects name a tool that the model only thinks of.
bool in_reasoning(const message& of, const begun_call& place) {
  const auto span =
      std::find_if(of.spans.begin(), of.spans.end(), [&](const part_span& each) { return place.begin < each.end; });
  if (span == of.spans.end()) return false;
  if (span->part == message_part::reasoning) return true;
  const auto next = span + 1;
  return span->part == message_part::markup && place.end <= span->end && next != of.spans.end() &&
         next->part == message_part::reasoning;
}

// The ways in which a name is none.
std::vector<variant> misnamed(std::string_view text, std::size_t name, std::size_t size) {
  const std::string before(text.substr(0, name)), written(text.substr(name, size)), behind(text.substr(name + size));
  return {{before + behind, written + " deleted"},
          {before + "my " + written + behind, written + " with a blank"},
          {before + '"' + written + '"' + behind, written + " quoted"}};
}

bool is_first_on_line(std::string_view text, std::size_t at) {
  const std::size_t line = text.substr(0, at).rfind('\n') + 1;  // npos + 1 is 0
  return text.substr(line, at - line).find_first_not_of(" \t") == text.npos;
}

// Where the marks before a call begin: the markup in front of it, or its own first byte.
std::size_t begin_of_marks(const message& of, std::string_view text, std::size_t call) {
  std::size_t begin = call;
  for (auto span = of.spans.rbegin(); span != of.spans.rend(); ++span)
    if (span->part == message_part::markup && span->end == begin) begin = span->begin;
  // What stands directly behind another call closes that one.
  for (const tool_call& each : of.calls)
    if (each.end == begin && begin < call) return std::min(text.find_first_of(" \t\r\n", begin), call);
  return begin;
}

class silence {
 public:
  silence(gate_pages& pages, alarm_list& alarms) : pages_(pages), begun_(pages), alarms_(alarms) {
    first_bytes_ = "<";
    for (const grammarc::page* page : pages.dialects())
      if (const auto tokens = page->front.find("tokens"); tokens != page->front.end())
        for (const std::string& token : tokens->second) first_bytes_ += token.front();
  }

  void look_at(const example& of) {
    if (of.choice.kind == tool_choice_kind::none) return;
    if (of.page == "passages") return;  // its quotations are those of documents, and quotations.hpp knows Markdown's
    const std::vector<variant> variants = variants_of(of.text, pages_.dialects());
    for (const std::string& name : dialects_of(of, pages_)) {
      begun_.forget();
      for (const variant& each : variants)
        if (!alarms_.enough()) look_at(of, name, each);
    }
  }

  void look_at_names(const example& of) {
    if (of.choice.kind == tool_choice_kind::none) return;
    for (const std::string& name : dialects_of(of, pages_)) look_at_names(of, name);
  }

 private:
  void look_at(const example& of, const std::string& name, const variant& made) {
    const std::string_view text = made.text;
    const message read = read_all(of, pages_.dialect(name), text, of.finish);
    const std::vector<bool> quoted = quoted_bytes(text, read);
    const page_list in_use = pages_.named(name);
    const interpreter::names declared = names_of(of);
    std::size_t found_until = 0;  // a mark within an alarm is not another place
    for (std::size_t at = text.find_first_of(first_bytes_); at != text.npos;
         at = text.find_first_of(first_bytes_, at + 1)) {
      if (quoted[at] || at < found_until) continue;
      const std::optional<begun_call> place = begun_.at(in_use, text, at, declared);
      if (!place || is_reported(read, *place) || (!place->cut_off && in_reasoning(read, *place))) continue;
      found_until = place->end;
      alarms_.add(of.place + " [" + made.how + "]", name, text,
                  (place->cut_off ? "cut off: " : "begun: ") + std::string(text.substr(at, place->end - at)));
    }
  }

  void look_at_names(const example& of, const std::string& dialect) {
    const std::string_view text = of.text;
    const message read = read_all(of, pages_.dialect(dialect), text, of.finish);
    const std::vector<bool> quoted = quoted_bytes(text, read);
    const page_list in_use = pages_.named(dialect);
    const interpreter::names declared = names_of(of);
    begun_.forget();
    for (const tool_call& call : read.calls) {
      if (call.dialect == "general") continue;  // in marks of no dialect the name is what shows that it is a call
      const std::size_t begin = begin_of_marks(read, text, call.begin), mark = text.find_first_not_of(" \t\r\n", begin),
                        name = text.find(call.name, call.begin);
      if (mark == name) continue;  // nothing of such a call is left without its name
      if (name >= call.end || quoted[mark] || !begun_.is_mark(in_use, text, mark, declared)) continue;
      const std::size_t end = name + call.name.size();
      if (end < text.size() && ascii::is_letter(text[end])) continue;  // another word, which begins like the name
      if (!is_first_on_line(text, mark) && text.substr(text.find_first_of("<[{(\"", end)).substr(0, 2) == "</")
        continue;  // words between marks in a sentence
      for (const variant& each : misnamed(text, name, call.name.size())) {
        if (alarms_.enough()) return;
        const begun_call place{mark, name, false};
        const message made = read_all(of, pages_.dialect(dialect), each.text, of.finish);
        if (!is_reported(made, place) && !in_reasoning(made, place))
          alarms_.add(of.place + " [" + each.how + "]", dialect, each.text, "misnamed: " + call.name);
      }
    }
  }

  gate_pages& pages_;
  begun_calls begun_;
  alarm_list& alarms_;
  std::string first_bytes_;  // of marks
};

alarm_list in_silence(gate_pages& pages, std::size_t share, std::size_t most = all_alarms) {
  return alarms_of<silence>(pages, &silence::look_at, most, every(share));
}

alarm_list misnamed_in_silence(gate_pages& pages, std::size_t most = all_alarms) {
  return alarms_of<silence>(pages, &silence::look_at_names, most);
}

}  // namespace

TEST_CASE("the old pages raise alarms at the gate of silence", "[silence]") {
  CHECK(in_silence(old_pages(), 8, 1).enough());  // the first alarm is near, whichever examples are tried
}

TEST_CASE("the old pages raise alarms at names of no tool", "[silence]") {
  CHECK(misnamed_in_silence(old_pages(), 1).enough());
}

TEST_CASE("where a call begins something is reported", "[silence]") {
  CHECK(in_silence(todays_pages(), 64).report() == 0);
}

TEST_CASE("where a call has the name of no tool something is reported", "[silence]") {
  CHECK(misnamed_in_silence(todays_pages()).report() == 0);
}

}  // namespace silence_test
