// A declaration is an expression like any other, in which a call is a slot and a literal a mark.

#include "grammarc/marks.hpp"

#include <algorithm>

namespace toolcall::grammarc {
namespace {

expression made(form is, std::size_t line, std::vector<expression> children = {}) {
  expression one;
  one.is = is;
  one.line = line;
  one.children = std::move(children);
  return one;
}

expression blanks(std::size_t line) {
  expression call = made(form::call, line);
  call.text = "message.blanks";
  return call;
}

// Where one of the marks may be left out, so may the blanks before it.
expression after_another(const expression& mark) {
  if (mark.is == form::optional) return made(form::optional, mark.line, {after_another(mark.children.front())});
  return made(form::sequence, mark.line, {blanks(mark.line), one_after_the_other({mark})});
}

}  // namespace

std::string_view slot_of(const expression& part) {
  if (part.is == form::python) return "python";
  if (part.is != form::call) return {};
  return part.text == "list" && part.children.size() == 1 ? slot_of(part.children.front()) : part.text;
}

bool holds(const expression& part, std::string_view slot) {
  return slot_of(part) == slot || std::any_of(part.children.begin(), part.children.end(),
                                              [&](const expression& child) { return holds(child, slot); });
}

bool holds_slot(const expression& part) {
  return !slot_of(part).empty() || std::any_of(part.children.begin(), part.children.end(), holds_slot);
}

std::vector<expression> parts_of(const mark_declaration& of) {
  if (of.written.is == form::sequence) return of.written.children;
  return {of.written};
}

std::size_t place_of(const std::vector<expression>& parts, std::string_view slot) {
  const auto found =
      std::find_if(parts.begin(), parts.end(), [&](const expression& part) { return holds(part, slot); });
  return static_cast<std::size_t>(found - parts.begin());
}

expression one_after_the_other(const std::vector<expression>& marks) {
  std::vector<expression> all;
  for (const expression& mark : marks) {
    if (mark.is == form::sequence) {
      all.push_back(one_after_the_other(mark.children));
    } else if (all.empty()) {
      all.push_back(mark);
    } else {
      const expression next = after_another(mark);
      if (next.is == form::sequence)
        all.insert(all.end(), next.children.begin(), next.children.end());
      else
        all.push_back(next);
    }
  }
  if (all.size() == 1) return all.front();
  return made(form::sequence, marks.empty() ? 0 : marks.front().line, std::move(all));
}

}  // namespace toolcall::grammarc
