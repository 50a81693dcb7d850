// A message from JSON, in the shapes that calls are kept in.

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <toolcall/error.hpp>
#include <toolcall/render.hpp>

#include "text/utf8.hpp"
#include "typing/json.hpp"

namespace toolcall {

namespace {

using typing::json::document;
using typing::json::value_kind;

class message_reader {
 public:
  explicit message_reader(const document& of) : of_(of) {}

  message read() {
    if (of_[0].what == value_kind::array) {
      calls(0, "");
    } else if (of_[0].what != value_kind::object) {
      throw setup_error("", "the message must be an object, or a list of calls");
    } else if (of_.member(0, "tool_calls") == 0 && of_.member(0, "content") == 0 &&
               (of_.member(0, "name") != 0 || of_.member(0, "function") != 0)) {
      call(0, "");
    } else if (has_none_of({"content", "tool_calls", "reasoning_content", "reasoning"})) {
      throw setup_error("", "the message has neither content nor tool_calls nor reasoning_content");
    } else {
      made_.content = text("content");
      made_.reasoning = text("reasoning_content");
      if (made_.reasoning.empty()) made_.reasoning = text("reasoning");
      const std::uint32_t list = of_.member(0, "tool_calls");
      if (list != 0 && of_[list].what != value_kind::null) calls(list, "/tool_calls");
    }
    return std::move(made_);
  }

 private:
  bool has_none_of(std::initializer_list<std::string_view> keys) const {
    return std::all_of(keys.begin(), keys.end(), [&](std::string_view key) { return of_.member(0, key) == 0; });
  }

  std::string text(std::string_view key) const {
    const std::uint32_t at = of_.member(0, key);
    if (at == 0 || of_[at].what == value_kind::null) return {};
    return string(at, "/" + std::string(key));
  }

  std::string string(std::uint32_t at, const std::string& pointer) const {
    if (of_[at].what != value_kind::string) throw setup_error(pointer, "must be a string");
    return of_.text_of(at);
  }

  void calls(std::uint32_t list, const std::string& pointer) {
    if (of_[list].what != value_kind::array) throw setup_error(pointer, "must be a list of calls");
    std::size_t i = 0;
    for (std::uint32_t at = list + 1; at < of_[list].next; at = of_[at].next)
      call(at, pointer + "/" + std::to_string(i++));
  }

  void call(std::uint32_t at, std::string pointer) {
    if (of_[at].what != value_kind::object) throw setup_error(pointer, "must be an object: a call");
    tool_call one;
    const std::uint32_t id = of_.member(at, "id");
    if (id != 0 && of_[id].what == value_kind::string) one.id = of_.text_of(id);
    const std::uint32_t function = of_.member(at, "function");
    if (function != 0 && of_[function].what == value_kind::object) {
      at = function;
      pointer += "/function";
    }
    const std::uint32_t name = of_.member(at, "name");
    std::uint32_t arguments = of_.member(at, "arguments");
    for (const std::string_view other : {"parameters", "input"})  // Llama's models and Anthropic's interface
      if (arguments == 0) arguments = of_.member(at, other);
    if (name == 0) throw setup_error(pointer, "the call has no name");
    one.name = string(name, pointer + "/name");
    if (arguments == 0) throw setup_error(pointer, "the call has no arguments; without any they are {}");
    if (of_[arguments].what != value_kind::object && of_[arguments].what != value_kind::string)
      throw setup_error(pointer + "/arguments", "must be an object, or a string that holds one");
    one.arguments =
        of_[arguments].what == value_kind::object ? std::string(of_.lexeme(arguments)) : of_.text_of(arguments);
    made_.calls.push_back(std::move(one));
  }

  const document& of_;
  message made_;
};

}  // namespace

message message_from_json(std::string_view json) {
  document read;
  typing::json::syntax_error why;
  json = utf8::without_mark(json);
  if (!read.read(json, why))
    throw setup_error("", std::string("the message is not JSON: ") + why.reason + " at byte " + std::to_string(why.at));
  return message_reader(read).read();
}

}  // namespace toolcall
