// Writes a message, and reads it back before it is given away.
//
// Whether a notation can carry a value depends on more than its marks: on schemas, on what stands beside it, on what
// the reader repairs. So nothing is foretold here; the reader is asked. Where it reads something else, the message is
// taken apart to say which value it was.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <toolcall/error.hpp>
#include <toolcall/parser.hpp>
#include <toolcall/render.hpp>

#include "typing/json.hpp"
#include "writer/only_form.hpp"
#include "writer/text_writer.hpp"
#include "writer/values.hpp"

namespace toolcall {

namespace {

using typing::json::document;
using writer::written_call;

std::string pointer_to_call(std::size_t i) {
  return "/tool_calls/" + std::to_string(i) + "/function/arguments";
}

std::vector<written_call> read_arguments(std::span<const tool_call> calls) {
  std::vector<written_call> made(calls.size());
  for (std::size_t i = 0; i < calls.size(); ++i) {
    made[i].name = calls[i].name;
    made[i].id = calls[i].id;
    if (calls[i].name.empty()) throw setup_error("/tool_calls/" + std::to_string(i), "the call has no name");
    typing::json::syntax_error why;
    const std::string_view text = calls[i].arguments;
    if (!made[i].arguments.read(text.empty() ? "{}" : text, why))
      throw setup_error(pointer_to_call(i), std::string("is not JSON: ") + why.reason);
    if (made[i].arguments[0].what != typing::json::value_kind::object)
      throw setup_error(pointer_to_call(i), "must be a JSON object, the arguments by their names");
  }
  return made;
}

// What is written, and what is read of it.
class writing {
 public:
  writing(const dialect& which, const tools& declared)
      : which_(which),
        declared_(declared),
        traits_(writer::only_dialect(which)),
        as_(writer::form_of(traits_), traits_.values) {}

  std::string text(const message& m, std::span<const written_call> calls) const {
    const bool has_text = !m.content.empty();
    std::string made;
    if (!m.reasoning.empty()) made += as_.reasoning(m.reasoning, !has_text && calls.empty());
    if (has_text) made += as_.content(m.content);
    return made + as_.calls(calls);
  }

  message read(std::string_view text) const {
    options how;
    how.seed = 0;  // ids are not compared, so they need not be random
    return parse(text, which_, declared_, how);
  }

  // Whether the text of these is read as these.
  bool is_carried(const message& m, std::span<const written_call> calls) const {
    const message found = read(text(m, calls));
    return found.content == m.content && found.reasoning == m.reasoning && is_sound(found) && says(found, calls);
  }

  // Likewise, of one call alone.
  bool is_carried(const written_call& call) const { return is_carried({}, {&call, 1}); }

  static bool is_sound(const message& found) {
    return found.incomplete.empty() && found.refused.empty() && !found.recovered();
  }

  static bool says(const message& found, std::span<const written_call> calls) {
    if (found.calls.size() != calls.size()) return false;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      document read;
      typing::json::syntax_error why;
      if (found.calls[i].name != calls[i].name || !read.read(found.calls[i].arguments, why) ||
          !writer::is_same(read, 0, calls[i].arguments, 0))
        return false;
    }
    return true;
  }

  std::string_view name() const { return traits_.name; }
  bool has_tools() const { return declared_.given(); }
  bool thinks() const { return as_.thinks(); }

 private:
  const dialect& which_;
  const tools& declared_;
  const events::dialect_traits& traits_;
  writer::text_writer as_;
};

// Finds what of a message its notation cannot carry.
class culprit {
 public:
  culprit(const writing& by, const message& m, std::span<const written_call> calls)
      : by_(by), message_(m), calls_(calls) {}

  [[noreturn]] void report() const {
    for (std::size_t i = 0; i < calls_.size(); ++i)
      if (!by_.is_carried(calls_[i])) {
        id(i);
        call(i);
      }
    if (!is_carried_alone(message_.reasoning, {})) fail("/reasoning_content", "the reasoning", message_.reasoning);
    if (!is_carried_alone({}, message_.content)) fail("/content", "the text", message_.content);
    if (!message_.content.empty() && !calls_.empty()) fail("/content", "a call after this text", message_.content);
    fail("/tool_calls", "these calls together", {});
  }

 private:
  bool is_carried_alone(const std::string& reasoning, const std::string& content) const {
    message alone;
    alone.reasoning = reasoning;
    alone.content = content;
    return by_.is_carried(alone, {});
  }

  // Returns if the call without its id is not carried either.
  void id(std::size_t i) const {
    const written_call without{calls_[i].name, {}, calls_[i].arguments};
    if (!calls_[i].id.empty() && by_.is_carried(without))
      throw setup_error("/tool_calls/" + std::to_string(i) + "/id",
                        "written as " + std::string(by_.name()) + " has it, the call's id " +
                            shown(std::string(calls_[i].id)) + " would not be read as it is");
  }

  // The member that is read as something else; else the first without which the call is read, for as many as there is
  // time for.
  [[noreturn]] void call(std::size_t i) const {
    const document& of = calls_[i].arguments;
    const message found = by_.read(by_.text({}, calls_.subspan(i, 1)));
    if (found.calls.size() == 1 && found.calls[0].name == calls_[i].name) differing_member(i, found.calls[0].arguments);
    constexpr std::size_t most_tried = 100;
    std::size_t tried = 0;
    for (std::uint32_t at = 1; at < of[0].next && tried++ < most_tried; at = of[at + 1].next)
      if (is_carried_without(i, at)) member(i, at, "would not be read as it is");
    throw setup_error("/tool_calls/" + std::to_string(i), "written as " + std::string(by_.name()) +
                                                              " has it, the call of \"" + std::string(calls_[i].name) +
                                                              "\" " + outcome(found));
  }

  // Returns if each of them is read as it is.
  void differing_member(std::size_t i, const std::string& arguments) const {
    const document& of = calls_[i].arguments;
    document read;
    typing::json::syntax_error why;
    if (!read.read(arguments, why)) return;
    std::uint32_t other = 1;
    for (std::uint32_t at = 1; at < of[0].next; at = of[at + 1].next) {
      if (other >= read[0].next || read.text_of(other) != of.text_of(at)) member(i, at, "is lost");
      if (!writer::is_same(of, at + 1, read, other + 1))
        member(i, at, "would be read as " + shown(std::string(read.lexeme(other + 1))));
      other = read[other + 1].next;
    }
  }

  bool is_carried_without(std::size_t i, std::uint32_t key) const {
    const document& of = calls_[i].arguments;
    std::string rest = "{";
    for (std::uint32_t at = 1; at < of[0].next; at = of[at + 1].next) {
      if (at == key) continue;
      if (rest.size() > 1) rest += ',';
      (rest += of.lexeme(at)) += ':';
      rest += of.lexeme(at + 1);
    }
    rest += '}';
    written_call less{calls_[i].name, calls_[i].id, {}};
    typing::json::syntax_error why;
    return less.arguments.read(rest, why) && by_.is_carried(less);
  }

  static std::string outcome(const message& found) {
    if (!found.refused.empty()) return "would be refused (" + found.refused.front().label + ")";
    if (!found.incomplete.empty()) return "would be incomplete (" + found.incomplete.front().label + ")";
    if (found.calls.empty()) return "would be read as text: give the tools that declare it, or check its name";
    for (const diagnostic& each : found.diagnostics)
      if (each.recovery) return "would be read with a recovery (" + each.label + ")";
    return "would be read as another one";
  }

  [[noreturn]] void member(std::size_t i, std::uint32_t key, const std::string& what) const {
    const document& of = calls_[i].arguments;
    std::string pointer = pointer_to_call(i);
    typing::json::append_step(pointer, of.text_of(key));
    const bool has_type = of[key + 1].what == typing::json::value_kind::string || by_.has_tools();
    throw setup_error(std::move(pointer),
                      "written as " + std::string(by_.name()) + " has it, the value " +
                          shown(std::string(of.lexeme(key + 1))) + " " + what +
                          (has_type ? "" : "; with the tools of the request its schema says what it is"));
  }

  [[noreturn]] void fail(std::string pointer, const std::string& what, std::string_view value) const {
    throw setup_error(std::move(pointer), "written as " + std::string(by_.name()) + " has it, " + what +
                                              (value.empty() ? "" : " " + shown(std::string(value))) +
                                              " would be read as something else");
  }

  // Cut short, at the end of a character.
  static std::string shown(std::string value) {
    constexpr std::size_t most = 60;
    if (value.size() <= most) return value;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0U) == 0x80U) --end;
    return value.substr(0, end) + "…";
  }

  const writing& by_;
  const message& message_;
  std::span<const written_call> calls_;
};

std::string written(const message& m, std::span<const tool_call> given, const dialect& which, const tools& declared) {
  const writing by(which, declared);
  if (!m.reasoning.empty() && !by.thinks())
    throw setup_error("/reasoning_content", "the dialect " + std::string(by.name()) + " has no marks of reasoning");
  const std::vector<written_call> calls = read_arguments(given);
  if (by.is_carried(m, calls)) return by.text(m, calls);
  culprit(by, m, calls).report();
}

}  // namespace

std::string render(const message& m, const dialect& which, const tools& declared) {
  return written(m, m.calls, which, declared);
}

std::string render(std::span<const tool_call> calls, const dialect& which, const tools& declared) {
  return written({}, calls, which, declared);
}

}  // namespace toolcall
