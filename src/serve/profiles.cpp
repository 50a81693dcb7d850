// Profiles as TOML, and which of them is in use.

#include "serve/profiles.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <toml++/toml.h>
#include <utility>
#include <vector>

#include <toolcall/error.hpp>
#include <toolcall/policy.hpp>

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

void read(const toml::node& from, const std::string& file, profile::told& to) {
  read(*read_path(from, file, "member", to.path).get("member"), file, to.member);
}

void read_enforcement(const toml::node& from, const std::string& file, std::string& to) {
  read(from, file, to);
  for (const char* const known : {"tool_choice", "required", "response_format", "none"})
    if (to == known) return;
  refuse(file, from, "a choice is forced by \"tool_choice\", \"required\", \"response_format\" or \"none\"");
}

// Each reads the value of one key, and says whether it is of a kind that the key takes.
using read_value = bool (*)(const toml::node& from, const std::string& file, profile& to);

template <auto Member>
bool read_into(const toml::node& from, const std::string& file, profile& to) {
  read(from, file, to.*Member);
  return true;
}

template <auto Member>
bool read_forced(const toml::node& from, const std::string& file, profile& to) {
  read_enforcement(from, file, to.*Member);
  return true;
}

bool read_mutes(const toml::node& from, const std::string&, profile& to) {
  if (const auto* const given = from.as_boolean()) to.mutes = given->get();
  return from.is_boolean();
}

bool read_refused_status(const toml::node& from, const std::string&, profile& to) {
  if (const auto* const given = from.as_integer()) to.refused_status = static_cast<int>(given->get());
  return from.is_integer();
}

bool read_arguments(const toml::node& from, const std::string& file, profile& to) {
  read(from, file, to.arguments);
  if (to.arguments != "object" && to.arguments != "string")
    refuse(file, from, "arguments are \"object\" or \"string\"");
  return true;
}

bool read_constraint(const toml::node& from, const std::string& file, profile& to) {
  read(from, file, to.constraint);
  for (const char* const known : {"structured_outputs", "structural_tag", "grammar"})
    if (to.constraint == known) return true;
  refuse(file, from, "a constraint is sent as \"structured_outputs\", \"structural_tag\" or \"grammar\"");
}

bool read_calls_in_reasoning(const toml::node& from, const std::string& file, profile& to) {
  read(from, file, to.calls_in_reasoning);
  try {
    policy().set("calls-in-reasoning", to.calls_in_reasoning);
  } catch (const setup_error& why) {
    refuse(file, from, "calls_in_reasoning: " + why.reason());
  }
  return true;
}

constexpr std::pair<std::string_view, read_value> keys[] = {
    {"mutes", read_mutes},
    {"refused_status", read_refused_status},
    {"refused_text", read_into<&profile::refused_text>},
    {"reasoning", read_into<&profile::reasoning>},
    {"arguments", read_arguments},
    {"prefill", read_into<&profile::prefill>},
    {"calls_in_reasoning", read_calls_in_reasoning},
    {"forced", read_forced<&profile::forced>},
    {"muted_forced", read_forced<&profile::muted_forced>},
    {"constraint", read_constraint},
    {"count", read_into<&profile::count>},
    {"chat_template", read_into<&profile::chat_template>},
    {"always", read_into<&profile::always>},
    {"muted", read_into<&profile::muted>},
    {"probes", read_into<&profile::probes>},
};

void read_word(std::string_view key, const toml::node& value, const std::string& file, profile& to) {
  const std::string named = '"' + std::string(key) + '"';
  std::vector<std::string_view> known;
  for (const auto& [name, read_it] : keys) {
    known.push_back(name);
    if (name != key) continue;
    if (!read_it(value, file, to))
      refuse(file, value, named + " of a profile has another kind of value (docs/serve.md)");
    return;
  }
  const std::string_view near = nearest(key, known);
  refuse(file, value,
         "a profile has no " + named +
             (near.empty() ? " (docs/serve.md has what it may say)" : "; did you mean " + std::string(near) + "?"));
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

bool profile_choice::asks_template() const {
  const std::shared_ptr<const profile> of = current();
  return !asked_template_ && of->prefill.empty() && !of->chat_template.path.empty();
}

void profile_choice::found_prefill(std::string prefill) {
  const std::lock_guard hold(mutex_);
  profile made = *current_;
  made.prefill = std::move(prefill);
  made.prefill_is_found = true;
  current_ = std::make_shared<const profile>(std::move(made));
  asked_template_ = true;
}

bool profile_choice::learns_prefill(bool fits) {
  const std::lock_guard hold(mutex_);
  if (!current_->prefill_is_found || current_->prefill.empty() || (fits && current_->prefill_fits)) return false;
  profile made = *current_;
  made.prefill_fits = fits;
  if (!fits) made.prefill.clear();
  current_ = std::make_shared<const profile>(std::move(made));
  return !fits;
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
