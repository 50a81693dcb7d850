// Stop: a value of a complete call may grow with the text only where something had ended it.
//
// Where u is any beginning of an example x that ended by itself: of a complete call of u whose begin and name are those
// of a call of x, each field of both has the same value; or both are strings, the first begins the second, and in u a
// byte other than a blank follows the value: the beginning of a closing tag that may turn out to be data. Without such
// a byte, only the end of the text completed the value.

#include <algorithm>

#include "catch.hpp"
#include "effort.hpp"
#include "gates/arguments.hpp"
#include "gates/gate.hpp"
#include "gates/reading.hpp"

namespace stop_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

bool begins(const field_value& early, const field_value& late) {
  return early.string && late.string && late.string->compare(0, early.string->size(), *early.string) == 0;
}

class text_cut_off {
 public:
  text_cut_off(const example& of, const std::string& name, const dialect& which)
      : of_(of),
        name_(name),
        whole_(read_all(of, which, of.text, of.finish)),
        reader_(of.reader(which, true, places_.sink())) {}

  void everywhere(alarm_list& alarms) {
    for (std::size_t at = 0; at <= of_.text.size() && !alarms.enough(); ++at) {
      if (at > 0) reader_.feed(std::string_view(of_.text).substr(at - 1, 1));
      const auto then = places_.here();
      parser cut = reader_;
      cut.finish("stop");
      for (const tool_call& call : cut.message().calls)
        if (call.status == call_status::complete) compare(call, std::string_view(of_.text).substr(0, at), alarms);
      places_.back_to(then);
    }
  }

 private:
  void compare(const tool_call& early, std::string_view text, alarm_list& alarms) const {
    const auto late = std::find_if(whole_.calls.begin(), whole_.calls.end(), [&](const tool_call& each) {
      return each.begin == early.begin && each.name == early.name;
    });
    if (late == whole_.calls.end()) return;
    const auto then = members_of(early.arguments), now = members_of(late->arguments);
    if (!then || !now) return alarms.add(of_.place, name_, text, "no JSON object: " + early.arguments);
    for (const auto& [field, value] : *then) {
      const auto same = now->find(field);
      if (same == now->end() || same->second.written == value.written) continue;
      if (begins(value, same->second) && was_ended(early, field, *value.string, text)) continue;
      alarms.add(of_.place, name_, text, field + " is " + value.written + ", later " + same->second.written);
    }
  }

  // The span of a value in quotes includes the closing quote, which ended it.
  bool was_ended(const tool_call& call, const std::string& field, const std::string& value,
                 std::string_view text) const {
    const written_value* const place = places_.find(call, field);
    if (place == nullptr) return false;
    const std::string_view written = text.substr(place->begin, place->end - place->begin);
    const bool quoted =
        written != value && !written.empty() && std::string_view("\"'").find(written.back()) != written.npos;
    return quoted || text.find_first_not_of(" \t\r\n", place->end) != text.npos;
  }

  const example& of_;
  const std::string& name_;
  const message whole_;
  value_places places_;
  parser reader_;
};

alarm_list stop(gate_pages& pages, std::size_t most = all_alarms) {
  alarm_list alarms(most);
  for (const example* each : examples_to_try(every(2)))
    for (const std::string& name : dialects_of(*each, pages))
      text_cut_off(*each, name, pages.dialect(name)).everywhere(alarms);
  return alarms;
}

}  // namespace

TEST_CASE("the old pages raise alarms at the gate of stop", "[stop]") {
  CHECK(stop(old_pages(), 1).enough());
}

TEST_CASE("the end of a text completes no value", "[stop]") {
  CHECK(stop(todays_pages()).report() == 0);
}

}  // namespace stop_test
