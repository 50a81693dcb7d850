// Counts, and how they are shown. A name that comes from records may be anything, so only so many are told apart.

#include "cli/batch_stats.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <vector>

#include "cli/columns.hpp"
#include "cli/visible.hpp"
#include "output/json_writer.hpp"
#include "text/utf8.hpp"

namespace toolcall::cli {

namespace {

using groups = std::map<std::string, tally, std::less<>>;

constexpr std::size_t most_names = 10000;
constexpr std::string_view other_names = "(others)";

// The names that come first in the order of their bytes are told apart, so that it does not depend on the order of the
// records which they are.
tally& of(groups& in, std::string_view name) {
  const std::string shown(name.empty() ? std::string_view("(none)") : name);
  const auto known = in.find(shown);
  if (known != in.end()) return known->second;
  if (shown == other_names || in.size() - in.count(other_names) < most_names) return in[shown];
  tally& others = in[std::string(other_names)];
  auto last = std::prev(in.end());
  if (last->first == other_names) --last;
  if (last->first < shown) return others;
  others.add(last->second);
  in.erase(last);
  return in[shown];
}

void add_all(std::map<std::string, std::uint64_t>& to, const std::map<std::string, std::uint64_t>& from) {
  for (const auto& [name, count] : from) to[name] += count;
}

void add_groups(groups& to, const groups& from) {
  for (const auto& [name, each] : from) of(to, name).add(each);
}

void write_counts(events::json_writer& out, const std::map<std::string, std::uint64_t>& counts) {
  out.object([&] {
    for (const auto& [name, count] : counts) out.member(name, count);
  });
}

void write_tally(events::json_writer& out, const tally& t) {
  out.member("complete", t.complete).member("invalid", t.invalid).member("incomplete", t.incomplete);
  if (t.waiting > 0) out.member("needs_confirmation", t.waiting);
  out.member("refused", t.refused).member("unknown_tools", t.unknown).member("recovered", t.recovered);
  out.key("recoveries");
  write_counts(out, t.recoveries);
  out.key("violations");
  write_counts(out, t.violations);
}

row row_of(const std::string& name, const tally& t) {
  row made = {utf8::shortened(visible(name), 40)};
  for (const std::uint64_t count : {t.complete, t.invalid, t.incomplete, t.refused, t.unknown, t.recovered})
    made.push_back(with_commas(count));
  return made;
}

void add_section(std::string& to, const char* title, const groups& in) {
  std::vector<row> rows = {{title, "complete", "invalid", "incomplete", "refused", "unknown tool", "recovered"}};
  for (const auto& [name, each] : in) rows.push_back(row_of(name, each));
  if (rows.size() > 1) to += '\n' + aligned(rows);
}

// The commonest first.
void add_section(std::string& to, const char* title, const std::map<std::string, std::uint64_t>& counts) {
  std::vector<std::pair<std::string, std::uint64_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<row> rows = {{title, "count"}};
  for (const auto& [name, count] : sorted) rows.push_back({name, with_commas(count)});
  if (rows.size() > 1) to += '\n' + aligned(rows);
}

// The call that a diagnostic without a number is about.
const failed_call* failed_at(const message& m, std::uint64_t at) {
  for (const std::vector<failed_call>* const calls : {&m.incomplete, &m.refused})
    for (const failed_call& each : *calls)
      if (each.begin <= at && at < each.end) return &each;
  return nullptr;
}

}  // namespace

void tally::add(const tally& other) {
  complete += other.complete, invalid += other.invalid, incomplete += other.incomplete, refused += other.refused;
  waiting += other.waiting, unknown += other.unknown, recovered += other.recovered;
  add_all(recoveries, other.recoveries);
  add_all(violations, other.violations);
}

void batch_stats::add(const message& m, const std::string& model) {
  ++messages;
  without_call += m.calls.empty() ? 1 : 0;
  tally& of_model = of(by_model, model);
  const auto each_of = [&](const std::string& dialect, const std::string& tool, const auto& count) {
    count(all), count(of_model), count(of(by_dialect, dialect)), count(of(by_tool, tool));
  };
  for (const tool_call& call : m.calls)
    each_of(call.dialect, call.name, [&](tally& t) {
      const bool waits = call.status == call_status::needs_confirmation;
      (waits ? t.waiting : call.status == call_status::complete ? t.complete : t.invalid) += 1;
      t.recovered += call.repairs.empty() ? 0 : 1;
    });
  for (const failed_call& call : m.incomplete) each_of(call.dialect, call.name, [](tally& t) { ++t.incomplete; });
  for (const failed_call& call : m.refused) each_of(call.dialect, call.name, [](tally& t) { ++t.refused; });
  for (const diagnostic& d : m.diagnostics) {
    if (m.calls.empty() && d.call == no_call && !d.recovery) ++missed[d.label];
    const auto count = [&](tally& t) {
      if (d.recovery) ++t.recoveries[d.label];
      if (d.label == "unknown_tool") ++t.unknown;
      if (d.label == "schema_violation") ++t.violations[d.code.empty() ? "other" : d.code];
    };
    const failed_call* const failed = d.call == no_call ? failed_at(m, d.begin) : nullptr;
    if (d.call != no_call)
      each_of(m.calls[static_cast<std::size_t>(d.call)].dialect, m.calls[static_cast<std::size_t>(d.call)].name, count);
    else if (failed != nullptr)
      each_of(failed->dialect, failed->name, count);
    else
      count(all), count(of_model);
  }
}

void batch_stats::add(const batch_stats& other) {
  records += other.records, errors += other.errors, messages += other.messages, bytes += other.bytes;
  without_call += other.without_call;
  add_all(missed, other.missed);
  all.add(other.all);
  add_groups(by_dialect, other.by_dialect);
  add_groups(by_model, other.by_model);
  add_groups(by_tool, other.by_tool);
}

std::string batch_stats::to_json() const {
  events::json_writer out;
  const auto write_groups = [&](const char* name, const groups& in) {
    out.key(name).object([&] {
      for (const auto& [each, counts] : in) out.key(each).object([&, &of_each = counts] { write_tally(out, of_each); });
    });
  };
  out.object([&] {
    out.member("records", records).member("errors", errors).member("bytes", bytes);
    out.member("messages", messages).member("without_call", without_call);
    out.key("missed");
    write_counts(out, missed);
    write_tally(out, all);
    write_groups("dialects", by_dialect);
    write_groups("models", by_model);
    write_groups("tools", by_tool);
  });
  return out.take();
}

std::string batch_stats::to_table() const {
  std::string made = with_commas(records) + " records, " + with_commas(errors) +
                     (errors == 1 ? " error, " : " errors, ") + with_commas(messages) + " messages, " +
                     with_commas(without_call) + " without a call\n";
  groups total;
  total["all"] = all;
  add_section(made, "calls", total);
  add_section(made, "dialect", by_dialect);
  if (by_model.size() != 1 || by_model.begin()->first != "(none)") add_section(made, "model", by_model);
  add_section(made, "tool", by_tool);
  add_section(made, "without a call, because of", missed);
  add_section(made, "recovery", all.recoveries);
  add_section(made, "violation", all.violations);
  return made;
}

}  // namespace toolcall::cli
