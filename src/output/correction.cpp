// Makes a message to the model of what was wrong with its calls. It is short, states only facts, and ends with what to
// do.

#include <algorithm>
#include <string_view>
#include <vector>

#include <toolcall/correction.hpp>

#include "output/correction_lines.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"

namespace toolcall {

namespace {

constexpr std::size_t most_named = 8;

using events::rejected_call;

bool is_unknown(const std::string& name, const tools& declared) {
  return declared.given() && internals(declared)->find(name) < 0;
}

// In the order of the text.
std::vector<rejected_call> failures(const message& m, const tools& declared) {
  std::vector<rejected_call> found;
  for (std::size_t i = 0; i < m.calls.size(); ++i) {
    const tool_call& c = m.calls[i];
    const bool unknown = is_unknown(c.name, declared);
    if (!unknown && c.status != call_status::invalid) continue;
    found.push_back({c.name, "", c.begin, c.end, static_cast<std::int64_t>(i), false, unknown});
  }
  for (const auto* failed : {&m.incomplete, &m.refused})
    for (const failed_call& c : *failed) {
      if (c.label == "denied") continue;  // the model is not to write it again
      const bool unknown = !c.name.empty() && is_unknown(c.name, declared);
      found.push_back({c.name, c.label, c.begin, c.end, no_call, failed == &m.refused, unknown});
    }
  std::stable_sort(found.begin(), found.end(),
                   [](const rejected_call& a, const rejected_call& b) { return a.begin < b.begin; });
  return found;
}

// Where the text calls the tool several times, which of all its calls failed.
std::string title(const rejected_call& of, const message& m) {
  std::size_t before = 1, same = 0;
  const auto count = [&](const auto& calls) {
    for (const auto& c : calls) {
      before += c.begin < of.begin ? 1 : 0;
      same += c.name == of.name ? 1 : 0;
    }
  };
  count(m.calls);
  count(m.incomplete);
  count(m.refused);
  return events::shown_name(of.name) + (same > 1 ? " (call " + std::to_string(before) + ")" : "");
}

// The end of the message: the list of tools. What to do stands before it.
std::string and_the_tools(const std::string& advice, const tools& declared) {
  if (!declared.given()) return advice;
  if (declared.size() == 0) return "No tools are available: answer without them.";
  std::string names;
  for (std::size_t i = 0; i < declared.size(); ++i) names += (i == 0 ? "" : ", ") + std::string(declared.name(i));
  return advice + " Available tools: " + names;
}

std::string about_text_calls(const message& m, const std::vector<rejected_call>& failed, const tools& declared,
                             std::string_view text) {
  std::string made = failed.size() == 1 ? "A tool call could not be executed:"
                                        : std::to_string(failed.size()) + " tool calls could not be executed:";
  for (std::size_t i = 0; i < std::min(failed.size(), most_named); ++i)
    for (const std::string& line : events::lines_about(failed[i], m, declared, text))
      made += "\n- " + title(failed[i], m) + ": " + line;
  if (failed.size() > most_named) made += "\n- and " + std::to_string(failed.size() - most_named) + " more calls";
  const bool which = declared.size() == 0 || std::any_of(failed.begin(), failed.end(), [](const rejected_call& f) {
                       return f.unknown || f.name.empty();
                     });
  const std::string advice = "Repeat each failed call in full, following its tool's schema.";
  return made + "\n" + (which ? and_the_tools(advice, declared) : advice);
}

}  // namespace

std::string correction(const message& m, const tools& declared, correct_for executed, std::string_view text) {
  if (executed == correct_for::text_calls) {
    const std::vector<rejected_call> failed = failures(m, declared);
    return failed.empty() ? "" : about_text_calls(m, failed, declared, text);
  }
  if (m.calls.empty() && m.incomplete.empty() && m.refused.empty()) return "";
  return "You attempted to call a tool by writing the call as text, but that doesn't work. " +
         and_the_tools("Use the function calling interface instead.", declared);
}

}  // namespace toolcall
