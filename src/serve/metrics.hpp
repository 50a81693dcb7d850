// Counters for Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats). May be used by all threads.

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toolcall::serve {

// Names and values of a series' labels; the values are escaped when they are written.
using metric_labels = std::vector<std::pair<std::string_view, std::string>>;

class metrics {
 public:
  void add(std::string_view name, const metric_labels& labels, std::int64_t n = 1);
  // Of what takes time; `name` is one of those that metrics.cpp lists as such.
  void observe(std::string_view name, std::chrono::steady_clock::duration took);
  // Of a label that clients choose the first 64 values are told apart; each later one is "other".
  std::string some(std::string value);
  std::string text() const;

 private:
  struct times {
    std::vector<std::uint64_t> counts;  // of each bucket
    std::uint64_t count = 0;
    double sum = 0;
  };
  mutable std::mutex mutex_;
  std::map<std::string, std::map<std::string, std::int64_t>, std::less<>> series_;
  std::map<std::string, times, std::less<>> times_;
  std::set<std::string> some_;
};

}  // namespace toolcall::serve
