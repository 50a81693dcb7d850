// The message and its events as JSON, for programs that read the command's output.
//
// nlohmann::json writes it; our strings may hold bytes that are not UTF-8, which it would throw for, so it is told to
// replace them, and a diagnostic says that it happened.

#include <algorithm>

#include <toolcall/message.hpp>

#include <nlohmann/json.hpp>

#include "events/compiled_dialects.hpp"
#include "events/utf8.hpp"

namespace toolcall {

namespace {

using json = nlohmann::ordered_json;

std::string written(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

json text_or_null(const std::string& text) {
  return text.empty() ? json(nullptr) : json(text);
}

// What a conversion was, and how sure it is.
void add_conversion(json& made, typing_level level, std::string_view code) {
  static constexpr std::string_view names[] = {"exact", "lossless", "assumed", "refused"};
  if (code.empty()) return;
  made["level"] = names[static_cast<std::size_t>(level)];
  made["code"] = code;
}

json shown(const diagnostic& d) {
  json made = {{"label", d.label}, {"message", d.message}, {"begin", d.begin}, {"end", d.end}};
  if (d.call != no_call) made["call"] = d.call;
  if (!d.pointer.empty()) made["pointer"] = d.pointer;
  add_conversion(made, d.level, d.code);
  return made;
}

json shown(const failed_call& c) {
  return {{"name", c.name}, {"begin", c.begin}, {"end", c.end}, {"label", c.label}};
}

std::string_view status_name(call_status status) {
  static constexpr std::string_view names[] = {"complete", "invalid", "incomplete", "refused"};
  return names[static_cast<std::size_t>(status)];
}

template <typename Parts>
json list_of(const Parts& parts) {
  json made = json::array();
  for (const auto& part : parts) made.push_back(shown(part));
  return made;
}

// Where the first ill-formed byte of the text in these spans stands in the stream.
void note_ill_formed(const message& m, part what, const std::string& text, json& diagnostics) {
  const std::size_t found = events::ill_formed(text);
  if (found == std::string::npos) return;
  std::uint64_t before = 0;
  for (const part_span& span : m.spans) {
    if (span.what != what) continue;
    const std::uint64_t size = span.end - span.begin;
    if (found < before + size) {
      const std::uint64_t at = span.begin + (found - before);
      diagnostics.push_back(shown(diagnostic{"invalid_utf8", std::string(events::meaning_of("invalid_utf8").message),
                                             at, at + 1, no_call, "", false}));
      return;
    }
    before += size;
  }
}

json diagnostics_of(const message& m) {
  json made = list_of(m.diagnostics);
  note_ill_formed(m, part::text, m.content, made);
  note_ill_formed(m, part::reasoning, m.reasoning, made);
  for (std::size_t i = 0; i < m.calls.size(); ++i) {
    const tool_call& c = m.calls[i];
    if (events::ill_formed(c.arguments) == std::string::npos && events::ill_formed(c.name) == std::string::npos)
      continue;
    made.push_back(shown(diagnostic{"invalid_utf8", std::string(events::meaning_of("invalid_utf8").message), c.begin,
                                    c.end, static_cast<std::int64_t>(i), "", false}));
  }
  return made;
}

json facts_of(const message& m) {
  json dialects = json::array(), calls = json::array();
  for (const tool_call& c : m.calls) {
    if (std::find(dialects.begin(), dialects.end(), c.dialect) == dialects.end()) dialects.push_back(c.dialect);
    calls.push_back({{"status", status_name(c.status)},
                     {"dialect", c.dialect},
                     {"begin", c.begin},
                     {"end", c.end},
                     {"repairs", c.repairs}});
  }
  return {{"dialects", dialects},
          {"diagnostics", diagnostics_of(m)},
          {"calls", calls},
          {"incomplete", list_of(m.incomplete)},
          {"refused", list_of(m.refused)}};
}

}  // namespace

std::string to_json(const message& m) {
  json calls = json::array();
  for (const tool_call& c : m.calls)
    calls.push_back({{"id", c.id}, {"type", "function"}, {"function", {{"name", c.name}, {"arguments", c.arguments}}}});
  return written({{"role", "assistant"},
                  {"content", text_or_null(m.content)},
                  {"reasoning_content", text_or_null(m.reasoning)},
                  {"tool_calls", calls},
                  {"finish_reason", m.finish_reason},
                  {"toolcall", facts_of(m)}});
}

std::string to_json(const event& e) {
  static constexpr std::string_view names[] = {"text",     "reasoning",       "markup",       "call_begin", "arguments",
                                               "call_end", "call_incomplete", "call_refused", "diagnostic"};
  json made = {{"type", names[static_cast<std::size_t>(e.type)]}};
  if (e.call != no_call) made["call"] = e.call;
  if (!e.name.empty()) made["name"] = e.name;
  if (!e.id.empty()) made["id"] = e.id;
  if (!e.dialect.empty()) made["dialect"] = e.dialect;
  const bool ends =
      e.type == event_type::call_end || e.type == event_type::call_incomplete || e.type == event_type::call_refused;
  if (ends) made["status"] = status_name(e.status);
  if (!e.label.empty()) made["label"] = e.label;
  if (!e.text.empty()) made[e.type == event_type::diagnostic ? "message" : "text"] = e.text;
  if (!e.pointer.empty()) made["pointer"] = e.pointer;
  add_conversion(made, e.level, e.code);
  made["begin"] = e.begin;
  made["end"] = e.end;
  return written(made);
}

}  // namespace toolcall
