// Writes the trees out, form by form. `written` stands beside each, so that a program that draws a tree need not know
// how the notation spells what it does not draw.

#include "grammarc/model.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "grammarc/print.hpp"

namespace toolcall::grammarc {

namespace {

using json = nlohmann::ordered_json;

json byte_ranges(const std::bitset<256>& bytes) {
  json all = json::array();
  for (std::size_t first = 0; first < bytes.size(); ++first) {
    if (!bytes[first]) continue;
    std::size_t last = first;
    while (last + 1 < bytes.size() && bytes[last + 1]) ++last;
    all.push_back({first, last});
    first = last;
  }
  return all;
}

json tree(const expression& e) {
  json made = {{"form", engine::facts_of(e.is).name}, {"written", print(e)}};
  if (!e.text.empty() || e.is == form::literal) made["text"] = e.text;
  if (!e.label.empty()) made["label"] = e.label;
  if (e.is == form::repeat) made["least"] = e.least, made["most"] = e.most;
  if (e.any_case) made["any_case"] = true;
  if (e.is == form::set) made["bytes"] = byte_ranges(e.bytes);
  if (!e.given.empty()) made["given"] = e.given;
  for (const auto& child : e.children)
    if (!child.implied) made["children"].push_back(tree(child));
  return made;
}

json tree(const page& of) {
  json made = {{"name", of.name}, {"file", of.file}, {"front", of.front}};
  made["givens"] = json::array();
  for (const auto& g : of.givens) {
    json& each = made["givens"].emplace_back(json{{"name", g.name}, {"line", g.line}});
    if (!g.otherwise.empty()) each["otherwise"] = print(g.otherwise.front());
  }
  made["rules"] = json::array();
  // The rules that it has and does not write: those of its marks, and of the page defaults.
  made["marks"] = made["defaults"] = json::array();
  for (const auto& r : of.rules)
    if (r.by_default) made[r.of_marks ? "marks" : "defaults"].push_back(r.name);
  for (const auto& r : of.rules)
    if (!r.by_default)
      made["rules"].push_back({{"name", r.name},
                               {"parameters", written_parameters(r)},
                               {"line", r.line},
                               {"source", r.source},
                               {"body", tree(r.body)}});
  made["examples"] = json::array();
  for (const auto& e : of.examples)
    made["examples"].push_back(
        {{"title", e.title}, {"line", e.line}, {"options", e.options}, {"text", e.text}, {"expected", e.expected}});
  return made;
}

}  // namespace

std::string model(const std::vector<page>& pages, const std::vector<label>& labels) {
  json all = {{"pages", json::array()}, {"labels", json::array()}, {"built_in", json::array()}};
  for (const engine::form_facts& each : engine::forms)
    if (engine::built_in(each.written) != nullptr) all["built_in"].push_back(each.written);
  for (const auto& each : pages) all["pages"].push_back(tree(each));
  for (const auto& each : labels)
    all["labels"].push_back({{"name", each.name},
                             {"message", each.message},
                             {"consequence", each.consequence},
                             {"concerns_field", each.concerns_field},
                             {"concerns_no_call", each.concerns_no_call},
                             {"evidence", each.evidence},
                             {"line", each.line}});
  return all.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace toolcall::grammarc
