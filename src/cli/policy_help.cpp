// The help texts of the policy's flags. Their names and words come from the library; tests/cli/policy_test.cpp finds a
// setting without a text.

#include "cli/policy_help.hpp"

#include <algorithm>
#include <iterator>

namespace toolcall::cli {

namespace {

struct help_text {
  std::string_view setting, text;
};

constexpr help_text texts[] = {
    {"native-only",
     "nothing is repaired: a call that needs a recovery before it ends is incomplete, or text if it lacks the wrapper "
     "that its dialect writes"},
    {"require-wrapper", "a call whose opening marker is missing, or that cannot be read, is text"},
    {"without",
     "recoveries that are switched off: a call that needs one before it ends is incomplete, or text if it has not "
     "begun"},
    {"confirm",
     "a complete call that needed one of these labels, or any recovery, or is read by this evidence, gets the status "
     "needs_confirmation; chunks do not have it"},
    {"unknown-tools",
     "keep a call of an undeclared tool as a call, or leave it as text; `unknown_tool` is reported either way"},
    {"calls-in-reasoning",
     "a call in reasoning counts where it ends reasoning that is not closed; also where the reasoning is closed after "
     "it and nothing follows, unless the text was cut off; never; or also where the reasoning is closed after it, "
     "whatever follows"},
    {"quotation-guard", "in which quotations a call is text"},
    {"invalid-calls", "a call that violates its schema is a call whose status says so, or is refused"},
    {"made-up",
     "a result or a turn that the model made up after its own is not shown, or is text; it holds no call either way"},
    {"evidence",
     "what shows that there is a call where its marks are those of no dialect in use: nothing; marks that speak of a "
     "call; also the keys of an object; also a name directly before its arguments"},
    {"max-level", "a value that needs a less certain conversion stays as it is written"},
    {"unknown-keys", "a field or key that the schema forbids is kept, is left out, or refuses the call"},
    {"history-marks",
     "what the host has written into its history and nowhere else, of 8 bytes or more: a call with one in it, or after "
     "one, is an echo, and text"},
    {"hold-calls", "emit each call only when it is complete"},
};

}  // namespace

std::string_view policy_help(std::string_view setting) {
  const auto* const found =
      std::find_if(std::begin(texts), std::end(texts), [&](const help_text& each) { return each.setting == setting; });
  return found == std::end(texts) ? std::string_view() : found->text;
}

}  // namespace toolcall::cli
