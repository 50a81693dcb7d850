// Measures toolcall beside two yardsticks of the same run: a scan with a table of first bytes, which does the least
// that any reader must do, and nlohmann::json::parse of the same content as JSON. At the end stand the goals.
//
// All flags of Google Benchmark may be given (--help); these are the defaults:
//   --benchmark_repetitions=5 --benchmark_min_time=0.1 --benchmark_enable_random_interleaving=true

#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "measure.hpp"
#include "report.hpp"
#include "texts.hpp"

namespace {

using bench::kilobyte;

void register_calls(const bench::family& of) {
  for (const std::size_t size : {1U, 64U, 1024U, 16384U}) {
    bench::register_parse(of, size * kilobyte);
    bench::register_feed(of, size * kilobyte);
    bench::register_chunks(of, size * kilobyte, false);
    bench::register_json_parse(of, size * kilobyte);
  }
  bench::register_chunks(of, 64 * kilobyte, true);
}

void register_texts(const bench::family& of) {
  const std::size_t size = 1024 * kilobyte;
  bench::register_parse(of, size);
  bench::register_feed(of, size);
  bench::register_chunks(of, size, false);
  bench::register_detected(of, size);
  bench::register_table_scan(of, size);
  bench::register_json_parse(of, size);
}

}  // namespace

int main(int argc, char** argv) {
  std::string defaults[] = {"--benchmark_repetitions=5", "--benchmark_min_time=0.1",
                            "--benchmark_enable_random_interleaving=true"};
  std::vector<char*> flags = {argv[0]};
  for (std::string& flag : defaults) flags.push_back(flag.data());
  flags.insert(flags.end(), argv + 1, argv + argc);
  int count = static_cast<int>(flags.size());
  benchmark::Initialize(&count, flags.data());
  if (benchmark::ReportUnrecognizedArguments(count, flags.data())) return 2;

  register_calls({"call/source", bench::source, true});
  register_calls({"call/prose", bench::plain_prose, true});
  register_texts({"text/prose", bench::prose, false});
  register_texts({"text/source", bench::source, false});
  register_texts({"text/json", bench::json_records, false});
  register_texts({"text/html", bench::html, false});
  bench::report shown;
  benchmark::RunSpecifiedBenchmarks(&shown);
  shown.show_goals();
}
