// The items of a Responses request, put together to messages: what the assistant thought, said and called in a row is
// one message of the chat interface, because templates make a turn of each message.

#include <algorithm>
#include <optional>

#include "serve/translation.hpp"

namespace toolcall::serve {

namespace {

refusal bad(std::string message) {
  return {400, "unsupported", std::move(message)};
}

// The parts of a message's content. One text is given as a string, which every template knows.
std::variant<refusal, request_json> content_of(const request_json* parts, const std::string& place) {
  if (parts == nullptr || !is_content(*parts)) return wrong_member(place, "a string, or a list of parts");
  if (parts->is_string()) return *parts;
  request_json made = request_json::array();
  for (const request_json& part : *parts) {
    const std::string type = text_of(part, "type");
    if (type == "input_text" || type == "output_text" || type == "text")
      made.push_back({{"type", "text"}, {"text", text_of(part, "text")}});
    else if (type == "refusal")
      made.push_back({{"type", "text"}, {"text", text_of(part, "refusal")}});
    else if (type == "input_image" && !text_of(part, "image_url").empty())
      made.push_back({{"type", "image_url"}, {"image_url", {{"url", text_of(part, "image_url")}}}});
    else
      return bad("content of type \"" + type + "\" cannot be sent to a server of the chat interface");
  }
  if (made.size() == 1 && made[0]["type"] == "text") return made[0]["text"];
  return made;
}

std::string joined_text(const request_json& content) {
  if (content.is_string()) return content.get<std::string>();
  std::string made;
  if (content.is_array())
    for (const request_json& part : content)
      if (part.is_object()) made += text_of(part, "text");
  return made;
}

// Items of tools that the provider runs itself say nothing that a model could be shown: web_search_call,
// mcp_list_tools.
bool is_of_provider(std::string_view type) {
  const auto ends_with = [&](std::string_view end) {
    return type.size() > end.size() && type.substr(type.size() - end.size()) == end;
  };
  return ends_with("_call") || ends_with("_call_output") || type.substr(0, 4) == "mcp_";
}

class message_list {
 public:
  std::optional<refusal> add_all(const request_json& request) {
    if (const request_json* const instructions = member(request, "instructions")) {
      if (!is_content(*instructions)) return wrong_member("instructions", "a string");
      system_ = joined_text(*instructions);
    }
    const request_json* const input = member(request, "input");
    if (input == nullptr || (!input->is_string() && !input->is_array()))
      return wrong_member("input", "a string, or a list of items");
    if (input->is_string()) return add({{"role", "user"}, {"content", *input}}, "input");
    std::size_t at = 0;
    for (const request_json& item : *input)
      if (auto why = add(item, item_of("input", at++))) return why;
    return std::nullopt;
  }

  request_json take() {
    if (!system_.empty()) list_.insert(list_.begin(), request_json{{"role", "system"}, {"content", system_}});
    return std::move(list_);
  }

 private:
  std::optional<refusal> add(const request_json& item, const std::string& place) {
    const std::string type = text_of(item, "type");
    if (type == "message" || (type.empty() && member(item, "role") != nullptr)) return add_message(item, place);
    if (type == "function_call" || type == "custom_tool_call") return add_call(item, type == "custom_tool_call", place);
    if (type == "function_call_output" || type == "custom_tool_call_output") return add_result(item, place);
    if (type == "item_reference") return std::nullopt;  // clients send one for a message beside the calls that follow
    if (type == "reasoning") return add_reasoning(item), std::nullopt;
    if (is_of_provider(type)) return std::nullopt;
    return bad(place + ": an item of type \"" + type + "\" cannot be sent to a server of the chat interface");
  }

  request_json& assistant() {
    if (list_.empty() || list_.back()["role"] != "assistant")
      list_.push_back({{"role", "assistant"}, {"content", nullptr}});
    return list_.back();
  }

  std::optional<refusal> add_message(const request_json& item, const std::string& place) {
    const std::string role = text_of(item, "role");
    if (role != "user" && role != "assistant" && role != "system" && role != "developer")
      return wrong_member(place + ".role", "user, assistant, system or developer");
    auto content = content_of(member(item, "content"), place + ".content");
    if (auto* const why = std::get_if<refusal>(&content)) return std::move(*why);
    request_json& made = std::get<request_json>(content);
    if (role == "assistant") {
      request_json& to = assistant();
      to["content"] =
          to["content"].is_string() ? to["content"].get<std::string>() + joined_text(made) : joined_text(made);
    } else if (role == "system" || role == "developer") {
      add_instructions(joined_text(made));
    } else {
      if (!late_.empty()) made = with_text_before(std::exchange(late_, {}), std::move(made));
      list_.push_back({{"role", "user"}, {"content", std::move(made)}});
    }
    return std::nullopt;
  }

  // Some templates refuse a second message of the system, so what comes later goes to the user's next words.
  void add_instructions(const std::string& text) {
    std::string& to = list_.empty() ? system_ : late_;
    to += (to.empty() ? "" : "\n\n") + text;
  }
  static request_json with_text_before(const std::string& text, request_json content) {
    if (content.is_string()) return text + "\n\n" + content.get<std::string>();
    content.insert(content.begin(), request_json{{"type", "text"}, {"text", text}});
    return content;
  }

  void add_reasoning(const request_json& item) {
    std::string text;
    for (const char* const place : {"content", "summary"})
      if (const request_json* const parts = member(item, place); parts != nullptr && text.empty())
        text = joined_text(*parts);
    if (text.empty()) text = text_of(item, "encrypted_content");  // which is plain text, written by us
    if (text.empty()) return;
    request_json& to = assistant();
    to["reasoning_content"] = text_of(to, "reasoning_content") + text;
  }

  std::optional<refusal> add_call(const request_json& item, bool custom, const std::string& place) {
    if (auto why = lacks(item, {"call_id", "name"}, place)) return why;
    const char* const given = custom ? "input" : "arguments";
    if (const request_json* const value = member(item, given); value != nullptr && !value->is_string())
      return wrong_member(place + "." + given, "a string");
    const std::string space = text_of(item, "namespace");
    std::string arguments = text_of(item, "arguments");
    if (custom) arguments = to_text({{"input", text_of(item, "input")}});
    request_json& calls = assistant()["tool_calls"];
    calls.push_back({{"id", text_of(item, "call_id")},
                     {"type", "function"},
                     {"function",
                      {{"name", (space.empty() ? "" : space + "__") + text_of(item, "name")},
                       {"arguments", arguments.empty() ? "{}" : arguments}}}});
    return std::nullopt;
  }

  std::optional<refusal> add_result(const request_json& item, const std::string& place) {
    if (auto why = lacks(item, {"call_id"}, place)) return why;
    auto content = content_of(member(item, "output"), place + ".output");
    if (auto* const why = std::get_if<refusal>(&content)) return std::move(*why);
    list_.push_back({{"role", "tool"},
                     {"tool_call_id", text_of(item, "call_id")},
                     {"content", std::move(std::get<request_json>(content))}});
    return std::nullopt;
  }

  std::string system_, late_;
  request_json list_ = request_json::array();
};

std::optional<refusal> add_tools(const request_json& list, const std::string& space, const std::string& place,
                                 translated_request& to);

std::optional<refusal> add_tool(const request_json& tool, const std::string& space, const std::string& place,
                                translated_request& to) {
  if (auto why = lacks(tool, {"type"}, place)) return why;
  const std::string type = text_of(tool, "type"), name = text_of(tool, "name");
  if (type != "namespace" && type != "function" && type != "custom")
    return std::nullopt;  // a tool that the provider runs itself
  if (auto why = lacks(tool, {"name"}, place)) return why;
  const std::string full = space.empty() ? name : space + "__" + name;
  if (type == "namespace") {
    const request_json* const inside = member(tool, "tools");
    return inside == nullptr ? std::nullopt : add_tools(*inside, name, place + ".tools", to);
  }
  request_json function = {{"name", full}};
  if (type == "function") {
    for (const char* const kept : {"description", "parameters", "strict"})
      if (const request_json* const value = member(tool, kept)) function[kept] = *value;
  } else {
    std::string says = text_of(tool, "description");
    if (const request_json* const format = member(tool, "format"); format != nullptr && member(*format, "definition"))
      says += "\n\nThe input follows this grammar:\n" + text_of(*format, "definition");
    function["description"] = says;
    function["parameters"] = {{"type", "object"},
                              {"properties", {{"input", {{"type", "string"}}}}},
                              {"required", request_json::array({"input"})}};
  }
  if (type == "custom" || !space.empty()) to.origins[full] = {name, space, type == "custom"};
  to.chat["tools"].push_back({{"type", "function"}, {"function", std::move(function)}});
  return std::nullopt;
}

std::optional<refusal> add_tools(const request_json& list, const std::string& space, const std::string& place,
                                 translated_request& to) {
  if (!list.is_array()) return wrong_member(place, "a list");
  std::size_t at = 0;
  for (const request_json& tool : list)
    if (auto why = add_tool(tool, space, item_of(place, at++), to)) return why;
  return std::nullopt;
}

void add_choice(const request_json& choice, request_json& chat) {
  if (choice.is_string()) {
    chat["tool_choice"] = choice;
  } else if (!text_of(choice, "name").empty()) {
    chat["tool_choice"] = {{"type", "function"}, {"function", {{"name", text_of(choice, "name")}}}};
  } else if (text_of(choice, "type") == "allowed_tools") {
    chat["tool_choice"] = text_of(choice, "mode").empty() ? "auto" : text_of(choice, "mode");
  }
}

void add_settings(const request_json& given, request_json& chat) {
  for (const char* const kept : {"model", "temperature", "top_p", "parallel_tool_calls", "stream", "user"})
    if (const request_json* const value = member(given, kept)) chat[kept] = *value;
  if (const request_json* const most = member(given, "max_output_tokens")) chat["max_tokens"] = *most;
  if (const request_json* const reasoning = member(given, "reasoning"))
    if (const request_json* const effort = member(*reasoning, "effort")) chat["reasoning_effort"] = *effort;
  if (const request_json* const text = member(given, "text"))
    if (const request_json* const format = member(*text, "format");
        format && text_of(*format, "type") == "json_schema") {
      request_json schema = *format;
      schema.erase("type");
      chat["response_format"] = {{"type", "json_schema"}, {"json_schema", std::move(schema)}};
    }
  if (text_of(chat, "stream").empty() && flag_of(chat, "stream")) chat["stream_options"] = {{"include_usage", true}};
}

}  // namespace

std::variant<refusal, translated_request> read_responses_request(std::string_view body) {
  auto given = read_request(body);
  if (!given) return refusal{400, "invalid_json", "the request is not a JSON object"};
  for (const char* const stored : {"previous_response_id", "conversation", "prompt"})
    if (member(*given, stored) != nullptr)
      return bad(std::string(stored) + ": nothing is kept here between requests; send the whole conversation");
  if (flag_of(*given, "background")) return bad("background: an answer is not kept here");
  if (text_of(*given, "model").empty()) return wrong_member("model", "a string that is not empty");
  translated_request made;
  add_settings(*given, made.chat);
  message_list messages;
  if (auto why = messages.add_all(*given)) return std::move(*why);
  made.chat["messages"] = messages.take();
  if (const request_json* const tools = member(*given, "tools"))
    if (auto why = add_tools(*tools, {}, "tools", made)) return std::move(*why);
  if (const request_json* const choice = member(*given, "tool_choice")) {
    if (!choice->is_string() && !choice->is_object()) return wrong_member("tool_choice", "a string or an object");
    if (made.chat.contains("tools")) add_choice(*choice, made.chat);
  }
  made.given = std::move(*given);
  return made;
}

}  // namespace toolcall::serve
