// A line says which tool was called and the first reason why there is no call, in the words of the correction. It
// quotes nothing that the model wrote but the tool's name: what is left of a call is not for a reader, and may look
// like one. Where its text is wanted, that of a call of the server itself is its name and its arguments.

#include "serving/lost_calls.hpp"

#include <utility>

#include <toolcall/correction.hpp>

#include "output/correction_lines.hpp"
#include "typing/json.hpp"

namespace toolcall::serving {

namespace {

constexpr std::size_t most_diagnostics = 64;  // that are kept for what is said

}  // namespace

std::string_view lost_calls::follow(const event& e) {
  switch (e.type) {
    case event_type::text:
      if (!e.text.empty()) in_line_ = e.text.back() != '\n';
      has_answer_ = has_answer_ || !typing::json::trim(e.text).empty();
      return {};
    case event_type::diagnostic:
      had_empty_marks_ = had_empty_marks_ || e.label == "empty_block";
      if (seen_.diagnostics.size() < most_diagnostics) seen_.add(e);
      return {};
    case event_type::call_begin:
    case event_type::call_end:
      has_answer_ = true;
      seen_ = {};
      written_.clear();
      return {};
    case event_type::call_incomplete:
    case event_type::call_refused:
      has_answer_ = true;
      break;
    case event_type::arguments:
      if (whole_ && how_ == refused_as::text) written_ += e.text;
      return {};
    case event_type::reasoning:
    case event_type::markup:
      return {};
  }
  // A call of the server itself is begun before it fails, and whatever is wanted there is no text of it.
  const bool is_begun = e.call != no_call;
  const bool is_own = e.dialect.empty();
  const bool is_said = is_told() || (how_ == refused_as::text && is_own && !e.name.empty());
  if (!is_begun ? is_said : whole_ ? how_ != refused_as::hidden : is_told() && !is_cut(e)) {
    seen_.add(e);
    made_ = (std::exchange(in_line_, false) ? "\n" : "") + said_of(e) + "\n";
  } else {
    made_.clear();
  }
  seen_ = {};
  return made_;
}

std::string_view lost_calls::at_end() {
  if (!had_empty_marks_ || std::exchange(has_answer_, true) || !is_told()) return {};
  return "A call without a name was not made: there is nothing between its marks.\n";
}

// Where the text ended in it, how the answer ends says so.
bool lost_calls::is_cut(const event& e) const {
  return has_ended_ && e.status != call_status::refused;
}

std::string lost_calls::said_of(const event& e) {
  if (how_ == refused_as::text) {
    const std::string written = std::exchange(written_, {});
    return std::string(e.name) + (written.empty() ? "" : " ") + written;
  }
  seen_.finish_reason = reason_;
  if (how_ == refused_as::correction) return correction(seen_, declared_, correct_for::text_calls);
  const bool is_refused = e.status == call_status::refused;
  const auto lines =
      events::lines_about({e.name, e.label, e.begin, e.end, no_call, is_refused, false}, seen_, declared_, {});
  const std::string called = e.name.empty() ? "A call without a name" : "The call of " + events::shown_name(e.name);
  return called + " was not made: " + lines.front() + ".";
}

}  // namespace toolcall::serving
