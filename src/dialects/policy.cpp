// The host's policy: the one list of its members by name, and which labels follow from it.
//
// What can be decided before a call begins is decided by the machine, to which a label that is switched off is not
// there: the bytes are then what they would be without that recovery, mostly text. In a call that has begun the label
// still counts, and the emitter ends the call as incomplete.

#include "dialects/policy.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <toolcall/error.hpp>

#include "grammar/labels.hpp"
#include "text/edit_distance.hpp"
#include "text/joined.hpp"
#include "text/nearest.hpp"
#include "text/split.hpp"
#include "text/words.hpp"

namespace toolcall {

namespace {

std::vector<std::string_view> words_in(std::string_view list, char separator) {
  std::vector<std::string_view> words = split(list, separator);
  std::erase(words, std::string_view());
  return words;
}

// A member of the policy that is an enumeration: its words, and how one that was checked sets it.
template <auto Member>
struct choice;
template <typename Enum, Enum policy::*Member>
struct choice<Member> {
  static constexpr std::string_view words = joined_words<Enum>::text;
  static void set(policy& p, std::string_view word) { p.*Member = value_of<Enum>(word).value_or(p.*Member); }
};

// `refused` is what becomes of a conversion, and no level that one could allow.
constexpr std::string_view allowed_levels = joined_words<typing_level, 3>::text;

// Of a switch; a word that was checked.
constexpr bool is_on(std::string_view word) {
  return word != "off";
}

constexpr std::size_t least_mark = 8;  // bytes of a mark of the history

constexpr std::string_view confirm_words = "repaired|damaged_marks|general_reader|forced_choice|LABEL|none";

constexpr policy_setting settings[] = {
    {"native-only", "", "off", false, [](policy& p, std::string_view word) { p.native_only = is_on(word); }},
    {"require-wrapper", "", "off", false, [](policy& p, std::string_view word) { p.require_wrapper = is_on(word); }},
    {"without", "LABEL", "none", true,
     [](policy& p, std::string_view word) {
       if (!word.empty()) p.without.emplace_back(word);
     }},
    {"confirm", confirm_words, "none", true,
     [](policy& p, std::string_view word) {
       if (word == "none") p.confirm.clear();
       if (!word.empty() && word != "none") p.confirm.emplace_back(word);
     }},
    {"unknown-tools", choice<&policy::unknown_tools>::words, "surface", false, choice<&policy::unknown_tools>::set},
    {"calls-in-reasoning", choice<&policy::calls_in_reasoning>::words, "dialect", false,
     choice<&policy::calls_in_reasoning>::set},
    {"quotation-guard", "fences|inline-code|block-quotes|none", "fences,inline-code,block-quotes", true,
     [](policy& p, std::string_view word) {
       if (word.empty()) p.quotation_guard = {false, false, false};
       if (word == "fences") p.quotation_guard.fences = true;
       if (word == "inline-code") p.quotation_guard.inline_code = true;
       if (word == "block-quotes") p.quotation_guard.block_quotes = true;
     }},
    {"invalid-calls", choice<&policy::invalid_calls>::words, "surface", false, choice<&policy::invalid_calls>::set},
    {"made-up", choice<&policy::made_up>::words, "hide", false, choice<&policy::made_up>::set},
    {"evidence", choice<&policy::evidence>::words, "all", false, choice<&policy::evidence>::set},
    {"max-level", allowed_levels, "assumed", false, choice<&policy::max_level>::set},
    {"unknown-keys", choice<&policy::unknown_keys>::words, "keep", false, choice<&policy::unknown_keys>::set},
    {"history-marks", "MARK", "none", true,
     [](policy& p, std::string_view word) {
       if (word.empty()) p.history_marks.clear();
       if (!word.empty() && word != "none") p.history_marks.emplace_back(word);
     }},
    {"hold-calls", "", "off", false, [](policy& p, std::string_view word) { p.hold_calls = is_on(word); }},
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
    {"stray_close", [](const policy& p) { return p.native_only; }},  // what is not a call stays text
    {"fenced_call", [](const policy& p) { return p.require_wrapper; }},
    {"evidence_marks", [](const policy& p) { return p.evidence < evidence::marks; }},
    {"evidence_keys", [](const policy& p) { return p.evidence < evidence::keys; }},
    {"evidence_names", [](const policy& p) { return p.evidence < evidence::all; }},
    {"made_up_hidden", [](const policy& p) { return p.made_up == made_up::text; }},
    {"call_ends_reasoning", [](const policy& p) { return p.calls_in_reasoning == calls_in_reasoning::never; }},
    {"closing_call",
     [](const policy& p) {
       return p.calls_in_reasoning != calls_in_reasoning::always &&
              p.calls_in_reasoning != calls_in_reasoning::if_nothing_else;
     }},
    {"answered_call", [](const policy& p) { return p.calls_in_reasoning != calls_in_reasoning::always; }},
};

// With which the host wants no calls: without their wrapper, not readable, or as no dialect writes them. A call that
// its dialect writes without a wrapper needs no repair, and is unwanted only where the host wants wrappers.
constexpr std::string_view unwanted_if_native[] = {"missing_block_open", "unread_mark", "unknown_form"};
constexpr std::string_view unwanted_if_wrapped[] = {"missing_block_open", "unread_mark", "unwrapped"};

bool is_unwanted(const policy& how, std::string_view label) {
  const auto is_in = [=](const auto& all) { return std::find(std::begin(all), std::end(all), label) != std::end(all); };
  return (how.native_only && is_in(unwanted_if_native)) || (how.require_wrapper && is_in(unwanted_if_wrapped));
}

bool is_off(const policy& how, const events::label_meaning& label) {
  if (events::is_without(how, label.name)) return true;
  const auto switches_off = [&](const label_switch& each) { return each.label == label.name && each.is_off(how); };
  if (std::any_of(std::begin(switches), std::end(switches), switches_off)) return true;
  return how.native_only && label.then == events::label_meaning::consequence::held && !is_unwanted(how, label.name);
}

void check_word(const policy_setting& setting, std::string_view word) {
  if (setting.words.empty() && word.empty()) return;
  const std::vector<std::string_view> words = words_in(setting.words.empty() ? "on|off" : setting.words, '|');
  const auto is_taken = [&](std::string_view each) { return each == word || (each == "LABEL" && !word.empty()); };
  if (setting.words == "LABEL" || setting.words == "MARK" || std::any_of(words.begin(), words.end(), is_taken)) return;
  throw setup_error("", "\"" + std::string(word) + "\" is not one of " + joined(words, ", "));
}

void refuse_empty_mark(std::string_view value) {
  const std::vector<std::string_view> marks = split(value, ',');
  if (std::find(marks.begin(), marks.end(), std::string_view()) == marks.end()) return;
  throw setup_error("", "a mark of the history is empty, as in \"" + std::string(value.substr(0, 80)) +
                            "\"; a mark has at least " + std::to_string(least_mark) +
                            " bytes, and \"none\" is the word for no mark");
}

}  // namespace

std::span<const policy_setting> policy_settings() {
  return settings;
}

void policy::set(std::string_view name, std::string_view value) {
  const auto* const setting = std::find_if(std::begin(settings), std::end(settings),
                                           [&](const policy_setting& each) { return each.name == name; });
  if (setting == std::end(settings)) throw setup_error("", "a policy has no \"" + std::string(name) + "\"");
  if (setting->words == "MARK") refuse_empty_mark(value);
  const std::vector<std::string_view> words = setting->several ? words_in(value, ',') : std::vector{value};
  if (words.empty()) check_word(*setting, value);
  for (const std::string_view word : words) check_word(*setting, word);
  if (words.size() > 1 && std::find(words.begin(), words.end(), "none") != words.end())
    throw setup_error("", "\"none\" cannot be combined with other values, as in \"" + std::string(value) + "\"");
  if (setting->several) setting->set(*this, {});
  for (const std::string_view word : words) setting->set(*this, word);
}

bool events::is_without(const policy& how, std::string_view label) {
  return std::find(how.without.begin(), how.without.end(), label) != how.without.end();
}

bool events::is_to_confirm(const policy& how, std::string_view label) {
  return std::find(how.confirm.begin(), how.confirm.end(), label) != how.confirm.end();
}

std::size_t events::number_of(std::span<const label_meaning> labels, std::string_view name) {
  const auto is_it = [=](const label_meaning& each) { return each.name == name; };
  return static_cast<std::size_t>(std::find_if(labels.begin(), labels.end(), is_it) - labels.begin());
}

std::vector<bool> events::switched_off(const policy& how, std::span<const label_meaning> labels) {
  std::vector<bool> off;
  for (const label_meaning& label : labels) off.push_back(is_off(how, label));
  return off;
}

std::vector<bool> events::read_as_text(const policy& how, std::span<const label_meaning> labels) {
  std::vector<bool> text;
  if (!how.native_only && !how.require_wrapper) return text;
  for (const label_meaning& label : labels)
    text.push_back(is_unwanted(how, label.name) && !is_without(how, label.name));
  return text;
}

namespace {

// Up to three that are near; else all.
std::string near_labels(std::string_view given, const std::vector<std::string_view>& known) {
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const std::string_view name : known) {
    const std::size_t far = edit_distance(given, name);
    if (far <= nearness::allowed(given.size(), name.size())) near.emplace_back(far, name);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string list;
  if (near.empty()) {
    for (const std::string_view name : known) list += (list.empty() ? "labels are " : ", ") + std::string(name);
    return list;
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(near.size(), 3); ++i)
    list += (i == 0 ? "" : " or ") + std::string(near[i].second);
  return "did you mean " + list + "?";
}

// Whether a complete call can need it.
bool may_wait_for(const events::label_meaning& label) {
  using consequence = events::label_meaning::consequence;
  constexpr consequence never[] = {consequence::incomplete,      consequence::refused,  consequence::without_a_call,
                                   consequence::looked_at_again, consequence::by_names, consequence::to_the_end};
  return !label.concerns_no_call && std::find(std::begin(never), std::end(never), label.then) == std::end(never);
}

std::string shortened(const std::string& given) {
  return '"' + given.substr(0, 80) + '"';
}

void check_known(const std::string& name, const std::vector<std::string_view>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  throw setup_error("", "there is no label " + shortened(name) + "; " + near_labels(name.substr(0, 80), known));
}

void check_mark(const std::string& mark) {
  if (mark.size() >= least_mark) return;
  throw setup_error("", "the mark " + shortened(mark) + " of the history has " + std::to_string(mark.size()) +
                            " bytes; it needs at least " + std::to_string(least_mark) +
                            ", so that no text holds it by chance");
}

}  // namespace

void events::check_policy(const policy& how, std::span<const label_meaning> own) {
  for (const std::string& mark : how.history_marks) check_mark(mark);
  if (how.without.empty() && how.confirm.empty()) return;
  std::vector<label_meaning> labels(own.begin(), own.end());
  for (const label_facts& label : grammar::labels)
    if (number_of(own, label.name) == own.size()) labels.push_back(meaning_of(label.name));
  std::vector<std::string_view> known, words{any_repair};
  for (const std::string_view word : words_in(confirm_words, '|'))
    if (value_of<call_evidence>(word)) words.push_back(word);
  std::vector<std::string_view> waiting = words;
  for (const label_meaning& label : labels) {
    known.push_back(label.name);
    if (may_wait_for(label)) waiting.push_back(label.name);
  }
  for (const std::string& name : how.without) check_known(name, known);
  known.insert(known.end(), words.begin(), words.end());
  for (const std::string& name : how.confirm) {
    if (std::find(waiting.begin(), waiting.end(), name) != waiting.end()) continue;
    check_known(name, known);
    throw setup_error("", "no complete call has the label " + shortened(name) + ", so none would wait; allowed are " +
                              joined(waiting, ", "));
  }
}

void check_labels(const policy& how) {
  events::check_policy(how, {});
}

}  // namespace toolcall
