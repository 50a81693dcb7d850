// Markup: what a model wrote as the tag of a field is not part of another value.
//
// No value of a complete call holds the opening of a field that its tool declares and the call lacks, in any spelling
// that the page accepts but a bare word; unless it is cited (directly followed by a quote, and no letter after that) or
// paired (in the value, the field's closing tag comes before any further opening). The texts are the examples, and the
// examples with a tag damaged.
//
// And a tag that is in no value is in no value of a complete call once it is damaged: without one of its brackets, or
// with a slash too many or too few. The texts are those that are read without a diagnostic, and whose values hold no
// tag and have declared names; the tags are no bare words, and do not follow a special token directly, for a model
// writes these as a whole. An undeclared field is data in some places, as field.md says, so nothing can be asked of its
// tags.

#include <algorithm>
#include <set>

#include "catch.hpp"
#include "gates/arguments.hpp"
#include "gates/field_tags.hpp"
#include "gates/gate.hpp"
#include "gates/reading.hpp"
#include "gates/texts.hpp"
#include "text/ascii.hpp"

namespace markup_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

bool is_cited(std::string_view value, std::size_t end) {
  if (end >= value.size() || std::string_view("\"'`").find(value[end]) == std::string_view::npos) return false;
  return end + 1 == value.size() || !(ascii::is_letter(value[end + 1]) || ascii::is_digit(value[end + 1]));
}

std::set<std::string> lacking_fields(const example& of, const tool_call& call) {
  const interpreter::names declared = names_of(of);
  const auto tool = declared.tools.find(call.name);
  std::set<std::string> fields = tool == declared.tools.end() ? std::set<std::string>() : tool->second;
  if (const auto members = members_of(call.arguments))
    for (const auto& [name, unused] : *members) fields.erase(name);
  return fields;
}

class markup {
 public:
  markup(gate_pages& pages, alarm_list& alarms) : pages_(pages), tags_(pages), alarms_(alarms) {}

  void look_at_damaged_tags(const example& of) {
    for (const std::string& name : dialects_of(of, pages_)) {
      std::vector<written_value> whole;
      bool holds_tag = false;
      const message read = each_value(of, name, of.text, [&](const tool_call&, const written_value& value) {
        whole.push_back(value);
        holds_tag = holds_tag || of.text.substr(value.begin, value.end - value.begin).find('<') != of.text.npos;
      });
      if (holds_tag || !read.diagnostics.empty() || !declares_all(of, read)) continue;
      for (const damaged_text& each : damaged_texts_of(of.text, pages_.dialects())) {
        const auto is_in = [&](const written_value& value) { return overlap(value, each.whole); };
        if (!alarms_.enough() && std::none_of(whole.begin(), whole.end(), is_in) && !is_bare_word(of, each.whole))
          look_at(of, name, each);
      }
    }
  }

  void look_at(const example& of) {
    for (const variant& each : variants_of(of.text, pages_.dialects()))
      for (const std::string& name : dialects_of(of, pages_))
        if (!alarms_.enough()) look_at(of, name, each);
  }

 private:
  static bool overlap(const written_value& value, span_of_text tag) {
    return value.begin < tag.end && tag.begin < value.end;
  }

  // Names with brackets look like tags.
  static bool declares_all(const example& of, const message& read) {
    const interpreter::names declared = names_of(of);
    for (const tool_call& call : read.calls) {
      const auto tool = declared.tools.find(call.name);
      const auto members = members_of(call.arguments);
      if (tool == declared.tools.end() || !members || call.name.find('<') != call.name.npos) return false;
      for (const auto& [name, unused] : *members)
        if (tool->second.count(name) == 0) return false;
    }
    return true;
  }

  // <city>, where a field or a tool has this name.
  static bool is_bare_word(const example& of, span_of_text tag) {
    std::string word = of.text.substr(tag.begin + 1, tag.end - tag.begin - 2);
    if (word.front() == '/') word.erase(0, 1);
    for (const auto& [tool, fields] : names_of(of).tools)
      if (tool == word || fields.count(word) != 0) return true;
    return false;
  }

  // visit(call, value) for each value of the calls of a text.
  template <typename Visit>
  message each_value(const example& of, const std::string& name, std::string_view text, const Visit& visit) {
    value_places places;
    parser reader = of.reader(pages_.dialect(name), true, places.sink());
    reader.feed(text);
    reader.finish(of.finish);
    for (const tool_call& call : reader.message().calls)
      for (const written_value& value : places.cut_out())
        if (call.begin <= value.begin && value.end <= call.end && tags_.is_reader(call.dialect, value.name))
          visit(call, value);
    return reader.message();
  }

  void look_at(const example& of, const std::string& name, const damaged_text& made) {
    each_value(of, name, made.text, [&](const tool_call& call, const written_value& value) {
      if (call.status == call_status::complete && overlap(value, made.tag))
        alarms_.add(of.place + " [" + made.how + "]", name, made.text,
                    "in " + made.text.substr(value.begin, value.end - value.begin));
    });
  }

  void look_at(const example& of, const std::string& name, const variant& made) {
    each_value(of, name, made.text, [&](const tool_call& call, const written_value& value) {
      if (call.status != call_status::complete) return;
      const auto bytes = std::string_view(made.text).substr(value.begin, value.end - value.begin);
      const std::string found = opened_in(bytes, lacking_fields(of, call), call.dialect);
      if (!found.empty())
        alarms_.add(of.place + " [" + made.how + "]", name, made.text, found + " in " + std::string(bytes));
    });
  }

  std::string opened_in(std::string_view value, const std::set<std::string>& lacking, const std::string& dialect) {
    if (std::none_of(lacking.begin(), lacking.end(), [&](const auto& name) { return value.find(name) != value.npos; }))
      return "";
    for (auto tag = tags_.next(dialect, value, 0); tag; tag = tags_.next(dialect, value, tag->end))
      if (lacking.count(tag->key) != 0 && !tag->paired && !is_cited(value, tag->end))
        return std::string(value.substr(tag->begin, tag->end - tag->begin));
    return "";
  }

  gate_pages& pages_;
  field_tags tags_;
  alarm_list& alarms_;
};

alarm_list marks_in_values(gate_pages& pages, std::size_t most = all_alarms) {
  return alarms_of<markup>(pages, &markup::look_at, most);
}

alarm_list damaged_tags_in_values(gate_pages& pages, std::size_t most = all_alarms) {
  return alarms_of<markup>(pages, &markup::look_at_damaged_tags, most);
}

}  // namespace

TEST_CASE("the old pages raise alarms at the gate of markup", "[markup]") {
  CHECK(marks_in_values(old_pages(), 1).enough());
  CHECK(damaged_tags_in_values(old_pages(), 1).enough());
}

TEST_CASE("a tag that is in no value is in none of a complete call once it is damaged", "[markup]") {
  CHECK(damaged_tags_in_values(todays_pages()).report() == 0);
}

TEST_CASE("no value holds the opening of a field that the call lacks", "[markup]") {
  CHECK(marks_in_values(todays_pages()).report() == 0);
}

}  // namespace markup_test
