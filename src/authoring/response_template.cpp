// A call is a region: a pattern up to its content, with the name in it where the name stands there, and a pattern after
// it. What stands around all calls may stand before the first and after the last, so it is a part of both patterns.

#include "authoring/response_template.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <toolcall/error.hpp>

#include <nlohmann/json.hpp>

#include "dialects/compiled_dialects.hpp"
#include "text/ascii.hpp"
#include "text/joined.hpp"

namespace toolcall::authoring {

namespace {

using json = nlohmann::ordered_json;
using writer::piece;
using writer::pieces;
using writer::slot;

constexpr std::string_view blanks = " \n\t\r";

std::string mark_in(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == text.npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(blanks) + 1 - begin));
}

bool is_of_word(char c) {
  return ascii::is_letter(c) || ascii::is_digit(c) || c == '"' || c == '_';
}

// A text as a pattern of Python's; blanks in it count for nothing, but between two words.
std::string pattern_of(std::string_view text) {
  std::string made;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (blanks.find(c) != blanks.npos) {
      const std::size_t next = std::min(text.find_first_not_of(blanks, at), text.size());
      const bool is_between = at > 0 && next < text.size() && is_of_word(text[at - 1]) && is_of_word(text[next]);
      made += is_between ? "\\s+" : "\\s*";
      at = next - 1;
      continue;
    }
    const bool is_plain = ascii::is_letter(c) || ascii::is_digit(c) || static_cast<unsigned char>(c) >= 0x80 ||
                          std::string_view("<>/_=:;,\"'`!@%&~").find(c) != std::string_view::npos;
    if (!is_plain) made += '\\';
    made += c;
  }
  return made;
}

std::string choice_of(const std::vector<std::string>& patterns) {
  return joined(patterns, "|");
}

[[noreturn]] void refuse(const std::string& why) {
  throw setup_error("", "a response template cannot say these calls: " + why);
}

bool is_content(slot of) {
  constexpr slot all[] = {slot::fields,       slot::arguments, slot::value,       slot::object,      slot::object_list,
                          slot::object_lines, slot::python,    slot::python_list, slot::python_lines};
  return std::find(std::begin(all), std::end(all), of) != std::end(all);
}

// The key that stands last in a piece of an object: {"name":
std::string key_in(std::string_view text) {
  const std::size_t end = text.rfind('"');
  const std::size_t begin = end == text.npos || end == 0 ? text.npos : text.rfind('"', end - 1);
  return begin == text.npos ? std::string() : std::string(text.substr(begin + 1, end - begin - 1));
}

class template_writer {
 public:
  template_writer(const events::dialect_traits& traits, const writer::form& of) : traits_(traits), of_(of) {}

  response_template write() {
    json fields;
    if (!of_.think.empty()) fields["reasoning_content"] = between_marks(of_.think);
    fields["tool_calls"] = calls();
    fields["content"] = of_.answer.empty() ? json{{"close_pattern", "\\s*(?:" + turn_ends() + ")"}, {"content", "text"}}
                                           : between_marks(of_.answer);
    const json all = {{"version", 1},
                      {"defaults", {{"role", "assistant"}}},
                      {"start_anchor_pattern", anchor()},
                      {"fields", std::move(fields)}};
    return {all.dump(2) + "\n", std::move(unsaid_)};
  }

 private:
  static json between_marks(pieces of) {
    std::string before, after;
    bool is_after = false;
    for (const piece& each : of) {
      (is_after ? after : before) += each.text;
      is_after = is_after || each.then == slot::text;
    }
    json made = {{"open", mark_in(before)}};
    if (!mark_in(after).empty()) made["close"] = mark_in(after);
    made["content"] = "text";
    return made;
  }

  std::string turn_ends() const {
    std::vector<std::string> all;
    for (const std::string_view each : events::turn_marks())
      if (std::find(traits_.tokens.begin(), traits_.tokens.end(), each) != traits_.tokens.end())
        all.push_back(pattern_of(each));
    if (all.empty())
      for (const std::string_view each : events::turn_marks()) all.push_back(pattern_of(each));
    return choice_of(all);
  }

  // Of the prompt nothing is read but what the answer goes on with.
  std::string anchor() const {
    std::vector<std::string> begun;
    for (const std::string_view each : traits_.starts)
      if (!mark_in(each).empty()) begun.push_back(pattern_of(each));
    return begun.empty() ? "\\A.*\\Z" : "\\A.*?(?=(?:" + choice_of(begun) + ")?\\Z)";
  }

  json calls() {
    const auto content =
        std::find_if(of_.call.begin(), of_.call.end(), [](const piece& p) { return is_content(p.then); });
    if (content == of_.call.end()) refuse("nothing in the marks of a call holds its arguments");
    const auto [block_open, block_close] = around_calls();
    std::string open = opening({of_.call.begin(), content + 1});
    std::string close;
    for (auto after = content + 1; after != of_.call.end(); ++after) close += mark_in(after->text);
    close = pattern_of(close);
    if (mark_in(of_.call.front().text).size() < 2 && block_open.empty()) refuse("no mark stands before a call");
    const std::string alone = open;
    if (!block_open.empty()) open = (of_.one_in_block ? block_open : "(?:" + block_open + ")?") + "\\s*" + open;
    json made = {{"open_pattern", "\\s*" + open}};
    made["close_pattern"] = closing(close, block_close, alone);
    const bool is_list = content->then == slot::object_list || content->then == slot::python_list;
    if (!is_list) made["repeats"] = true;
    add_content(made, *content);
    return made;
  }

  std::pair<std::string, std::string> around_calls() const {
    std::string open, close;
    bool is_after = false;
    for (const piece& each : of_.block) {
      (is_after ? close : open) += each.text;
      is_after = is_after || each.then == slot::calls;
    }
    return {pattern_of(mark_in(open)), pattern_of(mark_in(close))};
  }

  std::string closing(const std::string& close, const std::string& block_close, const std::string& next) {
    if (!close.empty() && block_close.empty()) return close;
    if (!close.empty()) return close + "\\s*" + (of_.one_in_block ? block_close : "(?:" + block_close + ")?");
    std::vector<std::string> all;
    if (!block_close.empty()) all.push_back(block_close);
    if (!next.empty()) all.push_back("(?=" + ungrouped(next) + ")");
    all.push_back(turn_ends());
    return "\\s*(?:" + choice_of(all) + ")";
  }

  // Without captures, which a pattern has once.
  static std::string ungrouped(std::string pattern) {
    for (const std::string_view group : {"(?P<name>", "(?P<id>"})
      if (const std::size_t at = pattern.find(group); at != pattern.npos) pattern.replace(at, group.size(), "(?:");
    return pattern;
  }

  // All up to the content.
  std::string opening(pieces of) {
    std::string made;
    for (const piece& each : of) {
      const bool is_last = &each == &of.back();
      made += is_last ? pattern_of(each.text.substr(0, each.text.find_last_not_of(blanks) + 1)) : pattern_of(each.text);
      if (each.then == slot::name) {
        made += names_ ? "(?P=name)" : "(?P<name>[\\w.\\-]+)";
        names_ = true;
      }
      if (each.then == slot::id) (made += "(?P<id>[\\w.:\\-]+)"), ids_ = !optional_;
      if (each.then == slot::number) made += "\\d+";
      if (each.then == slot::where_id_begins) made += "(?:", optional_ = true;
      if (each.then == slot::where_id_ends) made += ")?", optional_ = false;
      if (each.then == slot::unsaid) refuse("the page leaves a word between the marks open");
    }
    if (!ids_ && made.find("(?P<id>") != made.npos) {
      unsaid_.push_back("the id of a call, which may be missing: a transform has no values that may be");
      made.replace(made.find("(?P<id>"), 7, "(?:");
    }
    return made;
  }

  json function_of(const std::string& name, const std::string& arguments) const {
    json made = {{"type", "function"}};
    if (ids_) made["id"] = "{id}";
    made["function"] = {{"name", name}, {"arguments", arguments}};
    return made;
  }

  void add_content(json& to, const piece& of) {
    switch (of.then) {
      case slot::object:
      case slot::object_list:
        return add_object(to, of.then == slot::object_list);
      case slot::python_list:
        to["content"] = "python-call-list";
        to["transform"] = function_of("{name}", "{arguments}");
        to["transform_each"] = true;
        return;
      case slot::arguments:
        to["content"] = "json";
        if (!of.first.empty())
          to["content_args"] = {{"unquoted_keys", true}, {"string_delims", json::array({{of.first, of.first}})}};
        break;
      case slot::fields:
        to["content"] = "xml-inline";
        to["content_args"] = {{"tag_pattern", tag_pattern()}};
        if (traits_.values == events::raw_values::json)
          to["content_args"]["value_parser"] = {{"name", "json"}, {"args", {{"allow_non_json", true}}}};
        else
          unsaid_.push_back("which values are text: they get their types where the reader is given the tools");
        break;
      default:
        refuse("a region holds one JSON value, fields between marks, or a list of calls in Python");
    }
    if (!names_) refuse("the tool's name stands in no place that a pattern captures");
    to["transform"] = function_of("{name}", "{content}");
  }

  void add_object(json& to, bool is_list) const {
    std::string name, arguments;
    for (const piece& each : of_.object) {
      if (each.then == slot::quoted_name) name = key_in(each.text);
      if (each.then == slot::arguments) arguments = key_in(each.text);
    }
    if (name.empty() || arguments.empty()) refuse("the tool's name is the key of its arguments");
    const std::string from = is_list ? "{" : "{content.";
    to["content"] = "json";
    to["transform"] = function_of(from + name + "}", from + arguments + "}");
    if (is_list) to["transform_each"] = true;
  }

  std::string tag_pattern() {
    if (traits_.values == events::raw_values::elements)
      unsaid_.push_back("lists and objects, which are written as elements: they are read as text");
    std::string made;
    bool has_key = false, is_value = false;
    for (const piece& each : of_.field) {
      std::string text = pattern_of(each.text);
      if (is_value) text = std::string(each.text.starts_with('\n') ? "\\n?" : "") + pattern_of(mark_in(each.text));
      if (is_value && mark_in(each.text).empty()) refuse("no mark stands after a value");
      if (each.then == slot::value && each.text.ends_with('\n')) text = pattern_of(mark_in(each.text)) + "\\n?";
      made += made.empty() ? pattern_of(mark_in(each.text)) : text;
      is_value = each.then == slot::value;
      if (each.then == slot::key) made += has_key ? "(?P=key)" : "(?P<key>[^<>\"]+?)", has_key = true;
      if (each.then == slot::value) made += "(?P<value>.*?)";
      if (each.then == slot::type)
        made += each.second.empty() ? "\\w+" : "(?:" + pattern_of(each.first) + "|" + pattern_of(each.second) + ")";
      if (each.then == slot::unsaid) refuse("the page leaves a word between the marks open");
    }
    if (is_value) refuse("no mark stands after a value");
    return made;
  }

  const events::dialect_traits& traits_;
  const writer::form& of_;
  std::vector<std::string> unsaid_;
  bool names_ = false, ids_ = false, optional_ = false;
};

}  // namespace

response_template response_template_of(const events::dialect_traits& traits, const writer::form& of) {
  return template_writer(traits, of).write();
}

}  // namespace toolcall::authoring
