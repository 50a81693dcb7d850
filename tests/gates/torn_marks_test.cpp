// Markup, of the calls that the models' templates write: a mark that is damaged is in no value.
//
// Calls whose values are plain words are rendered in the shape of each dialect. One mark is damaged: an element or a
// special token lacks its first byte or its last, has a blank after its first byte, or a slash too many or too few, or
// a byte within it is missing, doubled or exchanged with the next; a bracket or a quote is missing or doubled. What is
// complete then has the fields that were written, and in their values no byte of a mark. A byte that is doubled may be
// the first or the last one of a value: it could have been meant so.
//
// In the shape of cwm what has no brace is raw text by its page, so it is left out.

#include <algorithm>

#include "catch.hpp"
#include "gates/arguments.hpp"
#include "gates/gate.hpp"
#include "gates/json_value.hpp"
#include "gates/renderers.hpp"
#include "gates/texts.hpp"
#include "text/ascii.hpp"

namespace torn_marks_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

constexpr std::string_view mark_bytes = "<>{}[]|";
constexpr std::string_view single_marks = "{}[]()\"'";

const std::vector<written_call>& plain_calls() {
  static const std::vector<written_call> calls{
      call_of_texts("store", {{"place", "alpha"}, {"words", "beta gamma"}}),
      call_of_texts("lookup", {{"town", "delta"}, {"state", "epsilon"}, {"area", "zeta"}}),
      call_of_texts("execute", {{"command", "eta theta"}})};
  return calls;
}

// Their tools, of which no field is required, so that a call which lacks one is not invalid for that.
std::string tools_of(const std::vector<written_call>& calls) {
  std::string all;
  for (const written_call& call : calls) {
    std::string fields;
    for (const std::string& field : call.declared)
      fields += (fields.empty() ? "\"" : ",\"") + field + R"(":{"type":"string"})";
    all += (all.empty() ? "" : ",") + (R"({"name":")" + call.name) +
           R"(","parameters":{"type":"object","properties":{)" + fields + "}}}";
  }
  return "[" + all + "]";
}

class damaged_calls {
 public:
  damaged_calls(const shape& as, gate_pages& pages, alarm_list& alarms)
      : as_(as), pages_(pages), alarms_(alarms), declared_(tools::from_json(tools_of(plain_calls()))) {}

  void run() {
    const std::string text = render(as_, plain_calls(), {}).text;
    const std::vector<span_of_text> tags = tags_of(text, pages_.dialects());
    for (const span_of_text tag : tags) tear(text, tag);
    for (std::size_t at = 0; at < text.size(); ++at) {
      const auto has = [&](span_of_text tag) { return tag.begin <= at && at < tag.end; };
      if (single_marks.find(text[at]) == std::string_view::npos || std::any_of(tags.begin(), tags.end(), has)) continue;
      replace(text, {at, at + 1}, "", "deleted");
      replace(text, {at, at + 1}, std::string(2, text[at]), "doubled", text[at]);
    }
  }

 private:
  void tear(const std::string& text, span_of_text tag) {
    const std::string written = text.substr(tag.begin, tag.end - tag.begin);
    replace(text, tag, written.substr(1), "without its first byte");
    replace(text, tag, written.substr(0, written.size() - 1), "without its last byte");
    replace(text, tag, written.substr(0, 1) + " " + written.substr(1), "with a blank after its first byte");
    if (written[0] == '<')
      replace(text, tag, written[1] == '/' ? "<" + written.substr(2) : "</" + written.substr(1),
              "with a slash too many or too few");
    for (std::size_t at = 1; at + 2 < written.size(); ++at) {
      if (static_cast<signed char>(written[at]) < 0 || static_cast<signed char>(written[at + 1]) < 0) continue;
      if (is_in_name(written, at - 1) || is_in_name(written, at) || is_in_name(written, at + 1)) continue;
      const std::string before = written.substr(0, at), after = written.substr(at + 1);
      const std::string byte = written.substr(at, 1), place = " " + std::to_string(at);
      replace(text, tag, before + after, "without its byte" + place);
      replace(text, tag, before + byte + byte + after, "with a second byte" + place);
      replace(text, tag, before + after[0] + byte + after.substr(1), "with its byte" + place + " after the next");
    }
  }

  // A name with another byte is another name.
  static bool is_in_name(const std::string& tag, std::size_t place) {
    for (const written_call& call : plain_calls()) {
      std::vector<std::string> names(call.declared.begin(), call.declared.end());
      names.push_back(call.name);
      for (const std::string& name : names) {
        const std::size_t at = tag.find(name);
        if (at != std::string::npos && at <= place && place < at + name.size()) return true;
      }
    }
    return false;
  }

  void replace(const std::string& text, span_of_text at, const std::string& by, const std::string& how,
               char doubled = 0) {
    if (alarms_.enough()) return;
    const std::string made = text.substr(0, at.begin) + by + text.substr(at.end);
    const std::string what = text.substr(at.begin, at.end - at.begin) + " " + how;
    for (const std::string& name : {std::string(as_.dialect), std::string("auto")})
      for (const tool_call& call : parse(made, pages_.dialect(name), declared_).calls)
        if (call.status == call_status::complete && !is_as_written(call, doubled))
          alarms_.add(std::string(as_.dialect) + " [" + what + "]", name, made, call.name + " " + call.arguments);
  }

  static std::string without(char doubled, std::string value) {
    if (!value.empty() && value.front() == doubled) value.erase(0, 1);
    if (!value.empty() && value.back() == doubled) value.pop_back();
    return value;
  }

  static bool is_as_written(const tool_call& read, char doubled) {
    const auto members = members_of(read.arguments);
    const auto written = std::find_if(plain_calls().begin(), plain_calls().end(),
                                      [&](const written_call& call) { return call.name == read.name; });
    if (!members || written == plain_calls().end() || members->size() != written->declared.size()) return false;
    return std::all_of(members->begin(), members->end(), [&](const auto& member) {
      return written->declared.count(member.first) != 0 && member.second.string &&
             without(doubled, *member.second.string).find_first_of(mark_bytes) == std::string::npos;
    });
  }

  const shape& as_;
  gate_pages& pages_;
  alarm_list& alarms_;
  tools declared_;
};

alarm_list damaged_marks_in_values(gate_pages& pages, std::size_t most = all_alarms) {
  alarm_list alarms(most);
  for (const shape& each : shapes())
    if (has_dialect(pages, each.dialect) && is_wanted(each.dialect) && each.dialect != "cwm")
      damaged_calls(each, pages, alarms).run();
  return alarms;
}

}  // namespace

TEST_CASE("the old pages raise alarms at the gate of markup, of what templates write", "[markup]") {
  CHECK(damaged_marks_in_values(old_pages(), 1).enough());
}

TEST_CASE("a mark that is damaged is in no value of what a template writes", "[markup]") {
  CHECK(damaged_marks_in_values(todays_pages()).report() == 0);
}

}  // namespace torn_marks_test
