// The medians of a run, and the goals they are held against.
//
// Goals are ratios of measurements of the same run wherever that is possible: a slow or a busy machine slows both.
// Processor time counts, not the clock on the wall, and the median of several repetitions that took turns.

#include "report.hpp"

#include <algorithm>
#include <cstdio>

#include "texts.hpp"

namespace bench {

namespace {

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const std::size_t half = times.size() / 2;
  return times.size() % 2 == 1 ? times[half] : (times[half - 1] + times[half]) / 2;
}

}  // namespace

std::string name_of(const std::string& text, std::size_t size, const std::string& how) {
  const std::string digits = std::to_string(size / kilobyte);
  return text + "/" + std::string(5 - std::min<std::size_t>(digits.size(), 5), '0') + digits + "KB/" + how;
}

void report::ReportRuns(const std::vector<Run>& runs) {
  std::vector<Run> shown;
  const bool repeated = std::any_of(runs.begin(), runs.end(), [](const Run& r) { return r.repetitions > 1; });
  for (const Run& r : runs) {
    if (!r.error_occurred && r.run_type == Run::RT_Iteration)
      times_[r.run_name.function_name].push_back(r.cpu_accumulated_time / static_cast<double>(r.iterations));
    if (!repeated || r.error_occurred || r.aggregate_name == "median") shown.push_back(r);
  }
  if (!shown.empty()) ConsoleReporter::ReportRuns(shown);
}

double report::seconds(const std::string& name) const {
  const auto found = times_.find(name);
  return found == times_.end() ? 0 : median(found->second);
}

void report::line(const std::string& what, double value, const char* unit, const std::string& goal, bool reached) {
  std::printf("%-58s %9.3f %-5s %-8s %s\n", what.c_str(), value, unit, goal.c_str(), reached ? "reached" : "MISSED");
}
void report::line(const std::string& what, double value, const char* unit) {
  std::printf("%-58s %9.3f %s\n", what.c_str(), value, unit);
}

void report::chunks(const std::string& text) {
  const double middle = seconds(name_of(text, 64 * kilobyte, "chunks4"));
  const double large = seconds(name_of(text, 16384 * kilobyte, "chunks4"));
  const double collected = seconds(name_of(text, 64 * kilobyte, "chunks4_collected"));
  const double json = seconds(name_of(text, 64 * kilobyte, "json_parse"));
  const double growth = middle > 0 ? large / middle / 256 : 0;
  if (growth > 0) line(text + ": 4-byte chunks, per byte, 16 MB / 64 KB", growth, "x", "<= 1.2", growth <= 1.2);
  if (middle > 0) line(text + ": 64 KB in 4-byte chunks", middle * 1e3, "ms", "<= 0.6", middle <= 0.6e-3);
  if (collected > 0) line(text + ": 64 KB in 4-byte chunks, collected", collected * 1e3, "ms");
  if (middle > 0 && json > 0) line(text + ": 64 KB in 4-byte chunks, time / json::parse", middle / json, "x");
}

void report::whole_values(const std::string& text) {
  for (const std::size_t size : {1U, 64U, 1024U, 16384U}) {
    const std::size_t bytes = size * kilobyte;
    const double json = seconds(name_of(text, bytes, "json_parse"));
    for (const char* const how : {"feed", "parse"}) {
      const std::string name = name_of(text, bytes, how);
      const double time = seconds(name);
      if (time == 0) continue;
      const double rate = static_cast<double>(bytes) / time / 1e9;
      // A small value measures the set-up of a parser, a large one the machine.
      size >= 1024 ? line(name, rate, "GB/s", ">= 1", rate >= 1) : line(name, rate, "GB/s");
      if (json > 0) line(name + ": speed / json::parse", json / time, "x");
    }
  }
}

void report::text_without_calls(const std::string& text) {
  const std::size_t size = 1024 * kilobyte;
  const double scan = seconds(name_of(text, size, "table_scan"));
  const double json = seconds(name_of(text, size, "json_parse"));
  const double feed = seconds(name_of(text, size, "feed"));
  const double chunked = seconds(name_of(text, size, "chunks4"));
  if (scan > 0 && feed > 0) line(text + ": whole, speed / table scan", scan / feed, "x", ">= 1", scan >= feed);
  if (json > 0 && feed > 0) line(text + ": whole, speed / json::parse", json / feed, "x");
  const double detected = seconds(name_of(text, size, "detected"));
  // What detection costs must not grow with the number of dialects. In source, every `<` could begin a tool's tag.
  const double least = text == "text/source" || text == "text/html" ? 0.3 : 0.8;
  if (feed > 0 && detected > 0)
    line(text + ": whole, speed of all dialects / of one", feed / detected, "x", least < 0.5 ? ">= 0.3" : ">= 0.8",
         feed >= least * detected);
  if (scan > 0 && detected > 0) line(text + ": whole, all dialects, speed / table scan", scan / detected, "x");
  if (scan > 0 && chunked > 0) line(text + ": 4-byte chunks, speed / table scan", scan / chunked, "x");
  if (json > 0 && chunked > 0) line(text + ": 4-byte chunks, speed / json::parse", json / chunked, "x");
}

void report::show_goals() {
  if (times_.empty()) return;  // --benchmark_list_tests
  std::printf("\nMedians of processor time. Speed / x is how many times faster than x, in this run.\n");
  for (const char* const text : {"call/source", "call/prose"}) chunks(text);
  for (const char* const text : {"call/source", "call/prose"}) whole_values(text);
  for (const char* const text : {"text/prose", "text/source", "text/json", "text/html"}) text_without_calls(text);
}

}  // namespace bench
