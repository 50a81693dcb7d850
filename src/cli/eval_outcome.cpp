// Calls are paired with those that were expected in any order. A call that fits none is the parser's doing if it was
// repaired or converted, for then it is not what the model wrote; else it is the model's. A call that is missing is the
// parser's doing if its name and all of its values stand in the text.

#include "cli/eval_outcome.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include <toolcall/verdict.hpp>

#include "text/finish_reason.hpp"

namespace toolcall::cli {

namespace {

constexpr std::size_t unpaired = SIZE_MAX;

// By the number of the expected call, the number of the one that is it.
class pairing {
 public:
  pairing(const expectation& right, const std::vector<tool_call>& calls) : right_(right), calls_(calls) {
    of_.assign(right.size(), unpaired);
    fits_.assign(right.size(), std::vector<bool>(calls.size(), false));
    for (std::size_t i = 0; i < right.size(); ++i)
      for (std::size_t j = 0; j < calls.size(); ++j) fits_[i][j] = right.takes(i, calls[j]);
    for (std::size_t j = 0; j < calls.size(); ++j) {
      std::vector<bool> tried(right.size(), false);
      place(j, tried);
    }
  }
  bool is_whole() const {
    return calls_.size() == right_.size() && std::find(of_.begin(), of_.end(), unpaired) == of_.end();
  }
  bool is_missing(std::size_t expected) const { return of_[expected] == unpaired; }
  bool is_other(std::size_t call) const { return std::find(of_.begin(), of_.end(), call) == of_.end(); }

 private:
  // Finds a place for a call, moving those that have another one.
  bool place(std::size_t call, std::vector<bool>& tried) {
    for (std::size_t i = 0; i < of_.size(); ++i) {
      if (!fits_[i][call] || tried[i]) continue;
      tried[i] = true;
      if (of_[i] != unpaired && !place(of_[i], tried)) continue;
      of_[i] = call;
      return true;
    }
    return false;
  }

  const expectation& right_;
  const std::vector<tool_call>& calls_;
  std::vector<std::size_t> of_;
  std::vector<std::vector<bool>> fits_;
};

// Whether the arguments are other than what the model wrote.
bool is_changed(const message& m, std::size_t call) {
  if (!m.calls[call].repairs.empty()) return true;
  return std::any_of(m.diagnostics.begin(), m.diagnostics.end(), [&](const diagnostic& each) {
    const bool converts = each.level == typing_level::lossless || each.level == typing_level::assumed;
    return converts && each.call >= 0 && static_cast<std::size_t>(each.call) == call;
  });
}

bool is_cut_off(const message& m) {
  return events::is_broken_off(m.finish_reason) || verdict_on(m).kind == verdict_kind::truncated;
}

bool has_other_named(const message& m, const pairing& found, const std::string& name) {
  for (std::size_t i = 0; i < m.calls.size(); ++i)
    if (found.is_other(i) && m.calls[i].name == name) return true;
  return false;
}

}  // namespace

std::uint64_t outcome_counts::all() const {
  return std::accumulate(of.begin(), of.end(), std::uint64_t{0});
}

outcome judged(const expectation& right, const message& m, std::string_view text) {
  const pairing found(right, m.calls);
  const auto is_repaired = [](const tool_call& call) { return !call.repairs.empty(); };
  if (found.is_whole())
    return std::any_of(m.calls.begin(), m.calls.end(), is_repaired) ? outcome::repaired : outcome::right;
  if (right.size() == 0) return outcome::unasked;
  if (is_cut_off(m)) return outcome::truncated;
  for (std::size_t i = 0; i < m.calls.size(); ++i)
    if (found.is_other(i) && is_changed(m, i)) return outcome::lost;
  for (std::size_t i = 0; i < right.size(); ++i)
    if (found.is_missing(i) && !has_other_named(m, found, right.name(i)) && right.stands_in(i, text))
      return outcome::lost;
  return outcome::wrong;
}

outcome judged(const expectation& right, const std::vector<tool_call>& calls, outcome own) {
  if (pairing(right, calls).is_whole()) return outcome::right;
  if (right.size() == 0) return outcome::unasked;
  const bool is_models = own == outcome::wrong || (own == outcome::truncated && calls.empty());
  return is_models ? own : outcome::lost;
}

void evaluation::add(judged_output one, const message& m) {
  ++outputs;
  for (std::size_t i = 0; i < one.by.size(); ++i) totals[i].add(one.by[i]);
  const outcome own = one.by.front();
  models[one.model.empty() ? "(none)" : one.model].add(own);
  std::set<std::string> said, used;
  for (const tool_call& call : m.calls) {
    used.insert(call.dialect);
    said.insert(call.repairs.begin(), call.repairs.end());
  }
  for (const auto* const failed : {&m.incomplete, &m.refused})
    for (const failed_call& call : *failed) used.insert(call.dialect), said.insert(call.label);
  if (used.empty()) used.insert("(no call)");
  for (const std::string& each : used) dialects[each.empty() ? "(the server's)" : each].add(own);
  for (const std::string& each : said) labels[each].add(own);
  const auto is_right = [](outcome each) { return each == outcome::right; };
  if (!std::all_of(one.by.begin(), one.by.end(), is_right)) not_right.push_back(std::move(one));
}

}  // namespace toolcall::cli
