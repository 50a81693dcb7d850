// Values: what a model writes in the shape of its dialect is read back as it was meant.
//
// Random calls are rendered and read: the same names, the same arguments, each call complete, and no diagnostic; whole
// and in random pieces, with the dialect named and with all dialects. Values that cannot be read back with certainty,
// because the same bytes may be another call, are left out: each page says in its `ambiguous` blocks which ones these
// are.

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>

#include "catch.hpp"
#include "effort.hpp"
#include "gates/ambiguity.hpp"
#include "gates/arguments.hpp"
#include "gates/gate.hpp"
#include "gates/random_calls.hpp"
#include "gates/renderers.hpp"
#include "gates/smaller_calls.hpp"

namespace values_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

std::string shown(const std::vector<written_call>& calls) {
  std::string all;
  for (const written_call& call : calls) all += call.name + " " + to_text(call.arguments) + "; ";
  return all;
}

std::string shown(const message& of) {
  std::string all;
  for (const tool_call& call : of.calls)
    all += (call.status == call_status::complete ? "" : "invalid ") + call.name + " " + call.arguments + "; ";
  for (const failed_call& call : of.incomplete) all += "incomplete " + call.name + " " + call.label + "; ";
  for (const failed_call& call : of.refused) all += "refused " + call.name + " " + call.label + "; ";
  for (const diagnostic& each : of.diagnostics) all += "note " + each.label + "; ";
  return all.empty() ? "no call" : all;
}

void add_strings(const json_value& of, std::string& to) {
  if (of.is == json_value::kind::string && !of.text.empty()) to += (to.empty() ? "" : " | ") + of.text;
  for (const json_value& item : of.items) add_strings(item, to);
  for (const auto& [unused, value] : of.members) add_strings(value, to);
}

// The strings of the calls, with one letter for all between marks.
std::string strings_of(const std::vector<written_call>& calls) {
  std::string all, made;
  for (const written_call& call : calls) add_strings(call.arguments, all);
  for (const char c : all) {
    const bool plain = std::string_view("<>[]{}=|/\"\n").find(c) == std::string_view::npos;
    if (!plain || made.empty() || made.back() != 'w') made += plain ? 'w' : c;
  }
  return made;
}

// What became of the calls, without their values. Alarms that have this and the strings in common are one.
std::string outcome(const message& of) {
  std::set<std::string> words;
  for (const tool_call& call : of.calls) words.insert(call.status == call_status::complete ? "complete" : "invalid");
  if (!of.incomplete.empty()) words.insert("incomplete");
  if (!of.refused.empty()) words.insert("refused");
  for (const diagnostic& each : of.diagnostics) words.insert(each.label);
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
  return all;
}

bool says(const message& of, const std::vector<written_call>& calls) {
  if (of.calls.size() != calls.size() || !of.diagnostics.empty() || !of.incomplete.empty() || !of.refused.empty())
    return false;
  return std::equal(calls.begin(), calls.end(), of.calls.begin(),
                    [](const written_call& written, const tool_call& read) {
                      return read.status == call_status::complete && read.name == written.name &&
                             spelled_alike(read.arguments) == spelled_alike(to_text(written.arguments));
                    });
}

class differential {
 public:
  differential(const shape& as, gate_pages& pages, const ambiguity& known, std::uint64_t seed)
      : as_(as),
        pages_(pages),
        known_(known),
        made_(as, seed),
        how_{seed % 2 == 0, seed % 3 == 0},
        declared_(tools::from_json(made_.tools_json())),
        calls_(made_.calls()) {}

  // Whether there was an alarm.
  bool run(alarm_list& alarms) {
    for (const std::string& name : readers()) {
      if (reads_back(calls_, name) || is_ambiguous(calls_)) continue;
      const std::vector<written_call> least = shrunken(name);
      const std::string text = written(least).text;
      const message found = parse(text, pages_.dialect(name), declared_);
      alarms.add(std::string(as_.dialect), name, text + "   was " + shown(least) + "   is " + shown(found),
                 "a value like " + strings_of(least) + " makes the call: " + outcome(found));
      return true;
    }
    return false;
  }

  // Whether these values have two readings as the page says, and another one was taken.
  bool is_read_otherwise() const { return !reads_back(calls_, std::string(as_.dialect)) && is_ambiguous(calls_); }

 private:
  rendered written(const std::vector<written_call>& calls) const { return render(as_, calls, how_); }
  bool is_ambiguous(const std::vector<written_call>& calls) const { return known_.in(written(calls), as_.dialect); }

  std::vector<std::string> readers() const {
    if (as_.named) return {std::string(as_.dialect)};
    return {std::string(as_.dialect), "auto"};
  }

  bool reads_back(const std::vector<written_call>& calls, const std::string& name) const {
    const std::string text = written(calls).text;
    if (!says(parse(text, pages_.dialect(name), declared_), calls)) return false;
    parser in_pieces(pages_.dialect(name), declared_);
    std::mt19937_64 sizes(text.size());
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = 1 + sizes() % 20;
      in_pieces.feed(std::string_view(text).substr(at, size));
      at += size;
    }
    in_pieces.finish();
    return says(in_pieces.message(), calls);
  }

  // Whatever can be left out without the calls being read right is left out.
  std::vector<written_call> shrunken(const std::string& name) const {
    std::vector<written_call> least = calls_;
    for (bool smaller = true; smaller;) {
      smaller = false;
      for (std::vector<written_call>& less : smaller_calls(least)) {
        if (reads_back(less, name) || is_ambiguous(less)) continue;
        least = std::move(less);
        smaller = true;
        break;
      }
    }
    return least;
  }

  const shape& as_;
  gate_pages& pages_;
  const ambiguity& known_;
  random_calls made_;
  json_style how_;
  tools declared_;
  std::vector<written_call> calls_;
};

std::size_t cases_per_dialect() {
  return asked_for("TOOLCALL_VALUES", is_nightly() ? 600 : effort(100, 15));
}

// Of a dialect with many alarms the first are enough.
alarm_list values(gate_pages& pages, std::size_t most = all_alarms) {
  constexpr std::size_t most_of_a_dialect = 40;
  alarm_list alarms(most);
  const ambiguity known(todays_pages());
  std::map<std::string_view, std::size_t> found;
  for (std::uint64_t seed = 0; seed < cases_per_dialect(); ++seed)
    for (const shape& as : shapes()) {
      if (alarms.enough() || found[as.dialect] == most_of_a_dialect || !is_wanted(as.dialect) ||
          !has_dialect(pages, as.dialect))
        continue;
      if (differential(as, pages, known, seed).run(alarms)) ++found[as.dialect];
    }
  return alarms;
}

}  // namespace

TEST_CASE("there is a shape for each dialect", "[values]") {
  for (const grammarc::page* page : todays_pages().dialects())
    if (page->name != "general") CHECK_NOTHROW(shape_of(page->name));  // no model writes it
}

TEST_CASE("a page calls values ambiguous only where they are", "[values]") {
  const ambiguity known(todays_pages());
  std::map<std::string_view, bool> found;  // by dialect: in one of its shapes
  for (const shape& as : shapes()) {
    if (as.how == values_as::json || !known.is_known(as.dialect) || !is_wanted(as.dialect)) continue;
    bool& of_dialect = found[as.dialect];
    for (std::uint64_t seed = 0; seed < 2'000 && !of_dialect; ++seed)
      of_dialect = differential(as, todays_pages(), known, seed).is_read_otherwise();
  }
  for (const auto& [name, is_found] : found) {
    INFO(name);
    CHECK(is_found);
  }
}

TEST_CASE("the old pages raise alarms at the gate of values", "[values]") {
  CHECK(values(old_pages(), 1).enough());
}

TEST_CASE("what was written is read back", "[values]") {
  CHECK(values(todays_pages()).report() == 0);
}

}  // namespace values_test
