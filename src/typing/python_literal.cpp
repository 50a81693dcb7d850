// Rewrites a Python literal as strict JSON, token by token.
//
// It knows tokens and brackets only: whatever else is wrong is still wrong in what it writes, and the strict reader
// refuses it. So nothing is closed, completed or dropped here but a last comma, and the brackets around what is not a
// tuple.

#include "typing/python_literal.hpp"

#include <algorithm>
#include <vector>

#include "typing/json.hpp"
#include "typing/python_string.hpp"

namespace toolcall::typing {
namespace {

bool is_quote(char c) {
  return c == '"' || c == '\'';
}
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name_byte(char c) {
  return begins_name(c) || (c >= '0' && c <= '9') || c == '-';
}

class rewriter {
 public:
  explicit rewriter(std::string_view text) : text_(text) {}

  std::optional<std::string> run() {
    while (at_ < text_.size()) {
      if (!token()) return std::nullopt;
    }
    return std::move(out_);
  }
  // Whether there was a tuple or a set.
  bool sequence() const { return sequence_; }

 private:
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool token() {
    const char c = next();
    if (json::is_blank(c)) return ++at_, true;
    if (c == '#') return comment();
    if (is_quote(c)) return take_python_string(text_, at_, out_);
    if (begins_name(c)) return word();
    if (c == '}' || c == ']') drop_last_comma();
    if (c == '(' || c == ')') return c == '(' ? open_tuple() : close_tuple();
    if (c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':') return punctuation(c);
    return scalar();
  }

  // What is open in a Python literal, to tell a tuple from brackets around one value, and a set from a dictionary.
  struct bracket {
    char closer;
    std::size_t at;  // in out_
    bool comma = false, colon = false, comment = false;
  };
  bool punctuation(char c) {
    if (c == ',' && !open_.empty()) open_.back().comma = true;
    if (c == ':' && !open_.empty()) open_.back().colon = true;
    if (c == '{' || c == '[') open_.push_back({c == '{' ? '}' : ']', out_.size()});
    if (c != '}' && c != ']') return out_ += c, ++at_, true;
    if (open_.empty() || open_.back().closer != c) return false;
    const bracket closed = open_.back();
    open_.pop_back();
    if (stands_for_values(closed)) return false;
    const bool set = c == '}' && !closed.colon && out_.size() > closed.at + 1;
    if (set) out_[closed.at] = '[', sequence_ = true;
    return out_ += set ? ']' : c, ++at_, true;
  }
  bool open_tuple() {
    open_.push_back({')', out_.size()});
    return out_ += '[', ++at_, true;
  }
  bool close_tuple() {
    if (open_.empty() || open_.back().closer != ')') return false;
    const bracket tuple = open_.back();
    open_.pop_back();
    if (stands_for_values(tuple)) return false;
    ++at_;
    if (tuple.comma || out_.size() == tuple.at + 1) return sequence_ = true, drop_last_comma(), out_ += ']', true;
    return out_[tuple.at] = ' ', true;
  }

  // A comma after an opener is not a last comma: it says that something was left out.
  void drop_last_comma() {
    const std::size_t before = out_.size() < 2 ? 0 : out_.size() - 2;
    if (out_.ends_with(',') && out_[before] != ',' && out_[before] != '{' && out_[before] != '[') out_.pop_back();
  }

  // Nothing but a comment stands in it: it says what is left out.
  bool stands_for_values(const bracket& of) const { return of.comment && out_.size() == of.at + 1; }

  bool comment() {
    if (!open_.empty()) open_.back().comment = true;
    at_ = std::min(text_.find('\n', at_), text_.size());
    return true;
  }
  // JSON's spellings are read as well: they are what a model falls back to.
  bool word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_byte(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name == "true" || name == "True") return out_ += "true", true;
    if (name == "false" || name == "False") return out_ += "false", true;
    if (name == "null" || name == "None") return out_ += "null", true;
    return false;
  }

  // A number, or something that the strict reader will refuse. Two of them side by side stay two.
  bool scalar() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_name_byte(text_[at_]) || text_[at_] == '.' || text_[at_] == '+')) ++at_;
    if (at_ == begin) return false;
    out_ += ' ';
    std::string_view number = text_.substr(begin, at_ - begin);
    if (number.starts_with('+')) number.remove_prefix(1);
    const std::size_t from = out_.size();
    out_ += number;
    complete_point(from);
    return true;
  }
  // Python lets the digits on one side of the point be left out.
  void complete_point(std::size_t from) {
    const std::size_t point = out_.find('.', from);
    if (point == out_.npos || out_.size() - from == (out_[from] == '-' ? 2U : 1U)) return;
    const auto digit = [this](std::size_t at) { return at < out_.size() && out_[at] >= '0' && out_[at] <= '9'; };
    if (!digit(point + 1) && digit(point - 1)) out_.insert(point + 1, 1, '0');
    if (!digit(point - 1)) out_.insert(point, 1, '0');
  }

  std::string_view text_;
  std::vector<bracket> open_;
  std::size_t at_ = 0;
  std::string out_;
  bool sequence_ = false;
};

std::optional<std::string> if_strict(std::optional<std::string> json) {
  json::document doc;
  json::syntax_error why;
  if (json && !doc.read(*json, why)) json.reset();
  return json;
}

// Of what is no literal.
bool is_damaged(std::string_view text) {
  constexpr std::string_view opening = "[({", closing = "])}";
  if (text.empty() || is_quote(text.front())) return !text.empty();
  if (opening.find(text.front()) == text.npos) return false;
  std::string open;  // what closes the brackets that are open
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_quote(text[at])) {
      std::string unused;
      if (!take_python_string(text, at, unused)) return true;
      --at;
    } else if (const std::size_t bracket = opening.find(text[at]); bracket != opening.npos) {
      open += closing[bracket];
    } else if (closing.find(text[at]) != closing.npos) {
      if (open.empty() || open.back() != text[at]) return true;
      open.pop_back();
    }
  }
  return !open.empty();
}

}  // namespace

python_value read_python(std::string_view text) {
  if (std::optional<std::string> json = if_strict(rewriter(text).run()))
    return {python_kind::literal, std::move(*json)};
  if (is_damaged(text)) return {python_kind::damaged, {}};
  return {is_variable(text) ? python_kind::variable : python_kind::text, {}};
}

bool is_variable(std::string_view text) {
  if (text.empty()) return false;
  const bool other_script = static_cast<unsigned char>(text.front()) >= 0x80;
  return begins_name(text.front()) || other_script || text.front() == '$' || text.starts_with("...");
}

std::optional<std::string> with_python_sequences(std::string_view text) {
  rewriter of(text);
  std::optional<std::string> json = of.run();
  if (!of.sequence()) return std::nullopt;
  return if_strict(std::move(json));
}

}  // namespace toolcall::typing
