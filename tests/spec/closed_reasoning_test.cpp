// Calls that end reasoning which is closed after them, in every dialect that has an example of a call that ends its
// reasoning: the example, with the mark that closes the reasoning after its calls.
//
// Which mark that is no list says. It is the shortest tag in the page's examples after which an answer is one, and
// which may not follow the calls. Examples in which something else is wrong, or follows the calls, are left out.

#include <algorithm>
#include <set>

#include "catch.hpp"
#include "spec/example.hpp"

namespace closed_reasoning_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

parser reader_of(const example& of, bool automatic, const char* calls_in_reasoning) {
  options how = seeded();
  how.tool_choice = of.choice;
  how.policy.set("calls-in-reasoning", calls_in_reasoning);
  parser made(dialect_named(automatic ? "" : of.dialect), of.declared, how);
  if (!of.prefill.empty()) made.prefill(of.prefill);
  return made;
}

message read_as(const example& of, bool automatic, const char* calls_in_reasoning, const std::string& text) {
  parser reader = reader_of(of, automatic, calls_in_reasoning);
  reader.feed(text);
  reader.finish("stop");
  return reader.message();
}

// From a bracket to the one that closes it, and two of them with a word between them.
std::set<std::string> tags_of_page(const std::string& page) {
  std::set<std::string> tags;
  for (const example& each : examples()) {
    if (each.page != page) continue;
    const std::string& text = each.text;
    for (std::size_t at = text.find_first_of("<["); at != text.npos; at = text.find_first_of("<[", at + 1)) {
      const char close = text[at] == '<' ? '>' : ']';
      const std::size_t end = text.find(close, at), next = end == text.npos ? end : text.find(close, end + 1);
      for (const std::size_t each_end : {end, next})
        if (each_end != text.npos && each_end - at < 40) tags.insert(text.substr(at, each_end + 1 - at));
    }
  }
  tags.insert("</think>");
  return tags;
}

// The mark that closes this reasoning; empty if none is found.
std::string closing_mark(const example& of, const std::string& reasoning) {
  std::string shortest;
  for (const std::string& tag : tags_of_page(of.page)) {
    if (!shortest.empty() && tag.size() >= shortest.size()) continue;
    const message made = read_as(of, false, "dialect", reasoning + tag + "So.");
    const bool closes = made.content == "So." && made.diagnostics.empty() && !made.reasoning.empty();
    if (closes && read_as(of, false, "dialect", of.text + tag).calls.empty()) shortest = tag;
  }
  return shortest;
}

bool ends_in_call(const message& made) {
  const auto shown = std::find_if(made.spans.rbegin(), made.spans.rend(),
                                  [](const part_span& each) { return each.part != message_part::markup; });
  return shown != made.spans.rend() && shown->part == message_part::call;
}

// Where the call that ends the reasoning begins; the end of the text where there is none, or something else is wrong.
std::size_t end_of_reasoning(const message& made, std::string_view text) {
  std::size_t end = text.size();
  for (const diagnostic& d : made.diagnostics) {
    if (d.label == "call_ends_reasoning")
      end = static_cast<std::size_t>(d.begin);
    else if (d.label != "unclosed_reasoning")
      return text.size();
  }
  return ends_in_call(made) ? end : text.size();
}

std::vector<std::pair<std::string, std::string>> calls_of(const message& made) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const tool_call& each : made.calls) all.emplace_back(each.name, each.arguments);
  return all;
}

void check_closed(const example& of, bool automatic, const std::string& closed) {
  INFO(of.place << (automatic ? ", auto" : "") << ": " << closed);
  const auto calls = calls_of(read_as(of, automatic, "dialect", of.text));
  for (const char* const after : {"", "\n", " \n\n"}) {
    CHECK(calls_of(read_as(of, automatic, "if_nothing_else", closed + after)) == calls);
    CHECK(calls_of(read_as(of, automatic, "always", closed + after)) == calls);
    CHECK(read_as(of, automatic, "dialect", closed + after).calls.empty());
    CHECK(read_as(of, automatic, "never", closed + after).calls.empty());
  }
  const message answered = read_as(of, automatic, "if_nothing_else", closed + "So.");
  CHECK(answered.calls.empty());
  CHECK(answered.incomplete.empty());
  CHECK(answered.content == "So.");
  CHECK(calls_of(read_as(of, automatic, "always", closed + "So.")) == calls);
  for (const std::string& text : {closed, closed + "So."}) {
    const parser fresh = reader_of(of, automatic, "if_nothing_else");
    std::vector<std::size_t> everywhere;
    for (std::size_t at = 0; at <= text.size(); ++at) everywhere.push_back(at);
    CHECK(read(fresh, text, everywhere) == read(fresh, text));
  }
}

}  // namespace

TEST_CASE("a call before the mark that closes the reasoning is one if nothing follows and the host wants it") {
  std::set<std::string> tried;
  for (const example& each : examples()) {
    if (each.finish != "stop" || each.dialect.empty()) continue;
    const message usual = read_as(each, false, "dialect", each.text);
    const std::size_t end = end_of_reasoning(usual, each.text);
    if (end == each.text.size()) continue;
    const std::string mark = closing_mark(each, each.text.substr(0, end));
    if (mark.empty()) continue;
    tried.insert(each.page);
    for (const bool automatic : {false, true})
      if (!automatic || !each.read_named) check_closed(each, automatic, each.text + mark);
  }
  CHECK(tried.size() > 20);
}

}  // namespace closed_reasoning_test
