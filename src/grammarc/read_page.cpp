// Reads a page: front matter, prose, and the blocks that count: peg, marks, ambiguous and example.
//
// A page is a list of lines. Fences decide what a line is, as in CommonMark: a fence ends at the first line that
// holds nothing but at least as many backticks as opened it. Every other block is prose.

#include "grammarc/read_page.hpp"

#include <algorithm>

#include "grammarc/closest.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/read_marks.hpp"
#include "grammarc/read_page_lines.hpp"
#include "grammarc/read_rules.hpp"
#include "text/ascii.hpp"
#include "text/edit_distance.hpp"
#include "text/finish_reason.hpp"

namespace toolcall::grammarc {
namespace {

constexpr std::size_t slips = 2;  // letters that may differ where one word was meant for another

struct example_option {
  std::string_view name;
  std::string_view value;  // the only one, or empty
};

constexpr example_option example_options[] = {{"tools", ""},     {"choice", ""},   {"finish", ""},    {"prefill", ""},
                                              {"read", "named"}, {"held", "auto"}, {"held", "always"}};

std::string stem(std::string_view file) {
  const auto slash = file.find_last_of("/\\");
  if (slash != std::string_view::npos) file.remove_prefix(slash + 1);
  return std::string(file.substr(0, file.rfind('.')));
}

bool is_word(std::string_view text) {
  return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos &&
         (text.front() < '0' || text.front() > '9');
}

class page_reader {
 public:
  page_reader(std::string_view file, std::string_view content, std::vector<problem>& problems)
      : lines_(split_lines(content)), problems_(problems) {
    page_.file = file;
    page_.name = stem(file);
  }

  page read() {
    if (!is_word(page_.name))
      report(1, "the file name of a page may have only a-z, 0-9 and _, because rules refer to it as page.rule");
    std::size_t at = read_front_matter(lines_, page_, problems_);
    check_dialect();
    while (at < lines_.size()) {
      const auto ticks = fence(lines_[at]);
      at = ticks == 0 ? at + 1 : block(at, ticks);
    }
    return std::move(page_);
  }

 private:
  void report(std::size_t line, std::string what) { problems_.push_back({page_.file, line, "", std::move(what)}); }

  void check_dialect() {
    if (page_.front.count("order") != 0 && !order_of(page_))
      report(page_.front_lines.at("order"),
             "order: is a whole number of at most six digits: when automatic detection tries this dialect");
    const auto dialect = page_.front.find("dialect");
    if (dialect == page_.front.end() || dialect->second == std::vector<std::string>{page_.name}) return;
    report(1, "the front matter says dialect: " + (dialect->second.empty() ? "[]" : dialect->second.front()) +
                  ", but the page is " + page_.name + ".md; both are the name that other pages refer to");
  }

  // One fenced block; returns the line after it.
  std::size_t block(std::size_t open, std::size_t ticks) {
    std::size_t close = open + 1;
    while (close < lines_.size() && !closes(lines_[close], ticks)) ++close;
    if (close == lines_.size()) {
      report(open + 1, "this block is never closed: a line of " + std::to_string(ticks) + " backticks ends it");
      return close;
    }
    const auto info = trim(lines_[open].substr(ticks));
    const auto kind = info.substr(0, info.find(' '));
    if (kind == "peg") peg(open, close);
    if (kind == "marks") marks(open, close);
    if (kind == "ambiguous") ambiguous(open, close);
    if (kind == "example") example_block(open, close, trim(info.substr(kind.size())));
    misspelt(kind, open);
    return close + 1;
  }

  // Any other block is prose, so one whose kind is nearly right would be left out without a word.
  void misspelt(std::string_view kind, std::size_t open) {
    const std::vector<std::string> counted{"peg", "marks", "ambiguous", "example"};
    if (std::find(counted.begin(), counted.end(), kind) != counted.end()) return;
    const std::string near = closest(ascii::lowered(kind), counted);
    if (!near.empty() && edit_distance(kind, near) <= slips)
      report(open + 1, "`" + std::string(kind) + "` is not a kind of block that is read, so this one would be left " +
                           "out; did you mean " + near + "?");
  }

  void peg(std::size_t open, std::size_t close) {
    if (close == open + 1) return;
    page_.grammar.append(page_.grammar.empty() ? "" : "\n").append(lines_of(open, close));
    read_rules(page_, lines_of(open, close), open + 2, problems_);
  }

  void marks(std::size_t open, std::size_t close) {
    if (page_.front.count("dialect") == 0)
      return report(open + 1, "only a dialect writes marks of its own: a `marks` block stands on its page");
    read_marks(page_, lines_of(open, close), open + 2, problems_);
  }

  // Rules that no parser reads stand beside those of the page.
  void ambiguous(std::size_t open, std::size_t close) {
    const std::size_t before = page_.rules.size();
    read_rules(page_, lines_of(open, close), open + 2, problems_);
    const auto first = page_.rules.begin() + static_cast<std::ptrdiff_t>(before);
    std::move(first, page_.rules.end(), std::back_inserter(page_.ambiguous));
    page_.rules.erase(first, page_.rules.end());
  }

  // What stands between the fences of a block, with its last newline.
  std::string_view lines_of(std::size_t open, std::size_t close) const {
    if (close == open + 1) return {};
    const auto* begin = lines_[open + 1].data();
    return {begin, static_cast<std::size_t>(lines_[close].data() - begin)};
  }

  void example_block(std::size_t open, std::size_t close, std::string_view title) {
    std::size_t first = open + 1;
    while (first < close && lines_[first] != "---") ++first;
    std::size_t last = close;
    while (last > first && lines_[last] != "---") --last;
    if (title.empty()) report(open + 1, "an example has a title after the word example: it names the test");
    if (first >= last) {
      report(open + 1, "an example has two lines ---: one after its options, one between its text and its result");
      return;
    }
    for (const example& earlier : page_.examples)
      if (!title.empty() && earlier.title == title)
        report(open + 1, "an example with the title `" + earlier.title + "` stands in line " +
                             std::to_string(earlier.line) + " already; the title names the test, so give each its own");
    example made;
    made.title = title;
    made.line = open + 1;
    made.expected_line = last + 2;
    for (std::size_t at = open + 1; at < first; ++at) option(made, at);
    made.text = join(first + 1, last);
    made.expected = join(last + 1, close);
    page_.examples.push_back(std::move(made));
  }

  void option(example& made, std::size_t at) {
    const auto line = trim(lines_[at]);
    if (line.empty()) return;
    const auto key = line.substr(0, line.find(' '));
    const auto value = trim(line.substr(key.size()));
    const auto has_this = [&](const example_option& each) {
      return each.name == key && !value.empty() && (each.value.empty() || each.value == value);
    };
    if (std::none_of(std::begin(example_options), std::end(example_options), has_this))
      return report(at + 1,
                    "`" + std::string(line) + "` is not an option of an example; allowed are tools NAME[,NAME], " +
                        "choice CHOICE, finish REASON, prefill \"TEXT\", read named, held auto and held always, " +
                        "each on its own line before the first ---");
    if (key == "finish" && !events::is_known_reason(value))
      report(at + 1, "`" + std::string(value) + "` is not a finish reason; allowed are " + events::known_reasons());
    auto read = key == "prefill" ? read_quoted(value) : spelled_bytes{std::string(value), ""};
    if (!read.wrong.empty()) report(at + 1, "prefill: " + read.wrong);
    if (!made.options.try_emplace(std::string(key), std::move(read.bytes)).second)
      report(at + 1, "this example has two lines `" + std::string(key) + "`: write one");
  }

  // The lines [begin, end) without the newline of the last.
  std::string join(std::size_t begin, std::size_t end) const {
    if (begin >= end) return {};
    const auto& last = lines_[end - 1];
    return {lines_[begin].data(), last.data() + last.size()};
  }

  std::vector<std::string_view> lines_;
  std::vector<problem>& problems_;
  page page_;
};

}  // namespace

std::string line_of(const problem& wrong) {
  return wrong.file + ":" + std::to_string(wrong.line) + ": " + wrong.rule + (wrong.rule.empty() ? "" : ": ") +
         wrong.what;
}

page read_page(std::string_view file_name, std::string_view content, std::vector<problem>& problems) {
  return page_reader(file_name, content, problems).read();
}

}  // namespace toolcall::grammarc
