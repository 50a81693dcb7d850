// Prints trees in the notation, on one line.
//
// How tightly a form binds decides where parentheses stand, and nothing else does: a choice is looser than a sequence,
// that is looser than an item, that is looser than what a suffix may touch.

#include "grammarc/print.hpp"

namespace toolcall::grammarc {
namespace {

enum class tightness { choice, sequence, item, predicate, operand, primary };

tightness tightness_of(const expression& e) {
  switch (e.is) {
    case form::choice:
    case form::recovery:
      return tightness::choice;
    case form::sequence:
      return e.children.empty() ? tightness::primary : tightness::sequence;
    case form::role:
    case form::capture:
      return tightness::item;
    case form::at:
    case form::not_at:
      return tightness::predicate;
    case form::replace:
      return tightness::predicate;
    case form::star:
    case form::plus:
    case form::optional:
    case form::repeat:
      return tightness::operand;
    default:
      return tightness::primary;
  }
}

std::string in_place(const expression& e, tightness wanted) {
  if (tightness_of(e) >= wanted) return print(e);
  return "( " + print(e) + " )";
}

// A cut stands alone: nothing touches it.
std::string touched(const expression& e, tightness wanted) {
  return e.is == form::cut ? "( ^ )" : in_place(e, wanted);
}

// What stands between two / of a choice.
std::string alternative(const expression& e) {
  return in_place(e, tightness::sequence);
}

// Choices are flat in the notation, and a recovery guards all that stands before it.
std::string alternatives(const expression& e) {
  if (e.is == form::recovery) {
    return alternatives(e.children[0]) + " / @" + e.text + " " + alternative(e.children[1]);
  }
  if (e.is != form::choice) return alternative(e);
  std::string printed;
  for (const auto& child : e.children) {
    const bool first = printed.empty();
    printed += first ? "" : " / ";
    printed += first && child.is == form::recovery ? alternatives(child) : alternative(child);
  }
  return printed;
}

std::string items(const expression& e) {
  std::string printed;
  for (const auto& child : e.children) printed += (printed.empty() ? "" : " ") + in_place(child, tightness::item);
  return printed;
}

std::string arguments(const expression& e) {
  std::string printed = e.is == form::note || e.is == form::when ? "(" + e.text : "";
  const bool label_alone = e.is == form::note && e.children[0].is == form::sequence && e.children[0].children.empty();
  for (const auto& child : e.children)
    if (!child.implied && !label_alone)
      printed += (printed.empty() ? "(" : ", ") + (child.given.empty() ? "" : child.given + " <- ") + print(child);
  if (e.is == form::followed_by) printed += ", " + (e.label.empty() ? "" : "@" + e.label + " ") + e.text;
  return printed.empty() ? printed : printed + ")";
}

// The capture that a referenced role holds is not written: =role implies it.
std::string part(const expression& e) {
  const auto& child = e.children[0];
  const bool implied = e.is == form::role && child.is == form::capture && child.text == e.text;
  return e.text + ":" + touched(implied ? child.children[0] : child, tightness::predicate);
}

std::string escaped(char c, std::string_view also) {
  static constexpr char digits[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  if (c == '\r') return "\\r";
  if (c == '\\' || also.find(c) != std::string_view::npos) return {'\\', c};
  if (byte < 0x20 || byte == 0x7f) return {'\\', 'u', '0', '0', digits[byte / 16], digits[byte % 16]};
  return {c};
}

}  // namespace

std::string print_literal(std::string_view bytes) {
  std::string printed = "\"";
  for (const char c : bytes) printed += escaped(c, "\"");
  return printed + "\"";
}

namespace {

// Letters, digits and control characters stand in ranges, for their order is known to everybody.
int group_of(std::size_t byte) {
  if (byte < 0x20) return 1;
  if (byte >= '0' && byte <= '9') return 2;
  if (byte >= 'A' && byte <= 'Z') return 3;
  return byte >= 'a' && byte <= 'z' ? 4 : 0;
}

}  // namespace

std::string print_class(const std::bitset<256>& bytes) {
  // Only a negated class has bytes beyond ASCII, and then it has all of them.
  const bool negated = bytes.test(0x80);
  const auto has = [&](std::size_t byte) { return byte < 0x80 && bytes.test(byte) != negated; };
  const auto one = [](std::size_t byte) { return escaped(static_cast<char>(byte), "[]^-"); };
  std::string ranges, singles;  // [a-z_], as a person writes it
  for (std::size_t low = 0; low < 0x80; ++low) {
    if (!has(low)) continue;
    std::size_t high = low;
    while (has(high + 1)) ++high;
    if (high - low < 40) {  // a longer one is a range, whatever is in it
      high = low;
      while (group_of(low) != 0 && has(high + 1) && group_of(high + 1) == group_of(low)) ++high;
    }
    if (high > low + 1)
      ranges += one(low) + "-" + one(high);
    else
      singles += one(low) + (high > low ? one(high) : "");
    low = high;
  }
  return (negated ? "[^" : "[") + ranges + singles + "]";
}

std::string print(const expression& e) {
  if (const auto word = engine::facts_of(e.is).written; !word.empty()) return std::string(word) + arguments(e);
  const auto child = [&](tightness wanted) { return touched(e.children[0], wanted); };
  switch (e.is) {
    case form::sequence:
      return e.children.empty() ? "\"\"" : items(e);
    case form::choice:
    case form::recovery:
      return alternatives(e);
    case form::star:
      return child(tightness::primary) + "*";
    case form::plus:
      return child(tightness::primary) + "+";
    case form::optional:
      return child(tightness::primary) + "?";
    case form::repeat:
      return child(tightness::primary) + "{" + std::to_string(e.least) +
             (e.least == e.most ? "" : "," + std::to_string(e.most)) + "}";
    case form::at:
      return "&" + child(tightness::operand);
    case form::not_at:
      return "!" + child(tightness::operand);
    case form::literal:
      return print_literal(e.text) + (e.any_case ? "i" : "");
    case form::set:
      return print_class(e.bytes);
    case form::role:
    case form::capture:
      return part(e);
    case form::back:
      return "=" + e.text;
    case form::replace:
      return child(tightness::operand) + " -> " + print_literal(e.text);
    default:
      return e.text + arguments(e);  // a rule or a parameter
  }
}

std::string print(const rule& r) {
  std::string printed = r.name;
  const auto written = written_parameters(r);
  for (const auto& parameter : written) printed += (&parameter == written.data() ? "(" : ", ") + parameter;
  return printed + (written.empty() ? "" : ")") + " <- " + print(r.body);
}

}  // namespace toolcall::grammarc
