// Writing: what the library writes of random calls is read back as these calls, and looks as the table of shapes has
// it.
//
// The table and the marks of the pages were written down apart, and what is read back is compared by a reader of JSON
// that is not the library's.

#include <cstdint>
#include <iostream>
#include <map>
#include <random>
#include <set>

#include <toolcall/error.hpp>
#include <toolcall/parser.hpp>
#include <toolcall/render.hpp>

#include "catch.hpp"
#include "effort.hpp"
#include "gates/arguments.hpp"
#include "gates/gate.hpp"
#include "gates/random_calls.hpp"
#include "gates/renderers.hpp"

namespace render_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

// No model writes it.
bool is_written(std::string_view dialect) {
  return dialect != "general";
}

tool_call call_of(const written_call& of) {
  tool_call made;
  made.name = of.name;
  made.arguments = to_text(of.arguments);
  return made;
}

std::string shown(const message& of) {
  std::string all = of.reasoning + "|" + of.content + "|";
  for (const tool_call& call : of.calls) all += call.name + " " + call.arguments + "; ";
  for (const failed_call& call : of.incomplete) all += "incomplete " + call.name + " " + call.label + "; ";
  for (const failed_call& call : of.refused) all += "refused " + call.name + " " + call.label + "; ";
  for (const diagnostic& each : of.diagnostics)
    if (each.recovery) all += "note " + each.label + "; ";
  return all;
}

// The same calls, text and reasoning, and nothing that had to be repaired.
bool is_read_back(const message& meant, const message& read, bool has_ids) {
  if (read.content != meant.content || read.reasoning != meant.reasoning || read.recovered()) return false;
  if (read.calls.size() != meant.calls.size() || !read.incomplete.empty() || !read.refused.empty()) return false;
  for (std::size_t i = 0; i < meant.calls.size(); ++i)
    if (read.calls[i].name != meant.calls[i].name || (has_ids && read.calls[i].id != meant.calls[i].id) ||
        spelled_alike(read.calls[i].arguments) != spelled_alike(meant.calls[i].arguments))
      return false;
  return true;
}

message in_pieces(std::string_view text, const dialect& which, const tools& declared) {
  parser reader(which, declared);
  std::mt19937_64 sizes(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = 1 + sizes() % 20;
    reader.feed(text.substr(at, size));
    at += size;
  }
  reader.finish();
  return reader.message();
}

std::size_t messages_per_dialect() {
  return asked_for("TOOLCALL_RENDER", is_nightly() ? 1'000 : effort(300, 10));
}

// With those in lists and objects.
std::size_t values_in(const json_value& of) {
  std::size_t count = 1;
  for (const json_value& item : of.items) count += values_in(item);
  for (const json_member& member : of.members) count += values_in(member.value);
  return count;
}

struct score {
  std::size_t values = 0, refused = 0;
};

// Whether the dialect reads reasoning between the usual marks or between its own, which its usual form then has.
bool thinks(const dialect& which) {
  message alone;
  alone.reasoning = "x";
  try {
    return !render(alone, which).empty();
  } catch (const setup_error& why) {
    const message read = parse("<think>\nx\n</think>\n\n", which);
    CHECK((why.pointer() == "/reasoning_content" && read.reasoning.empty()));
    return false;
  }
}

// Whether a call of the dialect may stand behind text: some count at the beginning of a message alone.
bool follows_text(const dialect& which, const tools& declared, const tool_call& call) {
  message both;
  both.content = "I look.\n";
  both.calls.push_back(call);
  try {
    return !render(both, which, declared).empty();
  } catch (const setup_error& why) {
    const message read = parse(both.content + render(std::span(&call, 1), which, declared), which, declared);
    CHECK((why.pointer() == "/content" && read.calls.empty()));
    return false;
  }
}

// One message of the dialect: alarms where it reads otherwise; what is refused is counted.
void one(const shape& as, const dialect& which, std::uint64_t seed, std::size_t marks, score& of, alarm_list& alarms) {
  random_calls random(as, seed, marks);
  const tools declared = tools::from_json(random.tools_json());
  message meant;
  for (const written_call& call : random.calls()) {
    of.values += values_in(call.arguments) - 1;
    const tool_call one[] = {call_of(call)};
    try {
      static_cast<void>(render(one, which, declared));
      meant.calls.push_back(one[0]);
    } catch (const setup_error& why) {
      ++of.refused;
      if (why.pointer().substr(0, 13) != "/tool_calls/0")
        alarms.add(std::string(as.dialect), "refused", one[0].arguments, why.what());
      if (std::getenv("TOOLCALL_REFUSED") != nullptr)
        std::cout << as.dialect << ": " << on_one_line(why.what()) << "   of " << on_one_line(one[0].arguments) << '\n';
    }
  }
  // As a server makes them, and as Kimi's models write them.
  for (std::size_t i = 0; i < meant.calls.size(); ++i)
    meant.calls[i].id = seed % 2 == 0 ? "call_a1B2c3D4e" + std::to_string(i)
                                      : "functions." + meant.calls[i].name + ":" + std::to_string(7 + i);
  if (seed % 3 == 1 && thinks(which)) meant.reasoning = "First, the city.\nThen the rest.";
  if (seed % 4 == 1 && (meant.calls.empty() || follows_text(which, declared, meant.calls[0])))
    meant.content = "I look.\n";
  try {
    const std::string text = render(meant, which, declared);
    const bool ids_are_written = std::all_of(meant.calls.begin(), meant.calls.end(),
                                             [&](const tool_call& call) { return text.find(call.id) != text.npos; });
    for (const message& read : {parse(text, which, declared), in_pieces(text, which, declared)})
      if (!is_read_back(meant, read, ids_are_written))
        alarms.add(std::string(as.dialect), std::string(as.dialect), text,
                   "was " + shown(meant) + " is " + shown(read));
  } catch (const setup_error& why) {
    alarms.add(std::string(as.dialect), "refused", shown(meant), why.what());
  }
}

std::vector<const shape*> shapes_of(std::string_view dialect) {
  std::vector<const shape*> found;
  for (const shape& each : shapes())
    if (each.dialect == dialect) found.push_back(&each);
  return found;
}

const char* const plain_tools = R"([{"name":"lookup","parameters":{"properties":{"city":{"type":"string"},
    "days":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}}}}},{"name":"now"}])";

std::vector<written_call> plain_calls() {
  written_call lookup = call_of_texts("lookup", {{"city", "Bern"}});
  using kind = json_value::kind;
  lookup.arguments.members.push_back({"days", {kind::number, "3", {}, {}, false}});
  lookup.arguments.members.push_back(
      {"tags", {kind::array, "", {{kind::string, "a", {}, {}, false}, {kind::string, "b", {}, {}, false}}, {}, false}});
  return {lookup, call_of_texts("now", {})};
}

}  // namespace

TEST_CASE("random calls are read back as they were written, or refused", "[render]") {
  alarm_list alarms(all_alarms);
  for (const dialect_facts& known : dialect::all()) {
    if (!is_written(known.name) || !is_wanted(known.name)) continue;
    const dialect which = dialect::named(known.name);
    // Strings that are half marks show what reads as something else; those with some, how much is refused.
    score of, of_marks;
    for (std::uint64_t seed = 0; seed < messages_per_dialect(); ++seed) {
      const bool half = seed % 4 == 3;
      one(shape_of(known.name), which, seed, half ? 2 : 100, half ? of_marks : of, alarms);
    }
    INFO(known.name << ": " << of.refused << " of " << of.values);
    CHECK(of.refused * 50 <= of.values);
    if (std::getenv("TOOLCALL_REFUSED") != nullptr)
      std::cout << known.name << ": " << of.refused << " of " << of.values << " values\n";
  }
  CHECK(alarms.report() == 0);
}

TEST_CASE("calls look as the table of shapes has them", "[render]") {
  const tools declared = tools::from_json(plain_tools);
  const std::vector<written_call> both = plain_calls();
  for (const dialect_facts& known : dialect::all()) {
    if (!is_written(known.name) || !is_wanted(known.name)) continue;
    const std::vector<std::vector<written_call>> tried{{both[0]}, {both[1]}, both};
    for (const std::vector<written_call>& calls : tried) {
      std::vector<tool_call> given;
      for (const written_call& each : calls) given.push_back(call_of(each));
      const std::string text = render(given, dialect::named(known.name), declared);
      std::vector<std::string> expected;
      for (const shape* const each : shapes_of(known.name))
        for (const bool spaced : {true, false}) expected.push_back(render(*each, calls, {spaced, false}).text);
      INFO(known.name << " writes " << text);
      CHECK(std::find(expected.begin(), expected.end(), text) != expected.end());
    }
  }
}

// Where it is written at all, a call is written as some example of its page has it, to the byte. Most of them show
// other ways, too, and so it is not asked of each.
TEST_CASE("most dialects have an example that looks as what is written", "[render]") {
  std::set<std::string_view> shown;
  for (const example& each : examples()) {
    if (each.dialect.empty() || !is_written(each.dialect) || !is_wanted(each.page)) continue;
    const dialect& which = dialect_named(each.dialect);
    message read = parse(each.text, which, each.declared);
    if (read.calls.empty() || read.recovered() || !read.refused.empty() || !read.incomplete.empty()) continue;
    for (tool_call& call : read.calls)
      if (each.text.find(call.id) == std::string::npos) call.id.clear();
    try {
      const std::string text = render(read.calls, which, each.declared);
      if (each.text.find(text) != std::string::npos) shown.insert(each.dialect);
    } catch (const setup_error&) {  // that is looked at above
    }
  }
  std::string others;
  for (const dialect_facts& known : dialect::all())
    if (shown.count(known.name) == 0) others += std::string(known.name) + " ";
  INFO("others are " << others);
  if (std::getenv("TOOLCALL_PAGE") == nullptr) CHECK(shown.size() >= 45);
}

}  // namespace render_test
