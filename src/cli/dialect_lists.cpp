// The models are those of the pages' front matter, read the other way round; what a template says is the library's.

#include "cli/dialect_lists.hpp"

#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <toolcall/chat_template.hpp>
#include <toolcall/dialect.hpp>
#include <toolcall/error.hpp>

#include <nlohmann/json.hpp>

#include "cli/command_error.hpp"
#include "cli/reading.hpp"
#include "text/ascii.hpp"
#include "text/joined.hpp"

namespace toolcall::cli {

namespace {

using json = nlohmann::ordered_json;

std::vector<template_dialect> read_template(const settings& chosen) {
  try {
    return toolcall::dialects_of_template(input(chosen.chat_template).all());
  } catch (const setup_error& why) {
    fail(usage, chosen.chat_template + ": " + why.what());
  }
}

void print_json(const std::vector<template_dialect>& found) {
  std::cout << json::parse(to_json(found)).dump(2) << '\n';
}

void print_lines(const std::vector<template_dialect>& found) {
  std::size_t widest = 0;
  for (const template_dialect& each : found) widest = std::max(widest, each.name.size());
  for (const template_dialect& each : found)
    std::cout << each.name << std::string(widest + 2 - each.name.size(), ' ')
              << (each.is_likely ? "likely    " : "possible  ") << joined(each.marks, " ") << '\n';
}

// What to do where the template alone does not decide.
void advise(const settings& chosen, const std::vector<template_dialect>& found) {
  std::vector<std::string_view> likely;
  for (const template_dialect& each : found)
    if (each.is_likely) likely.push_back(each.name);
  const bool is_unsure = likely.size() == 1 && likely.front() == "auto";
  if (likely.size() == 1 && !is_unsure) return;
  std::cerr << "toolcall: " << chosen.chat_template << ": ";
  if (is_unsure)
    std::cerr
        << "it does not show for certain which of the possible ones it is, if it is one of them; leave --dialect at "
           "auto, or name the model\n";
  else if (likely.empty())
    std::cerr << "it contains the call markers of no known dialect; leave --dialect at auto, or name the model\n";
  else
    std::cerr << "it does not say which of these " << likely.size() << " it is; --dialect " << joined(likely, ",")
              << " tries them in their order, and auto tries all\n";
}

// The models whose names begin with the same word.
struct family {
  std::string name;  // what their names have in common
  std::vector<std::string_view> dialects;
};

bool ends_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) == 0;
}

// In any letter case, without the part of a word that follows: Qwen3-Coder, Qwen2.5 -> Qwen.
std::string common_start(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) { return ascii::lower(x) == ascii::lower(y); };
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end(), same);
  auto size = static_cast<std::size_t>(end.first - a.begin());
  if (size == a.size() && size == b.size()) return std::string(b);
  const auto inside = [&](std::string_view name) { return size < name.size() && !ends_word(name[size]); };
  while (size > 0 && (inside(a) || inside(b) || ends_word(a[size - 1]))) --size;
  return std::string(b.substr(0, size));
}

std::vector<family> all_families() {
  std::vector<family> all;
  for (const dialect_facts& known : dialect::all())
    for (const std::string_view model : known.models) {
      constexpr std::size_t least = 2;  // one letter is no family
      auto found = std::find_if(all.begin(), all.end(),
                                [&](const family& each) { return common_start(each.name, model).size() >= least; });
      if (found == all.end()) found = all.insert(found, {std::string(model), {}});
      found->name = common_start(found->name, model);
      if (std::find(found->dialects.begin(), found->dialects.end(), known.name) == found->dialects.end())
        found->dialects.push_back(known.name);
    }
  return all;
}

}  // namespace

// Those with the same dialects stand together, those with one in a line of their own. Two pairs of columns, read
// downwards.
int families(const settings&) {
  std::map<std::vector<std::string_view>, std::string> together;
  std::vector<std::vector<std::string_view>> order;
  std::string one;
  for (const family& each : all_families()) {
    if (each.dialects.size() == 1) {
      one += (one.empty() ? "" : ", ") + each.name;
      continue;
    }
    std::string& names = together[each.dialects];
    if (names.empty()) order.push_back(each.dialects);
    names += (names.empty() ? "" : ", ") + each.name;
  }
  const auto cells = [&](std::size_t i) {
    return i < order.size() ? together[order[i]] + " | `" + joined(order[i], "`, `") + "`" : " | ";
  };
  const std::size_t rows = (order.size() + 1) / 2;
  std::cout << "| models | dialects | models | dialects |\n|---|---|---|---|\n";
  for (std::size_t i = 0; i < rows; ++i) std::cout << "| " << cells(i) << " | " << cells(rows + i) << " |\n";
  std::cout << "\nOne dialect each: " << one << ".\n";
  check_output();
  return done;
}

int models(const settings& chosen) {
  std::map<std::string_view, std::vector<std::string_view>> all;
  std::size_t widest = 0;
  for (const dialect_facts& known : dialect::all())
    for (const std::string_view model : known.models) {
      all[model].push_back(known.name);
      widest = std::max(widest, model.size());
    }
  if (chosen.list_format == "json") {
    std::cout << json(all).dump(2) << '\n';
  } else {
    for (const auto& [model, dialects] : all)
      std::cout << model << std::string(widest + 2 - model.size(), ' ') << joined(dialects, ", ") << '\n';
  }
  check_output();
  return done;
}

int dialects_of_template(const settings& chosen) {
  const std::vector<template_dialect> found = read_template(chosen);
  chosen.list_format == "json" ? print_json(found) : print_lines(found);
  check_output();
  advise(chosen, found);
  return found.empty() ? unknown_template : done;
}

}  // namespace toolcall::cli
