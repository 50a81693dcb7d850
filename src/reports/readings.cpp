// Everything of a message counts but the words of values, text and sentences: where its parts stand, what became of
// each call, which keys and kinds of values it has, and every label.

#include "reports/readings.hpp"

#include <algorithm>
#include <cstddef>

#include <toolcall/parser.hpp>

#include "typing/json.hpp"

namespace toolcall::reports {

namespace {

using typing::json::document;
using typing::json::value_kind;

void keep_entry(void* context, const trace_entry& entry) {
  reading& to = *static_cast<reading*>(context);
  to.trace.push_back(to_line(entry));
  if (entry.kind != trace_kind::part) return;
  if (entry.what == "name") to.names.emplace_back(entry.begin, entry.end);
  if (entry.what == "key") to.keys.emplace_back(entry.begin, entry.end);
}

// The keys and kinds of values, in order.
std::string shape_of(std::string_view json, redactor* by) {
  document in;
  typing::json::syntax_error why;
  if (!in.read(json, why)) return "no JSON";
  std::string made;
  std::vector<bool> is_key(in.size() + 1U, false);
  for (std::uint32_t at = 0; at < in.size(); ++at)
    if (in[at].what == value_kind::object)
      for (std::uint32_t key = at + 1; key < in[at].next; key = in[key + 1].next) is_key[key] = true;
  for (std::uint32_t at = 0; at < in.size(); ++at) {
    made += std::to_string(static_cast<unsigned>(in[at].what)) + ',' + std::to_string(in[at].next) + ',';
    if (is_key[at]) made += (by == nullptr ? std::string(in.lexeme(at)) : by->applied(in.lexeme(at))) + ',';
  }
  return made;
}

class comparison {
 public:
  comparison(const message& was, const message& is, redactor& by) : was_(was), is_(is), by_(by) {}

  std::optional<difference> first() {
    calls();
    failures(was_.incomplete, is_.incomplete);
    failures(was_.refused, is_.refused);
    diagnostics();
    spans();
    if (was_.finish_reason != is_.finish_reason) note("the finish reason", 0, 0);
    return found_;
  }

 private:
  void note(const std::string& what, std::uint64_t begin, std::uint64_t end) {
    if (!found_) found_ = difference{what, begin, end};
  }
  // What two lists have at the same place is compared; of lists of different lengths the first that has no counterpart.
  template <typename Of, typename Same>
  void pairs(const std::string& what, const std::vector<Of>& was, const std::vector<Of>& is, const Same& same) {
    for (std::size_t i = 0; i < std::max(was.size(), is.size()); ++i) {
      const bool both = i < was.size() && i < is.size();
      if (both && same(was[i], is[i])) continue;
      const Of& one = i < was.size() ? was[i] : is[i];
      return note(what, one.begin, one.end);
    }
  }
  void calls() {
    pairs("a call", was_.calls, is_.calls, [&](const tool_call& a, const tool_call& b) {
      return by_.applied(a.name) == b.name && a.status == b.status && a.dialect == b.dialect && a.begin == b.begin &&
             a.end == b.end && a.repairs == b.repairs && shape_of(a.arguments, &by_) == shape_of(b.arguments, nullptr);
    });
  }
  void failures(const std::vector<failed_call>& was, const std::vector<failed_call>& is) {
    pairs("a call", was, is, [&](const failed_call& a, const failed_call& b) {
      return by_.applied(a.name) == b.name && a.label == b.label && a.dialect == b.dialect && a.begin == b.begin &&
             a.end == b.end;
    });
  }
  void diagnostics() {
    for (std::size_t i = 0; i < std::max(was_.diagnostics.size(), is_.diagnostics.size()); ++i) {
      const bool both = i < was_.diagnostics.size() && i < is_.diagnostics.size();
      if (both && same(was_.diagnostics[i], is_.diagnostics[i])) continue;
      const diagnostic& one = i < was_.diagnostics.size() ? was_.diagnostics[i] : is_.diagnostics[i];
      const bool is_of_call = one.call >= 0 && static_cast<std::size_t>(one.call) < was_.calls.size();
      const tool_call* const of = is_of_call ? &was_.calls[static_cast<std::size_t>(one.call)] : nullptr;
      return note(one.label, of != nullptr ? of->begin : one.begin, of != nullptr ? of->end : one.end);
    }
  }
  bool same(const diagnostic& a, const diagnostic& b) {
    return a.label == b.label && a.begin == b.begin && a.end == b.end && a.call == b.call &&
           by_.applied(a.pointer) == b.pointer && a.recovery == b.recovery && a.level == b.level && a.code == b.code;
  }
  void spans() {
    pairs("what is text", was_.spans, is_.spans, [](const part_span& a, const part_span& b) {
      return a.part == b.part && a.begin == b.begin && a.end == b.end;
    });
  }

  const message& was_;
  const message& is_;
  redactor& by_;
  std::optional<difference> found_;
};

void add_keys(std::string_view arguments, word_set& to) {
  document in;
  typing::json::syntax_error why;
  if (!in.read(arguments, why)) return;
  for (std::uint32_t at = 0; at < in.size(); ++at)
    if (in[at].what == value_kind::object)
      for (std::uint32_t key = at + 1; key < in[at].next; key = in[key + 1].next) to.add_name(in.text_of(key));
}

}  // namespace

reading read(std::string_view text, const dialect& which, const tools& declared, std::string_view finish_reason) {
  reading made;
  options how;
  how.seed = 0;  // the same text has the same ids
  how.trace = {keep_entry, &made};
  made.found = parse(text, which, declared, how, finish_reason);
  return made;
}

void add_read_words(const reading& of, std::string_view text, bool names, word_set& to) {
  const auto add = [&](const std::pair<std::uint64_t, std::uint64_t>& at) {
    if (at.first <= at.second && at.second <= text.size())
      to.add_name(text.substr(static_cast<std::size_t>(at.first), static_cast<std::size_t>(at.second - at.first)));
  };
  for (const auto& each : of.keys) add(each);
  for (const tool_call& each : of.found.calls) add_keys(each.arguments, to);
  if (!names) return;
  for (const auto& each : of.names) add(each);
  for (const tool_call& each : of.found.calls) to.add_name(each.name);
  for (const auto* const failed : {&of.found.incomplete, &of.found.refused})
    for (const failed_call& each : *failed) to.add_name(each.name);
}

std::optional<difference> difference_of(const message& was, const message& is, redactor& by) {
  return comparison(was, is, by).first();
}

}  // namespace toolcall::reports
