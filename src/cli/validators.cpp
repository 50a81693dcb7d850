// CLI11 has some of these, but its words name neither what was given nor what is allowed, and it reads "-1" into an
// unsigned number.

#include "cli/validators.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>

#include "text/joined.hpp"
#include "typing/json.hpp"

namespace toolcall::cli {

namespace {

std::optional<std::uint64_t> number_of(const std::string& digits) {
  if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos) return std::nullopt;
  errno = 0;
  const std::uint64_t read = std::strtoull(digits.c_str(), nullptr, 10);
  if (errno != 0) return std::nullopt;
  return read;
}

std::string without_zeros(double number) {
  std::string text = std::to_string(number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

CLI::Validator one_of(const std::vector<std::string>& allowed) {
  const auto refuse = [allowed](const std::string& value) -> std::string {
    if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return {};
    return "\"" + value + "\" is not one of " + joined(allowed, ", ");
  };
  CLI::Validator made(refuse, "", "one_of");
  made.description(joined(allowed, "|"));
  return made;
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto refuse = [least, most](const std::string& value) -> std::string {
    const std::optional<std::uint64_t> number = number_of(value);
    if (number && *number >= least && *number <= most) return {};
    return "\"" + value + "\" is not an integer from " + std::to_string(least) + " to " + std::to_string(most);
  };
  return CLI::Validator(refuse, "", "whole_number");
}

CLI::Validator seconds(double least, double most) {
  const auto refuse = [least, most](const std::string& value) -> std::string {
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    if (!value.empty() && *end == '\0' && number >= least && number <= most) return {};
    return "\"" + value + "\" is not a number of seconds from " + without_zeros(least) + " to " + without_zeros(most);
  };
  return CLI::Validator(refuse, "", "seconds");
}

CLI::Validator json_pointer() {
  const auto refuse = [](const std::string& value) -> std::string {
    const bool ok = typing::json::unescaped_step(value).has_value() && value.substr(0, 1) == "/";
    return ok ? ""
              : "\"" + value +
                    "\" is not a JSON Pointer, such as /response/text; in a name, ~ is written ~0 and / is written ~1";
  };
  return CLI::Validator(refuse, "", "json_pointer");
}

}  // namespace toolcall::cli
