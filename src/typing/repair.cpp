// Reads loose JSON in one pass, writing it as strict JSON, and notes each defect.
//
// What is open stands in a string of the brackets that will close it. Every byte is read once, but for the look behind
// a quote or a comma (repair_quotes.hpp), and nothing is tried twice: what cannot be read this way is refused.

#include "typing/repair.hpp"

#include <algorithm>

#include "typing/json.hpp"
#include "typing/json_escape.hpp"
#include "typing/repair_quotes.hpp"
#include "typing/repair_scalar.hpp"
#include "typing/string_body.hpp"

namespace toolcall::typing {
namespace {

class reader {
 public:
  reader(std::string_view text, bool words) : text_(text), words_(words) {}

  std::optional<repaired_json> run() {
    if (!blanks() || !value()) return std::nullopt;
    while (!closers_.empty()) {
      if (!part()) return std::nullopt;
    }
    if (!rest()) return std::nullopt;
    return std::move(made_);
  }

 private:
  // What is known of an open container.
  struct level {
    std::size_t begin;  // in what is written
    std::size_t count = 0;
    bool comma = false;    // stands after the last part
    bool doubled = false;  // {{ and }}
    bool comment = false;  // stands in it
  };

  bool ended() const { return at_ >= text_.size(); }
  char next() const { return ended() ? '\0' : text_[at_]; }
  std::string_view left() const { return text_.substr(std::min(at_, text_.size())); }
  std::string& out() { return made_.json; }
  void note(defect what) { made_.repairs.add(what, at_); }

  // Blanks and comments. False: a comment has no end.
  bool blanks() {
    for (;;) {
      if (json::is_blank(next())) {
        ++at_;
      } else if (const std::size_t odd = odd_blank_length(left())) {
        note(defect::odd_blank);
        at_ += odd;
      } else if (left().starts_with("//") || next() == '#') {
        comment();
        at_ = end_of_line_comment(text_, at_);
        if (at_ == text_.npos) return closers_.empty();
        if (text_[at_] != '\n') return false;  // it may be more than a comment
      } else if (left().starts_with("/*")) {
        comment();
        at_ = text_.find("*/", at_ + 2);
        if (at_ == text_.npos) return false;
        at_ += 2;
      } else if (escaped_blank()) {
        note(closers_.empty() ? defect::escaped_newline : defect::escaped_quote);
        at_ += 2;
      } else {
        return true;
      }
    }
  }
  void comment() {
    note(defect::comment);
    if (!levels_.empty()) levels_.back().comment = true;
  }
  bool escaped_blank() const {
    return left().starts_with("\\n") || left().starts_with("\\r") || left().starts_with("\\t");
  }

  // The next member or item, a comma, a closer, or the end of the text.
  bool part() {
    if (!blanks()) return false;
    if (ended()) return complete();
    const char c = next();
    level& in = levels_.back();
    if (c == '}' || c == ']' || c == ')') return close(c);
    if (c == ',') return comma(in);
    if (in.count > 0 && !in.comma) {
      if (closers_.back() != '}' || !begins_quoted_member(left())) return false;
      note(defect::missing_comma);
    }
    if (in.count > 0) out() += ',';
    ++in.count;
    after_comma_ = in.comma && text_[at_ - 1] == ',';
    in.comma = false;
    return closers_.back() == '}' ? key() && value() : value();
  }

  // A hole in an array is an element that was left out.
  bool comma(level& in) {
    if (in.count == 0 || in.comma) {
      if (closers_.back() != '}') return false;
      note(defect::stray_comma);
    }
    in.comma = true;
    return ++at_, true;
  }

  bool open(char closer) {
    if (closers_.size() == json::depth_limit) return false;
    const bool doubled = left().starts_with("{{");
    if (doubled) note(defect::surplus_closer), ++at_;
    levels_.push_back({.begin = out().size(), .doubled = doubled});
    closers_ += closer;
    out() += closer == '}' ? '{' : '[';
    return ++at_, true;
  }

  // The innermost container that this closes, and with it those in it whose closer is missing.
  bool close(char c) {
    const std::size_t outer = closers_.rfind(c);
    if (outer == closers_.npos) return false;
    if (outer + 1 < closers_.size()) note(defect::inner_closer);
    if (levels_[outer].doubled && left().starts_with("}}")) ++at_;
    while (closers_.size() > outer) {
      if (!close_last(closers_.size() > outer + 1)) return false;
    }
    whole_token_ = true;
    return ++at_, true;
  }
  bool close_last(bool missing) {
    const level in = levels_.back();
    const char closer = closers_.back();
    if (in.comma && (in.count == 0 || missing)) return false;       // something was left out
    if (in.comment && in.count == 0) return false;                  // likewise: the comment stands for it
    if (closer == ')' && in.count == 1 && !in.comma) return false;  // brackets around one value
    if (in.comma) note(defect::trailing_comma);
    out() += closer == '}' ? '}' : ']';
    levels_.pop_back();
    closers_.pop_back();
    return true;
  }

  // The text has ended in containers: they can be closed where its last token cannot go on.
  bool complete() {
    if (!whole_token_) return false;
    note(defect::missing_closer);
    while (!closers_.empty()) {
      if (!close_last(true)) return false;
    }
    return true;
  }

  bool key() {
    whole_token_ = false;
    if (const quote_mark mark = quote_mark::at(left())) {
      const std::size_t from = at_ + mark.open.size();
      const std::size_t end = end_of_key(text_, from, mark.close);
      if (end == no_quote) return false;
      note_mark(mark);
      spell(text_.substr(from, end - from), mark.close);
      at_ = end + mark.close.size();
    } else if (left().starts_with("\\\"")) {
      if (!escaped_string()) return false;
    } else {
      const std::string_view word = key_word(left());
      if (word.empty()) return false;
      note(word.front() >= '0' && word.front() <= '9' ? defect::number_key : defect::bare_key);
      append_json_string(out(), word);
      at_ += word.size();
    }
    if (!blanks() || next() != ':') return false;
    out() += ':';
    return ++at_, true;
  }

  bool value() {
    whole_token_ = false;
    if (!blanks() || ended()) return false;
    const char c = next();
    if (c == '(') note(defect::tuple);
    if (c == '{' || c == '[' || c == '(') {
      whole_token_ = true;
      return open(c == '{' ? '}' : c == '[' ? ']' : ')');
    }
    const quote_mark mark = quote_mark::at(left());
    const bool escaped = left().starts_with("\\\"");
    if (!mark && !escaped) return scalar();
    whole_token_ = true;
    if (escaped) return escaped_string();
    return (left().starts_with("\"\"\"") && triple()) || string(mark);
  }

  void note_mark(const quote_mark& mark) {
    if (mark.open == "'" || mark.open == "`") note(defect::quote_mark);
    if (mark.open.size() > 1) note(defect::typographic_quote);
  }

  bool string(const quote_mark& mark) {
    const std::size_t from = at_ + mark.open.size();
    const string_end end = end_of_value(text_, from, mark.close, closers_);
    if (end.at == no_quote) return false;
    note_mark(mark);
    if (end.inner) note(defect::inner_quote);
    spell(text_.substr(from, end.at - from), mark.close);
    return at_ = end.at + mark.close.size(), true;
  }

  // What is in a string, with what JSON escapes escaped. A quote of another kind needs no backslash.
  void spell(std::string_view inside, std::string_view quote) {
    out() += '"';
    string_body body;
    for (std::size_t at = 0; at < inside.size();) {
      const bool escaped = inside[at] == '\\' && at + 1 < inside.size();
      const std::size_t plain = std::min(inside.find_first_of("\\\"", at + 1), inside.size());
      if (inside[at] == '"') {
        body.add(out(), "\\\"");
        ++at;
      } else if (escaped && inside[at + 1] == '"') {
        body.add(out(), "\\\"");
        at += 2;
      } else if (escaped && quote == "'" && inside[at + 1] == '\'') {
        body.add(out(), "'");
        at += 2;
      } else if (escaped) {
        body.add(out(), inside.substr(at, 2));
        at += 2;
      } else {
        body.add(out(), inside.substr(at, plain - at));
        at = plain;
      }
    }
    body.end(out());
    out() += '"';
    note_body(body);
  }
  void note_body(const string_body& body) {
    if (body.control()) note(defect::control_character);
    if (body.bad_escape()) note(defect::bad_escape);
    if (body.half_pair()) note(defect::half_pair);
  }

  // JSON that was escaped once more, without the quotes around it: what is in the string is escaped twice.
  bool escaped_string() {
    std::string inside;
    std::size_t at = at_ + 2;
    bool escaping = false;  // in the JSON that was meant
    for (; at < text_.size(); ++at) {
      if (text_[at] == '"') return false;
      const bool twice = text_[at] == '\\' && at + 1 < text_.size();
      if (twice && text_[at + 1] == '"' && !escaping) break;
      if (twice && (text_[at + 1] == '"' || text_[at + 1] == '\\')) ++at;
      inside += text_[at];
      escaping = text_[at] == '\\' && !escaping;
    }
    if (at >= text_.size()) return false;
    note(defect::escaped_quote);
    spell(inside, "\"");
    return at_ = at + 2, true;
  }

  bool triple() {
    if (at_ < no_triple_before_) return false;
    const std::size_t end = text_.find("\"\"\"", at_ + 3);
    if (end == text_.npos) return no_triple_before_ = text_.size(), false;
    note(defect::triple_quote);
    spell(text_.substr(at_ + 3, end - at_ - 3), "\"");
    return at_ = end + 3, true;
  }

  bool scalar() {
    const std::string_view token = scalar_token(left());
    const scalar_reading read = read_scalar(token);
    if (read.is == scalar_kind::refused) return false;
    if (read.is == scalar_kind::word) {
      const bool cut_off = token.size() == left().size() && !closers_.empty();
      if (!words_ || cut_off) return false;
      note(defect::bare_word);
      made_.words.push_back(out().size());
      append_json_string(out(), token);
    } else {
      // Groups of digits after a comma: 1,000
      if (token.front() == '0' && token.size() == 3 && after_comma_ && closers_.back() != '}') return false;
      if (read.is == scalar_kind::repaired) note(read.what);
      if (read.is == scalar_kind::repaired && !read.literal)
        made_.numbers.push_back({out().size(), std::string(token)});
      out() += read.json;
    }
    whole_token_ = read.literal;
    return at_ += token.size(), true;
  }

  // What may stand after the value.
  bool rest() {
    const bool container = made_.json.front() == '{' || made_.json.front() == '[';
    while (blanks()) {
      if (ended()) return true;
      if (next() == '\0') {
        note(defect::nul);
      } else if (container && (next() == '}' || next() == ']')) {
        note(defect::surplus_closer);
      } else {
        return false;
      }
      ++at_;
    }
    return false;
  }

  std::string_view text_;
  bool words_;
  std::size_t at_ = 0;
  std::string closers_;
  std::vector<level> levels_;
  bool whole_token_ = false;  // the last token cannot go on
  bool after_comma_ = false;
  std::size_t no_triple_before_ = 0;
  repaired_json made_;
};

struct defect_facts {
  std::string_view name;
  repair_class is;
};
constexpr defect_facts facts[] = {
    {"a trailing comma", repair_class::safe},
    {"a comment", repair_class::safe},
    {"single quotes", repair_class::safe},
    {"a key without quotes", repair_class::safe},
    {"a number as a key", repair_class::assumed},
    {"a misspelled literal", repair_class::safe},
    {"a control character in a string", repair_class::safe},
    {"a backslash that escapes nothing", repair_class::assumed},
    {"typographic quotes", repair_class::assumed},
    {"a blank that JSON does not allow", repair_class::safe},
    {"a NUL after the value", repair_class::assumed},
    {"a missing closing bracket", repair_class::assumed},
    {"a bracket too many", repair_class::assumed},
    {"a missing inner closing bracket", repair_class::assumed},
    {"a missing comma", repair_class::assumed},
    {"quotes in a string that are not escaped", repair_class::assumed},
    {"a word without quotes", repair_class::assumed},
    {"a number that JSON writes otherwise", repair_class::safe},
    {"a number with leading zeros or grouped digits", repair_class::assumed},
    {"quotes that are escaped", repair_class::assumed},
    {"half a surrogate pair", repair_class::assumed},
    {"a tuple", repair_class::assumed},
    {"three quotes", repair_class::assumed},
    {"a stray comma", repair_class::assumed},
    {"an escaped newline after the value", repair_class::assumed},
};
static_assert(std::size(facts) == static_cast<std::size_t>(defect::escaped_newline) + 1);

const defect_facts& facts_of(defect what) {
  return facts[static_cast<std::size_t>(what)];
}

}  // namespace

const respelled_number* find_number(std::span<const respelled_number> all, std::size_t at) {
  const auto found = std::lower_bound(all.begin(), all.end(), at,
                                      [](const respelled_number& each, std::size_t place) { return each.at < place; });
  return found != all.end() && found->at == at ? &*found : nullptr;
}

repair_class class_of(defect what) {
  return facts_of(what).is;
}
std::string_view name_of(defect what) {
  return facts_of(what).name;
}

void repair_list::add(defect what, std::size_t at) {
  const auto known = [&](const repair& r) { return r.what == what; };
  if (std::none_of(all_.begin(), all_.end(), known)) all_.push_back({what, at});
}

bool repair_list::assumed() const {
  return std::any_of(all_.begin(), all_.end(),
                     [](const repair& r) { return class_of(r.what) == repair_class::assumed; });
}

std::optional<repaired_json> repaired(std::string_view text, bool words) {
  return reader(text, words).run();
}

}  // namespace toolcall::typing
