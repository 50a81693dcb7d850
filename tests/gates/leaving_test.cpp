// Leaving: what stands after the mark that closes reasoning is no part of a call that reasoning breaks off in.
//
// Where u is any beginning of an example with calls, and the text is reasoning that holds u, its closing mark and an
// answer: the answer is text. The marks are those of the example's dialect. Calls whose tag is the tool's name are left
// out: shapes/named_tag.md reads their fields to the closing tag, whatever stands before it.

#include <algorithm>
#include <optional>
#include <string>

#include "catch.hpp"
#include "gates/gate.hpp"
#include "gates/reading.hpp"

namespace leaving_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

constexpr std::string_view answer = "The answer is 4.";

// The literal that a page's rule is, if it is one.
std::optional<std::string> literal_of(const grammarc::page& page, std::string_view rule) {
  for (const grammarc::rule& each : page.rules)
    if (each.name == rule && each.body.is == grammarc::form::literal) return each.body.text;
  return std::nullopt;
}

class leaving {
 public:
  leaving(gate_pages& pages, alarm_list& alarms) : pages_(pages), alarms_(alarms) {}

  void look_at(const example& of) {
    if (!of.prefill.empty() || of.finish != "stop" || of.dialect.empty()) return;
    const auto is_tag = [&](const std::string& tool) { return of.text.find("<" + tool + ">") != of.text.npos; };
    if (std::any_of(of.tool_names.begin(), of.tool_names.end(), is_tag)) return;
    for (const std::string& name : dialects_of(of, pages_)) {
      if (!has_dialect(pages_, of.dialect)) continue;
      const grammarc::page& page = *pages_.named(of.dialect).front();
      const std::string open = literal_of(page, "reasoning_begin").value_or("<think>"),
                        close = literal_of(page, "reasoning_end").value_or("</think>");
      if (of.text.find(open) != of.text.npos || of.text.find(close) != of.text.npos) continue;
      const dialect& which = pages_.dialect(name);
      if (read_all(of, pages_.dialect(of.dialect), open + "Look." + close, "stop").reasoning != "Look.") continue;
      const message whole = read_all(of, which, of.text, "stop");
      if (!whole.calls.empty() && whole.reasoning.empty()) cut_everywhere(of, name, which, open, close);
    }
  }

 private:
  void cut_everywhere(const example& of, const std::string& name, const dialect& which, const std::string& open,
                      const std::string& close) {
    parser reader = of.reader(which);
    reader.feed(open + "Look.\n");
    for (std::size_t at = 0; at <= of.text.size() && !alarms_.enough(); ++at) {
      if (at > 0) reader.feed(std::string_view(of.text).substr(at - 1, 1));
      parser cut = reader;
      cut.feed(close + std::string(answer));
      cut.finish("stop");
      if (cut.message().content.find(answer) == std::string::npos)
        alarms_.add(of.place, name, open + "Look.\n" + of.text.substr(0, at) + close + std::string(answer),
                    "the answer is lost");
    }
  }

  gate_pages& pages_;
  alarm_list& alarms_;
};

alarm_list lost_answers(gate_pages& pages, std::size_t most = all_alarms) {
  return alarms_of<leaving>(pages, &leaving::look_at, most);
}

}  // namespace

TEST_CASE("the old pages raise alarms at the gate of leaving", "[leaving]") {
  CHECK(lost_answers(old_pages(), 1).enough());
}

TEST_CASE("the answer after reasoning is no part of a call in it", "[leaving]") {
  CHECK(lost_answers(todays_pages()).report() == 0);
}

}  // namespace leaving_test
