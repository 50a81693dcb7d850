// The message and its events as JSON, for programs that read the command's output.

#include <algorithm>
#include <set>

#include <toolcall/message.hpp>
#include <toolcall/repairs.hpp>

#include "dialects/compiled_dialects.hpp"
#include "output/json_writer.hpp"

namespace toolcall {

namespace {

using events::json_writer;

void text_or_null(json_writer& out, std::string_view name, const std::string& text) {
  out.key(name);
  text.empty() ? out.null() : out.string(text);
}

// What a conversion was, and how sure it is.
void write_conversion(json_writer& out, typing_level level, std::string_view code) {
  if (code.empty()) return;
  out.member("level", to_string(level)).member("code", code);
}

void write(json_writer& out, const diagnostic& d) {
  out.object([&] {
    out.member("label", d.label).member("message", d.message).member("begin", d.begin).member("end", d.end);
    if (d.call != no_call) out.member("call", d.call);
    if (!d.pointer.empty()) out.member("pointer", d.pointer);
    write_conversion(out, d.level, d.code);
  });
}

void write(json_writer& out, const failed_call& c) {
  out.object([&] {
    out.member("name", c.name).member("dialect", c.dialect).member("begin", c.begin).member("end", c.end);
    out.member("label", c.label);
    if (!c.arguments.empty()) out.member("arguments", c.arguments);
  });
}

diagnostic ill_formed(std::uint64_t begin, std::uint64_t end, std::int64_t call) {
  return {"invalid_utf8", std::string(events::meaning_of("invalid_utf8").message), begin, end, call, "", false};
}

// Where the first ill-formed byte of the text in these spans stands in the stream.
void note_ill_formed(json_writer& out, const message& m, message_part what, const std::string& text) {
  const std::size_t found = utf8::ill_formed(text);
  if (found == std::string::npos) return;
  std::uint64_t before = 0;
  for (const part_span& span : m.spans) {
    if (span.part != what) continue;
    const std::uint64_t size = span.end - span.begin;
    const std::uint64_t at = span.begin + (found - before);
    if (found < before + size) return write(out, ill_formed(at, at + 1, no_call));
    before += size;
  }
}

void write_diagnostics(json_writer& out, const message& m) {
  for (const diagnostic& d : m.diagnostics) write(out, d);
  note_ill_formed(out, m, message_part::text, m.content);
  note_ill_formed(out, m, message_part::reasoning, m.reasoning);
  for (std::size_t i = 0; i < m.calls.size(); ++i) {
    const tool_call& c = m.calls[i];
    if (utf8::ill_formed(c.arguments) == std::string::npos && utf8::ill_formed(c.name) == std::string::npos) continue;
    write(out, ill_formed(c.begin, c.end, static_cast<std::int64_t>(i)));
  }
}

void write_facts(json_writer& out, const tool_call& c) {
  out.object([&] {
    out.member("status", to_string(c.status)).member("dialect", c.dialect);
    out.member("channel", to_string(c.channel)).member("evidence", to_string(c.evidence));
    out.member("begin", c.begin).member("end", c.end);
    out.key("repairs").array([&] {
      for (const std::string& label : c.repairs) out.string(label);
    });
  });
}

void write(json_writer& out, const repair& r) {
  out.object([&] {
    out.member("label", r.label).member("message", r.message).member("begin", r.begin).member("end", r.end);
    if (!r.pointer.empty()) out.member("pointer", r.pointer);
    out.member("before", r.before);
    if (r.after) out.member("after", *r.after);
  });
}

void write(json_writer& out, const exact_reading& e) {
  const bool is_call = e.status == call_status::complete || e.status == call_status::invalid;
  out.object([&] {
    out.member("status", e.status ? to_string(*e.status) : std::string_view("text"));
    if (e.status) out.member("name", e.name);
    if (is_call) out.member("arguments", e.arguments);
    out.member("begin", e.begin).member("end", e.end);
    if (!e.label.empty()) out.member("label", e.label);
    out.member("message", e.message);
  });
}

void write(json_writer& out, const repaired_call& c) {
  out.object([&] {
    if (c.call != no_call) out.member("call", c.call).member("id", c.id);
    out.member("name", c.name);
    if (c.call != no_call) out.member("arguments", c.arguments);
    out.member("status", to_string(c.status)).member("dialect", c.dialect);
    out.member("begin", c.begin).member("end", c.end).member("written", c.written);
    out.key("exact");
    write(out, c.exact);
    out.key("repairs").array([&] {
      for (const repair& each : c.repairs) write(out, each);
    });
  });
}

// The members that are this library's own, beside those of OpenAI's message.
void write_facts(json_writer& out, const message& m, const std::span<const repaired_call>* repairs) {
  const auto list = [&](std::string_view name, const auto& parts) {
    out.key(name).array([&] {
      for (const auto& each : parts) write(out, each);
    });
  };
  out.object([&] {
    out.key("dialects").array([&] {
      std::set<std::string_view> known;
      for (const tool_call& c : m.calls)
        if (!c.dialect.empty() && known.insert(c.dialect).second) out.string(c.dialect);
    });
    out.key("diagnostics").array([&] { write_diagnostics(out, m); });
    out.key("calls").array([&] {
      for (const tool_call& c : m.calls) write_facts(out, c);
    });
    list("incomplete", m.incomplete);
    list("refused", m.refused);
    out.json_member("recovered", m.recovered() ? "true" : "false");
    if (repairs != nullptr) list("repairs", *repairs);
    if (m.raw) out.member("raw", *m.raw);
  });
}

void write(json_writer& out, const tool_call& c) {
  out.object([&] {
    out.member("id", c.id).member("type", "function");
    out.key("function").object([&] { out.member("name", c.name).member("arguments", c.arguments); });
  });
}

std::string message_json(const message& m, const std::span<const repaired_call>* repairs) {
  json_writer out;
  out.object([&] {
    out.member("role", "assistant");
    text_or_null(out, "content", m.content);
    text_or_null(out, "reasoning_content", m.reasoning);
    out.key("tool_calls").array([&] {
      for (const tool_call& c : m.calls) write(out, c);
    });
    out.member("finish_reason", m.finish_reason);
    out.key("toolcall");
    write_facts(out, m, repairs);
  });
  return out.take();
}

}  // namespace

std::string to_json(const message& m) {
  return message_json(m, nullptr);
}

std::string to_json(const message& m, std::span<const repaired_call> repairs) {
  return message_json(m, &repairs);
}

std::string to_json(const repaired_call& c) {
  json_writer out;
  write(out, c);
  return out.take();
}

std::string to_json(const event& e) {
  const bool ends =
      e.type == event_type::call_end || e.type == event_type::call_incomplete || e.type == event_type::call_refused;
  json_writer out;
  const auto add = [&](std::string_view name, std::string_view text) {
    if (!text.empty()) out.member(name, text);
  };
  out.object([&] {
    out.member("type", to_string(e.type));
    if (e.call != no_call) out.member("call", e.call);
    add("name", e.name);
    add("id", e.id);
    add("dialect", e.dialect);
    if (ends) add("status", to_string(e.status));
    if (e.type == event_type::call_end) {
      add("channel", to_string(e.channel));
      add("evidence", to_string(e.evidence));
    }
    add("label", e.label);
    add(e.type == event_type::diagnostic ? "message" : "text", e.text);
    add("pointer", e.pointer);
    write_conversion(out, e.level, e.code);
    out.member("begin", e.begin).member("end", e.end);
  });
  return out.take();
}

}  // namespace toolcall
