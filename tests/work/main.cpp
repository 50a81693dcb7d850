// work: prints the names of the inputs. work NAME: reads one with a parser of its own, and prints what that took: bytes
// of text, instructions of the parsing machine, bytes that it went back over, allocations, bytes allocated. The dialect
// and the tools are made before, unless the input says otherwise. Then the bytes that another parser still has before
// the end is told. tests/work/run.sh compares them with what was recorded, and counts the processor's instructions of
// read_once. work NAME TIMES: the median of so many readings, in microseconds of processor time.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/parser.hpp>

#include "dialects/compiled_dialects.hpp"
#include "dialects/dialect_internals.hpp"
#include "engine/stream.hpp"
#include "heap.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"
#include "work/inputs.hpp"

using namespace toolcall;
using namespace toolcall::tests;

namespace {

constexpr std::string_view declared = R"([{"name": "write_file", "parameters": {"type": "object",
  "properties": {"path": {"type": "string"}, "content": {"type": "string"}, "mode": {"type": "integer"},
    "create": {"type": "boolean"}, "backup": {"type": ["string", "null"]}, "ratio": {"type": "number"},
    "tags": {"type": "array", "items": {"type": "string"}}, "owner": {"type": "object"},
    "encoding": {"type": "string", "enum": ["utf-8", "latin-1"]}, "note": {"type": "string", "maxLength": 100}}}},
  {"name": "read_file", "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}},
  {"name": "run", "parameters": {"type": "object", "properties": {"command": {"type": "string"}}}}])";

template <typename Feed>
void in_chunks(std::string_view text, std::size_t chunk, const Feed& feed) {
  if (chunk == 0) return feed(text);
  for (std::size_t at = 0; at < text.size(); at += chunk) feed(text.substr(at, chunk));
}

struct outcome {
  std::size_t shown, kept;  // bytes of events; of the heap before the end was told
};

tools tools_read() {
  tools made = tools::from_json(declared);
  if (!made.report().empty()) std::exit(2);  // compiles the schemas, which a message does not pay for twice
  return made;
}

outcome reading_of(const counted_input& of, std::string_view text, const dialect& which, const tools& offered) {
  const std::size_t before = heap.bytes;
  options how;
  how.collect = false;
  how.seed = 1;
  parser reader(which, offered, how);
  outcome made{};
  const auto see = [&](const auto& events) {
    for (const event& e : events) made.shown += e.text.size();
  };
  in_chunks(text, of.chunk, [&](std::string_view piece) { see(reader.feed(piece)); });
  made.kept = heap.bytes - before;
  see(reader.finish());
  return made;
}

}  // namespace

// By this name, so that it can be found from outside.
extern "C" __attribute__((noinline)) std::size_t read_once(const counted_input& of, std::string_view text,
                                                           const dialect& which, const tools& offered);
std::size_t read_once(const counted_input& of, std::string_view text, const dialect& which, const tools& offered) {
  if (of.with_set_up) return reading_of(of, text, dialect::named(of.dialect), tools_read()).shown;
  return reading_of(of, text, which, offered).shown;
}

namespace {

int time_of(const counted_input& of, std::string_view text, const dialect& which, const tools& offered,
            std::size_t times) {
  std::vector<double> all;
  for (std::size_t i = 0; i < std::max<std::size_t>(times, 1); ++i) {
    const std::clock_t begin = std::clock();
    for (int j = 0; j < 10; ++j) reading_of(of, text, which, offered);
    all.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC * 1e5);
  }
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
  std::printf("%s %zu bytes %.1f us\n", of.name, text.size(), all[all.size() / 2]);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    for (const counted_input& each : counted_inputs()) std::puts(each.name);
    return 0;
  }
  for (const counted_input& each : counted_inputs()) {
    if (arguments[1] != std::string_view(each.name)) continue;
    const std::string text = each.text();
    const dialect which = dialect::named(each.dialect);
    const tools offered = tools_read();
    if (count > 2) return time_of(each, text, which, offered, std::strtoul(arguments[2], nullptr, 10));
    engine::stream machine(internals(which).grammar.program, internals(offered)->names(), {});
    in_chunks(text, each.chunk, [&](std::string_view piece) { machine.feed(piece, false, [](auto...) {}); });
    machine.finish([](auto...) {});
    const heap_use before = heap;
    const std::size_t shown = read_once(each, text, which, offered);
    const heap_use after = heap;
    std::printf("%s %zu %llu %llu %zu %zu %zu\n", each.name, text.size(),
                static_cast<unsigned long long>(machine.state().steps()),
                static_cast<unsigned long long>(machine.state().bytes_again()), after.allocations - before.allocations,
                after.bytes_asked - before.bytes_asked, reading_of(each, text, which, offered).kept);
    return shown > 0 ? 0 : 1;
  }
  return 2;
}
