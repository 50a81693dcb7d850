// Options have one table, to which the policy's own list is added; JSON is read into the same words that a caller
// sets one by one.

#include "c_interface/options.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

#include "serving/json_reading.hpp"
#include "text/nearest.hpp"
#include "typing/json.hpp"

namespace toolcall::c_interface {

namespace {

using typing::json::document;
using typing::json::kind;

template <typename Number>
Number number_of(std::string_view word) {
  Number made = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), made);
  if (error != std::errc() || end != word.data() + word.size())
    throw setup_error("", "\"" + std::string(word) + "\" is not an integer from " +
                              std::to_string(std::numeric_limits<Number>::min()) + " to " +
                              std::to_string(std::numeric_limits<Number>::max()));
  return made;
}

// The index of a word in a list.
template <std::size_t Size>
std::size_t index_of(std::string_view word, const std::string_view (&words)[Size]) {
  const auto* const found = std::find(std::begin(words), std::end(words), word);
  if (found != std::end(words)) return static_cast<std::size_t>(found - std::begin(words));
  std::string list;
  for (const std::string_view each : words) list += (list.empty() ? "" : ", ") + std::string(each);
  throw setup_error("", "\"" + std::string(word) + "\" is not one of " + list);
}

bool switch_of(std::string_view word) {
  return word.empty() || index_of(word, {"off", "on"}) == 1;
}

body_framing framing_of(std::string_view word) {
  return static_cast<body_framing>(index_of(word, {"automatic", "server-events", "json", "other"}));
}

struct option {
  std::string_view name;
  void (*set)(toolcall_options&, std::string_view word);
};

constexpr option known_options[] = {
    {"tool-choice", [](auto& to, auto word) { to.how.tool_choice = tool_choice::of(word); }},
    {"ids",
     [](auto& to, auto word) {
       to.how.ids = static_cast<call_ids>(index_of(word, {"openai", "mistral", "kimi"}));
     }},
    {"seed", [](auto& to, auto word) { to.how.seed = number_of<std::uint64_t>(word); }},
    {"first-call", [](auto& to, auto word) { to.how.first_call = number_of<std::uint64_t>(word); }},
    {"prefill", [](auto& to, auto word) { to.prefill = word; }},
    {"collect", [](auto& to, auto word) { to.how.collect = switch_of(word); }},
    {"held-bytes", [](auto& to, auto word) { to.how.held_bytes = number_of<std::uint64_t>(word); }},
    {"trace", [](auto& to, auto word) { to.trace = switch_of(word); }},
    {"arguments",
     [](auto& to, auto word) {
       to.chunks.arguments = static_cast<arguments_as>(index_of(word, {"stream", "complete"}));
     }},
    {"id", [](auto& to, auto word) { to.chunks.id = word; }},
    {"model", [](auto& to, auto word) { to.chunks.model = word; }},
    {"created", [](auto& to, auto word) { to.chunks.created = number_of<std::int64_t>(word); }},
    {"input", [](auto& to, auto word) { to.input = framing_of(word); }},
    {"output", [](auto& to, auto word) { to.output = framing_of(word); }},
    {"events", [](auto& to, auto word) { to.events = switch_of(word); }},
    {"most-calls", [](auto& to, auto word) { to.most_calls = number_of<std::size_t>(word); }},
    {"json-alone", [](auto& to, auto word) { to.json_alone = switch_of(word); }},
    {"refused",
     [](auto& to, auto word) {
       to.show_refused = index_of(word, {"hidden", "text"}) == 1;
     }},
};

[[noreturn]] void refuse_name(std::string_view name) {
  std::vector<std::string_view> known;
  for (const option& each : known_options) known.push_back(each.name);
  for (const policy_setting& each : policy_settings()) known.push_back(each.name);
  const std::string_view near = nearest(name, known);
  std::string list;
  for (const std::string_view each : known) list += (list.empty() ? "" : ", ") + std::string(each);
  throw setup_error("", "there is no option \"" + std::string(name) + "\"; " +
                            (near.empty() ? "options are " + list : "did you mean " + std::string(near) + "?"));
}

// What a member of a JSON object says, as a word.
std::string word_of(const document& in, std::uint32_t node) {
  if (in[node].what == kind::string) return in.text_of(node);
  if (in[node].what == kind::number) return std::string(in.lexeme(node));
  if (in[node].what == kind::boolean) return in.lexeme(node) == "true" ? "on" : "off";
  if (in[node].what != kind::array) throw setup_error("", "this is not a string, number, boolean or list of strings");
  std::string list;
  serving::each_item(in, node, [&](std::uint32_t item) {
    if (in[item].what != kind::string) throw setup_error("", "the list may contain only strings");
    list += (list.empty() ? "" : ",") + in.text_of(item);
  });
  return list;
}

}  // namespace

void set_option(toolcall_options& to, std::string_view given, std::string_view value) {
  std::string name(given);
  std::replace(name.begin(), name.end(), '_', '-');
  const auto* const found = std::find_if(std::begin(known_options), std::end(known_options),
                                         [&](const option& each) { return each.name == name; });
  const std::span<const policy_setting> rules = policy_settings();
  const bool is_rule = std::any_of(rules.begin(), rules.end(), [&](const auto& each) { return each.name == name; });
  if (found == std::end(known_options) && !is_rule) refuse_name(given);
  try {
    is_rule ? to.how.policy.set(name, value) : found->set(to, value);
  } catch (const setup_error& why) {
    throw setup_error(why.pointer(), name + ": " + why.reason());
  }
}

namespace {

toolcall_options options_of(std::string_view text) {
  document in;
  typing::json::syntax_error why;
  if (!in.read(text, why)) throw setup_error("", "at byte " + std::to_string(why.at) + ", " + why.reason);
  if (in[0].what != kind::object) throw setup_error("", "options are a JSON object");
  toolcall_options made;
  serving::each_member(in, 0, [&](std::string_view name, std::uint32_t node) {
    if (in[node].what == kind::null) return;
    try {
      set_option(made, name, word_of(in, node));
    } catch (const setup_error& wrong) {
      throw setup_error(typing::json::pointer_to(name), wrong.reason());
    }
  });
  return made;
}

}  // namespace

}  // namespace toolcall::c_interface

using namespace toolcall::c_interface;

toolcall_options* toolcall_options_new(toolcall_error** error) noexcept {
  return guarded(error, [] { return new toolcall_options; });
}

toolcall_options* toolcall_options_from_json_new(const char* json, size_t json_size, toolcall_error** error) noexcept {
  return guarded(error, [&] { return new toolcall_options(options_of(view(json, json_size))); });
}

int toolcall_options_set(toolcall_options* options, const char* name, size_t name_size, const char* value,
                         size_t value_size, toolcall_error** error) noexcept {
  return guarded(error, [&] {
    toolcall_options changed = needed(options);
    set_option(changed, view(name, name_size), view(value, value_size));
    *options = std::move(changed);
    return 1;
  });
}

void toolcall_options_free(toolcall_options* options) noexcept {
  delete options;
}
