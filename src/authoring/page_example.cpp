// An example's options become those of the parser, and its lines are compared with what is emitted.

#include "authoring/page_example.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>

#include <toolcall/message.hpp>
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

namespace {

parser reader_of(const grammarc::example& of, const dialect& which, std::string_view tools_json) {
  options how;
  how.tool_choice = tool_choice::of(option(of, "choice", "auto"));
  const bool given = of.options.count("tools") != 0;
  parser reader(which, given ? tools_named(tools_json, names_in(option(of, "tools", ""))) : tools(), how);
  const std::string prefill = option(of, "prefill", "");
  if (!prefill.empty()) reader.prefill(prefill);
  return reader;
}

bool has(const message& whole, const tool_call& wanted) {
  return std::any_of(whole.calls.begin(), whole.calls.end(), [&](const tool_call& each) {
    return each.begin == wanted.begin && each.name == wanted.name && each.arguments == wanted.arguments;
  });
}

// Where the last value ends in what was emitted.
std::uint64_t last_value_end(std::span<const event> emitted, std::uint64_t before) {
  for (const event& e : emitted)
    if (e.type == event_type::arguments) before = e.end;
  return before;
}

}  // namespace

// A value may quote all closing marks of its own call. Cut off behind them nothing tells the two apart, so a call that
// ends with marks behind its last value, and needed no repair, is left out.
std::string completed_too_early(const grammarc::example& of, const dialect& which, std::string_view tools_json) {
  parser reader = reader_of(of, which, tools_json);
  parser all = reader;
  all.feed(of.text);
  all.finish("stop");
  const message whole = all.message();
  std::uint64_t value_end = 0;
  for (std::size_t at = 0; at <= of.text.size(); ++at) {
    if (at > 0) value_end = last_value_end(reader.feed(std::string_view(of.text).substr(at - 1, 1)), value_end);
    parser cut = reader;
    const std::uint64_t last = last_value_end(cut.finish("length"), value_end);
    const message made = cut.message();
    for (const tool_call& call : made.calls) {
      if (call.status != call_status::complete || has(whole, call)) continue;
      if (made.recovered() || call.end != at || last == at)
        return "cut off at byte " + std::to_string(at) +
               ", it has a complete call that the whole text has not: " + call.name + " " + call.arguments + "\n";
    }
  }
  return "";
}

std::string failure_of(const grammarc::example& of, const dialect& which, std::string_view tools_json,
                       std::size_t chunk) {
  try {
    const lines expected = expected_lines(of.expected);
    parser reader = reader_of(of, which, tools_json);
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
