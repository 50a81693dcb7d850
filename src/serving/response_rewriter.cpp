// A body is framed as server-sent events or as JSON; what stands in the frames is rewritten, and framed as it was.

#include <algorithm>
#include <utility>

#include <toolcall/response_rewriter.hpp>
#include <toolcall/server_events.hpp>

#include "serving/json_extent.hpp"
#include "serving/server_object.hpp"
#include "text/utf8.hpp"
#include "typing/json.hpp"

namespace toolcall {

namespace {

constexpr std::size_t longest_object = std::size_t{256} << 20U;  // bytes of JSON that are held
constexpr std::string_view end_of_stream = "[DONE]";

// Asked again with more bytes where they do not decide; automatic until then. `blanks`: so many bytes at the start are
// known to be blank, so that none is looked at twice.
body_framing framing_of(std::string_view begin, bool all, std::size_t& blanks) {
  constexpr std::string_view mark = utf8::byte_order_mark;
  if (!all && begin.size() < mark.size() && mark.substr(0, begin.size()) == begin) return body_framing::automatic;
  begin = utf8::without_mark(begin);
  begin.remove_prefix(std::min(blanks, begin.size()));
  for (; !begin.empty() && typing::json::is_blank(begin.front()); ++blanks) begin.remove_prefix(1);
  if (begin.empty()) return body_framing::automatic;
  if (begin.front() == '{' || begin.front() == '[') return body_framing::json;
  if (begin.front() == ':') return body_framing::server_events;
  for (const std::string_view field : {"data:", "event:", "id:", "retry:"}) {
    const std::size_t size = std::min(field.size(), begin.size());
    if (begin.substr(0, size) != field.substr(0, size)) continue;
    return size == field.size() ? body_framing::server_events : body_framing::automatic;
  }
  return body_framing::other;
}

bool is_server_object(std::string_view line) {
  typing::json::document read;
  typing::json::syntax_error why;
  return read.read(line, why) && serving::kind_of(read) != serving::object_kind::other;
}

void append_field(std::string& out, std::string_view name, std::string_view value) {
  for (std::size_t from = 0; from <= value.size();) {
    const std::size_t end = std::min(value.find('\n', from), value.size());
    ((out += name) += ": ") += value.substr(from, end - from);
    out += '\n';
    from = end + 1;
  }
}

}  // namespace

struct response_rewriter::state {
  state(completion_rewriter::settings how, body_framing given, body_framing wanted)
      : rewriter(std::move(how)), framing(given), output(wanted) {}

  void feed(std::string_view bytes);
  void add_line(const text_line& line, std::uint64_t number);
  void end_object();
  bool makes_events() const;
  void send(std::string_view sent);
  void write(const server_event& e);
  void write_data(const server_event& e);
  void write_unknown(std::string_view line);
  void write_last(const server_event& e);
  void finish();

  completion_rewriter rewriter;
  body_framing framing, output;
  std::string begin;       // of the body, while the framing is not known
  std::size_t blanks = 0;  // bytes at the start of it
  server_event_reader events;
  line_reader lines{longest_object};
  std::uint64_t object_line = 0;  // where the object begins that is read
  std::string object;             // JSON that stands on several lines
  serving::json_extent extent;
  std::string out;
};

void response_rewriter::state::feed(std::string_view bytes) {
  if (framing == body_framing::automatic) {
    begin += bytes;
    framing = framing_of(begin, false, blanks);
    if (framing == body_framing::automatic) return;
    const std::string all = std::exchange(begin, {});
    return feed(all);
  }
  if (framing == body_framing::other) {
    out += bytes;
  } else if (framing == body_framing::json) {
    while (const auto line = lines.next(bytes)) add_line(*line, lines.lines());
  } else {
    while (const auto event = events.next(bytes)) write(*event);
  }
}

// An object that is laid out over several lines ends with the line that closes its brackets. One that is broken must
// not take the lines after it along: a line that is a server's object by itself begins a new one.
void response_rewriter::state::add_line(const text_line& added, std::uint64_t number) {
  // Some servers send empty lines to keep a connection open.
  if (object.empty() && typing::json::trim(added.text).empty()) {
    if (!makes_events()) out += '\n';
    return;
  }
  if (!object.empty() && !added.text.empty() && added.text.front() == '{' && is_server_object(added.text)) end_object();
  if (object.empty())
    object_line = number;
  else
    object += '\n';
  object += added.text;
  extent.add(added.text);
  if (!extent.open() || object.size() > longest_object || added.too_long) end_object();
}

void response_rewriter::state::end_object() {
  for (const std::string& each : rewriter.rewrite(object)) send(each);
  object.clear();
  extent = {};
}

bool response_rewriter::state::makes_events() const {
  return (output == body_framing::automatic ? framing : output) == body_framing::server_events;
}

void response_rewriter::state::send(std::string_view sent) {
  if (makes_events())
    append_field(out, "data", sent);
  else
    out += sent;
  out += '\n';
}

void response_rewriter::state::write(const server_event& e) {
  object_line = e.line;
  if (e.kind == server_event_kind::unknown) return write_unknown(e.data);
  if (!makes_events()) return write_data(e);
  if (e.kind == server_event_kind::comment) {
    ((out += ':') += e.data) += "\n\n";
    return;
  }
  if (e.kind == server_event_kind::retry) {
    append_field(out, "retry", e.data);
    return;
  }
  const std::size_t before = out.size();
  if (!e.type.empty()) append_field(out, "event", e.type);
  if (!e.id.empty()) append_field(out, "id", e.id);
  const std::size_t named = out.size();
  write_data(e);
  if (out.size() == named) out.resize(before);
}

void response_rewriter::state::write_data(const server_event& e) {
  if (e.kind == server_event_kind::too_long) return send(e.data);
  if (e.kind != server_event_kind::event) return;
  const std::string_view data = typing::json::trim(e.data);
  if (data.empty()) {
    if (makes_events()) append_field(out, "data", e.data), out += '\n';
    return;
  }
  const bool done = data == end_of_stream;
  for (const std::string& each : done ? rewriter.finish() : rewriter.rewrite(e.data)) send(each);
  if (done && makes_events()) send(e.data);
}

// Errors stand in such lines: "error: {…}", or the object alone.
void response_rewriter::state::write_unknown(std::string_view line) {
  const std::size_t object_at = line.find('{');
  if (makes_events() && object_at != 0) {
    (out += line) += '\n';
  } else if (object_at != line.npos) {
    for (const std::string& each : rewriter.rewrite(line.substr(object_at))) send(each);
  }
}

// An event that the end of the bytes cut off is left out, as clients do; or what comes after it would be a part of it.
void response_rewriter::state::write_last(const server_event& e) {
  typing::json::document read;
  typing::json::syntax_error why;
  const bool is_data = e.kind == server_event_kind::event || e.kind == server_event_kind::too_long;
  const bool is_cut_off = is_data && typing::json::trim(e.data) != end_of_stream && !read.read(e.data, why);
  if (!is_cut_off || !makes_events()) write(e);
}

void response_rewriter::state::finish() {
  if (framing == body_framing::automatic) {
    framing = framing_of(begin, true, blanks);
    if (framing == body_framing::automatic)
      framing = blanks < begin.size() ? body_framing::server_events : body_framing::other;
    feed(std::exchange(begin, {}));
  }
  const std::uint64_t last = lines.lines() + 1;
  if (const auto rest = lines.finish()) add_line(*rest, last);
  if (!object.empty()) end_object();
  while (const auto event = events.finish()) write_last(*event);
  if (framing == body_framing::other) return;
  for (const std::string& each : rewriter.finish(completion_rewriter::ending::cut)) send(each);
}

response_rewriter::response_rewriter(completion_rewriter::settings how, body_framing input, body_framing output)
    : state_(std::make_unique<state>(std::move(how), input, output)) {
}
response_rewriter::response_rewriter(const response_rewriter& other) : state_(std::make_unique<state>(*other.state_)) {
}
response_rewriter::response_rewriter(response_rewriter&& other) noexcept = default;
response_rewriter& response_rewriter::operator=(const response_rewriter& other) {
  if (this != &other) state_ = std::make_unique<state>(*other.state_);
  return *this;
}
response_rewriter& response_rewriter::operator=(response_rewriter&& other) noexcept = default;
response_rewriter::~response_rewriter() = default;

std::string_view response_rewriter::feed(std::string_view bytes) {
  state_->out.clear();
  state_->feed(bytes);
  return state_->out;
}

std::string_view response_rewriter::finish() {
  state_->out.clear();
  state_->finish();
  return state_->out;
}

body_framing response_rewriter::framing() const {
  return state_->framing;
}

std::uint64_t response_rewriter::line() const {
  return state_->object_line;
}

}  // namespace toolcall
