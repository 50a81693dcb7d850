// Writes the trees out, form by form. `written` stands beside each, so that who draws a tree need not know how the
// notation spells what it does not draw.

#include "grammarc/model.hpp"

#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "grammarc/print.hpp"

namespace toolcall::grammarc {

namespace {

using json = nlohmann::ordered_json;

const char* name_of(form is) {
  static const std::map<form, const char*> names = {
      {form::sequence, "sequence"}, {form::choice, "choice"},       {form::recovery, "recovery"},
      {form::star, "star"},         {form::plus, "plus"},           {form::optional, "optional"},
      {form::at, "at"},             {form::not_at, "not_at"},       {form::literal, "literal"},
      {form::set, "set"},           {form::any, "any"},             {form::nothing, "nothing"},
      {form::cut, "cut"},           {form::role, "role"},           {form::capture, "capture"},
      {form::back, "back"},         {form::call, "call"},           {form::parameter, "parameter"},
      {form::run, "run"},           {form::span, "span"},           {form::trial, "trial"},
      {form::late, "late"},         {form::json, "json"},           {form::python, "python"},
      {form::tool, "tool"},         {form::field, "field"},         {form::new_field, "new_field"},
      {form::line, "line"},         {form::offered, "offered"},     {form::forced, "forced"},
      {form::chosen, "chosen"},     {form::replace, "replace"},
  };
  return names.at(is);
}

json ranges(const std::bitset<256>& bytes) {
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
  json made = {{"form", name_of(e.is)}, {"written", print(e)}};
  if (!e.text.empty() || e.is == form::literal) made["text"] = e.text;
  if (!e.label.empty()) made["label"] = e.label;
  if (e.any_case) made["any_case"] = true;
  if (e.is == form::set) made["bytes"] = ranges(e.bytes);
  for (const auto& child : e.children) made["children"].push_back(tree(child));
  return made;
}

json tree(const page& of) {
  json made = {{"name", of.name}, {"file", of.file}, {"front", of.front}};
  made["rules"] = json::array();
  for (const auto& r : of.rules)
    made["rules"].push_back({{"name", r.name},
                             {"parameters", r.parameters},
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
  json all = {{"pages", json::array()}, {"labels", json::array()}};
  for (const auto& each : pages) all["pages"].push_back(tree(each));
  for (const auto& each : labels)
    all["labels"].push_back({{"name", each.name},
                             {"message", each.message},
                             {"consequence", each.consequence},
                             {"concerns_field", each.concerns_field},
                             {"line", each.line}});
  return all.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace toolcall::grammarc
