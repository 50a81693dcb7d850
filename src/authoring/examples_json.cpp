// Each example is one object. The parts of its result are given twice: in the order of the text, and gathered as a
// message has them.

#include "authoring/examples_json.hpp"

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "authoring/page_example.hpp"
#include "authoring/result_lines.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/main_spec.hpp"

namespace toolcall::authoring {

namespace {

using json = nlohmann::ordered_json;

json parts_of(const lines& expected) {
  json all = json::array();
  for (const lines::result_part& part : expected.parts) {
    json made{{"kind", part.kind}};
    const bool called = part.kind == "call" || part.kind == "invalid";
    if (part.kind == "text" || part.kind == "reasoning")
      made["text"] = part.text;
    else
      made["name"] = part.name;
    if (called) made["arguments"] = part.text;
    all.push_back(std::move(made));
  }
  return all;
}

json notes_of(const lines& expected) {
  json all = json::array();
  for (const lines::note& note : expected.notes) {
    json made{{"label", note.label}, {"bytes", note.bytes}};
    if (!note.pointer.empty()) made["pointer"] = note.pointer;
    all.push_back(std::move(made));
  }
  return all;
}

json message_of(const lines& expected) {
  std::string content, reasoning;
  json calls = json::array(), incomplete = json::array(), refused = json::array();
  for (const lines::result_part& part : expected.parts) {
    if (part.kind == "text") content += part.text;
    if (part.kind == "reasoning") reasoning += part.text;
    if (part.kind == "call" || part.kind == "invalid")
      calls.push_back(
          {{"name", part.name}, {"arguments", part.text}, {"status", part.kind == "call" ? "complete" : "invalid"}});
    if (part.kind == "incomplete") incomplete.push_back(part.name);
    if (part.kind == "refused") refused.push_back(part.name);
  }
  const auto text_or_null = [](std::string& text) { return text.empty() ? json() : json(std::move(text)); };
  return {{"content", text_or_null(content)},
          {"reasoning_content", text_or_null(reasoning)},
          {"tool_calls", std::move(calls)},
          {"incomplete", std::move(incomplete)},
          {"refused", std::move(refused)}};
}

json options_of(const grammarc::example& from) {
  json made = json::object();
  if (from.options.count("prefill") != 0) made["prefill"] = option(from, "prefill", "");
  if (from.options.count("choice") != 0) made["tool-choice"] = option(from, "choice", "");
  return made;
}

json object_of(const grammarc::page& page, const grammarc::example& from, const std::string& place,
               std::string_view tools) {
  const lines expected = expected_lines(from.expected);
  json made;
  made["page"] = place;
  made["line"] = from.line;
  made["title"] = from.title;
  made["dialect"] = grammarc::is_dialect(page) ? json(page.name) : json();
  made["automatic"] = from.options.count("read") == 0;
  made["tools"] = from.options.count("tools") == 0
                      ? json()
                      : json::parse(tools_json_named(tools, names_in(option(from, "tools", ""))));
  made["options"] = options_of(from);
  made["text"] = from.text;
  made["finish_reason"] = option(from, "finish", "stop");
  made["expected"] = from.expected;
  made["parts"] = parts_of(expected);
  made["notes"] = notes_of(expected);
  made["message"] = message_of(expected);
  return made;
}

}  // namespace

std::string examples_json(const std::vector<grammarc::page>& pages, const std::filesystem::path& spec,
                          std::string_view tools) {
  std::string all = "[";
  for (const grammarc::page& page : pages) {
    const std::string place = grammarc::place_in_spec(spec, page.file);
    for (const grammarc::example& each : page.examples) try {
        all += (all.size() > 1 ? ",\n" : "\n") + object_of(page, each, place, tools).dump();
      } catch (const std::exception& why) {
        throw std::runtime_error(place + ": " + each.title + ": " + why.what());
      }
  }
  return all + "\n]\n";
}

}  // namespace toolcall::authoring
