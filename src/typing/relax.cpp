// Reads loosely, and rewrites a Python literal as strict JSON, token by token.
//
// It knows tokens only, not structure: whatever is wrong beyond the spelling of tokens is still wrong in what it
// writes, and the strict reader refuses it. So nothing is closed, completed or dropped here but a last comma, and the
// brackets around what is no tuple.

#include "typing/relax.hpp"

#include <algorithm>

#include "typing/python_string.hpp"
#include "typing/spell.hpp"
#include "typing/string_body.hpp"

namespace toolcall::typing {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool is_word(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '-';
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

 private:
  char next(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  bool token() {
    const char c = next();
    if (json::is_blank(c)) return ++at_, true;
    if (c == '#' || (c == '/' && next(1) == '/')) return line_comment();
    if (c == '/' && next(1) == '*') return block_comment();
    if (c == '"' || c == '\'') return take_python_string(text_, at_, out_);
    if (is_letter(c)) return word();
    if (c == '}' || c == ']') drop_last_comma();
    if (c == '(' || c == ')') return c == '(' ? open_tuple() : close_tuple();
    if (c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':') {
      if (!note_bracket(c)) return false;
      return out_ += c, ++at_, true;
    }
    return scalar();
  }

  // What is open in a Python literal, to tell a tuple from brackets around one value.
  struct bracket {
    char closer;
    std::size_t at;  // in out_
    bool comma;
  };
  bool note_bracket(char c) {
    if (c == ',' && !open_.empty()) open_.back().comma = true;
    if (c == '{' || c == '[') open_.push_back({c == '{' ? '}' : ']', out_.size(), false});
    if (c != '}' && c != ']') return true;
    if (open_.empty() || open_.back().closer != c) return false;
    return open_.pop_back(), true;
  }
  bool open_tuple() {
    open_.push_back({')', out_.size(), false});
    return out_ += '[', ++at_, true;
  }
  bool close_tuple() {
    if (open_.empty() || open_.back().closer != ')') return false;
    const bracket tuple = open_.back();
    open_.pop_back();
    ++at_;
    if (tuple.comma || out_.size() == tuple.at + 1) return drop_last_comma(), out_ += ']', true;
    return out_[tuple.at] = ' ', true;
  }

  // A comma behind an opener is no last comma: it says that something was left out.
  void drop_last_comma() {
    const std::size_t before = out_.size() < 2 ? 0 : out_.size() - 2;
    if (out_.ends_with(',') && out_[before] != ',' && out_[before] != '{' && out_[before] != '[') out_.pop_back();
  }

  bool line_comment() {
    at_ = std::min(text_.find('\n', at_), text_.size());
    return true;
  }
  bool block_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == text_.npos) return false;
    at_ = end + 2;
    return true;
  }
  bool word() {
    std::size_t end = at_;
    while (end < text_.size() && is_word(text_[end])) ++end;
    const std::string_view name = text_.substr(at_, end - at_);
    at_ = end;
    while (end < text_.size() && json::is_blank(text_[end])) ++end;
    if (end < text_.size() && text_[end] == ':') return append_json_string(out_, name), true;
    if (name == "true" || name == "True" || name == "TRUE") return out_ += "true", true;
    if (name == "false" || name == "False" || name == "FALSE") return out_ += "false", true;
    if (name == "null" || name == "None" || name == "NULL") return out_ += "null", true;
    return false;
  }

  // A number, or something that the strict reader will refuse. Two of them side by side stay two.
  bool scalar() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_word(text_[at_]) || text_[at_] == '.' || text_[at_] == '+')) ++at_;
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
};

}  // namespace

std::optional<std::string> relaxed(std::string_view text) {
  std::optional<repaired_json> made = repaired(text);
  if (!made || made->repairs.assumed()) return std::nullopt;
  return std::move(made->json);
}

std::optional<std::string> python_as_json(std::string_view text) {
  std::optional<std::string> json = rewriter(text).run();
  json::document doc;
  json::fault why;
  if (json && !doc.read(*json, why)) json.reset();
  return json;
}

namespace {

// The text with the bodies of its strings spelled as they must be (string_body.hpp).
std::string with_strings_respelled(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('"', at), text.size() - 1);
    out += text.substr(at, open + 1 - at);
    std::size_t close = open + 1;
    while (close < text.size() && text[close] != '"') close += text[close] == '\\' ? 2 : 1;
    string_body body;
    body.add(out, text.substr(open + 1, close - open - 1));
    body.end(out);
    at = close;
    if (at < text.size()) out += text[at++];
  }
  return out;
}

// The strict reader lets half a surrogate pair pass.
bool mentions_pairs(std::string_view json) {
  return json.find("\\ud") != json.npos || json.find("\\uD") != json.npos;
}

}  // namespace

std::string with_whole_pairs(std::string json) {
  return mentions_pairs(json) ? with_strings_respelled(json) : json;
}

bool read_loosely(std::string_view text, json::document& doc, std::string& respelled) {
  loose_reading how;
  return read_loosely(text, doc, respelled, how);
}

bool read_loosely(std::string_view text, json::document& doc, std::string& respelled, loose_reading& how, bool words) {
  json::fault why;
  const bool strict = doc.read(text, why);
  if (strict && !mentions_pairs(text)) return true;
  if (strict) {
    respelled = with_strings_respelled(text);
    if (respelled == text) return respelled.clear(), true;
    how.repairs.add(slip::half_pair, 0);
    return doc.read(respelled, why);
  }
  std::optional<repaired_json> other = repaired(text, words);
  if (!other) return false;
  how = {std::move(other->repairs), std::move(other->words)};
  respelled = std::move(other->json);
  return doc.read(respelled, why);
}

}  // namespace toolcall::typing
