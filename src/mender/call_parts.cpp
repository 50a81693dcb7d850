// The arguments of calls, read as the library reads them elsewhere: strictly, or with its repair of JSON, which
// completes nothing.

#include "mender/call_parts.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "mender/object_edit.hpp"
#include "typing/loose_json.hpp"

namespace toolcall::mender {

using typing::json::document;
using typing::json::value_kind;

namespace {

// The object that a text is, as JSON; `depth` strings may be around it.
std::optional<std::string> object_in(std::string_view text, bool loosely, int depth = 1) {
  document in;
  std::string rewritten;
  typing::json::syntax_error why;
  const bool is_read = loosely ? typing::read_loose_json(text, in, rewritten) : in.read(text, why);
  if (!is_read) return std::nullopt;
  if (in[0].what == value_kind::object) return std::string(in.lexeme(0));
  if (in[0].what != value_kind::string || depth == 0) return std::nullopt;
  return object_in(in.text_of(0), loosely, depth - 1);
}

// They were read, and how: from the mildest reading on.
void settle_arguments(part& call, bool is_kept, change_list& changes) {
  const auto set = [&](std::string json, std::string_view how) {
    call.text = std::move(json);
    call.changed = true;
    changes.made("repaired_arguments", call.pointer,
                 "The arguments of the call of " + call.name + " were " + std::string(how) + ".");
  };
  if (is_blank(call.text)) return set("{}", "missing; a call without any has {}");
  if (object_in(call.text, false, 0)) return;
  if (std::optional<std::string> inner = object_in(call.text, false))
    return set(std::move(*inner), "a JSON object in a string too many; they are the object");
  // Of a brace alone nothing says that no argument was to follow.
  const bool is_begun = typing::json::trim(call.text) == "{";
  if (std::optional<std::string> repaired = is_begun ? std::nullopt : object_in(call.text, true))
    return set(std::move(*repaired), "no JSON object; they were repaired");
  if (is_kept)
    return changes.left("unreadable_arguments", call.pointer,
                        "The arguments of the call of " + call.name +
                            " are no JSON object and cannot be repaired; they stay as they are.");
  changes.made("unreadable_arguments", call.pointer,
               "The arguments of the call of " + call.name +
                   " are no JSON object and cannot be repaired, so the call became text.");
  call.kind = part_kind::text;
  call.text = call.name + " " + call.text;
}

}  // namespace

void take_texts(const document& in, std::initializer_list<std::string_view> types, turn& at) {
  const auto add = [&](std::uint32_t node, std::uint32_t said, std::string pointer) {
    at.parts.push_back(made_part(part_kind::text, node, std::move(pointer)));
    at.parts.back().text = in.text_of(said);
  };
  const std::uint32_t content = in.member(at.node, "content");
  if (content == 0) return;
  if (is_string(in, content)) return add(content, content, at.content_pointer);
  if (!is_list(in, content)) return;
  std::size_t i = 0;
  for (const std::uint32_t item : items_of(in, content)) {
    std::string pointer = at.content_pointer + "/" + std::to_string(i++);
    const std::uint32_t said = is_object(in, item) ? in.member(item, "text") : 0;
    if (is_string(in, said) && std::find(types.begin(), types.end(), member_text(in, item, "type")) != types.end())
      add(item, said, std::move(pointer));
    else
      at.parts.push_back(made_part(part_kind::other, item, std::move(pointer)));
  }
}

bool has_changed(const turn& at) {
  return at.changed || std::any_of(at.parts.begin(), at.parts.end(), [](const part& each) { return each.changed; });
}

part made_part(part_kind kind, std::uint32_t node, std::string pointer) {
  part made;
  made.kind = kind;
  made.node = node;
  made.pointer = std::move(pointer);
  return made;
}

void take_id(const document& in, std::uint32_t object, std::string_view key, part& to) {
  const std::uint32_t node = in.member(object, key);
  if (node == 0 || in[node].what != value_kind::number) {
    to.id = member_text(in, object, key);
  } else if (const std::string_view number = in.lexeme(node); number.find_first_of(".eE") == number.npos) {
    to.id = number;
    to.has_number = true;
  }
}

void take_arguments(const document& in, std::uint32_t object, part& call) {
  for (const std::string_view key : {"arguments", "input", "parameters"}) {
    const std::uint32_t node = in.member(object, key);
    if (node == 0 || in[node].what == value_kind::null) continue;
    call.text = is_string(in, node) ? in.text_of(node) : std::string(in.lexeme(node));
    return;
  }
}

std::string result_text(const document& in, std::uint32_t content) {
  if (content == 0 || is_null(in, content)) return {};
  return is_string(in, content) ? in.text_of(content) : std::string(in.lexeme(content));
}

bool is_parts(const document& in, std::uint32_t content) {
  if (!is_list(in, content)) return false;
  const std::vector<std::uint32_t> items = items_of(in, content);
  return std::all_of(items.begin(), items.end(),
                     [&](std::uint32_t each) { return !member_text(in, each, "type").empty(); });
}

void take_content(const document& in, std::string_view key, bool may_be_missing, part& result) {
  const std::uint32_t content = in.member(result.node, key);
  if (is_string(in, content) || is_parts(in, content) || (content == 0 && may_be_missing)) return;
  result.text = result_text(in, content);
  result.has_content = true;
}

void settle_call(part& call, bool is_kept, change_list& changes) {
  if (call.name.empty()) {
    changes.made("unnamed_call", call.pointer, "The call has no name, so it became text.");
    call.kind = part_kind::text;
    if (call.text.empty()) call.text = "{}";
  } else if (!call.is_custom) {
    settle_arguments(call, is_kept, changes);
  }
  if (call.kind != part_kind::text) return;
  call.changed = true;
  call.node = 0;
}

}  // namespace toolcall::mender
