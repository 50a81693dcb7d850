// The medians of a run, and the goals they are held against.

#pragma once

#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace bench {

// What a measurement is called: kind/text/size in KB/how, which sorts by text and size.
std::string name_of(const std::string& text, std::size_t size, const std::string& how);

// Shows medians only, and keeps them: seconds of processor time per iteration.
class report : public benchmark::ConsoleReporter {
 public:
  report() : ConsoleReporter(OO_Tabular) {}
  void ReportRuns(const std::vector<Run>& runs) override;

  // The goals, each with what was measured. What was filtered out of the run is left out here.
  void show_goals();

 private:
  double seconds(const std::string& name) const;  // 0: not measured
  void chunks(const std::string& text);
  void whole_values(const std::string& text);
  void text_without_calls(const std::string& text);
  void line(const std::string& what, double value, const char* unit, const std::string& goal, bool reached);
  void line(const std::string& what, double value, const char* unit);

  std::map<std::string, std::vector<double>> times_;
};

}  // namespace bench
