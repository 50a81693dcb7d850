// Text beside a call: where that makes text of the call, it is reported.
//
// The examples that are one call are read with words before them on their line, with a line before them, and with one
// after them; and twice, with words between the two calls. There are as many calls then, or entries of what is
// incomplete or refused, or there is a diagnostic. What begins with a letter or a blank has no marks and may be a
// sentence, a fence with words before it is none, and where the host asked for a call its arguments may stand alone; so
// these are left out.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "gates/gate.hpp"
#include "gates/reading.hpp"
#include "text/ascii.hpp"

using namespace toolcall;
using namespace toolcall::tests;

namespace {

std::size_t entries(const message& made) {
  return made.calls.size() + made.incomplete.size() + made.refused.size();
}

bool is_one_call(const message& made) {
  return made.calls.size() == 1 && entries(made) == 1 && made.spans.front().part != message_part::text;
}

bool has_new_label(const message& made, const message& alone) {
  return std::any_of(made.diagnostics.begin(), made.diagnostics.end(), [&](const diagnostic& each) {
    return std::none_of(alone.diagnostics.begin(), alone.diagnostics.end(),
                        [&](const diagnostic& other) { return other.label == each.label; });
  });
}

struct neighbour {
  std::string text, what;
  std::size_t calls;
};

bool may_be_a_sentence(std::string_view text) {
  return text.empty() || text.front() == ' ' || ascii::is_letter(text.front()) || text.starts_with("```");
}

class beside {
 public:
  beside(authoring::page_folder& pages, alarm_list& alarms) : pages_(pages), alarms_(alarms) {}

  void look_at(const example& of) {
    if (of.choice.kind != tool_choice_kind::automatic || may_be_a_sentence(of.text)) return;
    const std::vector<neighbour> all{
        {"I say " + of.text, "words before it", 1},
        {"So:\n" + of.text, "a line before it", 1},
        {of.text + "\nDone.", "a line after it", 1},
        {"I say " + of.text + "\nNow:\n" + of.text, "words before it, and a call after it", 2},
        {of.text + "\nI say " + of.text, "a call before it", 2}};
    for (const std::string& name : dialects_of(of, pages_)) {
      const dialect& which = pages_.dialect(name);
      const message alone = read_all(of, which, of.text, of.finish);
      if (alarms_.enough() || !is_one_call(alone)) continue;
      for (const neighbour& each : all) {
        const message made = read_all(of, which, each.text, of.finish);
        if (entries(made) < each.calls && !has_new_label(made, alone))
          alarms_.add(of.place + " [" + each.what + "]", name, each.text, "nothing is reported");
      }
    }
  }

 private:
  authoring::page_folder& pages_;
  alarm_list& alarms_;
};

}  // namespace

TEST_CASE("the old pages raise alarms at the gate of text beside a call", "[beside]") {
  CHECK(alarms_of<beside>(old_pages(), &beside::look_at, 1).enough());
}

TEST_CASE("where text beside a call makes text of it something is reported", "[beside]") {
  CHECK(alarms_of<beside>(todays_pages(), &beside::look_at, all_alarms).report() == 0);
}
