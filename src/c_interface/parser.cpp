// The parser: events are taken one by one, from those of the last bytes.

#include <toolcall/message.hpp>

#include "c_interface/handles.hpp"
#include "c_interface/options.hpp"

namespace toolcall::c_interface {

namespace {

void keep_entry(void*, const trace_entry& entry) {
  kept_lines::add([&] { return to_line(entry); });
}

parser new_parser(const toolcall_dialect* which, const toolcall_tools* declared, const toolcall_options& chosen) {
  toolcall::options how = chosen.how;
  if (chosen.trace) how.trace.on_entry = keep_entry;
  return parser(dialect_or_all(which), tools_or_none(declared), std::move(how));
}

// The tail of the prompt, if there is one.
void begin(parser& reader, const toolcall_options& chosen) {
  if (!chosen.prefill.empty()) reader.prefill(chosen.prefill);
}

origin origin_of(int given) {
  if (given < TOOLCALL_ORIGIN_UNKNOWN || given > TOOLCALL_ORIGIN_TEXT)
    throw setup_error("", "origin is " + std::to_string(given) +
                              "; it must be TOOLCALL_ORIGIN_UNKNOWN (0), TOOLCALL_ORIGIN_SPECIAL (1) or "
                              "TOOLCALL_ORIGIN_TEXT (2)");
  return static_cast<origin>(given);
}

// Lets the parser work, and keeps what it gives.
template <typename Work>
int emit(toolcall_parser* given, toolcall_error** error, const Work& work) noexcept {
  return changing(given, error, [&](toolcall_parser& p) {
    const kept_lines::listening to(p.trace);
    p.to_write = p.emitted = {};
    p.taken = 0;
    p.to_write = p.emitted = work(p.reader);
    p.trace.check();
    return 1;
  });
}

const event* next_event(toolcall_parser& p) {
  return p.failed || p.taken == p.emitted.size() ? nullptr : &p.emitted[p.taken++];
}

toolcall_event event_shown(const event& e) {
  toolcall_event made{};
  made.type = static_cast<std::int32_t>(e.type);
  made.status = static_cast<std::int32_t>(e.status);
  made.call = e.call;
  made.begin = e.begin;
  made.end = e.end;
  made.text = shown(e.text);
  made.name = shown(e.name);
  made.id = shown(e.id);
  made.dialect = shown(e.dialect);
  made.label = shown(e.label);
  made.pointer = shown(e.pointer);
  made.code = shown(e.code);
  made.level = static_cast<std::int32_t>(e.level);
  made.recovery = e.recovery ? 1 : 0;
  made.channel = static_cast<std::int32_t>(e.channel);
  made.evidence = static_cast<std::int32_t>(e.evidence);
  return made;
}

}  // namespace

}  // namespace toolcall::c_interface

using namespace toolcall::c_interface;

toolcall_parser* toolcall_parser_new(const toolcall_dialect* dialect, const toolcall_tools* tools,
                                     const toolcall_options* options, toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const toolcall_options chosen = options_or_default(options);
    std::unique_ptr<toolcall_parser> made(
        new toolcall_parser{new_parser(dialect, tools, chosen), tools_or_none(tools)});
    const kept_lines::listening to(made->trace);
    begin(made->reader, chosen);
    made->trace.check();
    return made.release();
  });
}

toolcall_parser* toolcall_parser_copy(const toolcall_parser* parser, toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const toolcall_parser& from = working(parser);
    return new toolcall_parser{from.reader, from.declared, from.finished};
  });
}

void toolcall_parser_free(toolcall_parser* parser) noexcept {
  delete parser;
}

int toolcall_parser_feed(toolcall_parser* parser, const char* bytes, size_t size, int origin,
                         toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const toolcall::origin from = origin_of(origin);
    const std::string_view piece = view("bytes", bytes, size);
    return emit(parser, error, [&](toolcall::parser& reader) { return reader.feed(piece, from); });
  });
}

int toolcall_parser_finish(toolcall_parser* parser, const char* reason, size_t reason_size,
                           toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const std::string_view why = reason_or_stop("reason", reason, reason_size);
    if (working(parser).finished) {
      parser->to_write = {};
      return 1;
    }
    parser->finished = true;
    return emit(parser, error, [&](toolcall::parser& reader) { return reader.finish(why); });
  });
}

const toolcall_event* toolcall_parser_next(toolcall_parser* parser) noexcept {
  const toolcall::event* const next = parser == nullptr ? nullptr : next_event(*parser);
  if (next == nullptr) return nullptr;
  parser->event = event_shown(*next);
  return &parser->event;
}

const char* toolcall_parser_next_json(toolcall_parser* parser, size_t* size, toolcall_error** error) noexcept {
  return guarded(error, [&]() -> const char* {
    toolcall_parser& p = needed(parser);
    if (p.failed || p.taken == p.emitted.size()) return nullptr;
    p.json = to_json(p.emitted[p.taken]);
    ++p.taken;
    return given(p.json, size);
  });
}

const char* toolcall_parser_events_json(toolcall_parser* parser, size_t* size, toolcall_error** error) noexcept {
  return guarded(error, [&] {
    toolcall_parser& p = needed(parser);
    std::string list = "[";
    if (!p.failed)
      for (const toolcall::event& e : p.emitted.subspan(p.taken)) list += (list.size() > 1 ? "," : "") + to_json(e);
    p.json = std::move(list += ']');
    p.taken = p.emitted.size();
    return given(p.json, size);
  });
}

const char* toolcall_parser_next_trace(toolcall_parser* parser, size_t* size, toolcall_error** error) noexcept {
  return guarded(error, [&]() -> const char* {
    const std::string* const line = needed(parser).trace.next();
    return line == nullptr ? nullptr : given(*line, size);
  });
}

size_t toolcall_parser_held_bytes(const toolcall_parser* parser) noexcept {
  return parser == nullptr || parser->failed ? 0 : parser->reader.held_bytes();
}
