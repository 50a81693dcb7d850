// toolcall check: reads tools as the other commands do, and says what is wrong or odd about them.

#include <algorithm>
#include <array>
#include <iostream>

#include <toolcall/schema_report.hpp>

#include <nlohmann/json.hpp>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/reading.hpp"

namespace toolcall::cli {

namespace {

using grade = tools::schema_issue::grade;

std::size_t count(const std::vector<tools::schema_issue>& report, grade is) {
  return static_cast<std::size_t>(
      std::count_if(report.begin(), report.end(), [is](const tools::schema_issue& each) { return each.kind == is; }));
}

std::string counted(std::size_t n, const std::string& what) {
  return std::to_string(n) + ' ' + what + (n == 1 ? "" : "s");
}

void print_lines(const tools& read, const std::vector<tools::schema_issue>& report) {
  for (const tools::schema_issue& each : report) std::cout << to_line(each) << '\n';
  std::cout << counted(read.size(), "usable tool") << ", " << counted(count(report, grade::error), "error") << ", "
            << counted(count(report, grade::warning), "warning") << ", " << count(report, grade::not_enforced)
            << " not enforced\n";
}

void print_json(const tools& read, const std::vector<tools::schema_issue>& report) {
  std::cout << nlohmann::ordered_json::parse(to_json(read, report)).dump(2) << '\n';
}

}  // namespace

int check(const settings& chosen) {
  const std::string text = input(chosen.tools).all();
  const tools read = tools::checked(text);
  const std::vector<tools::schema_issue> report = schema_report(read, read_dialect(chosen));
  chosen.check_format == "json" ? print_json(read, report) : print_lines(read, report);
  check_output();
  return count(report, grade::error) == 0 ? done : usage;
}

}  // namespace toolcall::cli
