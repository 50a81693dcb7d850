// Time is the processor's, of this thread: on a machine that is shared, that of the clock says who else was there.

#include "measure.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <random>
#include <utility>

#include <nlohmann/json.hpp>

namespace bench {

namespace {

double now() {
  timespec at{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
  return static_cast<double>(at.tv_sec) * 1e9 + static_cast<double>(at.tv_nsec);
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump();
}

volatile std::size_t seen;  // no work may be left out because nobody looks at what it gives

double time_of(const cell& of, std::size_t times) {
  const double begin = now();
  std::size_t sum = 0;
  for (std::size_t i = 0; i < times; ++i) sum += of.work();
  const double end = now();
  seen = sum;
  return (end - begin) / static_cast<double>(times);
}

// Once to see how long it takes; that is all where it takes long. Else the first time found the caches cold.
double measured(const cell& of, double nanoseconds) {
  const double first = time_of(of, 1);
  if (first >= nanoseconds) return first;
  const double second = std::max(time_of(of, 1), 1.0);
  return time_of(of, static_cast<std::size_t>(std::ceil(nanoseconds / second)));
}

}  // namespace

void table::add(const std::string& row, const std::string& column, std::function<std::size_t()> work) {
  group& last = groups_.back();
  last.cells.push_back({{last.facts.name, row, column, std::move(work)}, {}});
}

void table::measure(std::size_t rounds, double seconds_a_cell) {
  std::mt19937 random(1);
  std::vector<group*> turns;
  for (group& each : groups_) turns.push_back(&each);
  for (std::size_t round = 0; round < rounds; ++round) {
    std::shuffle(turns.begin(), turns.end(), random);
    for (group* const each : turns) {
      std::vector<measured_cell*> cells;
      for (measured_cell& one : each->cells) cells.push_back(&one);
      std::shuffle(cells.begin(), cells.end(), random);
      for (measured_cell* const one : cells) one->nanoseconds.push_back(measured(one->what, seconds_a_cell * 1e9));
    }
    std::fprintf(stderr, "round %zu of %zu\n", round + 1, rounds);
  }
}

void table::write(std::FILE* to) const {
  const char* comma = "{";
  for (const group& each : groups_) {
    std::fprintf(to, "%s\n%s: {\"bytes\": %zu, \"cells\": [", comma, quoted(each.facts.name).c_str(), each.facts.bytes);
    comma = ",";
    const char* between = "";
    for (const measured_cell& one : each.cells) {
      std::fprintf(to, "%s\n[%s, %s", between, quoted(one.what.row).c_str(), quoted(one.what.column).c_str());
      for (const double time : one.nanoseconds) std::fprintf(to, ", %.4g", time);
      std::fprintf(to, "]");
      between = ",";
    }
    std::fprintf(to, "\n]}");
  }
  std::fprintf(to, "\n}\n");
}

}  // namespace bench
