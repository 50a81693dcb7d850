// References within a schema: what they reach, and whether they come back.

#include <optional>
#include <vector>

#include "typing/json.hpp"
#include "typing/normalise.hpp"

namespace toolcall::typing {
namespace {

using dom = nlohmann::json;

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool room = text[i] == '%' && i + 2 < text.size();
    const int high = room ? json::hex_value(text[i + 1]) : -1, low = room ? json::hex_value(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

bool is_named(const dom& schema, const char* keyword, const std::string& name) {
  const auto found = schema.find(keyword);
  return found != schema.end() && *found == name;
}

// The schema that says of itself that this is its name; depth is bounded, because nlohmann's values are.
template <typename Test>
target search(const dom& within, const std::string& pointer, const Test& test) {
  if (within.is_object() && test(within)) return {&within, pointer};
  if (!within.is_structured()) return {};
  for (const auto& [key, part] : within.items()) {
    std::string there = pointer;
    json::append_step(there, key);
    if (target found = search(part, there, test); found.schema != nullptr) return found;
  }
  return {};
}

target at_pointer(const dom& within, const std::string& fragment) {
  try {
    const dom::json_pointer pointer(fragment);
    if (!within.contains(pointer)) return {};
    const dom& found = within.at(pointer);
    if (found.is_object() || found.is_boolean()) return {&found, fragment};
  } catch (const dom::exception&) {
    // no JSON Pointer
  }
  return {};
}

// Looks for references that are followed before the value is gone into.
class circle_search {
 public:
  explicit circle_search(const dom& definitions) : definitions_(definitions), state_(definitions.size(), fresh) {}

  std::size_t run(const dom& root) {
    walk(root);
    for (std::size_t i = 0; i < state_.size(); ++i) enter(i);
    return circle_;
  }

 private:
  enum state : unsigned char { fresh, open, done };

  void enter(std::size_t i) {
    if (state_[i] == open) circle_ = i;
    if (state_[i] != fresh || circle_ != no_circle) return;
    state_[i] = open;
    walk(definitions_.at(std::to_string(i)));
    state_[i] = done;
  }

  void walk(const dom& s) {
    if (!s.is_object() || circle_ != no_circle) return;
    if (s.contains("$ref")) enter(reference_of(s));
    for (const char* k : {"not", "if", "then", "else"}) {
      if (s.contains(k)) walk(s[k]);
    }
    for (const char* k : {"allOf", "anyOf", "oneOf", "dependentSchemas"}) {
      if (!s.contains(k)) continue;
      for (const dom& part : s[k]) walk(part);
    }
  }

  const dom& definitions_;
  std::vector<state> state_;
  std::size_t circle_ = no_circle;
};

}  // namespace

target resolve(const dom& source, const std::string& reference) {
  const std::size_t hash = std::min(reference.find('#'), reference.size());
  const std::string base = reference.substr(0, hash);
  const std::string fragment =
      percent_decoded(std::string_view(reference).substr(std::min(hash + 1, reference.size())));
  target within = {&source, ""};
  if (!base.empty()) {
    // Another document, unless a schema in this one has the name.
    within = search(source, "", [&](const dom& s) {
      for (const char* k : {"$id", "id"}) {
        if (is_named(s, k, base) || is_named(s, k, base + '#')) return true;
      }
      return false;
    });
    if (within.schema == nullptr) return {nullptr, "", true};
  }
  if (fragment.empty()) return within;
  target found =
      fragment.starts_with('/') ? at_pointer(*within.schema, fragment) : search(*within.schema, "", [&](const dom& s) {
        return is_named(s, "$anchor", fragment) || is_named(s, "$dynamicAnchor", fragment) ||
               is_named(s, "$id", '#' + fragment) || is_named(s, "id", '#' + fragment);
      });
  found.pointer.insert(0, within.pointer);
  return found;
}

std::size_t reference_of(const dom& schema) {
  const auto& text = schema.at("$ref").get_ref<const std::string&>();
  return static_cast<std::size_t>(std::stoul(text.substr(text.rfind('/') + 1)));
}

std::size_t circle_in(const dom& root, const dom& definitions) {
  return circle_search(definitions).run(root);
}

}  // namespace toolcall::typing
