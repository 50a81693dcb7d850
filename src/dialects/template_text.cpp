// Templates build a mark from parts ({{ '<' + token + 'invoke' }}), and each author otherwise. To find the mark it is
// enough to join what is written in a row: conditions and loops say whether and how often, not what. But a loop over
// the list of tools writes what the prompt says of them.

#include "dialects/template_text.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "text/ascii.hpp"

namespace toolcall::events {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The words of an expression, without its texts: identifiers and what they are members of.
std::vector<std::string> words_of(std::string_view code) {
  std::vector<std::string> words;
  char quote = 0;
  for (std::size_t at = 0; at < code.size();) {
    const char c = code[at];
    if (quote != 0 || !is_word(c)) {
      if (quote != 0 && c == '\\' && quote != '`') ++at;
      if (quote == 0 && (c == '"' || c == '\'' || c == '`'))
        quote = c;
      else if (c == quote)
        quote = 0;
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < code.size() && is_word(code[end])) ++end;
    words.push_back(ascii::lowered(code.substr(at, end - at)));
    at = end;
  }
  return words;
}

bool names_tools(const std::vector<std::string>& words) {
  return std::find(words.begin(), words.end(), "tools") != words.end();
}

bool names_messages(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word.find("messages") != word.npos; });
}

class template_reader {
 public:
  explicit template_reader(std::string_view source) : rest_(source) {}

  std::string read() {
    while (!rest_.empty()) {
      const std::size_t open = next_open();
      text(rest_.substr(0, open));
      rest_.remove_prefix(std::min(open, rest_.size()));
      if (!rest_.empty()) tag();
    }
    return std::move(made_);
  }

 private:
  std::size_t next_open() const {
    for (std::size_t at = 0; at + 1 < rest_.size(); ++at)
      if (rest_[at] == '{' && (rest_[at + 1] == '{' || rest_[at + 1] == '%' || rest_[at + 1] == '#')) return at;
    return rest_.size();
  }

  void text(std::string_view piece) {
    if (trims_next_)
      while (!piece.empty() && std::isspace(static_cast<unsigned char>(piece.front())) != 0) piece.remove_prefix(1);
    trims_next_ = false;
    write(piece);
  }

  void write(std::string_view piece) {
    if (in_list_ == 0) made_ += piece;
  }

  // rest_ begins with {{, {% or {#.
  void tag() {
    const char kind = rest_[1];
    rest_.remove_prefix(2);
    if (rest_.substr(0, 1) == "-") {
      while (!made_.empty() && std::isspace(static_cast<unsigned char>(made_.back())) != 0) made_.pop_back();
      rest_.remove_prefix(1);
    }
    if (kind == '#') {
      const std::size_t end = rest_.find("#}");
      trims_next_ = end != rest_.npos && end > 0 && rest_[end - 1] == '-';
      rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 2);
      return;
    }
    const std::string set = kind == '%' ? set_variable() : "";
    const bool lists = enter(kind, words_of(rest_.substr(0, rest_.find(kind == '%' ? "%}" : "}}"))));
    std::string value;
    const bool is_text = expression(kind == '%' ? '%' : '}', value);
    if (lists) {
      made_ += listed;  // in place of all that the loop writes
      return;
    }
    if (kind == '{') write(value);
    if (kind == '%' && value.find_first_not_of(std::string{computed, listed}) != value.npos)
      write(computed + value + computed);
    if (!set.empty()) is_text ? void(variables_[set] = value) : void(variables_.erase(set));
  }

  // Follows what opens and closes loops: for and endfor in Jinja; in Go's language end closes other things, too. True
  // where a loop over the tools begins. A loop over messages within a loop looks for something.
  bool enter(char kind, const std::vector<std::string>& words) {
    constexpr std::string_view in_go[] = {"range", "if", "with", "block", "define"};
    const std::string first = words.empty() ? "" : words.front();
    const bool opens =
        kind == '%' ? first == "for" : std::find(std::begin(in_go), std::end(in_go), first) != std::end(in_go);
    if (first == (kind == '%' ? "endfor" : "end") && !open_.empty()) leave();
    if (!opens) return false;
    const bool loops = first == "for" || first == "range", outermost = kind != '%' || open_.empty();
    if (!loops) return open_.push_back(block::other), false;
    if (names_tools(words)) return open_.push_back(block::tools), in_list_++ == 0;
    const bool of_messages = outermost && in_turns_ == 0 && names_messages(words);
    if (of_messages) write({&turns, 1}), ++in_turns_;
    open_.push_back(of_messages ? block::turns : block::other);
    return false;
  }
  void leave() {
    if (open_.back() == block::tools) --in_list_;
    if (open_.back() == block::turns) write({&turns, 1}), --in_turns_;
    open_.pop_back();
  }

  // The name in `set name =`. Takes what it reads.
  std::string set_variable() {
    std::string_view look = rest_;
    const auto blanks = [&] { look.remove_prefix(std::min(look.find_first_not_of(" \t\r\n"), look.size())); };
    blanks();
    if (look.substr(0, 4) != "set ") return "";
    look.remove_prefix(4);
    blanks();
    const auto end = static_cast<std::size_t>(std::find_if_not(look.begin(), look.end(), is_word) - look.begin());
    const std::string name(look.substr(0, end));
    look.remove_prefix(end);
    blanks();
    if (look.substr(0, 1) != "=") return "";
    rest_ = look.substr(1);
    return name;
  }

  // Up to the end of the tag; false if something in it is computed.
  bool expression(char closer, std::string& value) {
    bool is_text = true;
    const auto compute = [&] {
      is_text = false;
      if (value.empty() || value.back() != computed) value += computed;
    };
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == closer && rest_.substr(1, 1) == "}") {
        rest_.remove_prefix(2);
        return is_text;
      }
      trims_next_ = c == '-';
      if (c == '"' || c == '\'' || c == '`') {
        literal(c, value);
      } else if (is_word(c) || c == '.') {
        if (const std::size_t before = value.size(); !variable(value)) {
          compute();
          if (lists_) value.resize(before), value += listed;
        }
      } else {
        if (c != '+' && c != '~' && c != '-' && c != '(' && c != ')' &&
            std::isspace(static_cast<unsigned char>(c)) == 0)
          compute();
        rest_.remove_prefix(1);
      }
    }
    return false;
  }

  void literal(char quote, std::string& value) {
    rest_.remove_prefix(1);
    while (!rest_.empty() && rest_.front() != quote) {
      if (rest_.front() == '\\' && quote != '`' && rest_.size() > 1) {
        const char c = rest_[1];
        value += c == 'n' ? '\n' : c == 't' ? '\t' : c;
        rest_.remove_prefix(2);
      } else {
        value += rest_.front();
        rest_.remove_prefix(1);
      }
    }
    rest_.remove_prefix(std::min<std::size_t>(1, rest_.size()));
  }

  // A name with its members (`a.b`); false if its value is not known.
  bool variable(std::string& value) {
    const auto is_part = [](char c) { return is_word(c) || c == '.'; };
    const auto end = static_cast<std::size_t>(std::find_if_not(rest_.begin(), rest_.end(), is_part) - rest_.begin());
    const auto known = variables_.find(rest_.substr(0, end));
    lists_ = names_tools(words_of(rest_.substr(0, end)));
    rest_.remove_prefix(end);
    if (known == variables_.end()) return false;
    value += known->second;
    return true;
  }

  std::string_view rest_;
  std::string made_;
  enum class block : std::uint8_t {
    tools,
    turns,
    other
  };  // loops over the tools, over the messages, and what else is open

  std::vector<block> open_;
  int in_list_ = 0, in_turns_ = 0;  // how many of these loops are open
  bool lists_ = false;              // the variable that was read last is the list of tools, or a member of it
  bool trims_next_ = false;
  std::map<std::string, std::string, std::less<>> variables_;
};

}  // namespace

std::string written_text(std::string_view source) {
  return template_reader(source).read();
}

}  // namespace toolcall::events
