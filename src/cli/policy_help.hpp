// What each member of the policy does, for the command's help and docs/cli.md.

#pragma once

#include <string_view>

namespace toolcall::cli {

// `setting` is the name of a policy_setting.
std::string_view policy_help(std::string_view setting);

}  // namespace toolcall::cli
