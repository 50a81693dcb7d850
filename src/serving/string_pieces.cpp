#include "serving/string_pieces.hpp"

#include "serving/json_reading.hpp"
#include "text/utf8.hpp"
#include "typing/json_escape.hpp"

namespace toolcall::serving {

namespace {

constexpr std::size_t escape_size = 6;  // \uD83D

// Where the escape of a high surrogate (D800 to DBFF) begins that ends this body of a JSON string; else its size.
std::size_t high_surrogate_at_end(std::string_view body) {
  if (body.size() < escape_size) return body.size();
  const std::size_t at = body.size() - escape_size;
  const std::string_view escape = body.substr(at);
  const bool is_high = escape[0] == '\\' && escape[1] == 'u' && (escape[2] | 0x20) == 'd' &&
                       std::string_view("89abAB").find(escape[3]) != escape.npos;
  if (!is_high) return body.size();
  const std::size_t before = body.substr(0, at).find_last_not_of('\\') + 1;  // 0 where there are only backslashes
  return (at - before) % 2 == 0 ? at : body.size();                          // else this backslash is itself escaped
}

}  // namespace

void string_pieces::add(const typing::json::document& in, std::uint32_t node, std::string& into) {
  const std::string_view quoted = in.lexeme(node), body = quoted.substr(1, quoted.size() - 2);
  if (body.empty()) return;
  const std::size_t end = high_surrogate_at_end(body);
  std::string joined;
  std::string_view whole = body.substr(0, end);
  if (!high_.empty()) whole = joined = high_ + std::string(whole);
  typing::json::append_unescaped(into, whole);
  high_ = body.substr(end);
}

void string_pieces::add_content(const typing::json::document& in, std::uint32_t node, std::string& into) {
  if (is_string(in, node)) add(in, node, into);
  if (is_text_parts(in, node)) each_item(in, node, [&](std::uint32_t part) { add(in, in.member(part, "text"), into); });
}

std::string_view string_pieces::end() {
  if (high_.empty()) return {};
  high_.clear();
  return utf8::replacement;
}

}  // namespace toolcall::serving
