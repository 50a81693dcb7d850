// Lines, fences and front matter.
//
// The front matter looks like YAML and is much less: `key: value` and `key: [a, b]`, one a line. What is syntax of a
// dialect belongs into its grammar, so there is nothing here that would need more.

#include "grammarc/read_page_lines.hpp"

#include <algorithm>
#include <iterator>

#include "grammarc/tree.hpp"
#include "text/joined.hpp"
#include "text/utf8.hpp"

namespace toolcall::grammarc {
namespace {

const std::vector<std::string_view>& keys() {
  static const std::vector<std::string_view> all = [] {
    std::vector<std::string_view> made{"dialect", "models", "starts", "tokens", "server_parsers", "order"};
    made.insert(made.end(), std::begin(one_word_keys), std::end(one_word_keys));
    return made;
  }();
  return all;
}

// One line of front matter, read from the left.
class front_line {
 public:
  explicit front_line(std::string_view rest) : rest_(rest) { blank(); }

  std::vector<std::string> values;
  std::string wrong;

  void read() {
    if (take('[')) {
      list();
    } else if (!ended()) {
      value("");
    } else {
      wrong = "it has no value; write a word, a quoted text or a list such as [a, b]";
    }
    if (wrong.empty() && !ended())
      wrong = "`" + std::string(rest_) + "` follows the value; several values are a list such as [a, b]";
  }

 private:
  void blank() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }
  bool ended() const { return rest_.empty() || rest_.front() == '#'; }
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    blank();
    return true;
  }

  void list() {
    if (take(']')) return;
    do {
      value(",]");
    } while (wrong.empty() && take(','));
    if (wrong.empty() && !take(']')) wrong = "a list is closed by ] on its own line";
  }

  // A bare value ends at a stop or at a comment.
  void value(std::string_view stops) {
    if (!rest_.empty() && rest_.front() == '"') return quoted();
    std::size_t end = 0;
    while (end < rest_.size() && stops.find(rest_[end]) == std::string_view::npos &&
           !(rest_[end] == '#' && (end == 0 || rest_[end - 1] == ' ')))
      ++end;
    values.emplace_back(trim(rest_.substr(0, end)));
    if (values.back().empty()) wrong = "a value is empty; write \"\" for an empty text";
    rest_.remove_prefix(end);
  }

  void quoted() {
    std::size_t end = 1;
    while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
    end = std::min(end + 1, rest_.size());
    auto read = read_quoted(rest_.substr(0, end));
    wrong = read.wrong;
    values.push_back(std::move(read.bytes));
    rest_.remove_prefix(end);
    blank();
  }

  std::string_view rest_;
};

std::string key_list() {
  return joined(keys(), ", ");
}

// Those whose parsers are chosen by a name.
constexpr std::string_view servers[] = {"vllm", "sglang"};

std::string server_list() {
  return joined(servers, ", ");
}

bool names_parser(std::string_view value) {
  const auto equals = value.find('=');
  if (equals == value.npos || equals + 1 == value.size()) return false;
  if (std::find(std::begin(servers), std::end(servers), value.substr(0, equals)) == std::end(servers)) return false;
  return value.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", equals + 1) ==
         value.npos;
}

std::string read_entry(std::string_view line, std::size_t number, page& page) {
  const auto colon = line.find(':');
  const auto key = trim(line.substr(0, colon));
  if (colon == std::string_view::npos || std::find(keys().begin(), keys().end(), key) == keys().end())
    return "`" + std::string(key) + "` is not a key of the front matter; allowed are " + key_list();
  front_line in(line.substr(colon + 1));
  in.read();
  if (in.wrong.empty() && key == "server_parsers")
    for (const std::string& value : in.values)
      if (in.wrong.empty() && !names_parser(value))
        in.wrong = "`" + value + "` is not SERVER=PARSER, such as vllm=hermes; servers are " + server_list();
  if (!in.wrong.empty()) return std::string(key) + ": " + in.wrong;
  if (!page.front.try_emplace(std::string(key), std::move(in.values)).second)
    return "the key " + std::string(key) + " stands here twice: write it once";
  page.front_lines.emplace(key, number);
  return {};
}

}  // namespace

std::vector<std::string_view> split_lines(std::string_view content) {
  std::vector<std::string_view> lines;
  while (!content.empty()) {
    const auto end = std::min(content.find('\n'), content.size());
    lines.push_back(content.substr(0, end));
    content.remove_prefix(std::min(end + 1, content.size()));
  }
  return lines;
}

std::string_view trim(std::string_view text) {
  const auto begin = std::min(text.find_first_not_of(" \t\r"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::size_t fence(std::string_view line) {
  const auto ticks = std::min(line.find_first_not_of('`'), line.size());
  return ticks >= 3 && line.find('`', ticks) == std::string_view::npos ? ticks : 0;
}

bool closes(std::string_view line, std::size_t ticks) {
  line = trim(line);
  return line.size() >= ticks && line.find_first_not_of('`') == std::string_view::npos;
}

spelled_bytes read_quoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"')
    return {"", "`" + std::string(text) + "` is not quoted text; write it as \"…\" with the escapes of a literal"};
  return read_literal(text.substr(1, text.size() - 2));
}

std::size_t read_front_matter(const std::vector<std::string_view>& lines, page& page, std::vector<problem>& problems) {
  if (lines.empty()) return 0;
  if (lines[0].starts_with(utf8::byte_order_mark))
    problems.push_back({page.file, 1, "", "the page begins with a byte order mark; write UTF-8 without one"});
  if (!lines[0].empty() && lines[0].back() == '\r')
    problems.push_back({page.file, 1, "", "lines end with CR LF; a page's lines end with LF alone"});
  if (lines[0] != "---") return 0;
  for (std::size_t at = 1; at < lines.size(); ++at) {
    const auto line = trim(lines[at]);
    if (line == "---") return at + 1;
    if (line.empty() || line.front() == '#') continue;
    auto wrong = read_entry(line, at + 1, page);
    if (!wrong.empty()) problems.push_back({page.file, at + 1, "", std::move(wrong)});
  }
  problems.push_back({page.file, 1, "", "the front matter is never closed: a line --- ends it"});
  return lines.size();
}

}  // namespace toolcall::grammarc
