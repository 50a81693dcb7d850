// Input items of OpenAI's Responses: messages, calls and outputs stand side by side, and only their order counts.

#include <utility>

#include <toolcall/error.hpp>

#include "mender/call_parts.hpp"
#include "mender/object_edit.hpp"
#include "mender/pairing.hpp"
#include "mender/transcript.hpp"

namespace toolcall::mender {

using typing::json::document;

namespace {

constexpr std::string_view call_types[] = {"function_call", "custom_tool_call"};
constexpr std::string_view output_types[] = {"function_call_output", "custom_tool_call_output"};

class item_reader {
 public:
  item_reader(transcript& to, turn& at) : in_(to.in), changes_(to.changes), at_(at) {}

  void read() {
    const std::string type = member_text(in_, at_.node, "type"), role = member_text(in_, at_.node, "role");
    if (type.empty() && role.empty()) throw setup_error(at_.pointer, "the item has neither a type nor a role");
    for (const bool is_custom : {false, true}) {
      if (type == call_types[is_custom ? 1 : 0]) return call(is_custom);
      if (type == output_types[is_custom ? 1 : 0]) return output(is_custom);
    }
    if ((type.empty() || type == "message") && role == "assistant") return message();
    // What the model does beside, such as reasoning, is of its turn.
    if (type == "reasoning" || type.ends_with("_call")) at_.role = turn_role::assistant;
  }

 private:
  void call(bool is_custom) {
    at_.role = turn_role::assistant;
    part made = made_part(part_kind::call, at_.node, at_.pointer);
    made.is_custom = is_custom;
    take_id(in_, at_.node, "call_id", made);
    made.name = member_text(in_, at_.node, "name");
    take_arguments(in_, at_.node, made);
    const std::uint32_t arguments = in_.member(at_.node, "arguments");
    if (!is_custom && arguments != 0 && !is_string(in_, arguments) && !is_null(in_, arguments)) {
      made.changed = true;
      changes_.made("flattened_call", at_.pointer,
                    "The arguments of the call of " + made.name + " are no string; it was written anew.");
    }
    settle_call(made, true, changes_);
    at_.parts.push_back(std::move(made));
  }

  void output(bool is_custom) {
    at_.role = turn_role::result;
    part made = made_part(part_kind::result, at_.node, at_.pointer);
    made.is_custom = is_custom;
    take_id(in_, at_.node, "call_id", made);
    take_content(in_, "output", false, made);
    at_.parts.push_back(std::move(made));
  }

  void message() {
    at_.role = turn_role::assistant;
    take_texts(in_, {"output_text", "text"}, at_);
  }

  const document& in_;
  change_list& changes_;
  turn& at_;
};

class item_writer {
 public:
  explicit item_writer(const transcript& from) : from_(from), in_(from.in) {}

  std::vector<std::string> all() {
    for (const turn& each : from_.turns) {
      if (each.role == turn_role::result) {
        results();
        output(each);
      } else if (each.parts.empty() || each.role == turn_role::other) {
        results();
        made_.emplace_back(in_.lexeme(each.node));
      } else {
        assistant(each);
      }
    }
    results();
    return std::move(made_);
  }

 private:
  void assistant(const turn& at) {
    const bool is_call = at.parts[0].node == at.node && at.parts[0].kind == part_kind::call;
    if (!is_call) {
      results();
      message(at);
    }
    for (const part& each : at.parts) {
      if (each.kind != part_kind::call) continue;
      made_.push_back(call(each));
      const part* const result = each.partner;
      if (result->node == 0 || result->is_late) waiting_.push_back(result);
    }
  }

  // The texts of the message, or a call that became text. Where nothing is left of it, there is no message.
  void message(const turn& at) {
    if (at.parts[0].node == 0 && at.parts[0].kind == part_kind::text) {
      made_.push_back(R"({"type": "message", "role": "assistant", "content": )" + quoted(at.parts[0].text) + "}");
      return;
    }
    bool is_changed = false;
    for (const part& each : at.parts) is_changed = is_changed || (each.kind == part_kind::text && each.changed);
    if (!is_changed) return made_.emplace_back(in_.lexeme(at.node)), void();
    std::vector<std::string> parts;
    std::string text;
    for (const part& each : at.parts) {
      if (each.kind == part_kind::other || (each.kind == part_kind::text && !each.changed))
        parts.emplace_back(in_.lexeme(each.node));
      else if (each.kind == part_kind::text && !is_blank(each.text))
        parts.push_back(is_string(in_, each.node) ? quoted(each.text)
                                                  : edited(in_, each.node, {{"text", quoted(each.text)}}));
    }
    if (parts.empty()) return;
    const bool is_one = is_string(in_, in_.member(at.node, "content"));
    made_.push_back(edited(in_, at.node, {{"content", is_one ? parts[0] : joined_list(parts)}}));
  }

  std::string call(const part& of) const {
    const std::string_view given = of.is_custom ? "input" : "arguments";
    if (!of.changed) return std::string(in_.lexeme(of.node));
    if (of.node != 0 && of.is_custom) return edited(in_, of.node, {{"call_id", quoted(of.id)}});
    if (of.node != 0)
      return edited(in_, of.node,
                    {{"call_id", quoted(of.id)}, {given, quoted(of.text)}, {"input", {}}, {"parameters", {}}});
    return R"({"type": "function_call", "call_id": )" + quoted(of.id) + R"(, "name": )" + quoted(of.name) +
           R"(, "arguments": )" + quoted(of.text) + "}";
  }

  void output(const turn& at) {
    const part& of = at.parts[0];
    if (of.is_remote)
      made_.emplace_back(in_.lexeme(of.node));
    else if (of.partner == nullptr)
      made_.push_back(lost(of));
    else if (!of.is_late)
      made_.push_back(result(of));
  }

  std::string result(const part& of) const {
    if (of.node == 0)
      return R"({"type": )" + quoted(output_types[of.is_custom ? 1 : 0]) + R"(, "call_id": )" + quoted(of.id) +
             R"(, "output": )" + quoted(no_result) + "}";
    if (!of.changed) return std::string(in_.lexeme(of.node));
    std::vector<member_edit> edits = {{"call_id", quoted(of.id)}};
    if (of.has_content) edits.push_back({"output", quoted(of.text)});
    return edited(in_, of.node, edits);
  }

  std::string lost(const part& of) const {
    const std::uint32_t output = in_.member(of.node, "output");
    std::string said = quoted(lost_result_words(of) + result_text(in_, output));
    if (is_parts(in_, output)) {
      std::vector<std::string> parts = {R"({"type": "input_text", "text": )" + quoted(lost_result_words(of)) + "}"};
      for (const std::uint32_t each : items_of(in_, output)) parts.emplace_back(in_.lexeme(each));
      said = joined_list(parts);
    }
    return R"({"type": "message", "role": "user", "content": )" + said + "}";
  }

  // Behind the calls in a row, the results that are not there.
  void results() {
    for (const part* const each : std::exchange(waiting_, {})) made_.push_back(result(*each));
  }

  const transcript& from_;
  const document& in_;
  std::vector<std::string> made_;
  std::vector<const part*> waiting_;
};

}  // namespace

void read_response_item(transcript& to, std::uint32_t node, std::string pointer) {
  turn& at = to.turns.emplace_back();
  at.node = node;
  at.pointer = std::move(pointer);
  at.content_pointer = at.pointer + "/content";
  item_reader(to, at).read();
}

std::vector<std::string> written_responses(const transcript& from) {
  return item_writer(from).all();
}

}  // namespace toolcall::mender
