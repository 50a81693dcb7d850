// The message to the model, from the message of the model. It is read by a model that erred once already, so it is
// short, says nothing but what is so, and ends with what to do.

#include <algorithm>
#include <string_view>
#include <vector>

#include <toolcall/correction.hpp>

#include <nlohmann/json.hpp>

#include "events/compiled_dialects.hpp"
#include "typing/typing.hpp"

namespace toolcall {

namespace {

constexpr std::size_t most_named = 8;
constexpr std::size_t longest_name = 128;  // bytes

struct failure {
  std::uint64_t begin;
  const std::string* name;
  std::string_view label;       // why; empty: what the diagnostics say of
  std::int64_t call = no_call;  // this call
};

// In the order of the text.
std::vector<failure> failures(const message& m, const tools& declared) {
  std::vector<failure> found;
  for (std::size_t i = 0; i < m.calls.size(); ++i) {
    const tool_call& c = m.calls[i];
    if (declared.given() && declared.internals()->find(c.name) < 0)
      found.push_back({c.begin, &c.name, "unknown_tool"});
    else if (c.status == call_status::invalid)
      found.push_back({c.begin, &c.name, "", static_cast<std::int64_t>(i)});
  }
  for (const auto* failed : {&m.incomplete, &m.refused})
    for (const failed_call& c : *failed) found.push_back({c.begin, &c.name, c.label});
  std::stable_sort(found.begin(), found.end(), [](const failure& a, const failure& b) { return a.begin < b.begin; });
  return found;
}

// What made a call invalid is neither a repair nor an assumption nor its id: the first of the rest says why.
std::string_view why(const message& m, const failure& of) {
  if (!of.label.empty()) return events::meaning_of(of.label).message;
  for (const diagnostic& d : m.diagnostics)
    if (d.call == of.call && !d.recovery && d.label != "assumed_type" && d.label != "repeated_id")
      return events::meaning_of(d.label).message;
  return events::meaning_of("schema_violation").message;
}

// A name is what the model wrote, and may be anything: it is quoted as JSON quotes, and not repeated at any length.
std::string shown(const std::string& name) {
  if (name.empty()) return "A call without a name";
  std::size_t size = std::min(name.size(), longest_name);
  while (size > 0 && size < name.size() && (static_cast<unsigned char>(name[size]) & 0xc0) == 0x80) --size;
  const std::string begun = name.substr(0, size) + (size < name.size() ? "…" : "");
  return nlohmann::json(begun).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// The last words: which tools there are. What the model is told to do stands before them.
std::string and_the_tools(const std::string& advice, const tools& declared) {
  if (!declared.given()) return advice;
  if (declared.size() == 0) return "No tools are available: answer without them.";
  std::string names;
  for (std::size_t i = 0; i < declared.size(); ++i) names += (i == 0 ? "" : ", ") + std::string(declared.name(i));
  return advice + " Available tools: " + names;
}

std::string about_text_calls(const message& m, const std::vector<failure>& failed, const tools& declared) {
  std::string made = failed.size() == 1 ? "A tool call could not be executed."
                                        : std::to_string(failed.size()) + " tool calls could not be executed.";
  for (std::size_t i = 0; i < std::min(failed.size(), most_named); ++i)
    made += " " + shown(*failed[i].name) + ": " + std::string(why(m, failed[i]));
  if (failed.size() > most_named) made += " And " + std::to_string(failed.size() - most_named) + " more.";
  return made + "\n" + and_the_tools("Write what failed again, whole and as the tools ask for it.", declared);
}

}  // namespace

std::string correction(const message& m, const tools& declared, correct_for executed) {
  if (executed == correct_for::text_calls) {
    const std::vector<failure> failed = failures(m, declared);
    return failed.empty() ? "" : about_text_calls(m, failed, declared);
  }
  if (m.calls.empty() && m.incomplete.empty() && m.refused.empty()) return "";
  return "You attempted to call a tool by writing the call as text, but that doesn't work. " +
         and_the_tools("Use the function calling interface instead.", declared);
}

}  // namespace toolcall
