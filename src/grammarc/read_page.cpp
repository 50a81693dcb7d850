// Reads a page: front matter, prose, peg blocks and example blocks.
//
// A page is a list of lines. Fences decide what a line is, as in CommonMark: a fence ends at the first line that
// holds nothing but at least as many backticks as opened it. Everything that is neither peg nor example is prose.

#include "grammarc/read_page.hpp"

#include "grammarc/read_page_lines.hpp"
#include "grammarc/read_rules.hpp"

namespace toolcall::grammarc {
namespace {

constexpr std::string_view option_names[] = {"tools", "choice", "finish", "prefill"};

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
    if (!is_word(page_.name)) report(1, "a page is named in a-z, 0-9 and _, because rules refer to it as page.rule");
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
    const auto order = page_.front.find("order");
    const auto is_number = [](const std::string& word) {
      return !word.empty() && word.size() <= 6 && word.find_first_not_of("0123456789") == word.npos;
    };
    if (order != page_.front.end() && (order->second.size() != 1 || !is_number(order->second.front())))
      report(1, "order: is a whole number of at most six digits: where automatic detection asks this dialect");
    const auto dialect = page_.front.find("dialect");
    if (dialect == page_.front.end() || dialect->second == std::vector<std::string>{page_.name}) return;
    report(1, "the front matter says dialect: " + (dialect->second.empty() ? "[]" : dialect->second.front()) +
                  ", but the page is " + page_.name + ".md; both are the name that other pages refer to");
  }

  // One fenced block; returns the line behind it.
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
    if (kind == "example") example_block(open, close, trim(info.substr(kind.size())));
    return close + 1;
  }

  void peg(std::size_t open, std::size_t close) {
    if (close == open + 1) return;
    const auto* begin = lines_[open + 1].data();
    const auto size = static_cast<std::size_t>(lines_[close].data() - begin);
    page_.grammar.append(page_.grammar.empty() ? "" : "\n").append(begin, size);
    for (auto& rule : read_rules(page_.file, {begin, size}, open + 2, problems_))
      page_.rules.push_back(std::move(rule));
  }

  void example_block(std::size_t open, std::size_t close, std::string_view title) {
    std::size_t first = open + 1;
    while (first < close && lines_[first] != "---") ++first;
    std::size_t last = close;
    while (last > first && lines_[last] != "---") --last;
    if (title.empty()) report(open + 1, "an example has a title behind the word example: it names the test");
    if (first >= last) {
      report(open + 1, "an example has two lines ---: one behind its options, one between its text and its result");
      return;
    }
    example made;
    made.title = title;
    made.line = open + 1;
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
    bool known = false;
    for (const auto name : option_names) known = known || name == key;
    if (!known || value.empty())
      return report(at + 1, "`" + std::string(line) + "` is no option of an example: allowed are tools NAME[,NAME], " +
                                "choice CHOICE, finish REASON and prefill \"TEXT\", each on its own line before the first ---");
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

page read_page(std::string_view file_name, std::string_view content, std::vector<problem>& problems) {
  return page_reader(file_name, content, problems).read();
}

}  // namespace toolcall::grammarc
