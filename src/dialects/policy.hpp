// What a policy switches off, by label.

#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <toolcall/policy.hpp>

#include "dialects/compiled_dialects.hpp"

namespace toolcall::events {

// By label number: which recoveries are not there outside of calls.
std::vector<bool> switched_off(const policy& how, std::span<const label_meaning> labels);

// Likewise the labels of calls that the host does not want: they are read all the same, and are text as a whole, for
// what such a call quotes is no call of the model. Empty without such labels.
std::vector<bool> read_as_text(const policy& how, std::span<const label_meaning> labels);

// Throws setup_error if a label that is to be switched off, or to be confirmed, is neither one of these nor the
// library's, if no call can wait because of one, and for a mark of the history that is too short.
void check_policy(const policy& how, std::span<const label_meaning> own);

// Of the label with this name; the number of all labels where no label has it.
std::size_t number_of(std::span<const label_meaning> labels, std::string_view name);

bool is_without(const policy& how, std::string_view label);

// The word of policy::confirm that stands for all recoveries.
inline constexpr std::string_view any_repair = "repaired";

bool is_to_confirm(const policy& how, std::string_view label);

}  // namespace toolcall::events
