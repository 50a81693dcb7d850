// References within a schema: what they reach, and whether they come back.

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "text/ascii.hpp"
#include "typing/json.hpp"
#include "typing/normalise.hpp"

namespace toolcall::typing {
namespace {

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool room = text[i] == '%' && i + 2 < text.size();
    const int high = room ? ascii::hex_value(text[i + 1]) : -1, low = room ? ascii::hex_value(text[i + 2]) : -1;
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
  const dom* const found = schema.find(keyword);
  return found != nullptr && found->is_string() && found->text() == name;
}

// The first schema within this one that passes the test, such as one of a name; the depth is bounded.
template <typename Test>
target search(const dom& within, const std::string& pointer, const Test& test) {
  const auto in_part = [&](std::string_view step, const dom& part) {
    std::string there = pointer;
    json::append_step(there, step);
    return search(part, there, test);
  };
  if (within.is_array()) {
    for (std::size_t i = 0; i < within.items().size(); ++i) {
      if (target found = in_part(std::to_string(i), within.items()[i]); found.schema != nullptr) return found;
    }
  }
  if (!within.is_object()) return {};
  if (test(within)) return {&within, pointer};
  for (const auto& [key, part] : within.members()) {
    if (target found = in_part(key, part); found.schema != nullptr) return found;
  }
  return {};
}

const dom* item_at(const dom& list, const std::string& index) {
  if (index.empty() || index.size() > 9 || index.find_first_not_of("0123456789") != index.npos) return nullptr;
  if (index.size() > 1 && index[0] == '0') return nullptr;
  const std::size_t i = std::stoul(index);
  return i < list.items().size() ? &list.items()[i] : nullptr;
}

target at_pointer(const dom& within, const std::string& fragment) {
  const dom* found = &within;
  for (std::size_t at = 0; at < fragment.size() && found != nullptr;) {
    const std::size_t end = std::min(fragment.find('/', at + 1), fragment.size());
    const auto step = json::unescaped_step(std::string_view(fragment).substr(at + 1, end - at - 1));
    found = !step ? nullptr : found->is_array() ? item_at(*found, *step) : found->find(*step);
    at = end;
  }
  if (found == nullptr || (!found->is_object() && !found->is_boolean())) return {};
  return {found, fragment};
}

// Looks for references that are followed without going into the value.
class circle_search {
 public:
  explicit circle_search(const dom& definitions)
      : definitions_(definitions), state_(definitions.members().size(), fresh) {}

  std::vector<std::size_t> run(const dom& root) {
    walk(root);
    for (std::size_t i = 0; i < state_.size(); ++i) enter(i);
    return {circles_.begin(), circles_.end()};
  }

 private:
  enum state : unsigned char { fresh, open, done };

  void enter(std::size_t i) {
    if (state_[i] == open) circles_.insert(i);
    if (state_[i] != fresh) return;
    state_[i] = open;
    walk(definitions_.at(std::to_string(i)));
    state_[i] = done;
  }

  void walk(const dom& s) {
    if (!s.is_object()) return;
    if (s.contains("$ref")) enter(reference_of(s));
    for (const char* k : {"not", "if", "then", "else"}) {
      if (const dom* const part = s.find(k)) walk(*part);
    }
    for (const char* k : {"allOf", "anyOf", "oneOf"}) {
      if (const dom* const parts = s.find(k)) {
        for (const dom& part : parts->items()) walk(part);
      }
    }
    if (const dom* const parts = s.find("dependentSchemas")) {
      for (const auto& [name, part] : parts->members()) walk(part);
    }
  }

  const dom& definitions_;
  std::vector<state> state_;
  std::set<std::size_t> circles_;
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
  const std::string& text = schema.at("$ref").text();
  return static_cast<std::size_t>(std::stoul(text.substr(text.rfind('/') + 1)));
}

std::vector<std::size_t> circles_in(const dom& root, const dom& definitions) {
  return circle_search(definitions).run(root);
}

}  // namespace toolcall::typing
