// toolcall stream --input jsonl: {"id", "text" | "delta", "finish_reason"}, one a line. A parser for each id whose
// finish reason has not come; what is wrong with a line is reported in its place, and the lines after it are read.

#include <iostream>
#include <map>
#include <string>
#include <utility>

#include <toolcall/line_reader.hpp>

#include "cli/batch_record.hpp"
#include "cli/command_error.hpp"
#include "cli/printing.hpp"
#include "cli/reading.hpp"
#include "cli/streaming.hpp"
#include "output/json_writer.hpp"
#include "serving/json_reading.hpp"
#include "text/utf8.hpp"
#include "typing/json.hpp"

namespace toolcall::cli {

namespace {

using typing::json::document;
using typing::json::value_kind;

struct open_record {
  parser reader;
  printer out;
  bool begun = false, called = false;
};

class record_stream {
 public:
  explicit record_stream(const settings& chosen)
      : chosen_(chosen), offered_(read_tools(chosen)), which_(read_dialect(chosen)), seen_(chosen) {
    make_parser(chosen, which_, offered_, false, {});  // what is wrong with the flags is said before anything is read
  }

  void read(const text_line& line);
  void finish();
  int code() const { return failed_ ? record_failed : seen_.code(chosen_); }

 private:
  void read_object(const document& in);
  void say_error(const std::string& record, const std::string& what);
  // `id`: that is written with its events.
  open_record& record_of(const std::string& key, const std::string& id);
  void take(open_record& to, std::span<const event> emitted);
  void end(const std::string& key, open_record& record, std::string_view reason);

  const settings& chosen_;
  tools offered_;
  dialect which_;
  exit_summary seen_;
  std::map<std::string, open_record> open_;  // by the id as JSON, or the line
  std::uint64_t line_ = 0, messages_ = 0;
  bool failed_ = false;
};

void record_stream::read(const text_line& line) {
  ++line_;
  if (typing::json::trim(line.text).empty()) return;
  document in;
  const std::string wrong = read_line(in, line.text, line.too_long);
  if (!wrong.empty()) return say_error({}, wrong);
  if (in[0].what != value_kind::object) return say_error({}, "the record is not an object");
  read_object(in);
}

void record_stream::read_object(const document& in) {
  const std::uint32_t id = in.member(0, "id"), text = in.member(0, "text"), delta = in.member(0, "delta");
  const std::uint32_t reason = in.member(0, "finish_reason");
  const bool has_id = id != 0 && in[id].what != value_kind::null;
  const std::string name = has_id ? utf8::well_formed(serving::compact(in, id)) : std::to_string(line_);
  const std::string key = has_id ? name : "line " + name;
  for (const std::uint32_t each : {text, delta, reason})
    if (each != 0 && in[each].what != value_kind::string && in[each].what != value_kind::null)
      return say_error(name, "\"text\", \"delta\" and \"finish_reason\" must be strings");
  // Some servers write "" for a finish reason where others write null.
  const auto is_given = [&](std::uint32_t node) {
    return node != 0 && in[node].what == value_kind::string && (node != reason || in.lexeme(node) != "\"\"");
  };
  if (is_given(text) == is_given(delta) && (is_given(text) || !is_given(reason)))
    return say_error(name, "a record has \"text\", or pieces of it in \"delta\" and a \"finish_reason\" at the end");
  if (is_given(text) && open_.count(key) != 0)
    return say_error(name, "\"text\" came while this id is open with \"delta\"");
  if (!has_id && !is_given(text)) return say_error(name, "\"delta\" needs an \"id\", by which pieces belong together");
  open_record& record = record_of(key, name);
  if (is_given(text) || is_given(delta)) {
    const std::string piece = in.text_of(is_given(text) ? text : delta);
    const bool is_first = !std::exchange(record.begun, true);
    take(record, record.reader.feed(is_first ? utf8::without_mark(piece) : std::string_view(piece)));
  }
  if (is_given(text) || is_given(reason)) end(key, record, is_given(reason) ? in.text_of(reason) : "stop");
}

void record_stream::say_error(const std::string& record, const std::string& what) {
  failed_ = true;
  const std::string named = record.empty() ? "" : "\"record\":" + record + ",";
  print_with(named + R"("type":"error","line":)" + std::to_string(line_),
             "{\"message\":" + events::json_string(what) + "}");
  check_output();
}

open_record& record_stream::record_of(const std::string& key, const std::string& id) {
  const auto known = open_.find(key);
  if (known != open_.end()) return known->second;
  options how = options_of(chosen_, messages_);
  how.collect = false;
  parser reader(which_, offered_, how);
  if (!chosen_.prefill.empty()) reader.prefill(chosen_.prefill);
  printer out(chosen_, chosen_.stream_format, id, messages_++);
  return open_.emplace(key, open_record{std::move(reader), std::move(out)}).first->second;
}

void record_stream::take(open_record& to, std::span<const event> emitted) {
  for (const event& e : emitted) to.called = to.called || e.type == event_type::call_end;
  seen_.note(emitted);
  to.out.print(emitted);
  check_output();
}

void record_stream::end(const std::string& key, open_record& record, std::string_view reason) {
  take(record, record.reader.finish(reason));
  record.out.finish(reason, record.called);
  check_output();
  open_.erase(key);
}

// A server that broke off has not said why a message ended, so it counts as cut off.
void record_stream::finish() {
  while (!open_.empty()) {
    const std::string id = open_.begin()->first;
    std::cerr << "toolcall: record " << id << " has no finish_reason; it is read as cut off (length)\n";
    end(id, open_.begin()->second, "length");
  }
}

}  // namespace

int stream_records(const settings& chosen) {
  record_stream records(chosen);
  each_line("-", [&](const text_line& line) { records.read(line); });
  records.finish();
  return records.code();
}

}  // namespace toolcall::cli
