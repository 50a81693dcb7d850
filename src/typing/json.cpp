// Reads JSON into a flat tree of lexemes and writes it back compactly.
//
// The tree stands in one vector in the order of the text, and what is open stands in another: no recursion, so a
// hostile depth costs a comparison and not the stack. Nothing is converted, so no digit, duplicate or escape is lost.

#include "typing/json.hpp"

#include <algorithm>
#include <cstring>

#include "text/ascii.hpp"
#include "text/utf8.hpp"

namespace toolcall::typing::json {
namespace {

using ascii::is_digit;

constexpr std::size_t many_bytes = std::size_t{1} << 16U;

class reader {
 public:
  reader(std::string_view text, std::vector<node>& nodes, std::vector<std::uint32_t>& open, syntax_error& why,
         unsigned max_depth)
      : text_(text), nodes_(nodes), open_(open), why_(why), max_depth_(max_depth) {}

  bool run() {
    if (text_.size() > longest_text) return fail("the text is too long");
    if (text_.size() > many_bytes) nodes_.reserve(count());
    skip();
    if (!value()) return false;
    while (!open_.empty()) {
      if (!step()) return false;
    }
    skip();
    return at_ == text_.size() || fail("there is more text after the value");
  }

 private:
  bool fail(const char* reason) {
    why_ = {at_, reason};
    return false;
  }
  bool more() const { return at_ != text_.size(); }
  void skip() {
    while (more() && is_blank(text_[at_])) ++at_;
  }
  bool take(char c) {
    if (!more() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  // One item or member of the innermost container, or its end.
  bool step() {
    node& container = nodes_[open_.back()];
    const bool object = container.what == value_kind::object;
    skip();
    if (take(object ? '}' : ']')) return close();
    if (container.size != 0) {
      if (!take(',')) return fail(object ? "expected ',' or '}'" : "expected ',' or ']'");
      skip();
    }
    ++container.size;
    if (object && !key()) return false;
    return value();
  }

  bool key() {
    if (!more() || text_[at_] != '"') return fail("expected a key in double quotes");
    if (!string()) return false;
    skip();
    if (!take(':')) return fail("expected ':'");
    skip();
    return true;
  }

  bool close() {
    node& container = nodes_[open_.back()];
    container.end = static_cast<std::uint32_t>(at_);
    container.next = static_cast<std::uint32_t>(nodes_.size());
    open_.pop_back();
    return true;
  }

  bool value() {
    if (!more()) return fail("expected a value, found the end");
    switch (text_[at_]) {
      case '{':
        return open(value_kind::object);
      case '[':
        return open(value_kind::array);
      case '"':
        return string();
      case 't':
        return word("true", value_kind::boolean);
      case 'f':
        return word("false", value_kind::boolean);
      case 'n':
        return word("null", value_kind::null);
      default:
        return number();
    }
  }

  bool open(value_kind what) {
    if (open_.size() == max_depth_) return fail("nested too deeply");
    open_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    push(what, 0, at_);
    ++at_;
    return true;
  }

  bool leaf(value_kind what, std::size_t end) {
    push(what, nodes_.size() + 1, end);
    at_ = end;
    return true;
  }

  void push(value_kind what, std::size_t next, std::size_t end) {
    node& made = nodes_.emplace_back();
    made.begin = static_cast<std::uint32_t>(at_);
    made.end = static_cast<std::uint32_t>(end);
    made.next = static_cast<std::uint32_t>(next);
    made.size = 0;
    made.what = what;
  }

  // How many nodes a long text makes, or a few more: growing would take half as much again while they are moved.
  std::size_t count() const {
    std::size_t nodes = 1;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '"') {
        for (++i; i < text_.size() && text_[i] != '"'; ++i) i += text_[i] == '\\' ? 1 : 0;
      } else if (text_[i] == ',' || text_[i] == ':' || text_[i] == '[' || text_[i] == '{') {
        ++nodes;
      }
    }
    return std::min(nodes, text_.size() / 2 + 1);
  }

  bool word(std::string_view spelled, value_kind what) {
    if (text_.substr(at_, spelled.size()) != spelled) return fail("expected a value");
    return leaf(what, at_ + spelled.size());
  }

  bool number() {
    const std::size_t length = number_length(text_.substr(at_));
    return length == 0 ? fail("expected a value") : leaf(value_kind::number, at_ + length);
  }

  bool string() {
    const std::size_t begin = at_;
    for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
      const auto c = static_cast<unsigned char>(text_[i]);
      if (c == '"') return leaf(value_kind::string, i + 1);
      if (c < 0x20) return at_ = i, fail("a control character in a string must be escaped");
      if (c != '\\') continue;
      if (++i == text_.size()) break;
      if (text_[i] == 'u') {
        if (unit_at(text_, i + 1) < 0) return at_ = i, fail("\\u needs four hexadecimal digits");
        i += 4;
      } else if (text_[i] == '\0' || std::strchr("\"\\/bfnrt", text_[i]) == nullptr) {
        return at_ = i, fail("no such escape");
      }
    }
    at_ = begin;
    return fail("the string is not closed");
  }

  std::string_view text_;
  std::vector<node>& nodes_;
  std::vector<std::uint32_t>& open_;  // containers
  syntax_error& why_;
  unsigned max_depth_;
  std::size_t at_ = 0;
};

}  // namespace

std::size_t number_length(std::string_view text) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t first = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i != first;
  };
  if (i < text.size() && text[i] == '-') ++i;
  if (i < text.size() && text[i] == '0') {
    ++i;
  } else if (!digits()) {
    return 0;
  }
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (!digits()) return 0;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (!digits()) return 0;
  }
  return i;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

void append_unescaped(std::string& out, std::string_view body) {
  for (std::size_t i = 0; i < body.size();) {
    const std::size_t slash = std::min(body.find('\\', i), body.size());
    out.append(body, i, slash - i);
    if (slash + 1 >= body.size()) return;
    const char c = body[slash + 1];
    i = slash + 2;
    switch (c) {
      case 'b':
        out += '\b';
        continue;
      case 'f':
        out += '\f';
        continue;
      case 'n':
        out += '\n';
        continue;
      case 'r':
        out += '\r';
        continue;
      case 't':
        out += '\t';
        continue;
      case 'u':
        break;
      default:
        out += c;
        continue;
    }
    int unit = unit_at(body, i);
    i += 4;
    if (unit >= 0xd800 && unit < 0xdc00 && body.substr(std::min(i, body.size()), 2) == "\\u") {
      const int low = unit_at(body, i + 2);
      if (low >= 0xdc00 && low < 0xe000) {
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        i += 6;
      }
    }
    const bool lone = unit < 0 || (unit >= 0xd800 && unit < 0xe000);
    utf8::append(out, lone ? 0xfffd : static_cast<unsigned>(unit));
  }
}

int unit_at(std::string_view text, std::size_t at) {
  if (at > text.size() || text.size() - at < 4) return -1;
  int unit = 0;
  for (std::size_t i = at; i < at + 4; ++i) {
    const int digit = ascii::hex_value(text[i]);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

std::optional<std::string> unescaped_step(std::string_view step) {
  std::string out;
  for (std::size_t i = 0; i < step.size(); ++i) {
    if (step[i] != '~') {
      out += step[i];
    } else if (++i < step.size() && (step[i] == '0' || step[i] == '1')) {
      out += step[i] == '0' ? '~' : '/';
    } else {
      return std::nullopt;
    }
  }
  return out;
}

void append_step(std::string& pointer, std::string_view step) {
  pointer += '/';
  for (const char c : step) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

std::string pointer_to(std::string_view member) {
  std::string pointer;
  append_step(pointer, member);
  return pointer;
}

bool document::read(std::string_view text, syntax_error& why, unsigned max_depth) {
  text_ = text;
  nodes_.clear();
  open_.clear();
  return reader(text, nodes_, open_, why, max_depth).run();
}

void document::append_text(std::uint32_t i, std::string& out) const {
  const std::string_view quoted = lexeme(i);
  append_unescaped(out, quoted.substr(1, quoted.size() - 2));
}

std::string document::text_of(std::uint32_t i) const {
  std::string out;
  append_text(i, out);
  return out;
}

std::uint32_t document::member(std::uint32_t object, std::string_view name) const {
  if (nodes_[object].what != value_kind::object) return 0;
  for (std::uint32_t key = object + 1; key < nodes_[object].next; key = nodes_[key + 1].next) {
    const std::string_view quoted = lexeme(key);
    const std::string_view body = quoted.substr(1, quoted.size() - 2);
    if (body.find('\\') == body.npos ? body == name : text_of(key) == name) return key + 1;
  }
  return 0;
}

void document::append_compact(std::uint32_t i, std::string& out) const {
  std::size_t done = nodes_[i].begin;
  const auto structure_until = [&](std::size_t end) {
    for (; done < end; ++done) {
      if (!is_blank(text_[done])) out += text_[done];
    }
  };
  for (std::uint32_t n = i; n < nodes_[i].next; ++n) {
    if (nodes_[n].what == value_kind::array || nodes_[n].what == value_kind::object) continue;
    structure_until(nodes_[n].begin);
    out += lexeme(n);
    done = nodes_[n].end;
  }
  structure_until(nodes_[i].end);
}

}  // namespace toolcall::typing::json
