// toolcall explain: a whole text in; the text again, in the colours of what became of it, and why.

#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <unistd.h>

#include "authoring/own_pages.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/explanation.hpp"
#include "cli/output_file.hpp"
#include "cli/reading.hpp"
#include "cli/visible.hpp"
#include "cli/where_it_failed.hpp"

namespace toolcall::cli {

namespace {

// In the column of those that failed.
std::string_view status_of(const tool_call& call) {
  if (call.status == call_status::needs_confirmation) return "to confirm  ";
  return call.status == call_status::complete ? "complete    " : "invalid     ";
}

// What came out of it: the calls, and what began as one; and why there is no call.
std::string result_of(const message& m, const settings& chosen) {
  std::string all;
  for (const tool_call& call : m.calls)
    all += std::string(status_of(call)) + visible(call.name) + " " + visible(call.arguments) + "\n";
  const auto add = [&](const char* status, const std::vector<failed_call>& calls) {
    for (const failed_call& call : calls)
      all += status + (call.name.empty() ? "(no name)" : visible(call.name)) + " (" + call.label + ")\n";
  };
  add("incomplete  ", m.incomplete);
  add("refused     ", m.refused);
  if (!all.empty()) return "\n" + all;
  for (const diagnostic& d : m.diagnostics) all += d.label + ": " + d.message + "\n";
  if (m.spans.empty()) return {};
  if (!all.empty()) return "\nno call; what was noticed:\n" + all;
  const std::string looked =
      chosen.dialect == "auto" ? "any dialect" : "what --dialect " + visible(chosen.dialect) + " names";
  return "\nno call: nothing in the text is a call of " + looked +
         (chosen.tools.empty() ? "; without --tools, calls without markers are not looked for\n" : "\n");
}

// What the dialects of calls that were begun and not read expected where. The interpreter is slow, and not for long
// texts.
std::string expected_of(const message& m, const settings& chosen, const std::string& text, const tools& offered) {
  constexpr std::size_t longest = 1U << 16U;
  if (text.size() > longest) return {};
  std::set<std::string> dialects;
  for (const failed_call& each : m.refused)
    if (each.label == "unreadable_call") dialects.insert(each.dialect);
  std::string all;
  for (const std::string& each : dialects) {
    const authoring::page_set* const own = chosen.own == nullptr ? nullptr : chosen.own->named(each);
    const tool_choice choice = tool_choice::of(chosen.tool_choice);
    const std::string whole = chosen.prefill + text;
    const std::string failures = own == nullptr ? where_it_failed(each, whole, chosen.prefill.size(), offered, choice)
                                                : where_it_failed(*own, whole, chosen.prefill.size(), offered, choice);
    if (!failures.empty()) all += "\nby " + each + ", " + failures;
  }
  return all;
}

}  // namespace

// no-color.org: NO_COLOR, unless it is empty, speaks for all programs; a flag speaks for this one.
bool wants_colours(const std::string& when) {
  if (when != "auto") return when == "always";
  const char* const none = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  if ((none != nullptr && *none != '\0') || (terminal != nullptr && std::string_view(terminal) == "dumb")) return false;
  return isatty(STDOUT_FILENO) == 1;
}

int explain(const settings& chosen) {
  explanation why;
  const tools offered = read_tools(chosen);
  parser reader = make_parser(chosen, offered, true, why.sink());
  const std::string text = input(chosen.file, input::mark::skipped).all();
  exit_summary seen(chosen);
  seen.note(reader.feed(text));
  seen.note(reader.finish(chosen.finish_reason));
  why.finish(reader.message(), text.size());
  const std::string result = result_of(reader.message(), chosen) + expected_of(reader.message(), chosen, text, offered);
  if (chosen.html.empty())
    std::cout << for_terminal(why, text, wants_colours(chosen.color)) << result;
  else if (chosen.html == "true" || chosen.html == "-")
    std::cout << as_html(why, text, result);
  else
    output_file(chosen.html).write(as_html(why, text, result));
  check_output();
  return seen.code(chosen);
}

}  // namespace toolcall::cli
