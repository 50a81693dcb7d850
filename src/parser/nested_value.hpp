// A field's value whose structure is the dialect's own: objects, arrays and leaves that the grammar cut out, written as
// one JSON text while they come.
//
// The schema is used when all is there, so raw leaves stand in the text as strings, and it is kept where they and the
// dialect's own containers are (typing::written): typing then converts the text as it converts JSON, and raw leaves as
// raw text.

#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "typing/convert.hpp"
#include "typing/typing.hpp"

namespace toolcall::events {

// A value that is complete; owns what typing::written views.
struct kept_value {
  std::string text{};
  typing::form is = typing::form::raw;
  std::vector<std::size_t> places{};
  std::vector<typing::diagnostic> diagnostics{};  // of its making
  bool readable = true;                           // false: what should be JSON in it is not

  typing::written written() const { return {text, is, places}; }
};

class nested_value {
 public:
  bool open() const { return !levels_.empty(); }

  // A container begins or ends; the outermost one is the value of the field `name`.
  void begin(bool object, std::string_view name, std::uint64_t at);
  void end();
  // The key of what follows in an object. In an array it is the name of an element: where that is another than the
  // first one's, what began as an array is an object.
  void key(std::string name, std::uint64_t at);
  // A leaf begins, comes in pieces, and ends. What it is must be known when it ends.
  void begin_leaf(typing::form is, std::uint64_t at);
  void read_as(typing::form is) { leaf_.is = is; }
  void add(std::string_view bytes);
  void end_leaf();
  // A part of it failed, or it is too long: from here on nothing of it is kept.
  void give_up();

  // Where a diagnostic about what began at this position, or earlier, belongs.
  std::string pointer(std::uint64_t begin) const;
  std::size_t bytes() const { return made_.text.size() + leaf_.text.size(); }
  // It is closed. False: there is nothing to emit.
  bool take(kept_value& made);

 private:
  static constexpr std::uint64_t nowhere = std::numeric_limits<std::uint64_t>::max();
  struct value_span {
    std::size_t from = 0, to = 0;  // in the text
  };
  struct level {
    bool object;
    std::size_t begin = 0;               // in the text that is made
    std::string step{};                  // the key or index of the part at hand
    std::uint64_t step_begin = nowhere;  // in the text that is parsed
    std::size_t count = 0;               // parts so far
    std::size_t part = 0, value = 0;     // where the part at hand and its value begin, in the text that is made
    std::size_t places = 0;              // how many there were then
    std::map<std::string, value_span, std::less<>> members{};
    // Of an array whose elements have a name: that, the first of them, and whether another one differs from it.
    std::string name{};
    value_span first{};
    bool differs = false;
  };
  void begin_part(std::uint64_t at);
  void end_part();
  void end_member(level& in);
  void end_element(level& in);
  void become_object(level& in);
  void disagree(const std::string& at);
  bool may_note() const { return made_.diagnostics.size() < typing::max_value_diagnostics; }
  void read_leaf(std::string_view json);
  void raw_leaf();
  void python_leaf();

  std::vector<level> levels_;
  std::string field_;  // the pointer to it
  kept_value made_, leaf_;
  bool disagrees_ = false;  // a key stands in an object twice, with different values
  bool given_up_ = false;
};

}  // namespace toolcall::events
