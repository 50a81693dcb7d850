// An example's options become those of the parser, and its lines are compared with what is emitted.

#include "authoring/page_example.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>

#include <toolcall/parser.hpp>

#include <nlohmann/json.hpp>

#include "authoring/result_lines.hpp"
#include "spec_tools.hpp"

namespace toolcall::authoring {

namespace {

using json = nlohmann::ordered_json;

// As OpenAI writes a tool, or as others do.
std::string name_of(const json& tool) {
  const json& named = tool.contains("function") ? tool["function"] : tool;
  return named.is_object() && named.contains("name") && named["name"].is_string() ? named["name"].get<std::string>()
                                                                                  : "";
}

}  // namespace

std::string_view spec_tools() {
  return spec_tools_json;
}

std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    names.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

std::string tools_json_named(std::string_view text, const std::vector<std::string>& names) {
  const json all = json::parse(text, nullptr, false);
  const json& list = all.is_object() && all.contains("tools") ? all["tools"] : all;
  json chosen = json::array();
  for (const std::string& name : names) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const json& tool) { return name_of(tool) == name; });
    if (!list.is_array() || found == list.end()) throw std::runtime_error("the tool " + name + " is not declared");
    chosen.push_back(*found);
  }
  return chosen.dump();
}

tools tools_named(std::string_view text, const std::vector<std::string>& names) {
  return tools::from_json(tools_json_named(text, names));
}

std::string option(const grammarc::example& of, const std::string& name, const std::string& otherwise) {
  const auto found = of.options.find(name);
  return found == of.options.end() ? otherwise : found->second;
}

std::string failure_of(const grammarc::example& of, const dialect& which, std::string_view tools_json,
                       std::size_t chunk) {
  try {
    const lines expected = expected_lines(of.expected);
    options how;
    how.tool_choice = tool_choice::of(option(of, "choice", "auto"));
    const bool given = of.options.count("tools") != 0;
    parser reader(which, given ? tools_named(tools_json, names_in(option(of, "tools", ""))) : tools(), how);
    const std::string prefill = option(of, "prefill", "");
    if (!prefill.empty()) reader.prefill(prefill);
    result_lines found;
    const std::size_t piece = chunk == 0 ? std::max<std::size_t>(1, of.text.size()) : chunk;
    for (std::size_t at = 0; at < of.text.size(); at += piece)
      found.take(reader.feed(std::string_view(of.text).substr(at, piece)));
    found.take(reader.finish(option(of, "finish", "stop")));
    return difference(expected, found, of.text);
  } catch (const std::exception& why) {
    return std::string(why.what()) + "\n";
  }
}

}  // namespace toolcall::authoring
