// What a user calls a dialect: its own name, or a model that writes it.

#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>

#include "engine/selection.hpp"

namespace toolcall::events {

// The numbers of the dialects that this name stands for, in order. A dialect's name stands for itself. A model's name
// stands for every dialect whose page lists it, as people and servers write it: in any letter case, with other signs
// between its words, after a vendor ("unsloth/", "mistralai_", "Meta-"), and with a size, a date or a build after it
// ("qwq:32b", "Qwen2.5-7B-Instruct-Q4_K_M.gguf"). Of several listed names that fit, the one that stands first in the
// given name counts, and of those the longest; dialects that list it alike are all meant. Where a number goes on after
// it ("Qwen3.9" after "Qwen3") and other numbers are listed for other dialects, the version is not known.
// Empty where it is neither, or the version is not known.
std::vector<std::size_t> find_dialects(std::string_view name, std::span<const dialect_facts> known);
bool is_unlisted_version(std::string_view name, std::span<const dialect_facts> known);
// The same, but a version that is not known stands for every dialect, and the word with which models' names begin
// ("qwen") stands for all of them; throws setup_error that says which names are near, or lists the dialects; finding
// that out is slow.
std::vector<std::size_t> dialects_named(std::string_view name, std::span<const dialect_facts> known);

// Those of several names with commas between them; "auto" is every dialect. What a name with "-" before it stands for
// is left out; "-evidence" leaves out the reader of marks that no dialect has (spec/dialects/general.md).
engine::dialect_set dialects_listed(std::string_view names, std::span<const dialect_facts> known);

}  // namespace toolcall::events
