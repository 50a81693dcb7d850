// Profiles as TOML, and which of them is in use.

#include "serve/profiles.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <toml++/toml.h>
#include <vector>

#include "profiles_toml.hpp"
#include "text/nearest.hpp"

namespace toolcall::serve {

namespace {

[[noreturn]] void refuse(const std::string& file, const toml::node& at, const std::string& what) {
  throw std::runtime_error(file + ", line " + std::to_string(at.source().begin.line) + ": " + what);
}

void read(const toml::node& from, const std::string& file, std::string& to) {
  const auto* const text = from.as_string();
  if (text == nullptr) refuse(file, from, "this is not a string");
  to = text->get();
}

void read(const toml::node& from, const std::string& file, std::vector<std::string>& to) {
  const toml::array* const list = from.as_array();
  if (list == nullptr) refuse(file, from, "this is not a list of strings");
  to.clear();
  for (const toml::node& each : *list) read(each, file, to.emplace_back());
}

void read(const toml::node& from, const std::string& file, request_change& to) {
  const toml::table* const table = from.as_table();
  if (table == nullptr) refuse(file, from, "this is not a table with set or unset");
  for (const auto& [key, value] : *table) {
    if (key == "unset") {
      read(value, file, to.unset);
    } else if (key == "set" && value.is_table()) {
      for (const auto& [name, wanted] : *value.as_table()) {
        std::ostringstream json;
        wanted.visit([&](const auto& node) { json << toml::json_formatter(node); });
        to.set.emplace_back(std::string(name.str()), json.str());
      }
    } else {
      refuse(file, value, "a change of a request has set, a table, and unset, a list");
    }
  }
}

const toml::table& read_path(const toml::node& from, const std::string& file, const char* other, std::string& to) {
  const toml::table* const table = from.as_table();
  if (table == nullptr || table->size() != 2 || !table->contains("path") || !table->contains(other))
    refuse(file, from, "this is not a table with path and " + std::string(other));
  read(*table->get("path"), file, to);
  if (to.empty() || to.front() != '/') refuse(file, from, "a path begins with /");
  return *table;
}

void read(const toml::node& from, const std::string& file, std::vector<profile::probe>& to) {
  const toml::array* const list = from.as_array();
  if (list == nullptr) refuse(file, from, "this is not a list of probes");
  for (const toml::node& each : *list) {
    profile::probe& made = to.emplace_back();
    read(*read_path(each, file, "text", made.path).get("text"), file, made.text);
  }
}

void read(const toml::node& from, const std::string& file, profile::token_count& to) {
  read(*read_path(from, file, "member", to.path).get("member"), file, to.member);
}

void read_enforcement(const toml::node& from, const std::string& file, std::string& to) {
  read(from, file, to);
  for (const char* const known : {"tool_choice", "required", "response_format", "none"})
    if (to == known) return;
  refuse(file, from, "a choice is forced by \"tool_choice\", \"required\", \"response_format\" or \"none\"");
}

// A key that a profile does not have, or a value of another kind than it takes.
[[noreturn]] void refuse_word(std::string_view key, const toml::node& value, const std::string& file) {
  static const std::vector<std::string_view> keys = {"mutes",     "refused_status", "refused_text", "reasoning",
                                                     "arguments", "prefill",        "forced",       "muted_forced",
                                                     "count",     "always",         "muted",        "probes"};
  const std::string named = '"' + std::string(key) + '"';
  if (std::find(keys.begin(), keys.end(), key) != keys.end())
    refuse(file, value, named + " of a profile has another kind of value (docs/serve.md)");
  const std::string_view near = nearest(key, keys);
  refuse(file, value,
         "a profile has no " + named +
             (near.empty() ? " (docs/serve.md has what it may say)" : "; did you mean " + std::string(near) + "?"));
}

void read_word(std::string_view key, const toml::node& value, const std::string& file, profile& to) {
  if (key == "mutes" && value.is_boolean()) {
    to.mutes = value.as_boolean()->get();
  } else if (key == "refused_status" && value.is_integer()) {
    to.refused_status = static_cast<int>(value.as_integer()->get());
  } else if (key == "refused_text") {
    read(value, file, to.refused_text);
  } else if (key == "reasoning") {
    read(value, file, to.reasoning);
  } else if (key == "arguments") {
    read(value, file, to.arguments);
    if (to.arguments != "object" && to.arguments != "string")
      refuse(file, value, "arguments are \"object\" or \"string\"");
  } else if (key == "prefill") {
    read(value, file, to.prefill);
  } else if (key == "forced") {
    read_enforcement(value, file, to.forced);
  } else if (key == "muted_forced") {
    read_enforcement(value, file, to.muted_forced);
  } else if (key == "count") {
    read(value, file, to.count);
  } else if (key == "always") {
    read(value, file, to.always);
  } else if (key == "muted") {
    read(value, file, to.muted);
  } else if (key == "probes") {
    read(value, file, to.probes);
  } else {
    refuse_word(key, value, file);
  }
}

}  // namespace

std::string_view built_in_profiles() {
  return profiles_toml;
}

void read_profiles(std::string_view text, const std::string& file, profile_file& to) {
  toml::table all;
  try {
    all = toml::parse(text, file);
  } catch (const toml::parse_error& why) {
    throw std::runtime_error(file + ", line " + std::to_string(why.source().begin.line) + ": " +
                             std::string(why.description()));
  }
  if (const toml::table* const ids = all["ids"].as_table()) {
    if (const toml::node* const list = ids->get("mistral")) read(*list, file, to.ids.mistral);
    if (const toml::node* const list = ids->get("kimi")) read(*list, file, to.ids.kimi);
  }
  const toml::table* const list = all["profile"].as_table();
  if (list == nullptr) return;
  for (const auto& [name, value] : *list) {
    const toml::table* const table = value.as_table();
    if (table == nullptr) refuse(file, value, "a profile is a table");
    profile made;
    made.name = name.str();
    for (const auto& [key, word] : *table) read_word(key.str(), word, file, made);
    const auto same = [&](const profile& known) { return known.name == made.name; };
    to.profiles.erase(std::remove_if(to.profiles.begin(), to.profiles.end(), same), to.profiles.end());
    to.profiles.push_back(std::move(made));
  }
}

profile_choice::profile_choice(profile_file known, const std::string& name)
    : known_(std::move(known)), automatic_(name == "auto"), unknown_(automatic_), muted_(false) {
  found(automatic_ ? "generic" : name);
  unknown_ = automatic_;
}

void profile_choice::found(const std::string& name) {
  const auto at = std::find_if(known_.profiles.begin(), known_.profiles.end(),
                               [&](const profile& each) { return each.name == name; });
  if (at == known_.profiles.end()) {
    std::string names;
    for (const profile& each : known_.profiles) names += (names.empty() ? "" : ", ") + each.name;
    throw std::runtime_error("there is no profile \"" + name + "\"; there are auto, " + names);
  }
  const std::lock_guard hold(mutex_);
  current_ = std::make_shared<const profile>(*at);
  muted_ = muted_ || at->mutes;
  unknown_ = false;
}

std::shared_ptr<const profile> profile_choice::current() const {
  const std::lock_guard hold(mutex_);
  return current_;
}

bool profile_choice::may_mute(int status) const {
  if (muted_) return false;
  const auto refuses = [&](const profile& each) { return !each.refused_text.empty() && each.refused_status == status; };
  return automatic_ ? std::any_of(known_.profiles.begin(), known_.profiles.end(), refuses) : refuses(*current());
}

bool profile_choice::learns_from(int status, std::string_view body) {
  for (const profile& each : known_.profiles) {
    if (!automatic_ && each.name != current()->name) continue;
    if (each.refused_text.empty() || each.refused_status != status || body.find(each.refused_text) == body.npos)
      continue;
    found(each.name);
    muted_ = true;
    return true;
  }
  return false;
}

}  // namespace toolcall::serve
