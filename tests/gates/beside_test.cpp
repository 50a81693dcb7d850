// Text beside a call: where that makes text of the call, it is reported.
//
// The examples that are one call are read with words before them on their line, with a line before them, and with one
// after them; and twice, with words between the two calls. Of what is in no call and no entry then, a diagnostic says
// why. Where the host asked for a call, its arguments may stand alone, and text makes an answer of them, so these
// examples are left out, as is inline code; nothing is put before what begins with a letter or a blank, which may go on
// with it, and no words before a fence, which would be none.
//
// Texts that hold no call, though their words are the names of tools, have no diagnostic.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "gates/gate.hpp"
#include "gates/reading.hpp"
#include "text/ascii.hpp"

namespace beside_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

bool is_one_call(const message& made) {
  return made.calls.size() == 1 && made.incomplete.empty() && made.refused.empty() &&
         made.spans.front().part != message_part::text;
}

bool may_go_on_with_text(std::string_view text) {
  return text.front() == ' ' || ascii::is_letter(text.front());
}

bool is_inline_code(std::string_view text) {
  return text.starts_with("```") && text.find("```", 3) < text.find('\n');
}

struct neighbour {
  std::string text, what;
  std::vector<std::size_t> calls;  // where they begin
};

// What the model makes up after a call is reported where it begins, for all that follows.
bool is_made_up(const message& made, std::size_t call) {
  return std::any_of(made.diagnostics.begin(), made.diagnostics.end(),
                     [=](const diagnostic& each) { return each.label.starts_with("made_up_") && each.begin < call; });
}

// Each label is reported once, so of two calls that are lost it is enough to report one.
bool is_silent(const message& made, const neighbour& of, std::size_t size) {
  const auto any = [&](const auto& all, std::size_t call) {
    return std::any_of(all.begin(), all.end(),
                       [&](const auto& each) { return each.begin < call + size && each.end > call; });
  };
  std::size_t lost = 0, reported = 0;
  for (const std::size_t call : of.calls) {
    if (any(made.calls, call) || any(made.incomplete, call) || any(made.refused, call)) continue;
    ++lost;
    reported += any(made.diagnostics, call) || is_made_up(made, call) ? 1U : 0U;
  }
  return lost != 0 && reported == 0;
}

std::vector<neighbour> neighbours_of(const std::string& text) {
  std::vector<neighbour> all;
  const auto add = [&](const char* what, const std::string& before, const std::string& after, bool twice) {
    neighbour made{before + text + after, what, {before.size()}};
    if (twice) made.calls.push_back(made.text.size());
    if (twice) made.text += text;
    all.push_back(std::move(made));
  };
  add("a line after it", "", "\nDone.", false);
  if (may_go_on_with_text(text)) return all;
  add("a line before it", "So:\n", "", false);
  add("a call after it", "So:\n", "\nNow:\n", true);
  if (text.starts_with("```")) return all;
  add("words before it", "I say ", "", false);
  add("words before it, and a call after it", "I say ", "\nNow:\n", true);
  add("a call before it", "", "\nI say ", true);
  return all;
}

class beside {
 public:
  beside(gate_pages& pages, alarm_list& alarms) : pages_(pages), alarms_(alarms) {}

  void look_at(const example& of) {
    if (of.choice.kind != tool_choice_kind::automatic || of.text.empty() || is_inline_code(of.text)) return;
    for (const std::string& name : dialects_of(of, pages_)) {
      const dialect& which = pages_.dialect(name);
      if (alarms_.enough() || !is_one_call(read_all(of, which, of.text, of.finish))) continue;
      for (const neighbour& each : neighbours_of(of.text)) {
        const message made = read_all(of, which, each.text, of.finish);
        if (is_silent(made, each, of.text.size()))
          alarms_.add(of.place + " [" + each.what + "]", name, each.text, "nothing is reported");
      }
    }
  }

 private:
  gate_pages& pages_;
  alarm_list& alarms_;
};

}  // namespace

TEST_CASE("the old pages raise alarms at the gate of text beside a call", "[beside]") {
  CHECK(alarms_of<beside>(old_pages(), &beside::look_at, 1).enough());
}

TEST_CASE("where text beside a call makes text of it something is reported", "[beside]") {
  CHECK(alarms_of<beside>(todays_pages(), &beside::look_at, all_alarms).report() == 0);
}

TEST_CASE("text with the names of tools in it and no call has no diagnostic", "[beside]") {
  const tools declared =
      tools::from_json(R"([{"name": "run"}, {"name": "open"}, {"name": "edit"}, {"name": "search"}])");
  for (const std::string_view text :
       {"people = [{'name': 'Ann', 'run': 3}]", "x = [{'name': 'search', 'age': 3}]", "Usage: run [ARGS] {}",
        R"({"user": {"id": 1}, "status": "open"})", R"({"a": [{"id": 1}, {"id": 2}], "action": "edit"})",
        R"(<p><tool class="icon">search</tool></p>)", "Action: open the file.", "I call: run, then edit."})
    for (const std::string name : {"auto", "sarashina", "mistral", "hermes", "gemma4", "invoke_tool_call"}) {
      INFO(name << ": " << text);
      parser reader(todays_pages().dialect(name), declared);
      reader.feed(text);
      reader.finish();
      CHECK(reader.message().diagnostics.empty());
      CHECK(reader.message().content == text);
    }
}

}  // namespace beside_test
