// Finds dialects by name. A dialect's own name goes first, so that no page can take it away by naming a model like it.

#include "events/dialect_names.hpp"

#include <algorithm>
#include <string>

#include <toolcall/error.hpp>

#include "ascii.hpp"

namespace toolcall::events {

namespace {

std::string_view without_vendor(std::string_view model) {
  return model.substr(model.rfind('/') + 1);  // npos + 1 is 0
}

void skip_hyphens(std::string_view& name) {
  while (!name.empty() && (name.front() == '-' || name.front() == '_')) name.remove_prefix(1);
}

// Servers add a size, a date or a build behind a model's name, and leave hyphens out: Qwen3-8B, qwen3:8b, llama3.1. How
// many bytes of the name are the listed model's; 0 if it is another's.
std::size_t common_name(std::string_view listed, std::string_view name) {
  listed = without_vendor(listed);
  name = without_vendor(name);
  if (listed.empty()) return 0;
  std::size_t common = 0;
  for (; !listed.empty(); ++common) {
    if (name.empty() || ascii::lower(listed.front()) != ascii::lower(name.front())) return 0;
    listed.remove_prefix(1);
    name.remove_prefix(1);
    if (listed.empty()) break;
    skip_hyphens(listed);
    skip_hyphens(name);
  }
  const bool ends = name.empty() || std::string_view("-:_.").find(name.front()) != std::string_view::npos;
  return ends ? common + 1 : 0;
}

std::size_t common_name(const dialect_facts& of, std::string_view name) {
  std::size_t most = 0;
  for (const std::string_view model : of.models) most = std::max(most, common_name(model, name));
  return most;
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
  std::size_t longest = 1;  // MiniMax-M2.1 is not MiniMax-M2
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i].name == name) return {i};
    const std::size_t common = common_name(known[i], name);
    if (common > longest) found.clear();
    longest = std::max(longest, common);
    if (common == longest) found.push_back(i);
  }
  if (found.empty())
    throw setup_error("",
                      "there is no dialect and no model \"" + std::string(name) + "\"; dialects are " + listed(known));
  return found;
}

}  // namespace toolcall::events
