// Logs have many shapes. Each part of a record is looked for at the pointer that was given, or under its usual name in
// the record, in its response and in its request.

#include "cli/batch_record.hpp"

#include <charconv>

#include "serving/json_reading.hpp"
#include "serving/string_pieces.hpp"
#include "text/utf8.hpp"

namespace toolcall::cli {

using serving::each_item;
using serving::is_string;
using serving::string_of;
using typing::json::document;
using typing::json::value_kind;

namespace {

bool is_object(const document& in, std::uint32_t node) {
  return in[node].what == value_kind::object;
}

// The member of an object node; 0 where there is no such node or member, or where it is null.
std::uint32_t part(const document& in, std::uint32_t object, const char* name) {
  const std::uint32_t found = in.member(object, name);
  return found != 0 && in[found].what == value_kind::null ? 0 : found;
}

std::uint32_t item_at(const document& in, std::uint32_t array, std::string_view step) {
  if (step.size() > 1 && step.front() == '0') return 0;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
  if (error != std::errc() || end != step.data() + step.size()) return 0;
  std::uint32_t found = 0;
  each_item(in, array, [&](std::uint32_t item) {
    if (index-- == 0) found = item;
  });
  return found;
}

// Where the response is: the record itself, or in it. OpenAI's Batch files have it in response.body. 0 stands for the
// record itself, so whether it is there at all is said apart.
bool find_response(const document& in, std::uint32_t& found) {
  const auto has_choices = [&](std::uint32_t node) {
    const std::uint32_t choices = in.member(node, "choices");
    if (!is_object(in, node) || choices == 0 || in[choices].what != value_kind::array) return false;
    found = node;
    return true;
  };
  if (has_choices(0)) return true;
  for (const char* const name : {"response", "body", "completion", "output"}) {
    const std::uint32_t outer = part(in, 0, name);
    if (outer == 0) continue;
    if (has_choices(outer)) return true;
    const std::uint32_t inner = part(in, outer, "body");
    if (inner != 0 && has_choices(inner)) return true;
  }
  return false;
}

record_message message_of(const document& in, std::uint32_t message) {
  record_message made;
  made.content = in.member(message, "content");
  for (const char* const name : {"thinking", "reasoning", "reasoning_content"})
    if (const std::uint32_t found = part(in, message, name); found != 0 && is_string(in, found)) made.reasoning = found;
  made.calls = serving::own_calls(in, message);
  return made;
}

// Adds a message, or says why it has nothing that can be read.
void add_message(const document& in, std::uint32_t message, record& to) {
  to.messages.push_back(message_of(in, message));
  const record_message& made = to.messages.back();
  if (made.content != 0 || made.calls != 0 || made.reasoning != 0) return;
  to.error = "the message has neither \"content\" nor \"tool_calls\"";
}

void read_response(const document& in, std::uint32_t response, record& to) {
  to.is_response = true;
  if (to.model.empty()) to.model = string_of(in, in.member(response, "model"));
  each_item(in, in.member(response, "choices"), [&](std::uint32_t choice) {
    const std::uint32_t message = part(in, choice, "message"), text = part(in, choice, "text");
    if (message != 0)
      add_message(in, message, to);
    else if (text != 0)
      to.messages.emplace_back().content = text;
    else
      to.error = part(in, choice, "delta") != 0
                     ? "the record is a chunk of a stream; toolcall stream --input openai reads these"
                     : "a choice has neither \"message\" nor \"text\"";
    if (!to.messages.empty()) to.messages.back().finish_reason = string_of(in, in.member(choice, "finish_reason"));
  });
  if (to.messages.empty() && to.error.empty()) to.error = "the response has no choices";
}

void read_conversation(const document& in, std::uint32_t messages, record& to) {
  std::uint32_t last = 0;
  each_item(in, messages, [&](std::uint32_t message) {
    if (string_of(in, in.member(message, "role")) == "assistant") last = message;
  });
  if (last == 0)
    to.error = "\"messages\" has no message of the assistant";
  else
    add_message(in, last, to);
}

// Why a record of OpenAI's Batch files has no response.
std::string failure_of(const document& in) {
  const std::uint32_t error = part(in, 0, "error"), response = part(in, 0, "response");
  const std::uint32_t body = response == 0 ? 0 : part(in, response, "body");
  const std::uint32_t found = error != 0 ? error : body == 0 ? 0 : part(in, body, "error");
  if (found == 0) return {};
  const std::string message = is_string(in, found) ? in.text_of(found) : string_of(in, in.member(found, "message"));
  return "the record is an error of the server" + (message.empty() ? "" : ": " + message);
}

void read_messages(const document& in, const settings& chosen, record& to) {
  const std::uint32_t text = node_at(in, chosen.text_field.empty() ? "/text" : chosen.text_field);
  if (!chosen.text_field.empty() && text == 0) {
    to.error = "there is nothing at " + chosen.text_field + " (--text-field)";
    return;
  }
  if (text != 0 && (!chosen.text_field.empty() || in[text].what != value_kind::null)) {
    to.messages.emplace_back().content = text;
    return;
  }
  std::uint32_t response = 0;
  if (find_response(in, response)) return read_response(in, response, to);
  to.error = failure_of(in);
  if (!to.error.empty()) return;
  const std::uint32_t messages = part(in, 0, "messages"), message = part(in, 0, "message");
  if (messages != 0) return read_conversation(in, messages, to);
  if (message != 0 && is_object(in, message)) {
    add_message(in, message, to);
    return;
  }
  to.error = std::string(text != 0 ? "\"text\" is null" : "there is no text") +
             ": a record has \"text\", \"choices\", \"messages\", or \"response\" with \"body\"; "
             "--text-field names another member";
}

// The first of these that is there.
std::uint32_t first_of(const document& in, const std::string& given, std::initializer_list<const char*> usual) {
  if (!given.empty()) return node_at(in, given);
  for (const char* const pointer : usual)
    if (const std::uint32_t found = node_at(in, pointer); found != 0 && in[found].what != value_kind::null)
      return found;
  return 0;
}

}  // namespace

std::string read_line(document& in, std::string_view line, bool too_long) {
  typing::json::syntax_error why;
  if (too_long) return "the line is longer than 256 MiB";
  if (in.read(line, why)) return {};
  return "the line is not JSON: at byte " + std::to_string(why.at) + ", " + why.reason;
}

std::uint32_t node_at(const document& in, std::string_view pointer) {
  std::uint32_t at = 0;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
    at = in[at].what == value_kind::array
             ? item_at(in, at, step)
             : in.member(at, typing::json::unescaped_step(step).value_or(std::string(step)));
    if (at == 0) return 0;
  }
  return at;
}

// What a text says, and its parts where it is a list of them: what has no text is left out.
std::string text_of(const document& in, std::uint32_t content) {
  std::string all;
  serving::string_pieces pieces;
  const auto add = [&](std::uint32_t text) {
    if (serving::is_string(in, text)) pieces.add(in, text, all);
  };
  add(content);
  serving::each_item(in, content, [&](std::uint32_t part) { add(in.member(part, "text")); });
  all += pieces.end();
  return all;
}

std::string id_of(const document& in, const std::string& pointer) {
  const std::uint32_t id = first_of(in, pointer, {"/custom_id", "/id"});
  return id == 0 ? "null" : utf8::well_formed(serving::compact(in, id));
}

record record_of(const document& in, const settings& chosen) {
  record made;
  if (!is_object(in, 0)) {
    made.error = "the record is not an object";
    return made;
  }
  made.id = id_of(in, chosen.id_field);
  const std::uint32_t model = first_of(in, chosen.model_field, {"/model", "/request/model", "/body/model"});
  made.model = string_of(in, model);
  made.tools = first_of(in, chosen.tools_field, {"/tools", "/request/tools", "/body/tools", "/request/body/tools"});
  read_messages(in, chosen, made);
  const std::uint32_t reason = first_of(in, chosen.finish_field, {"/finish_reason", "/done_reason"});
  for (record_message& each : made.messages) {
    if (each.finish_reason.empty() || (!chosen.finish_field.empty() && is_string(in, reason)))
      each.finish_reason = string_of(in, reason);
    if (reason != 0 && !is_string(in, reason)) made.error = "the finish reason is not a string";
    const bool readable = each.content == 0 || in[each.content].what == value_kind::string ||
                          in[each.content].what == value_kind::null || in[each.content].what == value_kind::array;
    if (!readable) made.error = "the text is not a string";
    each_item(in, each.content, [&](std::uint32_t item) {
      if (!is_object(in, item)) made.error = "the text is a list, and an item of it is not an object";
    });
  }
  return made;
}

}  // namespace toolcall::cli
