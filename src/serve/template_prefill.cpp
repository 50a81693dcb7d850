// A template is not run: that would need Jinja and all that a server knows of a request. Its last block is read where
// it is nothing but text and string literals; whatever else stands there, the answer's beginning depends on it.

#include "serve/template_prefill.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <toolcall/parser.hpp>

namespace toolcall::serve {

namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::size_t longest_prompt = 4096;  // bytes of a generation prompt that is looked at

std::string_view trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(blanks);
  return from == text.npos ? std::string_view() : text.substr(from, text.find_last_not_of(blanks) - from + 1);
}

enum class kind : unsigned char { text, statement, output };

struct piece {
  kind what;
  std::string body;
};

// Cuts a template into pieces, with the blanks as chat templates are rendered: a statement takes the newline after it
// and the blanks before it on its line, and a minus takes all blanks on its side.
class template_pieces {
 public:
  explicit template_pieces(std::string_view from) : rest_(from) {}

  // False where a tag has no end.
  bool read(std::vector<piece>& to) {
    for (;;) {
      const std::size_t tag = next_tag();
      std::string text(rest_.substr(0, tag));
      rest_.remove_prefix(std::min(tag, rest_.size()));
      strip_begin(text);
      if (rest_.empty()) return add(to, std::move(text));
      const char opens = rest_[1], side = rest_.size() > 2 ? rest_[2] : '\0';
      if (side == '-') strip_end(text, blanks);
      if (side != '-' && side != '+' && opens != '{') strip_line(text);
      add(to, std::move(text));
      if (!read_tag(opens, to)) return false;
    }
  }

 private:
  std::size_t next_tag() const {
    for (std::size_t at = rest_.find('{'); at != rest_.npos; at = rest_.find('{', at + 1))
      if (at + 1 < rest_.size() && (rest_[at + 1] == '%' || rest_[at + 1] == '{' || rest_[at + 1] == '#')) return at;
    return rest_.size();
  }
  static bool add(std::vector<piece>& to, std::string text) {
    if (!text.empty()) to.push_back({kind::text, std::move(text)});
    return true;
  }
  static void strip_end(std::string& text, std::string_view what) { text.erase(text.find_last_not_of(what) + 1); }
  static void strip_line(std::string& text) {
    const std::size_t kept = text.find_last_not_of(" \t");
    if (kept == text.npos || text[kept] == '\n') text.erase(kept + 1);
  }
  // What the tag before takes.
  void strip_begin(std::string& text) {
    if (before_ == '-') text.erase(0, std::min(text.find_first_not_of(blanks), text.size()));
    if (before_ == '%' && text.substr(0, 1) == "\n") text.erase(0, 1);
    before_ = '\0';
  }

  bool read_tag(char opens, std::vector<piece>& to) {
    const char closes = opens == '{' ? '}' : opens;
    std::size_t at = 2;
    char quote = '\0';
    for (; at + 1 < rest_.size(); ++at) {
      const char c = rest_[at];
      if (quote != '\0' && c == '\\')
        ++at;
      else if (quote != '\0')
        quote = c == quote ? '\0' : quote;
      else if (opens != '#' && (c == '"' || c == '\''))
        quote = c;
      else if (c == closes && rest_[at + 1] == '}')
        break;
    }
    if (at + 1 >= rest_.size()) return false;
    std::string_view body = rest_.substr(2, at - 2);
    rest_.remove_prefix(at + 2);
    const char last = body.empty() ? '\0' : body.back();
    before_ = last == '-' ? '-' : opens == '{' || last == '+' ? '\0' : '%';
    if (!body.empty() && (body.front() == '-' || body.front() == '+')) body.remove_prefix(1);
    if (!body.empty() && (body.back() == '-' || body.back() == '+')) body.remove_suffix(1);
    if (opens != '#') to.push_back({opens == '{' ? kind::output : kind::statement, std::string(trimmed(body))});
    return true;
  }

  std::string_view rest_;
  char before_ = '\0';  // how the tag before ended: '-', or '%' where it takes a newline
};

// String literals, joined by + or ~.
std::optional<std::string> literal_of(std::string_view expression) {
  std::string made;
  for (;;) {
    if (expression.empty() || (expression.front() != '"' && expression.front() != '\'')) return std::nullopt;
    const char quote = expression.front();
    std::size_t at = 1;
    for (; at < expression.size() && expression[at] != quote; ++at) {
      if (expression[at] != '\\') {
        made += expression[at];
        continue;
      }
      constexpr std::string_view written = "ntr\\'\"", meant = "\n\t\r\\'\"";
      const std::size_t which = ++at < expression.size() ? written.find(expression[at]) : written.npos;
      if (which == written.npos) return std::nullopt;
      made += meant[which];
    }
    if (at >= expression.size()) return std::nullopt;
    expression = trimmed(expression.substr(at + 1));
    if (expression.empty()) return made;
    if (expression.front() != '+' && expression.front() != '~') return std::nullopt;
    expression = trimmed(expression.substr(1));
  }
}

std::string_view first_word(std::string_view statement) {
  return statement.substr(0, statement.find_first_of(" \t\r\n("));
}

// Statements of several parts.
int depth_change(std::string_view statement) {
  const std::string_view word = first_word(statement);
  if (word.substr(0, 3) == "end") return -1;
  if (word == "set") return statement.find('=') == statement.npos ? 1 : 0;
  for (const char* const begins : {"if", "for", "macro", "call", "filter", "block", "generation"})
    if (word == begins) return 1;
  return 0;
}

// Whether what stands under this condition is for the caller who says nothing of the variable.
bool is_default_for(std::string_view condition, const std::string& name) {
  return condition == "not " + name + " is defined" || condition == name + " is not defined" ||
         condition == name + " is undefined";
}

// Whether the statement gives this variable a value.
bool sets(std::string_view statement, std::string_view name) {
  if (first_word(statement) != "set") return false;
  std::string_view targets = statement.substr(3, statement.find('=') - 3);
  for (;;) {
    const std::size_t comma = targets.find(',');
    if (trimmed(targets.substr(0, comma)) == name) return true;
    if (comma == targets.npos) return false;
    targets.remove_prefix(comma + 1);
  }
}

// Whether the template itself says if a prompt for an answer is asked for. Where the caller says nothing it may.
bool decides_by_itself(const std::vector<piece>& all) {
  const std::string name = "add_generation_prompt";
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].what != kind::statement || !sets(all[i].body, name)) continue;
    std::size_t before = i;
    while (before > 0 && all[before - 1].what == kind::text) --before;
    const std::string_view around = before == 0 ? std::string_view() : all[before - 1].body;
    if (first_word(around) != "if" || !is_default_for(trimmed(around.substr(2)), name)) return true;
  }
  return false;
}

// The first piece of the block, and past its last one: the statement that ends it.
std::optional<std::pair<std::size_t, std::size_t>> last_block(const std::vector<piece>& all) {
  int depth = 0;
  std::optional<std::pair<std::size_t, std::size_t>> found;
  bool inside = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].what != kind::statement) continue;
    const std::string_view statement = all[i].body;
    if (depth == 0 && first_word(statement) == "if" && trimmed(statement.substr(2)) == "add_generation_prompt") {
      found = {i + 1, all.size()};
      inside = true;
    }
    depth += depth_change(statement);
    if (inside && depth == 0) {
      found->second = i;
      inside = false;
    }
  }
  return found;
}

}  // namespace

std::optional<std::string> generation_prompt_of(std::string_view chat_template) {
  // The newline that ends a template is no part of it.
  if (!chat_template.empty() && chat_template.back() == '\n') chat_template.remove_suffix(1);
  std::vector<piece> all;
  if (!template_pieces(chat_template).read(all) || decides_by_itself(all)) return std::nullopt;
  const auto block = last_block(all);
  if (!block || block->second + 1 != all.size()) return std::nullopt;
  std::string made;
  for (std::size_t i = block->first; i < block->second; ++i) {
    if (all[i].what == kind::statement) return std::nullopt;
    const std::optional<std::string> text = all[i].what == kind::text ? all[i].body : literal_of(all[i].body);
    if (!text || made.size() + text->size() > longest_prompt) return std::nullopt;
    made += *text;
  }
  return made;
}

// A parser says whether something is open. Of a longer text the head of the answer's turn is left out: a parser needs
// no more than the mark.
std::string prefill_of(std::string_view generation_prompt, const dialect& which) {
  for (std::size_t at = generation_prompt.find_last_of("<["); at != generation_prompt.npos;
       at = at == 0 ? generation_prompt.npos : generation_prompt.find_last_of("<[", at - 1)) {
    const std::string_view tail = generation_prompt.substr(at);
    parser asked(which);
    asked.prefill(tail);
    const std::span<const event> emitted = asked.feed("a b");
    if (!emitted.empty() && emitted.front().type == event_type::reasoning) return std::string(tail);
  }
  return {};
}

}  // namespace toolcall::serve
