// Each diagnostic that explains why something is text says by its label whether it was meant as a call. A label that is
// not in the list is about something else.

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include <toolcall/error.hpp>
#include <toolcall/verdict.hpp>

#include "output/correction_lines.hpp"
#include "output/json_writer.hpp"
#include "text/finish_reason.hpp"
#include "text/words.hpp"
#include "typing/json.hpp"

namespace toolcall {

namespace {

using typing::json::document;
using typing::json::value_kind;

struct meaning {
  std::string_view label;
  verdict_kind means;
};

// What is not certain to be meant as a call, such as one before more text, is a mention.
constexpr std::array meanings = {
    meaning{"made_up_result", verdict_kind::made_up_result}, meaning{"made_up_turn", verdict_kind::made_up_result},
    meaning{"other_dialect", verdict_kind::leaked_call},     meaning{"similar_name", verdict_kind::leaked_call},
    meaning{"undeclared_call", verdict_kind::leaked_call},   meaning{"not_literal", verdict_kind::leaked_call},
    meaning{"several_fences", verdict_kind::leaked_call},    meaning{"resembles_call", verdict_kind::mentioned},
    meaning{"missing_tools", verdict_kind::mentioned},       meaning{"not_alone", verdict_kind::mentioned},
    meaning{"earlier_fence", verdict_kind::mentioned},       meaning{"quoted_call", verdict_kind::mentioned},
    meaning{"fenced_mark", verdict_kind::mentioned},         meaning{"mentioned_call", verdict_kind::mentioned},
    meaning{"call_in_reasoning", verdict_kind::mentioned},   meaning{"echoed_call", verdict_kind::mentioned},
};

// The first diagnostic of this kind.
const diagnostic* find(const message& m, verdict_kind wanted) {
  for (const diagnostic& each : m.diagnostics)
    for (const meaning& known : meanings)
      if (known.means == wanted && known.label == each.label) return &each;
  return nullptr;
}

// The labels of calls that the end of the text cut off.
bool is_cut(const failed_call& call) {
  return call.label == "truncated" || call.label.rfind("open_", 0) == 0;
}

// A call that could be read, and that the host did not want, or nobody could confirm.
bool is_unwanted(const failed_call& call) {
  return call.label == "denied" || call.label == "unconfirmed";
}

std::string called(const std::string& name) {
  return name.empty() ? "a call without a name" : "the call of " + events::shown_name(name);
}

std::optional<verdict> cut_off(const message& m) {
  const bool is_broken = events::is_broken_off(m.finish_reason);
  for (const failed_call& each : m.incomplete)
    if (is_broken || is_cut(each))
      return verdict{verdict_kind::truncated, "The text ends inside " + called(each.name) + "."};
  if (!is_broken || !m.calls.empty()) return std::nullopt;
  return verdict{verdict_kind::truncated, "The text was cut off (" + m.finish_reason + ") before there was a call."};
}

std::optional<verdict> lost(const message& m) {
  for (const auto* const failed : {&m.refused, &m.incomplete})
    for (const failed_call& each : *failed)
      if (!is_unwanted(each))
        return verdict{verdict_kind::leaked_call, "It is not possible to read " + called(each.name) + " in the text (" +
                                                      each.label + "), so it was not made."};
  if (const diagnostic* const why = find(m, verdict_kind::leaked_call))
    return verdict{verdict_kind::leaked_call, why->message};
  return std::nullopt;
}

// The first few of them.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 8;
  std::string made;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) made += (i == 0 ? "" : ", ") + names[i];
  return made + (names.size() > most ? " and " + std::to_string(names.size() - most) + " more" : "");
}

void add_once(std::vector<std::string>& to, const std::string& word) {
  if (std::find(to.begin(), to.end(), word) == to.end()) to.push_back(word);
}

std::vector<std::string> undeclared(const message& m) {
  std::vector<std::string> made;
  for (const diagnostic& each : m.diagnostics)
    if (each.label == "unknown_tool" && each.call >= 0 && static_cast<std::size_t>(each.call) < m.calls.size())
      add_once(made, events::shown_name(m.calls[static_cast<std::size_t>(each.call)].name));
  return made;
}

verdict of_calls(const message& m) {
  std::vector<std::string> names, repairs;
  std::size_t invalid = 0, waiting = 0;
  for (const tool_call& each : m.calls) {
    names.push_back(events::shown_name(each.name));
    for (const std::string& label : each.repairs) add_once(repairs, label);
    invalid += each.status == call_status::invalid ? 1 : 0;
    waiting += each.status == call_status::needs_confirmation ? 1 : 0;
  }
  std::string said =
      names.size() == 1 ? "There is a call of " : "There are " + std::to_string(names.size()) + " calls, of ";
  said += listed(names);
  if (!repairs.empty()) said += ", read with repairs (" + listed(repairs) + ")";
  if (invalid > 0)
    said += names.size() == 1 ? "; its arguments are not what its schema asks for"
                              : "; the arguments of " + std::to_string(invalid) + " are not what the schema asks for";
  if (waiting > 0)
    said += names.size() == 1 ? "; it waits for the host to confirm it"
                              : "; " + std::to_string(waiting) + " of them " + (waiting == 1 ? "waits" : "wait") +
                                    " for the host to confirm " + (waiting == 1 ? "it" : "them");
  if (const std::vector<std::string> unknown = undeclared(m); !unknown.empty())
    said += "; not declared: " + listed(unknown);
  return {repairs.empty() ? verdict_kind::call : verdict_kind::call_with_repairs, said + "."};
}

// What counts of a message in JSON.
class message_facts {
 public:
  explicit message_facts(const document& in) : in_(in) {}

  message read() {
    const std::uint32_t facts = in_[0].what == value_kind::object ? in_.member(0, "toolcall") : 0;
    if (facts == 0 || in_[facts].what != value_kind::object)
      throw setup_error("", "this is no message as toolcall parse prints it: there is no object under toolcall");
    message made;
    made.finish_reason = text(0, "finish_reason");
    each_of(0, "tool_calls", [&](std::uint32_t at) {
      const std::uint32_t function = in_.member(at, "function");
      made.calls.emplace_back().name = function == 0 ? std::string() : text(function, "name");
    });
    std::size_t count = 0;
    each_of(facts, "calls", [&](std::uint32_t at) {
      if (count == made.calls.size()) return;
      tool_call& call = made.calls[count++];
      call.status = value_of<call_status>(text(at, "status")).value_or(call_status::complete);
      each_of(at, "repairs", [&](std::uint32_t label) { call.repairs.push_back(string(label)); });
    });
    each_of(facts, "incomplete", [&](std::uint32_t at) { made.incomplete.push_back(failed(at)); });
    each_of(facts, "refused", [&](std::uint32_t at) { made.refused.push_back(failed(at)); });
    each_of(facts, "diagnostics", [&](std::uint32_t at) { made.diagnostics.push_back(problem(at)); });
    return made;
  }

 private:
  std::string string(std::uint32_t at) const {
    return in_[at].what == value_kind::string ? in_.text_of(at) : std::string();
  }
  std::string text(std::uint32_t object, std::string_view key) const {
    const std::uint32_t at = in_[object].what == value_kind::object ? in_.member(object, key) : 0;
    return at == 0 ? std::string() : string(at);
  }
  template <typename Visit>
  void each_of(std::uint32_t object, std::string_view key, const Visit& visit) const {
    const std::uint32_t list = in_[object].what == value_kind::object ? in_.member(object, key) : 0;
    if (list == 0) return;
    if (in_[list].what != value_kind::array)
      throw setup_error((object == 0 ? "/" : "/toolcall/") + std::string(key), "must be a list");
    for (std::uint32_t at = list + 1; at < in_[list].next; at = in_[at].next) visit(at);
  }
  failed_call failed(std::uint32_t at) const {
    failed_call made;
    made.name = text(at, "name");
    made.label = text(at, "label");
    return made;
  }
  diagnostic problem(std::uint32_t at) const {
    diagnostic made;
    made.label = text(at, "label");
    made.message = text(at, "message");
    const std::uint32_t call = in_[at].what == value_kind::object ? in_.member(at, "call") : 0;
    const std::string_view number = call == 0 ? std::string_view() : in_.lexeme(call);
    std::from_chars(number.data(), number.data() + number.size(), made.call);
    return made;
  }

  const document& in_;
};

}  // namespace

verdict verdict_on_json(std::string_view message) {
  document in;
  typing::json::syntax_error why;
  if (!in.read(message, why))
    throw setup_error("", std::string("the message is not JSON: ") + why.reason + " at byte " + std::to_string(why.at));
  return verdict_on(message_facts(in).read());
}

verdict verdict_on(const message& m) {
  if (const diagnostic* const why = find(m, verdict_kind::made_up_result))
    return {verdict_kind::made_up_result, why->message};
  if (std::optional<verdict> found = cut_off(m)) return *std::move(found);
  if (std::optional<verdict> found = lost(m)) return *std::move(found);
  if (!m.calls.empty()) return of_calls(m);
  for (const failed_call& each : m.refused)
    if (is_unwanted(each))
      return {verdict_kind::without_call,
              (each.label == "denied" ? "The host denied " : "There was nobody to confirm ") + called(each.name) + "."};
  if (const diagnostic* const why = find(m, verdict_kind::mentioned)) return {verdict_kind::mentioned, why->message};
  for (const diagnostic& each : m.diagnostics)
    if (each.label == "server_answer" || each.label == "server_stream")
      return {verdict_kind::without_call, each.message};
  return {verdict_kind::without_call, "There is no call in the text."};
}

std::string to_json(const verdict& v) {
  events::json_writer out;
  out.object([&] { out.member("verdict", to_string(v.kind)).member("message", v.message); });
  return out.take();
}

}  // namespace toolcall
