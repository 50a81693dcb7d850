// What is counted, and the text that says so. A counter that was never counted is not listed.

#include "serve/metrics.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace toolcall::serve {

namespace {

struct kind_of_metric {
  std::string_view name, type, help;
};

constexpr kind_of_metric known_metrics[] = {
    {"toolcall_requests_total", "counter", "Requests that were answered, by endpoint and status."},
    {"toolcall_refused_total", "counter", "Requests that were refused before the upstream saw them, by reason."},
    {"toolcall_upstream_errors_total", "counter", "Exchanges that the upstream did not bring to an end, by reason."},
    {"toolcall_calls_total", "counter", "Tool calls of answers, by dialect and outcome; a server's own have none."},
    {"toolcall_recoveries_total", "counter", "Recoveries that calls needed, by label."},
    {"toolcall_verdicts_total", "counter", "Answers, by model and verdict (docs/verdict.md)."},
    {"toolcall_unmet_choices_total", "counter", "Answers without a call where tool_choice forced one."},
    {"toolcall_reasoning_restored_total", "counter", "Messages of the assistant that got their reasoning back."},
    {"toolcall_history_changes_total", "counter", "What --mend-history changed in requests, by code."},
    {"toolcall_connections", "gauge", "Connections of clients that are open."},
    {"toolcall_exchanges", "gauge", "Exchanges that are under way."},
    {"toolcall_first_byte_seconds", "histogram", "From a whole request to the first byte of its answer."},
    {"toolcall_hold_seconds", "histogram", "How long text was held that might have become a call."},
};

constexpr double buckets[] = {0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

std::string labels_of(const metric_labels& labels) {
  std::string made;
  for (const auto& [name, value] : labels) {
    (made += made.empty() ? "{" : ",") += name;
    made += "=\"";
    for (const char c : value) {
      if (c == '\\' || c == '"') made += '\\';
      if (c == '\n')
        made += "\\n";
      else
        made += c;
    }
    made += '"';
  }
  return made.empty() ? made : made += '}';
}

}  // namespace

void metrics::add(std::string_view name, const metric_labels& labels, std::int64_t n) {
  const std::lock_guard hold(mutex_);
  series_[std::string(name)][labels_of(labels)] += n;
}

std::string metrics::some(std::string value) {
  constexpr std::size_t most = 64;
  const std::lock_guard hold(mutex_);
  if (some_.count(value) == 0 && some_.size() >= most) return "other";
  return *some_.insert(std::move(value)).first;
}

void metrics::observe(std::string_view name, std::chrono::steady_clock::duration took) {
  const double seconds = std::chrono::duration<double>(took).count();
  const std::lock_guard hold(mutex_);
  times& to = times_[std::string(name)];
  to.counts.resize(std::size(buckets));
  for (std::size_t i = 0; i < std::size(buckets); ++i) to.counts[i] += seconds <= buckets[i] ? 1 : 0;
  ++to.count;
  to.sum += seconds;
}

std::string metrics::text() const {
  const std::lock_guard hold(mutex_);
  std::string made;
  for (const kind_of_metric& each : known_metrics) {
    const std::string name(each.name);
    const auto series = series_.find(name);
    const auto timed = times_.find(name);
    if (series == series_.end() && timed == times_.end()) continue;
    made += "# HELP " + name + " " + std::string(each.help) + "\n# TYPE " + name + " " + std::string(each.type) + "\n";
    if (series != series_.end())
      for (const auto& [labels, value] : series->second) made += name + labels + " " + std::to_string(value) + "\n";
    if (timed == times_.end()) continue;
    for (std::size_t i = 0; i < std::size(buckets); ++i)
      made += name + "_bucket{le=\"" + number(buckets[i]) + "\"} " + std::to_string(timed->second.counts[i]) + "\n";
    made += name + "_bucket{le=\"+Inf\"} " + std::to_string(timed->second.count) + "\n";
    made += name + "_sum " + number(timed->second.sum) + "\n" + name + "_count " + std::to_string(timed->second.count) +
            "\n";
  }
  return made;
}

}  // namespace toolcall::serve
