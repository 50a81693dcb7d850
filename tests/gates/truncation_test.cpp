// Truncation: what is a complete call of a text that the limit cut off is that call of the whole text.
//
// Where u is any beginning of an example x: for each complete call of u, ended by `length`, there is one in x, ended by
// itself, with the same begin, name and arguments, that did not fail. But for a call whose own closing marks are the
// last bytes of u: a value that quotes all of them is cut where nothing tells its end from the call's.

#include <algorithm>

#include "catch.hpp"
#include "effort.hpp"
#include "gates/gate.hpp"
#include "gates/reading.hpp"

namespace truncation_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

bool has(const message& whole, const tool_call& wanted) {
  return std::any_of(whole.calls.begin(), whole.calls.end(), [&](const tool_call& each) {
    return each.begin == wanted.begin && each.name == wanted.name && each.arguments == wanted.arguments;
  });
}

// Its own closing marks are the last bytes before the cut, and nothing was repaired: no byte shows that its value goes
// on.
bool ends_exactly(const message& read, const tool_call& call, std::size_t at) {
  return !read.recovered() && read.spans.back().end == at && call.end <= at && call.end + 32 > at;
}

void cut_everywhere(const example& of, const std::string& name, const dialect& which, alarm_list& alarms) {
  const message whole = read_all(of, which, of.text, "stop");
  const std::string_view text = of.text;
  parser reader = of.reader(which);
  for (std::size_t at = 0; at <= text.size() && !alarms.enough(); ++at) {
    if (at > 0) reader.feed(text.substr(at - 1, 1));
    parser cut = reader;
    cut.finish("length");
    for (const tool_call& call : cut.message().calls)
      if (call.status == call_status::complete && !has(whole, call) && !ends_exactly(cut.message(), call, at))
        alarms.add(of.place, name, text.substr(0, at), "complete: " + call.name + " " + call.arguments);
  }
}

alarm_list truncation(gate_pages& pages, std::size_t most = all_alarms) {
  alarm_list alarms(most);
  for (const example* each : examples_to_try(every(2)))
    for (const std::string& name : dialects_of(*each, pages)) cut_everywhere(*each, name, pages.dialect(name), alarms);
  return alarms;
}

}  // namespace

TEST_CASE("the old pages raise alarms at the gate of truncation", "[truncation]") {
  CHECK(truncation(old_pages(), 1).enough());
}

TEST_CASE("a text that the limit cut off has no complete call that the whole text has not", "[truncation]") {
  CHECK(truncation(todays_pages()).report() == 0);
}

}  // namespace truncation_test
