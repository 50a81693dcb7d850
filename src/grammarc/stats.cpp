// Counts what stands on the pages, and follows calls from rule to rule. A shared page that asks all dialects for a rule
// leads to that of the dialect which is looked at: the others are not in use where it is named.

#include "grammarc/stats.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "grammarc/check_graph.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/read_page_lines.hpp"

namespace toolcall::grammarc {
namespace {

constexpr std::size_t widest = 110;

std::size_t columns_of(std::string_view line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // no byte that goes on with a character
  }));
}

// A line that is wider counts as the lines that it would fill.
std::size_t count_lines(std::string_view text, std::size_t& bytes) {
  std::size_t lines = 0;
  for (const std::string_view line : split_lines(text)) {
    if (trim(line).empty()) continue;
    lines += (columns_of(line) + widest - 1) / widest;
    bytes += line.size() + 1;
  }
  return lines;
}

std::size_t count_lines(const page& of, std::size_t& bytes) {
  std::size_t lines = count_lines(of.grammar, bytes);
  for (const mark_declaration& each : of.marks) lines += count_lines(each.source, bytes);
  return lines;
}

class walk {
 public:
  walk(const std::vector<page>& pages, const page& dialect) : pages_(pages), dialect_(dialect) {}

  void from(const page_rule& start) {
    if (start.of == nullptr || !rules.insert(start.of).second) return;
    where.insert(start.where);
    into(*start.where, start.of->body);
  }

  std::set<const rule*> rules;
  std::set<const page*> where;

 private:
  void into(const page& here, const expression& written) {
    if (written.is == form::call) {
      const bool of_dialects = !rule_of_dialects(written.text).empty();
      for (const page_rule& target : find_rules(pages_, here, written.text))
        if (!of_dialects || target.where == &dialect_) from(target);
    }
    for (const expression& child : written.children) into(here, child);
  }

  const std::vector<page>& pages_;
  const page& dialect_;
};

dialect_stats stats_of(const std::vector<page>& pages, const page& dialect) {
  dialect_stats made;
  std::size_t bytes = 0;
  made.name = dialect.name;
  made.lines = count_lines(dialect, bytes);
  walk reached(pages, dialect);
  reached.from({&dialect, rule_named(dialect, "call")});
  made.rules = reached.rules.size();
  made.pages = reached.where.size();
  return made;
}

std::string row(const std::string& what, std::size_t count) {
  const std::string number = std::to_string(count);
  return std::string(number.size() < 8 ? 8 - number.size() : 0, ' ') + number + "  " + what + "\n";
}

}  // namespace

spec_stats stats_of(const std::vector<page>& pages) {
  spec_stats made;
  for (const page& each : pages) {
    made.lines += count_lines(each, made.bytes);
    made.marks += each.marks.size();
    const auto is_written = [](const auto& one) { return !one.by_default; };
    made.rules += static_cast<std::size_t>(std::count_if(each.rules.begin(), each.rules.end(), is_written));
    made.givens += static_cast<std::size_t>(std::count_if(each.givens.begin(), each.givens.end(), is_written));
    if (is_dialect(each)) made.dialects.push_back(stats_of(pages, each));
  }
  return made;
}

std::string table(const spec_stats& of) {
  std::string all =
      row("lines of grammar, marks and rules, of at most " + std::to_string(widest) + " columns", of.lines) +
      row("bytes", of.bytes) + row("declarations of marks", of.marks) + row("rules", of.rules) +
      row("givens", of.givens) + "\n   lines   rules   pages  from a call of\n";
  for (const dialect_stats& each : of.dialects) {
    for (const std::size_t count : {each.lines, each.rules, each.pages}) {
      const std::string number = std::to_string(count);
      all += std::string(8 - std::min<std::size_t>(number.size(), 8), ' ') + number;
    }
    all += "  " + each.name + "\n";
  }
  return all;
}

}  // namespace toolcall::grammarc
