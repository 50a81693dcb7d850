// Anthropic's Messages: calls are blocks of the assistant's message, results the first blocks of the user's next one.

#include <utility>

#include <toolcall/error.hpp>

#include "mender/call_parts.hpp"
#include "mender/object_edit.hpp"
#include "mender/pairing.hpp"
#include "mender/transcript.hpp"

namespace toolcall::mender {

using typing::json::document;

namespace {

std::string text_block(std::string_view text) {
  return R"({"type": "text", "text": )" + quoted(text) + "}";
}

class block_reader {
 public:
  block_reader(transcript& to, turn& at) : in_(to.in), changes_(to.changes), at_(at) {}

  void read() {
    const std::uint32_t content = in_.member(at_.node, "content");
    if (is_string(in_, content)) return add_text(content, content, at_.content_pointer);
    if (!is_list(in_, content)) throw setup_error(at_.content_pointer, "must be a string, or a list of blocks");
    std::size_t i = 0;
    for (const std::uint32_t item : items_of(in_, content)) {
      const std::string pointer = at_.content_pointer + "/" + std::to_string(i++);
      if (!is_object(in_, item)) throw setup_error(pointer, "must be an object: a block");
      block(item, member_text(in_, item, "type"), pointer);
    }
  }

 private:
  void block(std::uint32_t item, const std::string& type, const std::string& pointer) {
    const std::uint32_t said = in_.member(item, "text");
    const bool is_own = at_.role == turn_role::assistant;
    if (is_own && type == "tool_use") return call(item, pointer);
    if (is_own && type == "text" && is_string(in_, said)) return add_text(item, said, pointer);
    part made = made_part(type == "tool_result" ? part_kind::result : part_kind::other, item, pointer);
    if (made.kind == part_kind::result) {
      take_id(in_, item, "tool_use_id", made);
      take_content(in_, "content", true, made);
    }
    at_.parts.push_back(std::move(made));
  }

  void add_text(std::uint32_t node, std::uint32_t said, const std::string& pointer) {
    const bool is_own = at_.role == turn_role::assistant;
    at_.parts.push_back(made_part(is_own ? part_kind::text : part_kind::other, node, pointer));
    if (is_own) at_.parts.back().text = in_.text_of(said);
  }

  void call(std::uint32_t item, const std::string& pointer) {
    part made = made_part(part_kind::call, item, pointer);
    take_id(in_, item, "id", made);
    made.name = member_text(in_, item, "name");
    take_arguments(in_, item, made);
    const std::uint32_t input = in_.member(item, "input");
    const bool is_input = input != 0 && is_object(in_, input);
    settle_call(made, false, changes_);
    if (made.kind == part_kind::call && !is_input && !made.changed) {
      made.changed = true;
      changes_.made("flattened_call", pointer,
                    "The input of the call of " + made.name + " is no object; it was made one.");
    }
    at_.parts.push_back(std::move(made));
  }

  const document& in_;
  change_list& changes_;
  turn& at_;
};

class block_writer {
 public:
  explicit block_writer(const transcript& from) : from_(from), in_(from.in) {}

  std::vector<std::string> all() {
    for (const turn& each : from_.turns) {
      if (each.role == turn_role::assistant)
        assistant(each);
      else if (each.role == turn_role::user)
        user(each);
      else
        other(each);
    }
    user_of_results();
    return std::move(made_);
  }

 private:
  void assistant(const turn& at) {
    user_of_results();
    bool is_changed = has_changed(at);
    for (const part& each : at.parts) is_changed = is_changed || each.kind == part_kind::result;
    if (!is_changed)
      made_.emplace_back(in_.lexeme(at.node));
    else if (const std::vector<std::string> blocks = blocks_of(at); !blocks.empty())
      made_.push_back(edited(in_, at.node, {{"content", joined_list(blocks)}}));
    waiting_ = results_of(at);
    for (const part& each : at.parts)
      if (each.kind == part_kind::result && each.partner == nullptr) lost(each, lost_);
  }

  void other(const turn& at) {
    user_of_results();
    made_.emplace_back(in_.lexeme(at.node));
  }

  // The results that stand in it go to the user.
  std::vector<std::string> blocks_of(const turn& at) const {
    std::vector<std::string> blocks;
    for (const part& each : at.parts) {
      if (each.kind == part_kind::call)
        blocks.push_back(call(each));
      else if (each.kind == part_kind::text && !is_string(in_, each.node) && !each.changed)
        blocks.emplace_back(in_.lexeme(each.node));
      else if (each.kind == part_kind::other)
        blocks.emplace_back(in_.lexeme(each.node));
      else if (each.kind == part_kind::text && !is_blank(each.text))
        blocks.push_back(each.node == 0 || is_string(in_, each.node)
                             ? text_block(each.text)
                             : edited(in_, each.node, {{"text", quoted(each.text)}}));
    }
    return blocks;
  }

  std::string call(const part& of) const {
    if (!of.changed) return std::string(in_.lexeme(of.node));
    if (of.node != 0)
      return edited(in_, of.node,
                    {{"id", quoted(of.id)},
                     {"name", quoted(of.name)},
                     {"input", of.text},
                     {"arguments", {}},
                     {"parameters", {}}});
    return R"({"type": "tool_use", "id": )" + quoted(of.id) + R"(, "name": )" + quoted(of.name) + R"(, "input": )" +
           of.text + "}";
  }

  std::string result(const part& of) const {
    if (of.node == 0)
      return R"({"type": "tool_result", "tool_use_id": )" + quoted(of.id) + R"(, "content": )" + quoted(no_result) +
             R"(, "is_error": true})";
    if (!of.changed) return std::string(in_.lexeme(of.node));
    std::vector<member_edit> edits = {{"tool_use_id", quoted(of.id)}};
    if (of.has_content) edits.push_back({"content", quoted(of.text)});
    return edited(in_, of.node, edits);
  }

  std::vector<std::string> waiting_results() {
    std::vector<std::string> made;
    for (const part* const each : std::exchange(waiting_, {})) made.push_back(result(*each));
    for (std::string& each : std::exchange(lost_, {})) made.push_back(std::move(each));
    return made;
  }

  // The message that is not there yet, where results wait for it.
  void user_of_results() {
    const std::vector<std::string> results = waiting_results();
    if (!results.empty()) made_.push_back(R"({"role": "user", "content": )" + joined_list(results) + "}");
  }

  // A message that was nothing but results which stand elsewhere now is left out.
  void user(const turn& at) {
    std::size_t same = 0;
    bool is_same = lost_.empty();
    for (const part* const each : waiting_) {
      is_same = is_same && same < at.parts.size() && &at.parts[same] == each && !each->changed;
      ++same;
    }
    for (std::size_t i = same; i < at.parts.size(); ++i) is_same = is_same && at.parts[i].kind == part_kind::other;
    if (is_same) {
      waiting_.clear();
      made_.emplace_back(in_.lexeme(at.node));
      return;
    }
    std::vector<std::string> blocks = waiting_results();
    for (const part& each : at.parts) rest(each, blocks);
    if (!blocks.empty()) made_.push_back(edited(in_, at.node, {{"content", joined_list(blocks)}}));
  }

  void rest(const part& of, std::vector<std::string>& to) const {
    if (of.kind == part_kind::result) {
      if (of.partner == nullptr) lost(of, to);
    } else if (!is_string(in_, of.node)) {
      to.emplace_back(in_.lexeme(of.node));
    } else if (const std::string text = in_.text_of(of.node); !is_blank(text)) {
      to.push_back(text_block(text));
    }
  }

  void lost(const part& of, std::vector<std::string>& to) const {
    const std::uint32_t content = in_.member(of.node, "content");
    const bool has_parts = is_parts(in_, content);
    to.push_back(text_block(lost_result_words(of) + (has_parts ? std::string() : result_text(in_, content))));
    if (!has_parts) return;
    for (const std::uint32_t each : items_of(in_, content)) to.emplace_back(in_.lexeme(each));
  }

  const transcript& from_;
  const document& in_;
  std::vector<std::string> made_;
  std::vector<const part*> waiting_;  // results, for the next message
  std::vector<std::string> lost_;     // and texts, behind these
};

}  // namespace

void read_anthropic_message(transcript& to, std::uint32_t node, std::string pointer) {
  turn& at = to.turns.emplace_back();
  at.node = node;
  at.pointer = std::move(pointer);
  at.content_pointer = at.pointer + "/content";
  const std::string role = member_text(to.in, node, "role");
  if (role.empty()) throw setup_error(at.pointer, "the message has no role");
  if (role == "system") return;
  if (role != "assistant" && role != "user")
    throw setup_error(at.pointer + "/role", "must be user, assistant or system");
  at.role = role == "assistant" ? turn_role::assistant : turn_role::user;
  block_reader(to, at).read();
}

std::vector<std::string> written_anthropic(const transcript& from) {
  return block_writer(from).all();
}

}  // namespace toolcall::mender
