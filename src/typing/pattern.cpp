// Compiles patterns with RE2, which takes time linear in the text whatever the pattern is.
//
// Schemas are written for ECMAScript, whose syntax RE2 shares but for some spellings. Those are translated; what RE2
// cannot do at all (looking around, references back) does not compile, and is reported.

#include "typing/pattern.hpp"

#include <re2/re2.h>

#include "typing/json.hpp"

namespace toolcall::typing {
namespace {

class translation {
 public:
  explicit translation(std::string_view from) : rest_(from) {}

  std::string run() {
    while (!rest_.empty()) {
      const bool done = rest_[0] == '\\' ? escape() : in_class_ ? class_part() : group() || class_begin();
      if (!done) take(1);
    }
    return std::move(out_);
  }

 private:
  void take(std::size_t size) {
    out_ += rest_.substr(0, size);
    rest_.remove_prefix(std::min(size, rest_.size()));
  }
  bool put(std::string_view text, std::size_t for_bytes) {
    out_ += text;
    rest_.remove_prefix(for_bytes);
    return true;
  }

  bool escape() {
    if (rest_.size() < 2) return false;
    if (rest_[1] == 'u') return unicode();
    if (rest_[1] == 'c' && rest_.size() > 2) {
      constexpr std::string_view digits = "0123456789abcdef";
      const auto c = static_cast<unsigned char>(rest_[2] & 0x1f);
      return put({"\\x", 2}, 0) && put(digits.substr(c >> 4U, 1), 0) && put(digits.substr(c & 15U, 1), 3);
    }
    if (rest_[1] == '_' || static_cast<unsigned char>(rest_[1]) >= 0x80) return put("", 1);
    take(2);
    return true;
  }

  bool unicode() {
    if (rest_.substr(2, 1) == "{") return put("\\x", 2);
    const int unit = json::unit_at(rest_, 2);
    if (unit < 0) return put("", 1);  // ECMAScript takes it for the letter
    const int low = rest_.substr(6, 2) == "\\u" ? json::unit_at(rest_, 8) : -1;
    out_ += "\\x{";
    if (unit >= 0xd800 && unit < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
      constexpr std::string_view digits = "0123456789abcdef";
      const unsigned point =
          0x10000U + ((static_cast<unsigned>(unit) - 0xd800U) << 10U) + static_cast<unsigned>(low) - 0xdc00U;
      for (int shift = 20; shift >= 0; shift -= 4) out_ += digits[(point >> static_cast<unsigned>(shift)) & 15U];
      return put("}", 12);
    }
    out_ += rest_.substr(2, 4);
    return put("}", 6);
  }

  bool group() {
    return rest_.starts_with("(?<") && rest_.substr(3, 1) != "=" && rest_.substr(3, 1) != "!" && put("(?P<", 3);
  }

  bool class_begin() {
    if (rest_.starts_with("[^]")) return put("(?s:.)", 3);
    if (rest_.starts_with("[]")) return put("[^\\x{0}-\\x{10ffff}]", 2);
    if (rest_[0] != '[') return false;
    in_class_ = true;
    take(rest_.substr(1, 1) == "^" ? 2 : 1);
    return true;
  }

  bool class_part() {
    if (rest_[0] == ']') in_class_ = false;
    // "[:" would begin a class of POSIX.
    return rest_[0] == '[' && put("\\[", 1);
  }

  std::string_view rest_;
  std::string out_;
  bool in_class_ = false;
};

}  // namespace

bool matches(const re2::RE2& expression, std::string_view text) {
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), expression);
}

std::string in_re2_syntax(std::string_view ecma) {
  return translation(ecma).run();
}

const pattern_set::entry& pattern_set::get(const std::string& text) {
  const auto [place, fresh] = known_.try_emplace(text);
  if (!fresh) return place->second;
  re2::RE2::Options options;
  options.set_log_errors(false);
  auto compiled = std::make_shared<const re2::RE2>(in_re2_syntax(text), options);
  if (compiled->ok()) {
    place->second.compiled = std::move(compiled);
  } else {
    place->second.problem = compiled->error();
  }
  return place->second;
}

}  // namespace toolcall::typing
