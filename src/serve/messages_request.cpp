// The blocks of a Messages request, put together to messages of the chat interface. Results of tools come before the
// text of the same message, because the chat interface wants them right after their calls.

#include <optional>

#include "serve/translation.hpp"

namespace toolcall::serve {

namespace {

refusal unsupported(std::string message) {
  return {400, "unsupported", std::move(message)};
}

// Claude Code begins its system prompt with a line that is another one in each request, which no server could
// remember the prompt by.
bool is_billing(const std::string& text) {
  constexpr std::string_view mark = "x-anthropic-billing-header";
  return text.substr(0, mark.size()) == mark;
}

std::string joined_text(const request_json& content) {
  if (content.is_string()) return content.get<std::string>();
  std::string made;
  if (!content.is_array()) return made;
  for (const request_json& block : content) {
    const std::string text = block.is_object() ? text_of(block, "text") : "";
    if (text.empty() || is_billing(text)) continue;
    made += (made.empty() ? "" : "\n\n") + text;
  }
  return made;
}

std::optional<request_json> image_of(const request_json& block) {
  const request_json* const source = member(block, "source");
  if (source == nullptr) return std::nullopt;
  std::string url = text_of(*source, "url");
  if (text_of(*source, "type") == "base64")
    url = "data:" + text_of(*source, "media_type") + ";base64," + text_of(*source, "data");
  if (url.empty()) return std::nullopt;
  return request_json{{"type", "image_url"}, {"image_url", {{"url", url}}}};
}

constexpr std::string_view text_or_blocks = "a string, or a list of blocks";

refusal unknown_block(const std::string& type) {
  return unsupported("a block of type \"" + type + "\" cannot be sent to a server of the chat interface");
}

// What the provider's own tools did, and reasoning that only the provider can read, is known and left out.
bool is_of_assistant(std::string_view type) {
  constexpr std::string_view result = "_tool_result";
  const bool is_result = type.size() > result.size() && type.substr(type.size() - result.size()) == result;
  for (const std::string_view known :
       {"text", "thinking", "redacted_thinking", "tool_use", "server_tool_use", "mcp_tool_use"})
    if (type == known) return true;
  return is_result;
}

class message_list {
 public:
  std::optional<refusal> add_all(const request_json& request) {
    if (const request_json* const system = member(request, "system")) {
      if (!is_content(*system)) return wrong_member("system", text_or_blocks);
      add_text("system", joined_text(*system));
    }
    const request_json* const messages = member(request, "messages");
    if (messages == nullptr || !messages->is_array()) return wrong_member("messages", "a list");
    std::size_t at = 0;
    for (const request_json& message : *messages)
      if (auto why = add(message, item_of("messages", at++))) return why;
    return std::nullopt;
  }

  request_json take() { return std::move(list_); }

 private:
  std::optional<refusal> add(const request_json& message, const std::string& place) {
    const std::string role = text_of(message, "role");
    if (role != "user" && role != "assistant" && role != "system")
      return wrong_member(place + ".role", "user, assistant or system");
    const request_json* const content = member(message, "content");
    if (content == nullptr || !is_content(*content)) return wrong_member(place + ".content", text_or_blocks);
    if (role == "assistant") return add_assistant(*content, place);
    if (role == "system") {
      // Where it stands it belongs to what was said last; a turn of its own would be the user's.
      add_to_last(joined_text(*content));
      return std::nullopt;
    }
    return add_user(*content, place);
  }

  void add_text(const char* role, const std::string& text) {
    if (!text.empty()) list_.push_back({{"role", role}, {"content", text}});
  }
  void add_to_last(const std::string& text) {
    if (text.empty()) return;
    if (list_.empty() || list_.back()["role"] == "assistant") return add_text("user", text);
    request_json& content = list_.back()["content"];
    if (content.is_array())
      content.push_back({{"type", "text"}, {"text", text}});
    else
      content = content.get<std::string>() + "\n\n" + text;
  }

  std::optional<refusal> add_assistant(const request_json& content, const std::string& place) {
    request_json made = {{"role", "assistant"}, {"content", nullptr}};
    if (content.is_string()) {
      made["content"] = content;
    } else {
      std::string text, reasoning;
      request_json calls = request_json::array();
      for (const request_json& block : content) {
        const std::string type = text_of(block, "type");
        if (type == "text") text += text_of(block, "text");
        if (type == "thinking") reasoning += text_of(block, "thinking");
        if (!is_of_assistant(type)) return unknown_block(type);
        if (type != "tool_use") continue;
        if (auto why = lacks(block, {"id", "name"}, place + ": tool_use")) return why;
        const request_json* const input = member(block, "input");
        calls.push_back(
            {{"id", text_of(block, "id")},
             {"type", "function"},
             {"function",
              {{"name", text_of(block, "name")}, {"arguments", input == nullptr ? "{}" : to_text(*input)}}}});
      }
      if (!text.empty() || calls.empty()) made["content"] = text;
      if (!reasoning.empty()) made["reasoning_content"] = reasoning;
      if (!calls.empty()) made["tool_calls"] = std::move(calls);
    }
    list_.push_back(std::move(made));
    return std::nullopt;
  }

  std::optional<refusal> add_user(const request_json& content, const std::string& place) {
    if (content.is_string()) return list_.push_back({{"role", "user"}, {"content", content}}), std::nullopt;
    request_json parts = request_json::array();
    for (const request_json& block : content)
      if (text_of(block, "type") == "tool_result")
        if (auto why = add_result(block, place, parts)) return why;
    for (const request_json& block : content) {
      const std::string type = text_of(block, "type");
      if (type == "tool_result") continue;
      if (type == "text") {
        parts.push_back({{"type", "text"}, {"text", text_of(block, "text")}});
      } else if (auto image = type == "image" ? image_of(block) : std::nullopt) {
        parts.push_back(std::move(*image));
      } else if (const request_json* const source = member(block, "source");
                 type == "document" && source && text_of(*source, "type") == "text") {
        parts.push_back({{"type", "text"}, {"text", text_of(*source, "data")}});
      } else {
        return unknown_block(type);
      }
    }
    if (parts.size() == 1 && parts[0]["type"] == "text")
      list_.push_back({{"role", "user"}, {"content", parts[0]["text"]}});
    else if (!parts.empty())
      list_.push_back({{"role", "user"}, {"content", std::move(parts)}});
    return std::nullopt;
  }

  // Results have text alone in the chat interface; images of one are shown after it.
  std::optional<refusal> add_result(const request_json& block, const std::string& place, request_json& parts) {
    if (auto why = lacks(block, {"tool_use_id"}, place + ": tool_result")) return why;
    std::string text;
    if (const request_json* const content = member(block, "content")) {
      if (!is_content(*content)) return wrong_member(place + ": tool_result.content", text_or_blocks);
      text = joined_text(*content);
      for (const request_json& each : content->is_array() ? *content : request_json::array()) {
        const std::string type = text_of(each, "type");
        auto image = type == "image" ? image_of(each) : std::nullopt;
        if (!image && type != "text") return unknown_block(type);
        if (image) parts.push_back(std::move(*image));
      }
    }
    if (flag_of(block, "is_error")) text = "Error: " + text;
    list_.push_back({{"role", "tool"}, {"tool_call_id", text_of(block, "tool_use_id")}, {"content", text}});
    return std::nullopt;
  }

  request_json list_ = request_json::array();
};

std::optional<refusal> add_choice(const request_json& choice, request_json& chat) {
  const std::string type = text_of(choice, "type");
  if (type == "any")
    chat["tool_choice"] = "required";
  else if (type == "tool")
    chat["tool_choice"] = {{"type", "function"}, {"function", {{"name", text_of(choice, "name")}}}};
  else if (type == "none" || type == "auto")
    chat["tool_choice"] = type;
  else
    return wrong_member("tool_choice.type", "auto, any, tool or none");
  if (flag_of(choice, "disable_parallel_tool_use")) chat["parallel_tool_calls"] = false;
  return std::nullopt;
}

void add_settings(const request_json& given, request_json& chat) {
  for (const char* const kept : {"model", "max_tokens", "temperature", "top_p", "top_k", "stream"})
    if (const request_json* const value = member(given, kept)) chat[kept] = *value;
  if (const request_json* const stop = member(given, "stop_sequences")) chat["stop"] = *stop;
  if (flag_of(chat, "stream")) chat["stream_options"] = {{"include_usage", true}};
  const request_json* const config = member(given, "output_config");
  if (config == nullptr) return;
  if (const request_json* const effort = member(*config, "effort")) chat["reasoning_effort"] = *effort;
  if (const request_json* const format = member(*config, "format"); format && member(*format, "schema"))
    chat["response_format"] = {{"type", "json_schema"},
                               {"json_schema", {{"name", "output"}, {"schema", *member(*format, "schema")}}}};
}

std::optional<refusal> add_tools(const request_json& given, request_json& chat) {
  const request_json* const tools = member(given, "tools");
  if (tools == nullptr) return std::nullopt;
  if (!tools->is_array()) return wrong_member("tools", "a list");
  std::size_t at = 0;
  for (const request_json& tool : *tools) {
    const std::string place = item_of("tools", at++);
    const request_json* const schema = member(tool, "input_schema");
    const std::string type = text_of(tool, "type");
    if (schema == nullptr && !type.empty() && type != "custom") continue;  // a tool that the provider runs itself
    if (auto why = lacks(tool, {"name"}, place)) return why;
    if (schema == nullptr || !schema->is_object()) return wrong_member(place + ".input_schema", "an object");
    request_json function = {{"name", text_of(tool, "name")}};
    if (const request_json* const says = member(tool, "description")) function["description"] = *says;
    function["parameters"] = *schema;
    chat["tools"].push_back({{"type", "function"}, {"function", std::move(function)}});
  }
  if (const request_json* const choice = member(given, "tool_choice"); choice && chat.contains("tools"))
    return add_choice(*choice, chat);
  return std::nullopt;
}

}  // namespace

std::variant<refusal, translated_request> read_messages_request(std::string_view body) {
  auto given = read_request(body);
  if (!given) return refusal{400, "invalid_json", "the request is not a JSON object"};
  if (text_of(*given, "model").empty()) return wrong_member("model", "a string that is not empty");
  translated_request made;
  add_settings(*given, made.chat);
  message_list messages;
  if (auto why = messages.add_all(*given)) return std::move(*why);
  made.chat["messages"] = messages.take();
  if (auto why = add_tools(*given, made.chat)) return std::move(*why);
  made.given = std::move(*given);
  return made;
}

}  // namespace toolcall::serve
