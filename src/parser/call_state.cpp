// The names of failures and decisions: enumerators inside the library, labels and words outside of it.

#include "parser/call_state.hpp"

namespace toolcall::events {

std::string_view to_string(call_failure why) {
  switch (why) {
    case call_failure::truncated:
      return "truncated";
    case call_failure::limit:
      return "limit";
    case call_failure::broken_call:
      return "broken_call";
    case call_failure::token_in_value:
      return "token_in_value";
    case call_failure::missing_name:
      return "missing_name";
    case call_failure::missing_required:
      return "missing_required";
    case call_failure::unreadable_arguments:
      return "unreadable_arguments";
    case call_failure::none:
    case call_failure::labelled:
      break;
  }
  return {};
}

std::string_view to_string(call_decision what) {
  switch (what) {
    case call_decision::held:
      return "held";
    case call_decision::unknown:
      return "unknown";
    case call_decision::resolved:
      return "resolved";
    case call_decision::begun:
      return "begun";
    case call_decision::as_text:
      return "as text";
    case call_decision::ignored:
      return "ignored";
    case call_decision::validated:
      return "validated";
    case call_decision::complete:
      return "complete";
    case call_decision::invalid:
      return "invalid";
    case call_decision::incomplete:
      return "incomplete";
    case call_decision::refused:
      return "refused";
    case call_decision::needs_confirmation:
      return "to confirm";
  }
  return {};
}

}  // namespace toolcall::events
