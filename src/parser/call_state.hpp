// What is known of the call that is being read: how far it has come, how plain its evidence is, and why it cannot be
// complete.

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/event.hpp>

#include "dialects/dialect_traits.hpp"

namespace toolcall::events {

enum class call_phase : unsigned char {
  none,     // no call is open
  opened,   // its name is not known yet
  begun,    // its name is known, and its call_begin was emitted or is held
  as_text,  // it is visible text: of an undeclared tool, in a fence that does not count, or without what the host
            // demands
  ended,    // it was begun, and is closed
};

// How plain it is that this is a call, and which. Damage to what was read before the name makes it doubtful.
enum class plainness : unsigned char { plain, repaired, doubtful };

// Why a call cannot be complete.
enum class call_failure : unsigned char {
  none,
  truncated,
  limit,
  broken_call,
  token_in_value,
  missing_name,
  missing_required,
  unreadable_arguments,
  labelled,  // for the label of a recovery, a diagnostic or the policy: call_state::failure_label
};

// What was decided about a call, for the trace.
enum class call_decision : unsigned char {
  held,
  unknown,
  resolved,
  begun,
  as_text,
  ignored,
  validated,
  complete,
  invalid,
  incomplete,
  refused,
  needs_confirmation,
};

// The label of spec/recovery.md; empty for none and labelled.
std::string_view to_string(call_failure why);
// The word of trace_entry::what.
std::string_view to_string(call_decision what);

struct call_state {
  call_phase phase = call_phase::none;
  plainness plain = plainness::plain;
  toolcall::call_evidence evidence = toolcall::call_evidence::exact;
  bool candidate = false;  // it is emitted whole, or refused
  bool cut_short = false;  // something in it was not closed, so there might have been more fields
  std::uint64_t begin = 0;
  bool named = false;
  bool in_id = false;
  bool echoes = false;    // it holds a mark of the host's history
  bool raw_lost = false;  // it was longer than may be held, so it cannot become text any more
  std::uint64_t name_begin = 0, name_end = 0;
  std::int64_t index = 0;
  int tool = -1;
  std::string name, rival, id, key, inner_key, raw;
  std::string name_in_text;  // where it was read as another
  std::uint64_t key_begin = 0;
  const dialect_traits* dialect = nullptr;
  std::string_view repair_before;  // before it in its item, and because of it it waits, or has its evidence
  std::string_view invalid;        // the label for which it is, whatever its schema says
  std::string_view needs_field;    // the label for which it cannot be without a field
  std::string_view name_label;     // the label by which its arguments may name it
  std::string_view field_label;    // the last one that concerned a field and has no bytes of its own,
  std::string field_pointer;       // and that field

  // Arguments that came before the name.
  struct early_arguments {
    std::string text;
    std::uint64_t begin, end;
  };
  std::vector<early_arguments> arguments;
  std::size_t early_bytes = 0;

  // Whether this label was the last one of this field; it is now.
  bool repeats(std::string_view label, const std::string& pointer) {
    if (label == field_label && pointer == field_pointer) return true;
    field_label = label;
    field_pointer = pointer;
    return false;
  }

  bool open() const {
    return phase == call_phase::opened || phase == call_phase::begun || phase == call_phase::as_text;
  }
  bool begun() const { return phase == call_phase::begun || phase == call_phase::ended; }
  bool is_text() const { return phase == call_phase::as_text; }
  const std::string& written_name() const { return name_in_text.empty() ? name : name_in_text; }
  void named_by_arguments(std::string_view label, std::uint64_t from, std::uint64_t to) {
    name_label = label;
    name_begin = from;
    name_end = to;
  }
  void lower_plainness(plainness to) { plain = std::max(plain, to); }

  bool failed() const { return failure_ != call_failure::none; }
  bool failed_by(call_failure why) const { return failure_ == why; }
  bool refused() const { return refused_; }  // it is closed, but not acceptable
  std::string_view failure_label() const {
    return failure_ == call_failure::labelled ? failure_label_ : to_string(failure_);
  }
  // The first failure counts; replace_failure() is for one that says more than those before it.
  void fail(call_failure why, bool refuses = false) {
    if (!failed()) replace_failure(why, refuses);
  }
  void fail(std::string_view label, bool refuses = false) {
    if (!failed()) replace_failure(label, refuses);
  }
  void replace_failure(call_failure why, bool refuses) {
    failure_ = why;
    refused_ = refuses;
  }
  void replace_failure(std::string_view label, bool refuses) {
    if (label.empty()) return;
    replace_failure(call_failure::labelled, refuses);
    failure_label_ = label;
  }

 private:
  call_failure failure_ = call_failure::none;
  std::string_view failure_label_;
  bool refused_ = false;
};

}  // namespace toolcall::events
