// The same text is read twice, and the two readings are put beside each other by the places of their calls. What a
// repair did is said only as far as its diagnostic knows it.

#include <algorithm>
#include <utility>

#include <toolcall/repairs.hpp>

#include "dialects/compiled_dialects.hpp"

namespace toolcall {

namespace {

struct place {
  std::uint64_t begin, end;

  // What has no bytes lies in what surrounds it.
  bool meets(std::uint64_t from, std::uint64_t to) const { return from < end && begin < std::max(to, from + 1); }
};

std::string bytes_of(std::string_view text, std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t from = std::min<std::uint64_t>(begin, text.size());
  const std::uint64_t to = std::clamp<std::uint64_t>(end, from, text.size());
  return std::string(text.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from)));
}

message read_exactly(std::string_view text, const dialect& which, const tools& declared, options how,
                     std::string_view prefill, const std::string& reason) {
  how.policy.native_only = true;
  how.policy.confirm.clear();
  how.collect = true;
  how.keep_raw = false;
  how.trace = {};
  if (!how.seed) how.seed = 0;  // the ids are not shown
  parser reader(which, declared, how);
  if (!prefill.empty()) reader.prefill(prefill);
  reader.feed(text);
  reader.finish(reason.empty() ? "stop" : reason);
  return reader.message();
}

const diagnostic* reported(const message& m, const place& at, std::string_view label) {
  for (const diagnostic& each : m.diagnostics)
    if (each.call == no_call && at.meets(each.begin, each.end) && (label.empty() || label == each.label)) return &each;
  return nullptr;
}

exact_reading failed_reading(const failed_call& call, call_status status, const message& exact) {
  exact_reading made{status, call.name, {}, call.begin, call.end, call.label, {}};
  const diagnostic* const said = reported(exact, {call.begin, call.end}, call.label);
  made.message = said != nullptr ? said->message : std::string(events::meaning_of(call.label).message);
  return made;
}

// A recovery's own sentence says what is read because of it, and here nothing is.
void say_what_is_missing(exact_reading& in, const std::vector<repair>& needed) {
  const auto is_why = [&](const repair& each) { return each.label == in.label; };
  if (std::any_of(needed.begin(), needed.end(), is_why))
    in.message = "It is no call without the recovery " + in.label + ".";
}

exact_reading reading_at(const place& at, const message& exact) {
  for (const tool_call& each : exact.calls)
    if (at.meets(each.begin, each.end))
      return {each.status, each.name, each.arguments, each.begin, each.end, {}, "It is read as a call."};
  for (const failed_call& each : exact.incomplete)
    if (at.meets(each.begin, each.end)) return failed_reading(each, call_status::incomplete, exact);
  for (const failed_call& each : exact.refused)
    if (at.meets(each.begin, each.end)) return failed_reading(each, call_status::refused, exact);
  exact_reading text{std::nullopt, {}, {}, at.begin, at.end, {}, "It is text: as it stands it is no call."};
  if (const diagnostic* const said = reported(exact, at, {})) text.label = said->label, text.message = said->message;
  return text;
}

// What was repaired was of no use: one dialect reads with a repair what another one reads as it stands.
bool is_same(const repaired_call& call) {
  return call.exact.status == call.status && call.exact.name == call.name && call.exact.arguments == call.arguments &&
         call.call != no_call && call.exact.begin == call.begin && call.exact.end == call.end;
}

repair repair_of(const diagnostic& from, std::string_view text, const std::string& name) {
  repair made{from.label, from.message, from.pointer, from.begin, from.end, bytes_of(text, from.begin, from.end), {}};
  if (!name.empty() && (from.label == "resolved_name" || from.label == "inferred_name")) made.after = name;
  return made;
}

class pairing {
 public:
  pairing(std::string_view text, const message& read) : text_(text), read_(read) {}

  std::vector<repaired_call> calls() const {
    std::vector<repaired_call> made;
    for (std::size_t i = 0; i < read_.calls.size(); ++i) {
      const tool_call& each = read_.calls[i];
      add({static_cast<std::int64_t>(i), each.id, each.name, each.arguments, each.status, each.dialect, each.begin,
           each.end},
          made);
    }
    for (const failed_call& each : read_.incomplete)
      add({no_call, {}, each.name, {}, call_status::incomplete, each.dialect, each.begin, each.end}, made);
    std::stable_sort(made.begin(), made.end(),
                     [](const repaired_call& a, const repaired_call& b) { return a.begin < b.begin; });
    return made;
  }

 private:
  // A failed call has no number; its diagnostics lie within it.
  void add(repaired_call call, std::vector<repaired_call>& to) const {
    for (const diagnostic& each : read_.diagnostics) {
      const bool is_within = each.call == no_call && each.begin >= call.begin && each.end <= call.end &&
                             !events::meaning_of(each.label).concerns_no_call;
      if (each.recovery && (call.call == no_call ? is_within : each.call == call.call))
        call.repairs.push_back(repair_of(each, text_, call.call == no_call ? std::string() : call.name));
    }
    if (call.call != no_call) add_repairs_before(call);
    if (call.repairs.empty()) return;
    std::stable_sort(call.repairs.begin(), call.repairs.end(),
                     [](const repair& a, const repair& b) { return a.begin < b.begin; });
    call.written = bytes_of(text_, call.begin, call.end);
    to.push_back(std::move(call));
  }

  // Of a recovery around several calls, the diagnostic is that of none of them: the last one before the call.
  void add_repairs_before(repaired_call& call) const {
    for (const std::string& label : read_.calls[static_cast<std::size_t>(call.call)].repairs) {
      const auto has_it = [&](const repair& each) { return each.label == label; };
      if (std::any_of(call.repairs.begin(), call.repairs.end(), has_it)) continue;
      const auto is_it = [&](const diagnostic& each) {
        return each.recovery && each.label == label && each.begin <= call.begin;
      };
      const auto found = std::find_if(read_.diagnostics.rbegin(), read_.diagnostics.rend(), is_it);
      if (found != read_.diagnostics.rend()) call.repairs.push_back(repair_of(*found, text_, {}));
    }
  }

  std::string_view text_;
  const message& read_;
};

}  // namespace

std::vector<repaired_call> repairs_of(std::string_view text, const message& read, const dialect& which,
                                      const tools& declared, const options& how, std::string_view prefill) {
  std::vector<repaired_call> made = pairing(text, read).calls();
  if (made.empty()) return made;
  const message exact = read_exactly(text, which, declared, how, prefill, read.finish_reason);
  for (repaired_call& each : made) {
    each.exact = reading_at({each.begin, each.end}, exact);
    say_what_is_missing(each.exact, each.repairs);
  }
  // A call without a repair of its own may read alike by itself: those before it say why it waits.
  std::erase_if(made, [&](const repaired_call& each) {
    const auto is_own = [&](const diagnostic& d) { return d.recovery && d.call == each.call; };
    return is_same(each) && std::any_of(read.diagnostics.begin(), read.diagnostics.end(), is_own);
  });
  return made;
}

}  // namespace toolcall
