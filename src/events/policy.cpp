// The host's policy: the one list of its flags, and which labels follow from it.
//
// What can be decided before a call begins is decided by the machine, to which a label that is switched off is not
// there: the bytes are then what they would be without that recovery, mostly text. In a call that has begun the label
// is seen as ever, and the teller ends the call as incomplete.

#include "events/policy.hpp"

#include <algorithm>
#include <string>

#include <toolcall/error.hpp>

#include "edit_distance.hpp"
#include "grammar/labels.hpp"

namespace toolcall {

namespace {

std::vector<std::string_view> split(std::string_view list, char separator) {
  std::vector<std::string_view> words;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t end = std::min(list.find(separator, from), list.size());
    if (end > from) words.push_back(list.substr(from, end - from));
    from = end + 1;
  }
  return words;
}

// The words of these members are in the order of their enumerations.
template <typename Word>
Word word_of(std::string_view values, std::string_view word) {
  const std::vector<std::string_view> words = split(values, '|');
  return static_cast<Word>(std::find(words.begin(), words.end(), word) - words.begin());
}

constexpr std::string_view tool_words = "surface|text", reasoning_words = "dialect|never|always",
                           invalid_words = "surface|refuse", level_words = "exact|lossless|assumed",
                           key_words = "keep|drop|refuse";

constexpr policy_flag flags[] = {
    {"native-only", "", "off",
     "no recovery and no unwrapped call: a call that needs a recovery is incomplete, an unwrapped one is text", false,
     [](policy& p, std::string_view) { p.native_only = true; }},
    {"require-wrapper", "", "off", "a call whose opening mark is missing is text", false,
     [](policy& p, std::string_view) { p.require_wrapper = true; }},
    {"without", "LABEL", "none",
     "recoveries that are switched off: a call that needs one is incomplete, or text if it has not begun", true,
     [](policy& p, std::string_view word) {
       if (!word.empty()) p.without.emplace_back(word);
     }},
    {"unknown-tools", tool_words, "surface",
     "a call of a tool that is not declared is a call with the diagnostic `unknown_tool`, or text", false,
     [](policy& p, std::string_view word) { p.unknown_tools = word_of<unknown_tools>(tool_words, word); }},
    {"calls-in-reasoning", reasoning_words, "dialect",
     "a call in reasoning counts where it ends reasoning that is not closed, never, or also where the reasoning is "
     "closed behind it and nothing follows",
     false,
     [](policy& p, std::string_view word) {
       p.calls_in_reasoning = word_of<calls_in_reasoning>(reasoning_words, word);
     }},
    {"quotation-guard", "fences|inline-code|block-quotes|none", "fences,inline-code,block-quotes",
     "in which quotations a call is text", true,
     [](policy& p, std::string_view word) {
       if (word.empty()) p.quotation_guard = {false, false, false};
       if (word == "fences") p.quotation_guard.fences = true;
       if (word == "inline-code") p.quotation_guard.inline_code = true;
       if (word == "block-quotes") p.quotation_guard.block_quotes = true;
     }},
    {"invalid-calls", invalid_words, "surface",
     "a call that violates its schema is a call whose status says so, or is refused", false,
     [](policy& p, std::string_view word) { p.invalid_calls = word_of<invalid_calls>(invalid_words, word); }},
    {"max-level", level_words, "assumed", "a value that it takes more to read as its type stays as it is written",
     false, [](policy& p, std::string_view word) { p.max_level = word_of<typing_level>(level_words, word); }},
    {"unknown-keys", key_words, "keep",
     "a field or key that the schema forbids is kept, is left out, or refuses the call", false,
     [](policy& p, std::string_view word) { p.unknown_keys = word_of<unknown_keys>(key_words, word); }},
    {"hold-calls", "", "off", "a call is told when it is complete, so none is begun that fails", false,
     [](policy& p, std::string_view) { p.hold_calls = true; }},
};

// Which members switch off a label, besides its own name.
struct label_switch {
  std::string_view label;
  bool (*is_off)(const policy&);
};
constexpr label_switch switches[] = {
    {"fence", [](const policy& p) { return !p.quotation_guard.fences; }},
    {"inline_code", [](const policy& p) { return !p.quotation_guard.inline_code; }},
    {"block_quote", [](const policy& p) { return !p.quotation_guard.block_quotes; }},
    {"unwrapped", [](const policy& p) { return p.require_wrapper || p.native_only; }},
    {"stray_close", [](const policy& p) { return p.native_only; }},  // what is no call is text as it stands
    {"missing_block_open", [](const policy& p) { return p.require_wrapper; }},
    {"fenced_call", [](const policy& p) { return p.require_wrapper; }},
    {"call_ends_reasoning", [](const policy& p) { return p.calls_in_reasoning == calls_in_reasoning::never; }},
    {"closing_call", [](const policy& p) { return p.calls_in_reasoning != calls_in_reasoning::always; }},
};

bool is_off(const policy& how, const events::label_meaning& label) {
  if (events::is_without(how, label.name)) return true;
  if (how.native_only && label.then == events::label_meaning::consequence::held) return true;
  return std::any_of(std::begin(switches), std::end(switches),
                     [&](const label_switch& each) { return each.label == label.name && each.is_off(how); });
}

void check_word(const policy_flag& flag, std::string_view word) {
  const std::vector<std::string_view> words = split(flag.values, '|');
  if (flag.values == "LABEL" || std::find(words.begin(), words.end(), word) != words.end()) return;
  std::string list;
  for (const std::string_view each : words) list += (list.empty() ? "" : ", ") + std::string(each);
  throw setup_error("", "\"" + std::string(word) + "\" is none of " + list);
}

}  // namespace

std::span<const policy_flag> policy_flags() {
  return flags;
}

void policy::set(std::string_view name, std::string_view value) {
  const auto* const flag =
      std::find_if(std::begin(flags), std::end(flags), [&](const policy_flag& each) { return each.name == name; });
  if (flag == std::end(flags)) throw setup_error("", "a policy has no \"" + std::string(name) + "\"");
  if (flag->values.empty()) return flag->set(*this, value);
  const std::vector<std::string_view> words = flag->several ? split(value, ',') : std::vector{value};
  if (words.empty()) check_word(*flag, value);
  for (const std::string_view word : words) check_word(*flag, word);
  if (flag->several) flag->set(*this, {});
  for (const std::string_view word : words) flag->set(*this, word);
}

bool events::is_without(const policy& how, std::string_view label) {
  return std::find(how.without.begin(), how.without.end(), label) != how.without.end();
}

std::vector<bool> events::switched_off(const policy& how, const std::vector<label_meaning>& labels) {
  std::vector<bool> off;
  for (const label_meaning& label : labels) off.push_back(is_off(how, label));
  return off;
}

void events::check_labels(const policy& how, const std::vector<label_meaning>& labels) {
  std::vector<std::string_view> known;
  for (const label_meaning& label : labels) known.push_back(label.name);
  for (const grammar::label_facts& label : grammar::labels)
    if (std::find(known.begin(), known.end(), label.name) == known.end()) known.push_back(label.name);
  for (const std::string& name : how.without) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string_view given = std::string_view(name).substr(0, 80);
    std::stable_sort(known.begin(), known.end(),
                     [&](std::string_view a, std::string_view b) { return edit_distance(given, a) < edit_distance(given, b); });
    throw setup_error("", "there is no label \"" + std::string(given) + "\"; near it are " + std::string(known[0]) +
                              ", " + std::string(known[1]) + ", " + std::string(known[2]));
  }
}

}  // namespace toolcall
