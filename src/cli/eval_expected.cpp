// Calls are compared by what they say: numbers by value, members by name. BFCL lists the values that are allowed, an
// empty text among them where an argument may be left out, and takes texts for equal that differ in case and signs.

#include "cli/eval_expected.hpp"

#include <algorithm>
#include <utility>

#include <toolcall/error.hpp>
#include <toolcall/render.hpp>

#include "cli/batch_record.hpp"
#include "cli/command_error.hpp"
#include "cli/reading.hpp"
#include "serving/json_reading.hpp"
#include "text/ascii.hpp"
#include "text/utf8.hpp"
#include "typing/canonical.hpp"
#include "typing/json_escape.hpp"

namespace toolcall::cli {

namespace {

using typing::json::document;
using typing::json::value_kind;

constexpr const char* places_of_calls[] = {
    "/calls",
    "/expected",
    "/tool_calls",
    "/message/tool_calls",
    "/choices/0/message/tool_calls",
    "/response/choices/0/message/tool_calls",
    "/response/body/choices/0/message/tool_calls",
    "/function_call",
    "/message/function_call",
    "/choices/0/message/function_call",
};
constexpr const char* places_of_messages[] = {"/message", "/choices/0/message", "/response/choices/0/message",
                                              "/response/body/choices/0/message"};

// As BFCL compares names: a dot may be an underscore.
std::string plain_name(std::string name) {
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

// As BFCL compares texts.
std::string plain_text(std::string_view text) {
  std::string made = ascii::lowered(text);
  std::erase_if(made, [](char c) { return std::string_view(" ,./-_*^").find(c) != std::string_view::npos; });
  std::replace(made.begin(), made.end(), '\'', '"');
  return made;
}

// Not as a part of a longer word or number.
bool has_whole(std::string_view text, std::string_view value) {
  const auto is_wordy = [](char c) { return ascii::is_letter(c) || ascii::is_digit(c); };
  if (value.empty()) return true;
  for (std::size_t at = text.find(value); at != text.npos; at = text.find(value, at + 1)) {
    const std::size_t end = at + value.size();
    const bool begins = at == 0 || !is_wordy(value.front()) || !is_wordy(text[at - 1]);
    const bool ends = end == text.size() || !is_wordy(value.back()) || !is_wordy(text[end]);
    if (begins && ends) return true;
  }
  return false;
}

bool has_text(std::string_view text, std::string_view value) {
  if (has_whole(text, value)) return true;
  std::string escaped;
  typing::append_json_string_body(escaped, value);
  return has_whole(text, escaped);
}

// Whether all texts and numbers of a value stand in the text.
bool has_leaves(const document& in, std::uint32_t from, std::string_view text) {
  bool all = true;
  for (std::uint32_t at = from; at < in[from].next && all; ++at) {
    if (in[at].what == value_kind::number) all = has_text(text, in.lexeme(at));
    if (in[at].what == value_kind::string) all = has_text(text, in.text_of(at));
  }
  return all;
}

bool is_same_json(const std::string& one, const std::string& other) {
  document a, b;
  typing::json::syntax_error why;
  if (!a.read(one, why) || !b.read(other, why)) return one == other;
  return typing::canonical(a, 0) == typing::canonical(b, 0);
}

void check_arguments(const tool_call& of, const char* place) {
  document in;
  typing::json::syntax_error why;
  if (of.arguments.empty() || (in.read(of.arguments, why) && in[0].what == value_kind::object)) return;
  throw setup_error(place, "the arguments of " + of.name + " are not a JSON object");
}

}  // namespace

std::vector<tool_call> calls_in(const document& in, bool& has_any) {
  for (const char* const place : places_of_calls) {
    const std::uint32_t list = node_at(in, place);
    if (list == 0 || in[list].what == value_kind::null) continue;
    has_any = true;
    const bool is_one = std::string_view(place).ends_with("function_call");
    if (in[list].what != (is_one ? value_kind::object : value_kind::array))
      throw setup_error(place, is_one ? "must be a call" : "must be a list of calls");
    const std::string written(in.lexeme(list));
    std::vector<tool_call> made = message_from_json(is_one ? "[" + written + "]" : written).calls;
    for (const tool_call& each : made) check_arguments(each, place);
    return made;
  }
  const auto is_there = [&](const char* place) { return node_at(in, place) != 0; };
  has_any = std::any_of(std::begin(places_of_messages), std::end(places_of_messages), is_there);
  return {};
}

expectation::expectation(std::string line, std::size_t number) : line_(std::move(line)), number_(number) {
  if (const std::string wrong = read_line(in_, line_, false); !wrong.empty()) throw setup_error("", wrong);
  if (in_[0].what != value_kind::object) throw setup_error("", "the line is not an object");
  id_ = id_of(in_);
  if (id_ == "null") throw setup_error("", "the line has no id");
  if (read_truths()) return;
  bool has_any = false;
  calls_ = calls_in(in_, has_any);
  if (!has_any)
    throw setup_error("",
                      "the line says no calls that were right: they stand under \"calls\", \"expected\", "
                      "\"tool_calls\" or \"ground_truth\", an empty list where no call is right");
}

// False where the line is not BFCL's.
bool expectation::read_truths() {
  const std::uint32_t list = node_at(in_, "/ground_truth");
  if (list == 0) return false;
  if (in_[list].what != value_kind::array) throw setup_error("/ground_truth", "must be a list of calls");
  std::size_t count = 0;
  serving::each_item(in_, list, [&](std::uint32_t item) {
    const bool is_call =
        in_[item].what == value_kind::object && in_[item].size == 1 && in_[item + 2].what == value_kind::object;
    if (!is_call)
      throw setup_error("/ground_truth/" + std::to_string(count),
                        "must be an object with one function and its arguments; other kinds of ground truth cannot be "
                        "compared with calls");
    truths_.push_back(item + 1);
    ++count;
  });
  return true;
}

std::string expectation::name(std::size_t which) const {
  return truths_.empty() ? calls_[which].name : in_.text_of(truths_[which]);
}

bool expectation::takes(std::size_t which, const tool_call& given) const {
  if (truths_.empty()) {
    const std::string& arguments = calls_[which].arguments;
    return calls_[which].name == given.name && is_same_json(arguments.empty() ? "{}" : arguments, given.arguments);
  }
  document in;
  typing::json::syntax_error why;
  return plain_name(name(which)) == plain_name(given.name) && in.read(given.arguments, why) &&
         in[0].what == value_kind::object && allows_members(truths_[which] + 1, in, 0);
}

bool expectation::allows_members(std::uint32_t of, const document& given, std::uint32_t object) const {
  bool all = true;
  serving::each_member(given, object, [&](std::string_view key, std::uint32_t value) {
    const std::uint32_t values = in_.member(of, key);
    all = all && values != 0 && allows(values, given, value);
  });
  serving::each_member(in_, of, [&](std::string_view key, std::uint32_t values) {
    if (given.member(object, key) != 0) return;
    bool optional = false;
    serving::each_item(in_, values, [&](std::uint32_t value) { optional = optional || in_.lexeme(value) == "\"\""; });
    all = all && optional;
  });
  return all;
}

bool expectation::allows(std::uint32_t values, const document& given, std::uint32_t value) const {
  if (in_[values].what != value_kind::array) return equals(values, given, value);
  bool any = false;
  serving::each_item(in_, values, [&](std::uint32_t each) { any = any || equals(each, given, value); });
  return any;
}

bool expectation::equals(std::uint32_t allowed, const document& given, std::uint32_t value) const {
  const value_kind what = in_[allowed].what;
  if (what != given[value].what) return false;
  if (what == value_kind::string) return plain_text(in_.text_of(allowed)) == plain_text(given.text_of(value));
  if (what == value_kind::object) return allows_members(allowed, given, value);
  if (what != value_kind::array) return typing::canonical(in_, allowed) == typing::canonical(given, value);
  if (in_[allowed].size != given[value].size) return false;
  bool all = true;
  std::uint32_t at = allowed + 1;
  serving::each_item(given, value, [&](std::uint32_t item) {
    all = all && equals(at, given, item);
    at = in_[at].next;
  });
  return all;
}

bool expectation::stands_in(std::size_t which, std::string_view text) const {
  if (!has_text(text, name(which)) && !has_text(text, plain_name(name(which)))) return false;
  if (truths_.empty()) {
    document in;
    typing::json::syntax_error why;
    return !in.read(calls_[which].arguments, why) || has_leaves(in, 0, text);
  }
  bool all = true;
  serving::each_member(in_, truths_[which] + 1, [&](std::string_view, std::uint32_t values) {
    bool any = in_[values].size == 0;
    serving::each_item(in_, values, [&](std::uint32_t each) { any = any || has_leaves(in_, each, text); });
    all = all && any;
  });
  return all;
}

expectations read_expectations(const std::string& file) {
  expectations made;
  std::size_t number = 0;
  each_line(file, [&](const text_line& line) {
    ++number;
    if (typing::json::trim(line.text).empty()) return;
    const std::string at = file + " line " + std::to_string(number) + ": ";
    try {
      auto each = std::make_unique<expectation>(std::string(utf8::without_mark(line.text)), number);
      const std::string id = each->id();
      if (!made.emplace(id, std::move(each)).second) fail(not_judged, at + "the id " + id + " is there twice");
    } catch (const setup_error& why) {
      fail(not_judged, at + why.what());
    }
  });
  if (made.empty()) fail(not_judged, file + ": there is no line with an id and calls");
  return made;
}

}  // namespace toolcall::cli
