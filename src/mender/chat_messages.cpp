// Messages of OpenAI's chat completions: calls are members of the assistant's message, results messages behind it.

#include <utility>

#include <toolcall/error.hpp>

#include "mender/call_parts.hpp"
#include "mender/object_edit.hpp"
#include "mender/pairing.hpp"
#include "mender/transcript.hpp"

namespace toolcall::mender {

using typing::json::document;
using typing::json::value_kind;

namespace {

class chat_reader {
 public:
  chat_reader(transcript& to, turn& at) : in_(to.in), changes_(to.changes), at_(at) {}

  void assistant() {
    take_texts(in_, {"text"}, at_);
    const std::uint32_t list = in_.member(at_.node, "tool_calls"), old = in_.member(at_.node, "function_call");
    const bool is_old = old != 0 && is_object(in_, old);
    if (list != 0 && in_[list].what != value_kind::null) calls(list, is_old);
    if (is_old) old_call(old);
  }

  void result(bool is_old) {
    part made = made_part(part_kind::result, at_.node, at_.pointer);
    take_id(in_, at_.node, "tool_call_id", made);
    made.name = member_text(in_, at_.node, "name");
    made.changed = is_old;
    take_content(in_, "content", false, made);
    if (is_old)
      changes_.made("flattened_call", at_.pointer,
                    "The result has the role function, which only an older interface has; its role is tool.");
    at_.parts.push_back(std::move(made));
  }

 private:
  // Whether the message has nothing but what each has: no text, and no member that says something.
  bool is_empty() const {
    for (const part& each : at_.parts)
      if (each.kind != part_kind::text || !is_blank(each.text)) return false;
    for (std::uint32_t key = at_.node + 1; key < in_[at_.node].next; key = in_[key + 1].next) {
      const std::string name = in_.text_of(key);
      const bool is_usual = name == "role" || name == "name" || name == "content" || name == "tool_calls";
      if (!is_usual && !is_null(in_, key + 1) && !(is_list(in_, key + 1) && in_[key + 1].size == 0)) return false;
    }
    return true;
  }

  void calls(std::uint32_t list, bool has_old) {
    const std::string pointer = at_.pointer + "/tool_calls";
    if (!is_list(in_, list)) throw setup_error(pointer, "must be a list of calls");
    const std::vector<std::uint32_t> entries = items_of(in_, list);
    if (entries.empty()) {
      at_.changed = true;
      at_.is_left_out = !has_old && is_empty();
      changes_.made("empty_calls", pointer,
                    at_.is_left_out ? "The list of calls is empty, and the message has nothing else; it was left out."
                                    : "The list of calls is empty; it was left out.");
    }
    for (std::size_t i = 0; i < entries.size(); ++i) call(entries[i], pointer + "/" + std::to_string(i));
  }

  void call(std::uint32_t entry, const std::string& pointer) {
    if (!is_object(in_, entry)) throw setup_error(pointer, "must be an object: a call");
    part made = made_part(part_kind::call, entry, pointer);
    take_id(in_, entry, "id", made);
    const std::uint32_t custom = in_.member(entry, "custom"), function = in_.member(entry, "function");
    made.is_custom = custom != 0 && is_object(in_, custom);
    const bool is_flat = !made.is_custom && (function == 0 || !is_object(in_, function));
    said(made.is_custom ? custom : is_flat ? entry : function, made);
    const bool has_type = member_text(in_, entry, "type") == (made.is_custom ? "custom" : "function");
    if (is_flat || !has_type)
      flattened(made, is_flat ? "its name and arguments stand beside its id" : "it has no type");
    add(std::move(made), is_flat ? entry : function);
  }

  void old_call(std::uint32_t node) {
    part made = made_part(part_kind::call, 0, at_.pointer + "/function_call");
    said(node, made);
    flattened(made, "it is a function_call, which only an older interface has");
    add(std::move(made), node);
    at_.changed = true;
  }

  void said(std::uint32_t object, part& to) {
    to.name = member_text(in_, object, "name");
    take_arguments(in_, object, to);
  }

  void flattened(part& call, const std::string& how) {
    call.changed = true;
    changes_.made("flattened_call", call.pointer,
                  "The call of " + call.name + " is not written as one: " + how + "; it was written anew.");
  }

  void add(part call, std::uint32_t arguments_in) {
    const std::uint32_t arguments = call.is_custom ? 0 : in_.member(arguments_in, "arguments");
    if (arguments != 0 && !is_string(in_, arguments) && !is_null(in_, arguments) && !call.changed)
      flattened(call, "its arguments are no string");
    settle_call(call, true, changes_);
    at_.parts.push_back(std::move(call));
  }

  const document& in_;
  change_list& changes_;
  turn& at_;
};

class chat_writer {
 public:
  explicit chat_writer(const transcript& from) : from_(from), in_(from.in) {}

  std::vector<std::string> all() {
    for (const turn& each : from_.turns) {
      if (each.role == turn_role::assistant)
        assistant(each);
      else if (each.role != turn_role::result)
        made_.emplace_back(in_.lexeme(each.node));
      else if (each.parts[0].partner == nullptr)
        made_.push_back(lost(each.parts[0]));
    }
    return std::move(made_);
  }

 private:
  void assistant(const turn& at) {
    if (at.is_left_out) return;
    made_.push_back(has_changed(at) ? message(at) : std::string(in_.lexeme(at.node)));
    for (const part* each : results_of(at)) made_.push_back(result(*each));
  }

  std::string message(const turn& at) const {
    std::vector<std::string> calls;
    bool has_text = false;
    for (const part& each : at.parts) {
      if (each.kind == part_kind::call) calls.push_back(call(each));
      has_text = has_text || (each.kind == part_kind::text && each.changed);
    }
    std::vector<member_edit> edits;
    if (has_text)
      edits.push_back({"content", content(at, !calls.empty())});
    else if (calls.empty() && lacks_content(at))
      edits.push_back({"content", quoted("")});
    const std::uint32_t old = in_.member(at.node, "function_call");
    if (old != 0 && is_object(in_, old)) edits.push_back({"function_call", {}});
    edits.push_back({"tool_calls", {}});
    if (!calls.empty()) edits.back().json = joined_list(calls);
    return edited(in_, at.node, edits);
  }

  bool lacks_content(const turn& at) const {
    const std::uint32_t content = in_.member(at.node, "content"), refusal = in_.member(at.node, "refusal");
    return (content == 0 || is_null(in_, content)) && (refusal == 0 || is_null(in_, refusal));
  }

  std::string content(const turn& at, bool has_calls) const {
    const std::uint32_t node = in_.member(at.node, "content");
    std::vector<std::string> parts;
    std::string text;
    for (const part& each : at.parts) {
      if (each.kind == part_kind::other || (each.kind == part_kind::text && !each.changed && is_list(in_, node)))
        parts.emplace_back(in_.lexeme(each.node));
      if (each.kind != part_kind::text || is_blank(each.text)) continue;
      (text += text.empty() ? "" : "\n") += each.text;
      if (!each.changed) continue;
      parts.push_back(each.node != 0 && is_list(in_, node) ? edited(in_, each.node, {{"text", quoted(each.text)}})
                                                           : R"({"type": "text", "text": )" + quoted(each.text) + "}");
    }
    if (is_list(in_, node) && !parts.empty()) return joined_list(parts);
    if (!is_list(in_, node) && !text.empty()) return quoted(text);
    return has_calls ? "null" : quoted("");
  }

  std::string call(const part& of) const {
    if (!of.changed) return std::string(in_.lexeme(of.node));
    if (of.is_custom) return edited(in_, of.node, {{"id", quoted(of.id)}, {"type", quoted("custom")}});
    const std::uint32_t function = of.node == 0 ? 0 : in_.member(of.node, "function");
    const std::string said = function != 0 && is_object(in_, function)
                                 ? edited(in_, function, {{"name", quoted(of.name)}, {"arguments", quoted(of.text)}})
                                 : R"({"name": )" + quoted(of.name) + R"(, "arguments": )" + quoted(of.text) + "}";
    const std::vector<member_edit> edits = {{"id", quoted(of.id)}, {"type", quoted("function")},
                                            {"function", said},    {"name", {}},
                                            {"arguments", {}},     {"input", {}},
                                            {"parameters", {}}};
    if (of.node != 0) return edited(in_, of.node, edits);
    return R"({"id": )" + quoted(of.id) + R"(, "type": "function", "function": )" + said + "}";
  }

  std::string result(const part& of) const {
    if (of.node == 0)
      return R"({"role": "tool", "tool_call_id": )" + quoted(of.id) + R"(, "content": )" + quoted(no_result) + "}";
    if (!of.changed) return std::string(in_.lexeme(of.node));
    std::vector<member_edit> edits = {{"role", quoted("tool")}, {"tool_call_id", quoted(of.id)}};
    if (of.has_content) edits.push_back({"content", quoted(of.text)});
    return edited(in_, of.node, edits);
  }

  std::string lost(const part& of) const {
    const std::uint32_t content = in_.member(of.node, "content");
    std::string said = quoted(lost_result_words(of) + result_text(in_, content));
    if (is_parts(in_, content)) {
      std::vector<std::string> parts = {R"({"type": "text", "text": )" + quoted(lost_result_words(of)) + "}"};
      for (const std::uint32_t each : items_of(in_, content)) parts.emplace_back(in_.lexeme(each));
      said = joined_list(parts);
    }
    return R"({"role": "user", "content": )" + said + "}";
  }

  const transcript& from_;
  const document& in_;
  std::vector<std::string> made_;
};

}  // namespace

void read_chat_message(transcript& to, std::uint32_t node, std::string pointer) {
  turn& at = to.turns.emplace_back();
  at.node = node;
  at.pointer = std::move(pointer);
  at.content_pointer = at.pointer + "/content";
  const std::string role = member_text(to.in, node, "role");
  if (role.empty()) throw setup_error(at.pointer, "the message has no role");
  chat_reader reader(to, at);
  if (role == "assistant") {
    at.role = turn_role::assistant;
    reader.assistant();
  } else if (role == "tool" || role == "function") {
    at.role = turn_role::result;
    reader.result(role == "function");
  }
}

std::vector<std::string> written_chat(const transcript& from) {
  return chat_writer(from).all();
}

}  // namespace toolcall::mender
