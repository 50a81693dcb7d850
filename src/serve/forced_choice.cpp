// Where a server only takes a schema for its whole answer, the calls that are allowed are written as one. The library
// reads such an answer as calls, because the choice was forced.

#include "serve/forced_choice.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace toolcall::serve {

namespace {

std::string name_of(const request_json& tool) {
  for (const char* const type : {"function", "custom"})
    if (const request_json* const described = member(tool, type); described != nullptr && described->is_object())
      return text_of(*described, "name");
  return {};
}

bool allows(const chat_facts& facts, const request_json& tool) {
  const std::string name = name_of(tool);
  return !name.empty() && (facts.choice.kind != tool_choice_kind::named || name == facts.choice.name);
}

// References of a tool's schema count from its root, which is not the root of the schema that it becomes a part of.
void move_references(request_json& schema, const std::string& root) {
  if (schema.is_array())
    for (request_json& each : schema) move_references(each, root);
  if (!schema.is_object()) return;
  for (auto& [key, value] : schema.items()) {
    const bool moves = (key == "$ref" || key == "$dynamicRef") && value.is_string();
    if (moves && value.get_ref<const std::string&>().rfind('#', 0) == 0)
      value = root + value.get<std::string>().substr(1);
    else
      move_references(value, root);
  }
}

bool has_references(const request_json& schema) {
  if (!schema.is_structured()) return false;
  if (schema.is_object() && schema.contains("$ref")) return true;
  for (const request_json& each : schema)
    if (has_references(each)) return true;
  return false;
}

// The schema of a tool's arguments; one that refers to itself stands among the definitions.
request_json arguments_schema(const request_json& tool, request_json& definitions) {
  if (member(tool, "function") == nullptr)  // a custom tool, which takes text
    return {{"type", "object"},
            {"properties", {{"input", {{"type", "string"}}}}},
            {"required", request_json::array({"input"})}};
  const request_json* const given = member(tool["function"], "parameters");
  if (given == nullptr) return {{"type", "object"}};
  if (!has_references(*given)) return *given;
  const std::string name = "tool" + std::to_string(definitions.size());
  definitions[name] = *given;
  move_references(definitions[name], "#/$defs/" + name);
  return {{"$ref", "#/$defs/" + name}};
}

// A list where there may be several calls.
request_json schema_of_calls(const request_json& request, const chat_facts& facts) {
  request_json branches = request_json::array(), definitions = request_json::object();
  for (const request_json& tool : request.at("tools")) {
    if (!allows(facts, tool)) continue;
    request_json properties = {{"name", {{"type", "string"}, {"enum", request_json::array({name_of(tool)})}}}};
    properties["arguments"] = arguments_schema(tool, definitions);
    branches.push_back({{"type", "object"},
                        {"properties", std::move(properties)},
                        {"required", request_json::array({"name", "arguments"})},
                        {"additionalProperties", false}});
  }
  request_json made = branches.size() == 1 ? branches[0] : request_json{{"anyOf", branches}};
  if (facts.parallel) made = {{"type", "array"}, {"minItems", 1}, {"items", std::move(made)}};
  if (!definitions.empty()) made["$defs"] = std::move(definitions);
  return made;
}

enforcement by_schema(request_json& request, const chat_facts& facts) {
  if (request.contains("response_format")) return enforcement::none;  // the client's own; there can be one
  request["response_format"] = {{"type", "json_schema"},
                                {"json_schema", {{"name", "tool_calls"}, {"schema", schema_of_calls(request, facts)}}}};
  return enforcement::upstream;
}

// For servers that know the word "required" and no named tool.
enforcement by_required(request_json& request, const chat_facts& facts) {
  if (facts.choice.kind != tool_choice_kind::named) return enforcement::upstream;
  request_json allowed = request_json::array();
  for (const request_json& tool : request.at("tools"))
    if (allows(facts, tool)) allowed.push_back(tool);
  request["tools"] = std::move(allowed);
  request["tool_choice"] = "required";
  return enforcement::upstream;
}

}  // namespace

std::string_view note_of(enforcement value) noexcept {
  if (value == enforcement::unknown) return "choice=passed";
  if (value == enforcement::none) return "choice=unenforced";
  return {};
}

bool is_forced(const chat_facts& facts) {
  return facts.offers_tools && facts.choice.wants_call();
}

enforcement force_choice(request_json& request, const chat_facts& facts, const profile& of, bool muted) {
  if (!is_forced(facts)) return enforcement::not_asked;
  const request_json& tools = request.at("tools");
  if (std::none_of(tools.begin(), tools.end(), [&](const request_json& tool) { return allows(facts, tool); }))
    return enforcement::unknown;  // tools of another interface, which stay as they came
  const std::string& how = muted ? of.muted_forced : of.forced;
  if (how == "response_format") return by_schema(request, facts);
  if (how == "required") return by_required(request, facts);
  if (how == "tool_choice") return enforcement::upstream;
  return muted || how == "none" ? enforcement::none : enforcement::unknown;
}

}  // namespace toolcall::serve
