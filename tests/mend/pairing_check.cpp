// The rules of each provider, one after the other, on JSON as a library reads it.

#include "mend/pairing_check.hpp"

#include <map>
#include <utility>

namespace mend_test {

namespace {

using problems = std::vector<std::string>;

std::string text_in(const json& of, const char* key) {
  return of.contains(key) && of[key].is_string() ? of[key].get<std::string>() : std::string();
}

void check_arguments(const json& of, const std::set<std::string>& unreadable, problems& found) {
  if (!of.contains("arguments") || !of["arguments"].is_string()) return found.push_back("arguments are no string");
  const std::string text = of["arguments"];
  if (unreadable.count(text) == 0 && !json::parse(text, nullptr, false).is_object())
    found.push_back("arguments are no object: " + text);
}

std::set<std::string> ids_of_chat_calls(const json& message, const std::set<std::string>& unreadable, problems& found) {
  std::set<std::string> ids;
  if (message.contains("function_call")) found.emplace_back("there is a function_call");
  if (!message.contains("tool_calls")) return ids;
  if (!message["tool_calls"].is_array() || message["tool_calls"].empty())
    found.emplace_back("the list of calls is empty");
  for (const json& call : message["tool_calls"]) {
    const std::string id = text_in(call, "id");
    if (id.empty() || !ids.insert(id).second) found.push_back("the id \"" + id + "\" is another call's, or empty");
    if (text_in(call, "type") == "custom") continue;
    if (text_in(call, "type") != "function" || !call.contains("function") || text_in(call["function"], "name").empty())
      found.push_back("this is no call: " + call.dump());
    else
      check_arguments(call["function"], unreadable, found);
  }
  return ids;
}

}  // namespace

problems problems_of_chat(const json& messages, const std::set<std::string>& unreadable) {
  problems found;
  std::set<std::string> open;
  const auto close = [&] {
    for (const std::string& id : open) found.push_back("the call " + id + " has no result");
    open.clear();
  };
  for (const json& message : messages) {
    const std::string role = text_in(message, "role");
    if (role == "tool") {
      if (open.erase(text_in(message, "tool_call_id")) == 0)
        found.push_back("a result without a call: " + message.dump());
      continue;
    }
    if (role == "function") found.emplace_back("the role function");
    close();
    if (role == "assistant") open = ids_of_chat_calls(message, unreadable, found);
  }
  close();
  return found;
}

problems problems_of_responses(const json& items, const std::set<std::string>& unreadable) {
  problems found;
  std::map<std::string, int> outputs;
  for (const json& item : items) {
    const std::string type = text_in(item, "type"), id = text_in(item, "call_id");
    if (type == "function_call" || type == "custom_tool_call") {
      if (id.empty() || !outputs.emplace(id, 0).second)
        found.push_back("the id \"" + id + "\" is another call's, or empty");
      if (text_in(item, "name").empty()) found.emplace_back("a call without a name");
      if (type == "function_call") check_arguments(item, unreadable, found);
    } else if (type == "function_call_output" || type == "custom_tool_call_output") {
      const auto call = outputs.find(id);
      if (call == outputs.end())
        found.push_back("an output before its call, or without one: " + id);
      else if (++call->second > 1)
        found.push_back("two outputs of " + id);
    }
  }
  for (const auto& [id, count] : outputs)
    if (count == 0) found.push_back("the call " + id + " has no output");
  return found;
}

namespace {

// The results of the calls of the message before must stand first.
void check_blocks_of_user(const json& message, std::set<std::string> open, problems& found) {
  bool is_first = true;
  const json content =
      message.contains("content") && message["content"].is_array() ? message["content"] : json::array();
  for (const json& block : content) {
    const bool is_result = text_in(block, "type") == "tool_result";
    if (is_result && open.erase(text_in(block, "tool_use_id")) == 0)
      found.push_back("a result without a call: " + block.dump());
    if (is_result && !is_first) found.emplace_back("a result behind something else");
    if (text_in(block, "type") == "text" && text_in(block, "text").empty()) found.emplace_back("an empty text");
    is_first = is_first && is_result;
  }
  for (const std::string& id : open) found.push_back("the call " + id + " has no result in the next message");
}

}  // namespace

problems problems_of_anthropic(const json& messages) {
  problems found;
  std::set<std::string> all, open;
  for (const json& message : messages) {
    if (text_in(message, "role") != "assistant") {
      check_blocks_of_user(message, std::exchange(open, {}), found);
      continue;
    }
    check_blocks_of_user(json::object(), std::exchange(open, {}), found);
    if (!message["content"].is_array()) continue;
    for (const json& block : message["content"]) {
      if (text_in(block, "type") == "tool_result") found.emplace_back("the assistant has a result");
      if (text_in(block, "type") != "tool_use") continue;
      const std::string id = text_in(block, "id");
      if (id.empty() || id.find_first_of(":. ") != id.npos || !all.insert(id).second)
        found.push_back("the id \"" + id + "\" is another call's, or not allowed");
      open.insert(id);
      if (text_in(block, "name").empty() || !block["input"].is_object()) found.push_back("no call: " + block.dump());
    }
  }
  check_blocks_of_user(json::object(), open, found);
  return found;
}

}  // namespace mend_test
