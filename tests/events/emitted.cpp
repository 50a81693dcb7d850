// Joining, comparing and judging of told events. The one idea: all that the properties of spec/events.md speak of can
// be seen from outside, by adding up what a parser said.

#include "events/emitted.hpp"

#include <nlohmann/json.hpp>

namespace toolcall::tests {

namespace {

bool is_delta(event_type type) {
  return type == event_type::text || type == event_type::reasoning || type == event_type::markup ||
         type == event_type::arguments;
}

bool continues(const emitted_event& last, const event& next) {
  if (last.type != next.type || last.call != next.call || !is_delta(next.type)) return false;
  return next.type == event_type::arguments || last.end == next.begin;
}

std::string span_of(std::uint64_t begin, std::uint64_t end) {
  return "[" + std::to_string(begin) + ", " + std::to_string(end) + ")";
}

}  // namespace

void join(emitted& all, std::span<const event> events) {
  for (const event& e : events) {
    if (!all.empty() && continues(all.back(), e)) {
      all.back().text += e.text;
      all.back().end = e.end;
      continue;
    }
    all.push_back({e.type, e.status, e.call, e.begin, e.end, std::string(e.text), std::string(e.name),
                   std::string(e.id), std::string(e.dialect), std::string(e.label), std::string(e.pointer),
                   e.recovery});
  }
}

bool is_beginning(const emitted& early, const emitted& all) {
  if (early.size() > all.size()) return false;
  for (std::size_t i = 0; i < early.size(); ++i) {
    if (early[i] == all[i]) continue;
    if (i + 1 < early.size() || !is_delta(early[i].type) || all[i].end < early[i].end) return false;
    emitted_event cut = all[i];
    cut.text.resize(std::min(cut.text.size(), early[i].text.size()));
    cut.end = early[i].end;
    return cut == early[i];
  }
  return true;
}

std::string show(const emitted& all) {
  static const char* const names[] = {"text",     "reasoning",       "markup",       "call_begin", "arguments",
                                      "call_end", "call_incomplete", "call_refused", "diagnostic"};
  std::string lines;
  for (const emitted_event& e : all) {
    lines += std::string(names[static_cast<std::size_t>(e.type)]) + " " + span_of(e.begin, e.end);
    if (e.call != no_call) lines += " call " + std::to_string(e.call);
    if (e.type == event_type::call_end) lines += " " + std::string(to_string(e.status));
    for (const std::string* part : {&e.name, &e.label, &e.pointer, &e.text})
      if (!part->empty()) lines += " `" + *part + "`";
    lines += '\n';
  }
  return lines;
}

emitted read(parser reader, std::string_view text, const std::vector<std::size_t>& cuts, std::string_view reason) {
  emitted all;
  std::size_t from = 0;
  for (const std::size_t cut : cuts) {
    join(all, reader.feed(text.substr(from, cut - from)));
    from = cut;
  }
  join(all, reader.feed(text.substr(from)));
  join(all, reader.finish(reason));
  return all;
}

std::string lost_bytes(const message& made, std::string_view text) {
  std::uint64_t at = 0;
  std::string content, reasoning;
  for (const part_span& span : made.spans) {
    if (span.begin != at) return "after " + std::to_string(at) + " comes " + span_of(span.begin, span.end);
    if (span.end <= span.begin || span.end > text.size()) return "a span " + span_of(span.begin, span.end);
    at = span.end;
    const std::string_view bytes = text.substr(span.begin, span.end - span.begin);
    if (span.part == message_part::text) content += bytes;
    if (span.part == message_part::reasoning) reasoning += bytes;
  }
  if (at != text.size()) return "the spans end at " + std::to_string(at) + " of " + std::to_string(text.size());
  if (content != made.content) return "the content is not the bytes of its spans:\n" + content + "\n" + made.content;
  if (reasoning != made.reasoning) return "the reasoning is not the bytes of its spans";
  return "";
}

std::string broken_calls(const emitted& all) {
  std::int64_t open = no_call;
  std::string arguments;
  for (const emitted_event& e : all) {
    const std::string which = "call " + std::to_string(e.call);
    if (e.type == event_type::call_begin) {
      if (open != no_call) return which + " begins within another";
      open = e.call;
      arguments.clear();
    }
    if (e.type == event_type::arguments) {
      if (e.call != open) return which + " gets arguments and is not open";
      arguments += e.text;
    }
    if (e.type != event_type::call_end && (e.type != event_type::call_incomplete || e.call == no_call)) continue;
    if (e.call != open) return which + " ends and is not open";
    open = no_call;
    const auto object = nlohmann::json::parse(arguments, nullptr, false);
    const bool whole = !object.is_discarded() && object.is_object();
    // nlohmann refuses ill-formed UTF-8, which arguments may hold.
    const bool judged = nlohmann::json(arguments).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) ==
                        nlohmann::json(arguments).dump(-1, ' ', false, nlohmann::json::error_handler_t::ignore);
    const bool closed = e.type == event_type::call_end && e.status != call_status::needs_confirmation;
    if (judged && whole != closed) return which + " has the arguments " + arguments;
  }
  return open == no_call ? "" : "call " + std::to_string(open) + " never ends";
}

}  // namespace toolcall::tests
