// Compact JSON is laid out by its brackets, commas and colons alone; nothing in a token is touched but bytes that would
// act on a terminal, which JSON can write as escapes.

#include "cli/pretty.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace toolcall::cli {

namespace {

constexpr std::string_view key_colour = "34", string_colour = "32", other_colour = "36";

class layout {
 public:
  layout(std::string_view json, bool colours) : json_(json), colours_(colours) {}

  std::string run() {
    while (at_ < json_.size()) step();
    return std::move(out_);
  }

 private:
  void step() {
    const char c = json_[at_];
    if (c == '{' || c == '[') return open(c);
    if (c == '}' || c == ']') return close(c);
    if (c == '"') return string();
    if (c == ',' || c == ':') {
      out_ += c;
      ++at_;
      return c == ',' ? new_line() : void(out_ += ' ');
    }
    const std::size_t end = std::min(json_.find_first_of(",]}", at_), json_.size());
    token(json_.substr(at_, end - at_), other_colour);
  }
  void open(char c) {
    out_ += c;
    ++at_;
    if (at_ < json_.size() && (json_[at_] == '}' || json_[at_] == ']')) {
      out_ += json_[at_++];
      return;
    }
    ++depth_;
    new_line();
  }
  void close(char c) {
    depth_ -= depth_ > 0 ? 1 : 0;
    new_line();
    out_ += c;
    ++at_;
  }
  void string() {
    std::size_t end = at_ + 1;
    while (end < json_.size() && json_[end] != '"') end += json_[end] == '\\' ? 2 : 1;
    end = std::min(end + 1, json_.size());
    const bool is_key = end < json_.size() && json_[end] == ':';
    token(json_.substr(at_, end - at_), is_key ? key_colour : string_colour);
  }
  void token(std::string_view text, std::string_view colour) {
    if (colours_) ((out_ += "\x1b[") += colour) += 'm';
    for (std::size_t i = 0; i < text.size(); ++i) add(text, i);
    if (colours_) out_ += "\x1b[0m";
    at_ += text.size();
  }
  // DEL, and the controls U+0080 to U+009F, which are C2 80 to C2 9F.
  void add(std::string_view text, std::size_t& i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    const bool control = byte == 0xC2 && next >= 0x80 && next <= 0x9F;
    if (byte != 0x7F && !control) {
      out_ += text[i];
      return;
    }
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", control ? next : byte);
    out_ += escape;
    i += control ? 1 : 0;
  }
  void new_line() {
    out_ += '\n';
    out_.append(depth_ * 2, ' ');
  }

  std::string_view json_;
  bool colours_;
  std::size_t at_ = 0, depth_ = 0;
  std::string out_;
};

}  // namespace

std::string pretty(std::string_view json, bool colours) {
  return layout(json, colours).run();
}

}  // namespace toolcall::cli
