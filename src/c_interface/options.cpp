// Options have one table, to which the policy's own list is added; JSON is read into the same words that a caller
// sets one by one.

#include "c_interface/options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "serving/json_reading.hpp"
#include "serving/requested_choice.hpp"
#include "text/joined.hpp"
#include "text/nearest.hpp"
#include "text/utf8.hpp"
#include "text/words.hpp"
#include "typing/json.hpp"

namespace toolcall::c_interface {

namespace {

using typing::json::document;
using typing::json::value_kind;

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

template <typename Words>
[[noreturn]] void refuse_word(std::string_view word, const Words& words) {
  throw setup_error("", "\"" + std::string(word) + "\" is not one of " + joined(words, ", "));
}

// Whether a word is the second of two.
bool is_second(std::string_view word, const std::string_view (&words)[2]) {
  if (word != words[0] && word != words[1]) refuse_word(word, words);
  return word == words[1];
}

bool switch_of(std::string_view word) {
  return word.empty() || is_second(word, {"off", "on"});
}

template <typename Enum>
Enum choice_among(std::string_view word) {
  const std::optional<Enum> found = value_of<Enum>(word);
  if (!found) refuse_word(word, words_of<Enum>());
  return *found;
}

constexpr std::string_view choices = "auto, none, required or the name of a tool";

tool_choice choice_of(std::string_view word) {
  if (word.empty()) throw setup_error("", "\"\" is not " + std::string(choices));
  return tool_choice::of(word);
}

// What an option is in JSON.
enum class takes : std::uint8_t { text, number, on_or_off, list, choice };

struct option {
  std::string_view name;
  takes what;
  void (*set)(toolcall_options&, std::string_view word);
};

constexpr option known_options[] = {
    {"tool-choice", takes::choice, [](auto& to, auto word) { to.how.tool_choice = choice_of(word); }},
    {"ids", takes::text, [](auto& to, auto word) { to.how.ids = choice_among<call_ids>(word); }},
    {"seed", takes::number, [](auto& to, auto word) { to.how.seed = number_of<std::uint64_t>(word); }},
    {"first-call", takes::number, [](auto& to, auto word) { to.how.first_call = number_of<std::uint64_t>(word); }},
    {"prefill", takes::text, [](auto& to, auto word) { to.prefill = word; }},
    {"collect", takes::on_or_off, [](auto& to, auto word) { to.how.collect = switch_of(word); }},
    {"raw", takes::on_or_off, [](auto& to, auto word) { to.how.keep_raw = switch_of(word); }},
    {"repairs", takes::on_or_off, [](auto& to, auto word) { to.repairs = switch_of(word); }},
    {"held-bytes", takes::number, [](auto& to, auto word) { to.how.held_bytes = number_of<std::uint64_t>(word); }},
    {"trace", takes::on_or_off, [](auto& to, auto word) { to.trace = switch_of(word); }},
    {"arguments", takes::text, [](auto& to, auto word) { to.chunks.arguments = choice_among<arguments_as>(word); }},
    {"id", takes::text, [](auto& to, auto word) { to.chunks.id = word; }},
    {"model", takes::text, [](auto& to, auto word) { to.chunks.model = word; }},
    {"created", takes::number, [](auto& to, auto word) { to.chunks.created = number_of<std::int64_t>(word); }},
    {"input", takes::text, [](auto& to, auto word) { to.input = choice_among<body_framing>(word); }},
    {"output", takes::text, [](auto& to, auto word) { to.output = choice_among<body_framing>(word); }},
    {"events", takes::on_or_off, [](auto& to, auto word) { to.events = switch_of(word); }},
    {"most-calls", takes::number, [](auto& to, auto word) { to.most_calls = number_of<std::size_t>(word); }},
    {"json-alone", takes::on_or_off, [](auto& to, auto word) { to.json_alone = switch_of(word); }},
    {"refused", takes::text, [](auto& to, auto word) { to.refused = choice_among<refused_as>(word); }},
};

[[noreturn]] void refuse_name(std::string_view name) {
  std::vector<std::string_view> known;
  for (const option& each : known_options) known.push_back(each.name);
  for (const policy_setting& each : policy_settings()) known.push_back(each.name);
  const std::string_view near = nearest(name, known);
  throw setup_error(
      "", "there is no option \"" + std::string(name) + "\"; " +
              (near.empty() ? "options are " + joined(known, ", ") : "did you mean " + std::string(near) + "?"));
}

// An option of the table or of the policy.
struct found_option {
  std::string_view given;  // as the caller wrote it, who is told of it so
  std::string name;
  takes what = takes::text;
  const option* own = nullptr;  // nullptr: it is the policy's

  void set(toolcall_options& to, std::string_view word) const {
    if (own != nullptr) return own->set(to, word);
    to.how.policy.set(name, word);
    // Only C++ has dialects with labels of their own, so this is the list of all.
    if (name == "without" || name == "confirm" || name == "history-marks") check_labels(to.how.policy);
  }
};

found_option find_option(std::string_view given) {
  std::string name(given);
  std::replace(name.begin(), name.end(), '_', '-');
  for (const option& each : known_options)
    if (each.name == name) return {given, name, each.what, &each};
  for (const policy_setting& each : policy_settings())
    if (each.name == name)
      return {given, name, each.words.empty() ? takes::on_or_off : each.several ? takes::list : takes::text};
  refuse_name(given);
}

// Does something for an option, whose name comes before what is wrong.
template <typename Act>
void for_option(const found_option& of, const Act& act) {
  try {
    act();
  } catch (const setup_error& why) {
    throw setup_error(why.pointer(), std::string(of.given) + ": " + why.reason());
  }
}

[[noreturn]] void refuse_value(const document& in, std::uint32_t node, std::string_view allowed) {
  throw setup_error("", utf8::shortened(serving::compact(in, node), 80) + " is not " + std::string(allowed));
}

// The words of a list as one; `of_none` stands for a list without any.
std::string list_of(const document& in, std::uint32_t node, std::string_view of_none) {
  std::string list;
  bool is_first = true;
  serving::each_item(in, node, [&](std::uint32_t item) {
    if (in[item].what != value_kind::string) refuse_value(in, item, "a string, as each of the list must be");
    list += (std::exchange(is_first, false) ? "" : ",") + in.text_of(item);
  });
  return is_first ? std::string(of_none) : list;
}

// What a member of a JSON object says, as a word. A string may say all that a caller may set.
std::string word_of(const document& in, std::uint32_t node, const found_option& option) {
  const takes what = option.what;
  const value_kind is = in[node].what;
  const std::string text = serving::string_of(in, node);
  if (what == takes::on_or_off) {
    if (is == value_kind::boolean) return in.lexeme(node) == "true" ? "on" : "off";
    if (is != value_kind::string || (text != "on" && text != "off" && !text.empty()))
      refuse_value(in, node, "true or false");
  } else if (what == takes::number) {
    if (is == value_kind::number) return std::string(in.lexeme(node));
    if (is != value_kind::string) refuse_value(in, node, "a number");
  } else if (what == takes::list && is == value_kind::array) {
    return list_of(in, node, option.name == "history-marks" ? "none" : "");
  } else if (is != value_kind::string) {
    refuse_value(in, node, what == takes::list ? "a string or a list of strings" : "a string");
  }
  return text;
}

tool_choice choice_of(const document& in, std::uint32_t node) {
  if (std::optional<tool_choice> found = serving::requested_choice(in, node)) return *std::move(found);
  refuse_value(in, node, std::string(choices) + R"(, or {"type":"function","function":{"name":"NAME"}})");
}

}  // namespace

void set_option(toolcall_options& to, std::string_view given, std::string_view value) {
  const found_option option = find_option(given);
  for_option(option, [&] { option.set(to, value); });
}

namespace {

void set_member(toolcall_options& to, const document& in, std::uint32_t node, const found_option& option) {
  if (in[node].what == value_kind::null) return;
  for_option(option, [&] {
    if (option.what == takes::choice)
      to.how.tool_choice = choice_of(in, node);
    else
      option.set(to, word_of(in, node, option));
  });
}

toolcall_options options_of(std::string_view text) {
  document in;
  typing::json::syntax_error why;
  if (!in.read(text, why))
    throw setup_error("", "the options are not JSON: at byte " + std::to_string(why.at) + ", " + why.reason);
  if (in[0].what != value_kind::object)
    throw setup_error("", "the options must be a JSON object, such as {\"seed\": 1}");
  toolcall_options made;
  std::vector<std::string> seen;
  serving::each_member(in, 0, [&](std::string_view name, std::uint32_t node) {
    try {
      const found_option option = find_option(name);
      if (std::find(seen.begin(), seen.end(), option.name) != seen.end())
        throw setup_error("", option.name + " is given more than once; it may be given once, with - or with _");
      seen.push_back(option.name);
      set_member(made, in, node, option);
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
  return guarded(error, [&] { return new toolcall_options(options_of(view("json", json, json_size))); });
}

int toolcall_options_set(toolcall_options* options, const char* name, size_t name_size, const char* value,
                         size_t value_size, toolcall_error** error) noexcept {
  return guarded(error, [&] {
    toolcall_options changed = needed(options);
    set_option(changed, view("name", name, name_size), view("value", value, value_size));
    *options = std::move(changed);
    return 1;
  });
}

void toolcall_options_free(toolcall_options* options) noexcept {
  delete options;
}
