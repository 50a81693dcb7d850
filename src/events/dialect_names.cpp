// Finds dialects by name. A dialect's own name goes first, so that no page can take it away by naming a model like it.

#include "events/dialect_names.hpp"

#include <algorithm>
#include <string>

#include <toolcall/error.hpp>

namespace toolcall::events {

namespace {

std::string_view without_vendor(std::string_view model) {
  return model.substr(model.rfind('/') + 1);  // npos + 1 is 0
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_model(std::string_view a, std::string_view b) {
  a = without_vendor(a);
  b = without_vendor(b);
  return !a.empty() &&
         std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::string listed(std::span<const dialect_facts> known) {
  std::string names = "auto";
  for (const dialect_facts& each : known) names += ", " + std::string(each.name);
  return names;
}

}  // namespace

std::vector<std::size_t> dialects_named(std::string_view name, std::span<const dialect_facts> known) {
  if (name == "auto") throw setup_error("", "\"auto\" is every dialect, and stands alone");
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i].name == name) return {i};
    const auto& models = known[i].models;
    if (std::any_of(models.begin(), models.end(), [&](std::string_view model) { return same_model(model, name); }))
      found.push_back(i);
  }
  if (found.empty())
    throw setup_error("",
                      "there is no dialect and no model \"" + std::string(name) + "\"; dialects are " + listed(known));
  return found;
}

}  // namespace toolcall::events
