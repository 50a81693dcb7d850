// The ways of reading a text; see measure.hpp.
//
// Every iteration begins with a new parser, as every message does, and looks at every event that it is shown.

#include "measure.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include <toolcall/toolcall.hpp>

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include "report.hpp"
#include "texts.hpp"

namespace bench {

namespace {

const toolcall::dialect& minimax() {
  static const toolcall::dialect made = toolcall::dialect::named("minimax");
  return made;
}

const toolcall::tools& offered() {
  static const toolcall::tools made = toolcall::tools::from_json(declared_tools());
  return made;
}

toolcall::parser new_parser(bool collect) {
  toolcall::options how;
  how.collect = collect;
  return toolcall::parser(minimax(), offered(), how);
}

std::size_t bytes_shown(std::span<const toolcall::event> events) {
  std::size_t sum = 0;
  for (const toolcall::event& e : events) sum += e.text.size();
  return sum;
}

template <typename See>
void in_chunks(toolcall::parser& reader, std::string_view text, See&& see) {
  for (; text.size() > 4; text.remove_prefix(4)) see(reader.feed(text.substr(0, 4)));
  see(reader.feed(text));
  see(reader.finish());
}

// What is measured is also right: the message read whole, and the deltas of 4-byte chunks joined, are what is expected.
bool reads_right(const sample& of) {
  const toolcall::message whole = toolcall::parse(of.text, minimax(), offered());
  if (whole.calls.size() != (of.is_call ? 1U : 0U) || !whole.diagnostics.empty()) return false;
  const std::string& read = of.is_call ? whole.calls.front().arguments : whole.content;
  const auto wanted = of.is_call ? toolcall::event_type::arguments : toolcall::event_type::text;
  std::string joined;
  toolcall::parser reader = new_parser(false);
  in_chunks(reader, of.text, [&](std::span<const toolcall::event> events) {
    for (const toolcall::event& e : events)
      if (e.type == wanted) joined += e.text;
  });
  return read == of.expected && joined == of.expected;
}

// Made and checked when it is first asked for, and kept: repetitions of all benchmarks take turns.
const sample* sample_of(const family& of, std::size_t size) {
  static std::map<std::pair<std::string, std::size_t>, std::pair<sample, bool>> known;
  const auto [place, fresh] = known.try_emplace({of.name, size});
  auto& [made, right] = place->second;
  if (fresh) {
    const std::string text = of.made(size);
    const std::string json = of.is_call ? arguments_json(text) : text_json(text);
    made = {of.is_call ? message_with_call(text) : text, json, of.is_call ? json : text, of.is_call};
    right = reads_right(made);
  }
  return right ? &made : nullptr;
}

// Reads the text once per iteration; read gives something that depends on all of the work.
void measure(const family& of, std::size_t size, const char* how, std::function<std::size_t(const sample&)> read) {
  const auto run = [of, size, read = std::move(read)](benchmark::State& state) {
    const sample* const what = sample_of(of, size);
    if (what == nullptr) return state.SkipWithError("it is not read as it should be, so its speed means nothing");
    for (auto round : state) {
      (void)round;
      benchmark::DoNotOptimize(read(*what));
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(size) * state.iterations());
  };
  benchmark::RegisterBenchmark(name_of(of.name, size, how).c_str(), run);
}

// The bytes with which anything but plain text may begin: tags, "[e~[", quotations, fences, inline code.
std::array<bool, 256> first_bytes() {
  std::array<bool, 256> table{};
  table[0] = true;
  for (const char c : std::string_view("<[>~`")) table[static_cast<unsigned char>(c)] = true;
  return table;
}

// The least that a reader must do: ask of every byte whether a marker may begin with it.
std::size_t scan(std::string_view text, const std::array<bool, 256>& table) {
  const auto* at = reinterpret_cast<const unsigned char*>(text.data());
  const unsigned char* const end = at + text.size();  // a text of std::string: 0 stands here, and is in the table
  std::size_t hits = 0;
  for (;; ++at, ++hits) {
    while (!table[*at]) ++at;
    if (at == end) return hits;
  }
}

}  // namespace

void register_parse(const family& of, std::size_t size) {
  measure(of, size, "parse", [](const sample& what) {
    const toolcall::message read = toolcall::parse(what.text, minimax(), offered());
    return read.content.size() + read.calls.size();
  });
}

void register_feed(const family& of, std::size_t size) {
  measure(of, size, "feed", [](const sample& what) {
    toolcall::parser reader = new_parser(false);
    const std::size_t shown = bytes_shown(reader.feed(what.text));
    return shown + bytes_shown(reader.finish());
  });
}

void register_detected(const family& of, std::size_t size) {
  measure(of, size, "detected", [](const sample& what) {
    toolcall::options how;
    how.collect = false;
    toolcall::parser reader(toolcall::dialect::automatic(), offered(), how);
    const std::size_t shown = bytes_shown(reader.feed(what.text));
    return shown + bytes_shown(reader.finish());
  });
}

void register_chunks(const family& of, std::size_t size, bool collect) {
  measure(of, size, collect ? "chunks4_collected" : "chunks4", [collect](const sample& what) {
    toolcall::parser reader = new_parser(collect);
    std::size_t shown = 0;
    in_chunks(reader, what.text, [&shown](std::span<const toolcall::event> events) { shown += bytes_shown(events); });
    return shown;
  });
}

void register_json_parse(const family& of, std::size_t size) {
  measure(of, size, "json_parse", [](const sample& what) { return nlohmann::json::parse(what.json).size(); });
}

void register_table_scan(const family& of, std::size_t size) {
  measure(of, size, "table_scan", [table = first_bytes()](const sample& what) { return scan(what.text, table); });
}

}  // namespace bench
