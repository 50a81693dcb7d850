// What is known while PEGTL reads a text with the rules of a page: node events, captures, the last cut.
//
// The one idea: both logs only grow while something matches, so what fails is undone by cutting them back. A rule that
// fails after a cut in it is left by an exception, because PEGTL knows two outcomes and spec/semantics.md has three.

#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tao/pegtl.hpp>

#include "interpreter/interpreter.hpp"
#include "interpreter/interpreter_scan.hpp"

namespace toolcall::tests::by_pegtl {

namespace pegtl = tao::pegtl;
using input = pegtl::memory_input<pegtl::tracking_mode::lazy>;

struct broken {};

struct frame;
class reading;

// An argument of a call, or a rule that a dialect offers: PEGTL's match of a rule, with its type forgotten.
using matcher = bool (*)(reading&);
struct argument {
  matcher match;
  const frame* writer;  // its captures and parameters are those of the rule that wrote it
};

// A rule that is being read.
struct frame {
  std::size_t number;
  std::vector<argument> arguments;
};

struct cut_place {
  std::size_t number = 0, position = 0, events = 0;
};

// What a dialect has, each as a match of its own; null where it has none.
struct dialect_rules {
  std::string_view name;
  matcher call, unread, reasoning, control, call_sign;
  struct offer {
    std::string_view name;
    matcher match;
  };
  std::vector<offer> offers;
};

class reading {
 public:
  reading(std::string_view text, const interpreter::names& declared) : text_(text), declared_(&declared) {}

  // One rule: undone where it fails, and left by an exception where it fails behind a cut of its own.
  bool match(bool (*body)(reading&), bool is_of_page, input& in);
  bool match_by_pegtl(bool (*body)(input&, reading&), bool is_of_page, input& in);

  // Where a match begins, to be undone to.
  struct place {
    std::size_t position, events, captures, silent, depth;
    const frame* within;
    cut_place cut;
  };
  place here() const { return {position, events.size(), captures_.size(), silent_, depth_, within_, cut_}; }
  // Nothing has happened since.
  void forget(const place& before);
  // What was matched stays, and its cuts do not count.
  void keep_cut_of(const place& before) { cut_ = before.cut; }
  // What is here failed behind the last cut: goes on there, with what the match had open there as failed.
  void go_on_at_cut(const place& before);
  void cut();

  void begin(std::string_view what);
  void end(std::string_view what, std::size_t from);
  void label(std::string_view what, std::size_t from);
  void be_silent() { ++silent_; }

  // Of the rule of a page that is matched next.
  void give(std::vector<argument> arguments) { given_ = std::move(arguments); }
  const frame* within() const { return within_; }
  bool match_parameter(std::size_t number);
  bool match_offered(std::string_view name, const std::vector<argument>& arguments);

  void capture(std::string_view name, std::size_t from);
  bool match_captured(std::string_view name);

  // The forms that find their own end, or look at what was read before.
  bool json() {
    return json_until([](reading&) { return false; });
  }
  bool json_until(bool (*stops)(reading&));
  bool python();
  bool tool();
  bool field() { return match_field(false); }
  bool new_field() { return match_field(true); }
  bool line_start() { return indent().has_value(); }
  bool indented() { return indent().value_or(0) >= 4; }
  bool in_sentence() { return interpreter::scan_line_before(text_, position, sentence_).in_sentence; }
  bool in_quotes() { return !interpreter::scan_line_before(text_, position, sentence_).open.empty(); }
  bool start();
  bool had_call() { return end_of_last("call") > 0; }
  bool after_call() { return had_call() && is_blank_since(end_of_last("call")); }
  bool tools_given() { return declared_->given; }
  bool call_required() { return declared_->call_required; }
  bool tool_chosen();
  bool only_field();
  bool field_left();

  // message <- ( quoted / call / unread / reasoning / control / text )*, with notes of what looks like a call.
  // The dialects in their order; those that are not in use are only noted.
  void read_message(matcher quoted, const std::vector<const dialect_rules*>& in_use,
                    const std::vector<const dialect_rules*>& others);

  std::size_t position = 0;
  std::string_view text() const { return text_; }
  std::vector<interpreter::node_event> events;

 private:
  std::size_t end_of_last(std::string_view role) const;
  bool is_blank_since(std::size_t since) const;
  struct item {
    matcher match = nullptr;
    bool is_reasoning = false, is_call = false;
    std::string_view note{};  // else: where one of these matches, that is noted
    std::vector<matcher> signs{};
  };
  struct kept {
    std::size_t number;  // of the frame
    std::string_view name, bytes;
  };

  template <typename Body>
  bool match_rule(bool is_of_page, input& in, const Body& body);
  template <typename Body>
  bool match_rule_of_page(const place& before, const Body& body);
  void back_to(const place& before);  // but the last cut still counts
  void emit(interpreter::node_event_type is, std::string_view what, std::size_t from, std::size_t to);
  std::size_t size_of_longest(const std::set<std::string>& names) const;
  bool bare_name();
  bool match_field(bool fresh);
  std::optional<std::size_t> indent() const;
  bool read_item(const item& one, std::size_t at);
  void note(const item& one, std::size_t at);
  void read_place(const std::vector<item>& items);

  std::string_view text_;
  const interpreter::names* declared_;
  const std::vector<const dialect_rules*>* in_use_ = nullptr;
  const frame* within_ = nullptr;
  std::vector<argument> given_;
  std::vector<kept> captures_;
  cut_place cut_;
  std::size_t cuts_ = 0, frames_ = 0, depth_ = 0, silent_ = 0;
  std::size_t line_ = 0, sentence_ = 0;  // where a line begins, or a sentence, besides those after newlines
  std::size_t item_ = 0;                 // where items are tried
};

}  // namespace toolcall::tests::by_pegtl
