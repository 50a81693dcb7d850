// Each piece is its text and what is filled in after it. What is filled in is written by rows of pieces as well: a call
// by those of its fields, a field that holds elements by those of its members.

#include "writer/text_writer.hpp"

#include <algorithm>
#include <array>

#include "text/ascii.hpp"
#include "typing/json_escape.hpp"
#include "writer/values.hpp"

namespace toolcall::writer {
namespace {

using events::raw_values;
using typing::json::document;
using typing::json::value_kind;

std::string_view type_word(value_kind of) {
  constexpr std::array<std::string_view, 6> names{"null", "boolean", "number", "string", "array", "object"};
  return names[static_cast<std::size_t>(of)];
}

// Calls that one pair of marks holds together.
bool is_joined(slot of) {
  return of == slot::object_list || of == slot::object_lines || of == slot::python_list || of == slot::python_lines;
}

// Of an id such as functions.get_time:3, or 3.
std::string_view number_in(std::string_view id) {
  const std::size_t colon = id.rfind(':');
  const std::string_view digits = colon == id.npos ? id : id.substr(colon + 1);
  return std::all_of(digits.begin(), digits.end(), ascii::is_digit) ? digits : std::string_view();
}

bool has(pieces of, slot what) {
  return std::any_of(of.begin(), of.end(), [&](const piece& each) { return each.then == what; });
}

}  // namespace

// One text, as it grows.
class text_writer::filling {
 public:
  explicit filling(const text_writer& by) : as_(by.as_), values_(by.values_) {}

  std::string take() { return std::move(to_); }

  void around(pieces of, std::string_view text) {
    for (const piece& each : of) {
      to_ += each.text;
      if (each.then == slot::text) to_ += text;
    }
  }

  void all(std::span<const written_call> calls) {
    if (std::any_of(as_.call.begin(), as_.call.end(), [](const piece& each) { return is_joined(each.then); })) {
      together_ = calls;
      in_block(calls.first(1));
    } else if (as_.one_in_block || as_.block.empty()) {
      for (std::size_t i = 0; i < calls.size(); ++i) {
        if (i > 0) to_ += as_.between;
        in_block(calls.subspan(i, 1));
      }
    } else {
      in_block(calls);
    }
  }

 private:
  void in_block(std::span<const written_call> calls) {
    const auto each_call = [&] {
      for (const written_call& one : calls) call(one);
    };
    if (as_.block.empty()) return each_call();
    for (const piece& each : as_.block) {
      to_ += each.text;
      if (each.then == slot::calls) each_call();
    }
  }

  void call(const written_call& of) {
    row(as_.call, of);
    ++number_;
  }

  void row(pieces of, const written_call& call) {
    bool is_skipped = false;
    for (const piece& each : of) {
      if (each.then == slot::where_id_ends) {
        if (!is_skipped) to_ += each.text;
        is_skipped = false;
        continue;
      }
      if (is_skipped) continue;
      to_ += each.text;
      if (each.then == slot::where_id_begins)
        is_skipped = call.id.empty();
      else
        fill(each, call);
    }
  }

  void fill(const piece& of, const written_call& call) {
    const bool compact = of.how == spelling::compact;
    switch (of.then) {
      case slot::name:
        to_ += call.name;
        break;
      case slot::quoted_name:
        typing::append_json_string(to_, call.name);
        break;
      case slot::id:
        to_ += id(call);
        break;
      case slot::quoted_id:
        typing::append_json_string(to_, id(call));
        break;
      case slot::number:
        number(of, call);
        break;
      case slot::fields:
        members(call.arguments, 0);
        break;
      case slot::arguments:
        if (of.first.empty())
          append_json(to_, call.arguments, 0, compact);
        else
          append_marked(to_, call.arguments, 0, of.first);
        break;
      case slot::value:
        only_value(call.arguments, compact);
        break;
      case slot::object:
        row(as_.object, call);
        break;
      case slot::python:
        python(call);
        break;
      case slot::object_list:
      case slot::python_list:
        list(of);
        break;
      case slot::object_lines:
      case slot::python_lines:
        joined(of.then == slot::object_lines, "", "\n");
        break;
      default:
        break;
    }
  }

  std::string id(const written_call& call) const {
    return call.id.empty() ? std::to_string(number_) : std::string(call.id);
  }

  void number(const piece& of, const written_call& call) {
    const std::string_view given = number_in(call.id);
    const std::size_t first = of.first == "1" ? 1 : 0;
    to_ += given.empty() ? std::to_string(first + number_) : std::string(given);
  }

  void list(const piece& of) {
    to_ += '[';
    joined(of.then == slot::object_list, of.first, of.first.empty() ? ", " : ",");
    to_ += of.second;
    to_ += ']';
  }

  void joined(bool objects, std::string_view before, std::string_view between) {
    const std::size_t from = number_;
    for (const written_call& each : together_) {
      if (&each != together_.data()) to_ += between;
      to_ += before;
      objects ? row(as_.object, each) : python(each);
      ++number_;
    }
    number_ = from;
  }

  void python(const written_call& call) {
    const document& of = call.arguments;
    (to_ += call.name) += '(';
    for (std::uint32_t at = 1; at < of[0].next; at = of[at + 1].next) {
      if (at > 1) to_ += ", ";
      (to_ += of.text_of(at)) += '=';
      append_python(to_, of, at + 1);
    }
    to_ += ')';
  }

  // Of a call without keys: the text of its only field, or all of its arguments.
  void only_value(const document& of, bool compact) {
    const bool is_text = of[0].size == 1 && of[2].what == value_kind::string;
    is_text ? of.append_text(2, to_) : append_json(to_, of, 0, compact);
  }

  void members(const document& of, std::uint32_t object) {
    for (std::uint32_t at = object + 1; at < of[object].next; at = of[at + 1].next) field(as_.field, of, at, at + 1);
  }

  void field(pieces how, const document& of, std::uint32_t key, std::uint32_t value) {
    for (const piece& each : how) {
      to_ += each.text;
      if (each.then == slot::key) of.append_text(key, to_);
      if (each.then == slot::type) type(each, of[value].what);
      if (each.then == slot::value) value_of(each, how, of, value);
    }
  }

  void type(const piece& of, value_kind is) {
    if (of.first.empty())
      to_ += type_word(is);
    else
      to_ += is == value_kind::string || of.second.empty() ? of.first : of.second;
  }

  void value_of(const piece& how, pieces field, const document& of, std::uint32_t value) {
    const bool is_container = of[value].what == value_kind::array || of[value].what == value_kind::object;
    if (values_ == raw_values::elements && is_container) return elements(of, value);
    std::string text;
    if (of[value].what == value_kind::string && values_ != raw_values::json && !is_always_json(field))
      of.append_text(value, text);
    else
      append_json(text, of, value, how.how == spelling::compact);
    const bool is_framed = how.how == spelling::framed && (text.starts_with('\n') || text.starts_with("\r\n"));
    if (is_framed) to_ += '\n';
    to_ += text;
    if (is_framed) to_ += '\n';
  }

  // One word for the type of every value: then the value says it itself.
  static bool is_always_json(pieces field) {
    return std::any_of(field.begin(), field.end(), [](const piece& each) {
      return each.then == slot::type && !each.first.empty() && each.second.empty();
    });
  }

  void elements(const document& of, std::uint32_t node) {
    if (of[node].what == value_kind::object) return members(of, node);
    for (std::uint32_t at = node + 1; at < of[node].next; at = of[at].next) field(as_.item, of, at, at);
  }

  const form& as_;
  raw_values values_;
  std::string to_;
  std::span<const written_call> together_;
  std::size_t number_ = 0;
};

std::string text_writer::reasoning(std::string_view text, bool is_last) const {
  filling made(*this);
  made.around(as_.think, text);
  return made.take().append(is_last ? std::string_view() : as_.after_think);
}

std::string text_writer::content(std::string_view text) const {
  if (as_.answer.empty()) return std::string(text);
  filling made(*this);
  made.around(as_.answer, text);
  return made.take();
}

std::string text_writer::calls(std::span<const written_call> all) const {
  if (all.empty()) return {};
  filling made(*this);
  made.all(all);
  return made.take();
}

bool is_open(const form& of) {
  const std::array all{of.block, of.call, of.field, of.item};
  return std::any_of(all.begin(), all.end(), [](pieces each) { return has(each, slot::unsaid); });
}

}  // namespace toolcall::writer
