// The trace of every example: the same however the text is cut, of rules that stand on the pages, and in agreement with
// the events. A sink changes nothing that is emitted.

#include <algorithm>
#include <random>
#include <set>

#include "catch.hpp"
#include "dialects/compiled_dialects.hpp"
#include "dialects/dialect_internals.hpp"
#include "spec/example.hpp"

namespace trace_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

struct entry {
  trace_kind kind;
  std::string what, rule, label;
  std::uint64_t begin, end;
  std::string line;
};

struct reading {
  std::vector<entry> entries;
  emitted events;
};

void keep(void* context, const trace_entry& e) {
  static_cast<reading*>(context)->entries.push_back(
      {e.kind, std::string(e.what), std::string(e.rule), std::string(e.label), e.begin, e.end, to_line(e)});
}

std::string lines(const reading& of) {
  std::string all;
  for (const entry& e : of.entries) all += e.line + "\n";
  return all;
}

reading read_in(const example& of, const std::vector<std::size_t>& sizes) {
  reading made;
  options how = seeded();
  how.trace = {keep, &made};
  how.tool_choice = of.choice;
  parser reader(dialect_named(of.dialect), of.declared, how);
  if (!of.prefill.empty()) reader.prefill(of.prefill);
  std::size_t at = 0;
  for (std::size_t i = 0; at < of.text.size(); at += sizes[i++ % sizes.size()])
    join(made.events, reader.feed(std::string_view(of.text).substr(at, sizes[i % sizes.size()])));
  join(made.events, reader.finish(of.finish));
  return made;
}

std::set<std::string> rules_of_pages() {
  std::set<std::string> names;
  for (const grammarc::page& page : pages())
    for (const grammarc::rule& rule : page.rules) names.insert(page.name + "." + rule.name);
  return names;
}

std::string span_of(const std::string& what, std::uint64_t begin, std::uint64_t end, const std::string& label) {
  return what + " " + std::to_string(begin) + ".." + std::to_string(end) + " " + label + "\n";
}

// How each call ended, as the trace and as the events say it.
std::string ends_of(const std::vector<entry>& entries) {
  std::string all;
  for (const entry& e : entries)
    for (const char* const end : {"complete", "invalid", "incomplete", "refused"})
      if (e.kind == trace_kind::decision && e.what == end) all += span_of(e.what, e.begin, e.end, e.label);
  return all;
}
std::string ends_of(const emitted& events) {
  std::string all;
  for (const emitted_event& e : events) {
    if (e.type == event_type::call_end)
      all += span_of(e.status == call_status::complete ? "complete" : "invalid", e.begin, e.end, "");
    if (e.type == event_type::call_incomplete || e.type == event_type::call_refused)
      all += span_of(e.status == call_status::refused ? "refused" : "incomplete", e.begin, e.end, e.label);
  }
  return all;
}

// The diagnostics that no entry explains.
std::string unexplained(const reading& of) {
  std::string all;
  for (const emitted_event& e : of.events) {
    if (e.call == no_call && !e.recovery) continue;  // it speaks of the message as a whole
    const bool known = std::any_of(of.entries.begin(), of.entries.end(), [&](const entry& o) {
      return o.label == e.label && o.begin == e.begin && o.end == e.end;
    });
    if (e.type == event_type::diagnostic && !known) all += span_of("diagnostic", e.begin, e.end, e.label);
  }
  return all;
}

}  // namespace

TEST_CASE("rules are called what their pages call them") {
  const std::set<std::string> known = rules_of_pages();
  const engine::program& all = internals(dialect::automatic()).grammar.program;
  for (const engine::rule_start& rule : all.rules) {
    const std::string name(all.at(rule.name));
    CHECK((name.empty() || known.count(name) == 1 ? "" : name) == "");
  }
  CHECK(all.rule_at(0) == "");
}

TEST_CASE("the trace of an example is the same however it is cut", "[page]") {
  std::mt19937_64 bits(1);
  for (const example* each : wanted_examples()) {
    INFO(each->place);
    const std::string whole = lines(read_in(*each, {each->text.size() + 1}));
    CHECK(lines(read_in(*each, {1})) == whole);
    for (int round = 0; round < 20; ++round) {
      std::vector<std::size_t> sizes(1 + bits() % 40);
      for (std::size_t& size : sizes) size = bits() % 24;
      sizes.push_back(1);
      CHECK(lines(read_in(*each, sizes)) == whole);
    }
  }
}

TEST_CASE("the trace of an example agrees with its events, and changes none of them", "[page]") {
  const std::set<std::string> known = rules_of_pages();
  for (const example* each : wanted_examples()) {
    INFO(each->place);
    const reading made = read_in(*each, {each->text.size() + 1});
    INFO(lines(made));
    CHECK(show(made.events) == show(read(each->fresh(false), each->text, {}, each->finish)));
    CHECK(ends_of(made.entries) == ends_of(made.events));
    CHECK(unexplained(made) == "");
    for (const entry& e : made.entries) {
      CHECK(known.count(e.rule) == 1);
      CHECK(e.begin <= e.end);
      CHECK(e.end <= each->text.size());
    }
  }
}

TEST_CASE("the trace of a damaged example is the same however it is cut, and agrees with its events") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    std::mt19937_64 bits(seed);
    const example of = damaged_example(bits);
    const reading whole = read_in(of, {of.text.size() + 1});
    INFO("seed " << seed << ", from " << of.place << ":\n" << of.text);
    CHECK(lines(read_in(of, {1})) == lines(whole));
    CHECK(lines(read_in(of, {bits() % 7 + 1, bits() % 24})) == lines(whole));
    CHECK(ends_of(whole.entries) == ends_of(whole.events));
    CHECK(unexplained(whole) == "");
  }
}

}  // namespace trace_test
