// See canonical.hpp.

#include "typing/canonical.hpp"

#include <map>

#include "text/utf8.hpp"
#include "typing/json_escape.hpp"
#include "typing/number.hpp"

namespace toolcall::typing {
namespace {

std::string canonical_number(std::string_view lexeme) {
  const decimal d = decimal::of(lexeme);
  if (d.is_zero()) return "0";
  return (d.negative ? "-" : "") + d.digits + 'e' + std::to_string(d.exponent);
}

std::string in_braces(const std::map<std::string, std::string>& members) {
  std::string out = "{";
  for (const auto& [name, value] : members) {
    append_json_string(out, name);
    out += ':' + value + ',';
  }
  return out + '}';
}

}  // namespace

std::string canonical(const json::document& doc, std::uint32_t node) {
  std::string out;
  switch (doc[node].what) {
    case json::value_kind::string:
      append_json_string(out, utf8::well_formed(doc.text_of(node)));
      return out;
    case json::value_kind::number:
      return canonical_number(doc.lexeme(node));
    case json::value_kind::array:
      out = "[";
      for (std::uint32_t n = node + 1; n < doc[node].next; n = doc[n].next) out += canonical(doc, n) + ',';
      return out + ']';
    case json::value_kind::object:
      break;
    default:
      return std::string(doc.lexeme(node));
  }
  std::map<std::string, std::string> members;
  for (std::uint32_t n = node + 1; n < doc[node].next; n = doc[n + 1].next) {
    std::string name = utf8::well_formed(doc.text_of(n));
    if (!members.contains(name)) members.emplace(std::move(name), canonical(doc, n + 1));
  }
  return in_braces(members);
}

std::string canonical(const dom& value) {
  std::string out;
  if (value.is_string()) {
    append_json_string(out, value.text());
    return out;
  }
  if (value.is_number()) return canonical_number(value.lexeme());
  if (value.is_array()) {
    out = "[";
    for (const dom& item : value.items()) out += canonical(item) + ',';
    return out + ']';
  }
  if (!value.is_object()) return json_text(value);
  std::map<std::string, std::string> members;
  for (const auto& [name, member] : value.members()) members.emplace(name, canonical(member));
  return in_braces(members);
}

}  // namespace toolcall::typing
