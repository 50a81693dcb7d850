// Servers write the pieces of a call in many ways: without an index or with the same for all, without an id, with the
// name in pieces or in every piece, with arguments as an object. The one idea: first find out which call a piece
// belongs to, then emit a call no earlier than its name is certain, which is when its arguments begin, and end it
// before the next one begins.

#include "serving/native_calls.hpp"

#include <algorithm>
#include <utility>

#include "dialects/compiled_dialects.hpp"
#include "output/json_writer.hpp"
#include "serving/json_reading.hpp"
#include "text/finish_reason.hpp"
#include "typing/canonical.hpp"
#include "typing/json_escape.hpp"
#include "typing/tools_internals.hpp"

namespace toolcall::serving {

using typing::json::document;
using typing::json::value_kind;

events::fingerprint fingerprint_of(std::string_view name, std::string_view arguments) {
  events::fingerprint made;
  made.add(name);
  made.add("\n");
  document in;
  typing::json::syntax_error why;
  made.add(in.read(arguments, why) ? typing::canonical(in, 0) : std::string(arguments));
  return made;
}

native_calls::native_calls(const options& how, const tools& declared, std::int64_t first_number,
                           const std::vector<std::string>& used)
    : declared_(declared), ids_(how), next_number_(first_number) {
  for (const std::string& each : used) ids_.keep_free(each);
}

void native_calls::read_piece(const document& in, std::uint32_t entry) {
  piece& p = piece_;
  p.index.reset();
  p.more.clear();
  p.arguments.clear();
  p.arguments_at = 0;
  p.is_custom = false;
  std::uint32_t id = 0, name = 0;
  const std::uint32_t body = body_of_call(in, entry);
  const auto function = [&](std::string_view key, std::uint32_t value) {
    if (key == "index") {
      p.index = integer(in, value);
    } else if (key == "name") {
      name = value;
    } else if (key == (p.is_custom ? "input" : "arguments")) {
      string_of(in, value, p.arguments);
      p.arguments_at = is_string(in, value) ? value : 0;
      if (in[value].what != value_kind::string && in[value].what != value_kind::null)
        in.append_compact(value, p.arguments);
    }
  };
  each_member(in, entry, [&](std::string_view key, std::uint32_t value) {
    if (key == "index") {
      p.index = integer(in, value);
    } else if (key == "id") {
      id = value;
    } else if (value == body) {
      p.is_custom = key == "custom";
      each_member(in, value, function);
    } else if (body == entry && (key == "name" || key == "arguments")) {
      function(key, value);
    } else if (key != "type" && key != "function" && in[value].what != value_kind::null) {
      append_member(p.more, key, in, value);
    }
  });
  string_of(in, id, p.id);
  string_of(in, name, p.name);
}

void native_calls::add(const document& in, std::uint32_t entry, std::vector<events::fingerprint>& emitted,
                       choice_sink& to, std::optional<std::int64_t> place) {
  read_piece(in, entry);
  if (place) piece_.index = place;
  call& at = call_of(piece_);
  if (at.ended) return;
  take(at, in, piece_);
  advance(emitted, to);
}

void native_calls::lose() {
  for (std::size_t i = first_open_; i < calls_.size(); ++i) calls_[i].is_lost = true;
}

void native_calls::close(std::string_view reason, std::vector<events::fingerprint>& emitted, choice_sink& to) {
  was_cut_ = events::is_broken_off(reason);
  for (; first_open_ < calls_.size(); ++first_open_) end(calls_[first_open_], emitted, to);
}

// Without an index and an id a piece belongs to the last call, unless it has a name of its own.
native_calls::call& native_calls::call_of(const piece& p) {
  std::optional<std::size_t> found;
  if (p.index) {
    if (const auto known = by_index_.find(*p.index); known != by_index_.end()) found = known->second;
  } else if (!p.id.empty()) {
    if (const auto known = by_id_.find(p.id); known != by_id_.end()) found = known->second;
  } else if (p.name.empty() && !calls_.empty()) {
    found = calls_.size() - 1;
  }
  if (!found || begins_another(calls_[*found], p)) {
    std::string name = found && p.name.empty() ? calls_[*found].next_name : std::string();
    found = calls_.size();
    call& made = calls_.emplace_back();
    made.number = next_number_++;
    made.name = std::move(name);
  }
  if (p.index) by_index_[*p.index] = *found;
  if (!p.id.empty()) by_id_[p.id] = *found;
  return calls_[*found];
}

// Whether a piece with the index of this call begins another one. A name that comes again after the arguments may be
// the same call's once more, or another call of the tool: what follows says which.
bool native_calls::begins_another(call& at, const piece& p) const {
  if (p.index == only_call) return false;
  if (at.is_custom != p.is_custom && !p.name.empty() && !at.name.empty()) return true;
  const bool whole = at.extent.complete() && !at.may_be_replaced();
  const bool has_arguments = !typing::json::trim(p.arguments).empty();
  if (!p.id.empty() && !at.id.empty() && p.id != at.id) return !p.name.empty() || whole;
  const bool repeats = !p.id.empty() && p.id == at.id && p.name == at.name && p.arguments == at.arguments;
  if (whole && has_arguments) return !repeats;
  if (at.is_custom) return !p.name.empty() && p.name != at.name && !at.arguments.empty();
  if (p.name.empty()) return false;
  if (whole) at.next_name = p.name;
  if (at.extent.complete()) return p.name != at.name;
  return at.arguments.empty() && !at.begun && p.name != at.name && tool_of(at.name) >= 0 && tool_of(p.name) >= 0;
}

int native_calls::tool_of(std::string_view name) const {
  return declared_.given() ? internals(declared_)->find(name) : -1;
}

// Some servers open a call with "{}" or "null" and send its arguments after that.
bool native_calls::call::may_be_replaced() const {
  if (is_custom) return false;
  const std::string_view all = typing::json::trim(arguments);
  return emitted == 0 && (all.empty() || all == "{}" || all == "null");
}

std::string native_calls::call::json() const {
  if (!is_custom) return arguments;
  std::string made = "{\"input\":";
  typing::append_json_string(made, arguments);
  return made + '}';
}

bool native_calls::call::is_unreadable() const {
  document in;
  typing::json::syntax_error why;
  return stray || !in.read(json(), why);
}

void native_calls::take(call& at, const document& in, piece& p) {
  if (p.arguments_at != 0) {
    p.arguments.clear();
    at.pieces.add(in, p.arguments_at, p.arguments);
  }
  if (at.id.empty()) at.id = p.id;
  if (!at.begun) at.is_custom = at.is_custom || p.is_custom;
  if (!at.begun && p.name != at.name) at.name += p.name;
  if (!p.more.empty() && !at.begun) at.more += (at.more.empty() ? "" : ",") + p.more;
  const std::string_view arguments = p.arguments;
  if (at.is_custom) {
    at.arguments += arguments;
    return;
  }
  const bool repeats = at.extent.complete() && !at.may_be_replaced() && arguments == at.arguments;
  if (repeats || typing::json::trim(arguments).empty()) return;
  if (at.may_be_replaced()) {
    at.arguments.clear();
    at.extent = {};
    at.stray = false;
  }
  const std::size_t first = arguments.find_first_not_of(" \t\r\n");
  at.stray = at.stray || (!at.extent.begun() && arguments[first] != '{');
  const std::size_t read = at.extent.add(arguments);
  at.stray = at.stray || !typing::json::trim(arguments.substr(read)).empty();
  at.arguments += arguments;
}

// One call at a time: a later one waits until this one is whole.
void native_calls::advance(std::vector<events::fingerprint>& emitted, choice_sink& to) {
  for (; first_open_ < calls_.size(); ++first_open_) {
    call& at = calls_[first_open_];
    const bool is_last = first_open_ + 1 == calls_.size();
    // "null" may come in pieces.
    const bool undecided =
        !at.is_custom && (at.may_be_replaced() || std::string_view("null").starts_with(at.arguments));
    if (emitted.empty() && !undecided && !at.name.empty()) {
      begin(at, to);
      write(at, to);
    }
    if (is_last || !at.extent.complete()) return;
    end(at, emitted, to);
  }
}

void native_calls::begin(call& at, choice_sink& to) {
  if (std::exchange(at.begun, true)) return;
  const std::string id = ids_.give(at.id, at.name, static_cast<std::uint64_t>(at.number)).text;
  event made;
  made.type = event_type::call_begin;
  made.call = at.number;
  made.name = at.name;
  made.id = id;
  to.emit(made, {at.more, at.is_custom, {}});
  typing::diagnostic unknown;
  unknown.label = "unknown_tool";
  if (declared_.given() && tool_of(at.name) < 0) report(unknown, at, to);
}

void native_calls::report(const typing::diagnostic& found, const call& at, choice_sink& to) {
  const events::label_meaning meaning = events::meaning_of(found.label);
  event made;
  made.type = event_type::diagnostic;
  made.call = at.number;
  made.label = meaning.name;
  made.text = found.message.empty() ? meaning.message : std::string_view(found.message);
  made.pointer = found.pointer;
  made.level = found.level;
  made.code = found.code;
  to.emit(made, {});
}

// They are as the server wrote them: nothing is converted.
bool native_calls::is_valid(const call& at, choice_sink& to) const {
  const std::vector<typing::diagnostic> found = declared_.given()
                                                    ? internals(declared_)->validate(tool_of(at.name), at.json())
                                                    : std::vector<typing::diagnostic>();
  for (const typing::diagnostic& each : found) report(each, at, to);
  return found.empty();
}

void native_calls::write(call& at, choice_sink& to) {
  if (at.emitted == at.arguments.size()) return;
  if (at.is_custom) return write_input(at, false, to);
  event made;
  made.type = event_type::arguments;
  made.call = at.number;
  made.text = std::string_view(at.arguments).substr(std::exchange(at.emitted, at.arguments.size()));
  to.emit(made, {});
}

// Events have it as JSON, what is written has it as it is. `is_all`: nothing follows.
void native_calls::write_input(call& at, bool is_all, choice_sink& to) {
  const std::string_view added = std::string_view(at.arguments).substr(at.emitted);
  std::string json = at.has_input ? "" : "{\"input\":\"";
  typing::append_json_string_body(json, added);
  if (is_all) json += "\"}";
  at.has_input = true;
  at.emitted = at.arguments.size();
  event made;
  made.type = event_type::arguments;
  made.call = at.number;
  made.text = json;
  to.emit(made, {{}, true, added});
}

void native_calls::end(call& at, std::vector<events::fingerprint>& emitted, choice_sink& to) {
  at.ended = true;
  event made;
  made.channel = call_channel::upstream;
  made.call = at.number;
  if (at.name.empty() && at.may_be_replaced() && at.id.empty()) return;  // nothing is said of it
  if (at.name.empty()) {
    made.type = event_type::call_refused;
    made.status = call_status::refused;
    made.label = "missing_name";
    return to.emit(made, {});
  }
  at.arguments += at.pieces.end();
  const bool breaks = at.is_lost || (was_cut_ && &at == &calls_.back());
  if (breaks && !at.begun && !at.is_custom && typing::json::trim(at.arguments).empty()) return end_unbegun(at, to);
  if (at.may_be_replaced()) {
    at.arguments = "{}";
    at.stray = false;
  }
  if (!at.begun && was_read(at, emitted)) return;
  begin(at, to);
  const bool is_open = at.is_custom ? was_cut_ && &at == &calls_.back() : at.extent.open();
  const bool is_cut = is_open || at.is_lost;
  at.is_custom && !is_cut ? write_input(at, true, to) : write(at, to);
  if (is_cut || at.is_unreadable()) {
    made.type = event_type::call_incomplete;
    made.status = call_status::incomplete;
    made.name = at.name;
    made.label = is_cut ? "truncated" : "malformed_json";
  } else {
    made.type = event_type::call_end;
    made.status = is_valid(at, to) ? call_status::complete : call_status::invalid;
  }
  to.emit(made, {});
  at.arguments = {};
}

// Its arguments were to come: it is no call without arguments.
void native_calls::end_unbegun(const call& at, choice_sink& to) {
  event made;
  made.channel = call_channel::upstream;
  made.type = event_type::call_incomplete;
  made.status = call_status::incomplete;
  made.name = at.name;
  made.label = "truncated";
  to.emit(made, {});
}

// Whether the call was emitted when it stood in the text. Each of these stands for one call of the server.
bool native_calls::was_read(const call& at, std::vector<events::fingerprint>& emitted) const {
  auto found = std::find(emitted.begin(), emitted.end(), fingerprint_of(at.name, at.json()));
  if (found == emitted.end() && !emitted.empty())
    found = std::find(emitted.begin(), emitted.end(), fingerprint_of(at.name, converted(at)));
  if (found == emitted.end()) return false;
  emitted.erase(found);
  return true;
}

// Its arguments as they are where a text has them: as the schema wants them.
std::string native_calls::converted(const call& at) const {
  document in;
  typing::json::syntax_error why;
  const std::string given = at.json();
  const int tool = tool_of(at.name);
  if (tool < 0 || !in.read(given, why) || in[0].what != value_kind::object) return given;
  events::json_writer out;
  out.object([&] {
    each_member(in, 0, [&](std::string_view key, std::uint32_t value) {
      const std::string written = compact(in, value);
      const typing::typed read = internals(declared_)->convert_value(tool, key, written);
      if (!read.omitted) out.json_member(key, read.readable ? read.json : written);
    });
  });
  return out.take();
}

}  // namespace toolcall::serving
