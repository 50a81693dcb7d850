// Flagged tokens: bytes that the caller flags as a special token are in no value of a complete call.
//
// The texts are those of the gate of markup, fed as a server feeds them that sees tokens: each special token of the
// dialects in use is flagged as one, and all other bytes as text. That none is in a value is the library's doing and no
// page's, so here the old pages do as well as those of today: the gate must fail where the same texts are not flagged.

#include <algorithm>

#include "catch.hpp"
#include "effort.hpp"
#include "gates/gate.hpp"
#include "gates/reading.hpp"
#include "gates/texts.hpp"

namespace flagged_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

using spans = std::vector<span_of_text>;

void feed(parser& reader, std::string_view text, const spans& tokens, bool flagged) {
  if (!flagged) {
    reader.feed(text);
    return;
  }
  std::size_t at = 0;
  for (const span_of_text token : tokens) {
    reader.feed(text.substr(at, token.begin - at), origin::text);
    reader.feed(text.substr(token.begin, token.end - token.begin), origin::special);
    at = token.end;
  }
  reader.feed(text.substr(at), origin::text);
}

// A token within a value of this call, or an empty span.
span_of_text token_in(const tool_call& call, const value_places& places, const spans& tokens) {
  for (const written_value& value : places.cut_out())
    for (const span_of_text token : tokens)
      if (call.begin <= value.begin && value.begin <= token.begin && token.end <= value.end && value.end <= call.end)
        return token;
  return {};
}

void look_at(const example& of, const std::string& name, const dialect& which, const variant& made, const spans& tokens,
             bool flagged, alarm_list& alarms) {
  value_places places;
  parser reader = of.reader(which, true, places.sink());
  feed(reader, made.text, tokens, flagged);
  reader.finish(of.finish);
  for (const tool_call& call : reader.message().calls) {
    const span_of_text token = token_in(call, places, tokens);
    if (call.status == call_status::complete && token.begin != token.end)
      alarms.add(of.place + " [" + made.how + "]", name, made.text,
                 made.text.substr(token.begin, token.end - token.begin) + " in " + call.name + " " + call.arguments);
  }
}

alarm_list tokens_in_values(gate_pages& pages, bool flagged, std::size_t most = all_alarms) {
  alarm_list alarms(most);
  for (const example* of : examples_to_try(every(8)))
    for (const std::string& name : dialects_of(*of, pages))
      for (const variant& each : variants_of(of->text, pages.dialects()))
        if (!alarms.enough())
          look_at(*of, name, pages.dialect(name), each, tokens_of(each.text, pages.named(name)), flagged, alarms);
  return alarms;
}

}  // namespace

TEST_CASE("tokens that are not flagged raise alarms at the gate of flagged tokens", "[flagged]") {
  CHECK(tokens_in_values(todays_pages(), false, 1).enough());
  CHECK(tokens_in_values(old_pages(), false, 1).enough());
}

TEST_CASE("no value holds bytes that are flagged as a special token", "[flagged]") {
  CHECK(tokens_in_values(todays_pages(), true).report() == 0);
}

}  // namespace flagged_test
