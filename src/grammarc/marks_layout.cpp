// Layout is written as calls, like what is filled in: a word for blanks, and after a slot in brackets how it is
// written.

#include "grammarc/marks_layout.hpp"

#include <algorithm>
#include <map>

#include "grammarc/marks.hpp"
#include "grammarc/print.hpp"

namespace toolcall::grammarc {
namespace {

using words = std::vector<std::string>;

constexpr std::string_view four_blanks = "    ";

// What may stand in the brackets of a slot.
struct spelling {
  std::size_t texts = 0;  // so many literals at most
  words each;             // or one of these words
  std::string_view what;
};

const std::map<std::string, spelling, std::less<>>& spellings() {
  static const std::map<std::string, spelling, std::less<>> all{
      {"word", {1, {"name"}, "word(\"what is usual\"), or word(name) for the tool's name"}},
      {"number", {1, {}, "number(\"1\"), the number of the first call"}},
      {"type", {2, {}, "type(\"of every value\"), or type(\"of a string\", \"of anything else\")"}},
      {"arguments", {1, {"compact"}, "arguments(compact), or arguments('the mark around strings')"}},
      {"object", {0, {"compact"}, "object(compact)"}},
      {"value", {0, {"compact", "framed"}, "value(compact), value(framed)"}},
      {"calls", {0, {"one"}, "calls(one), where each call has a block of its own"}}};
  return all;
}

bool is_call(const expression& part, std::string_view name) {
  return part.is == form::call && part.text == name;
}

// Its own children are not parts of the declaration.
const spelling* spelling_of(const expression& part) {
  if (part.is != form::call || part.children.empty()) return nullptr;
  const auto found = spellings().find(part.text);
  return found == spellings().end() ? nullptr : &found->second;
}

bool fits(const expression& part, const spelling& of) {
  const auto is_text = [](const expression& each) { return each.is == form::literal && !each.any_case; };
  if (std::all_of(part.children.begin(), part.children.end(), is_text)) return part.children.size() <= of.texts;
  const expression& only = part.children.front();
  return part.children.size() == 1 && only.is == form::call && only.children.empty() &&
         std::find(of.each.begin(), of.each.end(), only.text) != of.each.end();
}

expression with_children(const expression& part, std::vector<expression> children) {
  expression made = part;
  made.children = std::move(children);
  return made;
}

// Blanks before the first part, or after the last one.
bool has_layout_at(const expression& of, bool end) {
  if (of.is == form::sequence && !of.children.empty())
    return has_layout_at(end ? of.children.back() : of.children.front(), end);
  return !layout_text(of).empty();
}

std::string edge_problem(const expression& of, std::string_view kind) {
  const bool in_block = kind == "block", each_alone = in_block && holds_one_call(of);
  if (has_layout_at(of, false) && (kind == "think" || kind == "answer" || (in_block && !each_alone)))
    return "blanks before its first mark would never be written: what stands before is the message's text, which has "
           "its own";
  if (has_layout_at(of, true) && (kind == "answer" || kind == "block"))
    return "blanks after its last mark would never be written: what follows is the message's text, or its end";
  return {};
}

std::string call_problem(const expression& part, const expression* parent) {
  const std::string shown = "`" + print(part) + "`";
  if (is_call(part, "seldom")) {
    const bool may_lack = parent != nullptr && parent->is == form::optional;
    const bool is_later = parent != nullptr && parent->is == form::choice && &part != &parent->children.front();
    if (part.children.size() == 1 && (may_lack || is_later)) return {};
    return shown +
           " says what is read and not written, so something must be written instead: it stands in "
           "seldom( e )?, or as an alternative that is not the first";
  }
  if (is_call(part, "lines")) {
    const bool is_whole =
        is_lines(part) && (slot_of(part.children[0]) == "object" || slot_of(part.children[0]) == "python");
    return is_whole ? "" : shown + " is no way to write several calls; lines(object) and lines(python) are";
  }
  if (!layout_text(part).empty()) {
    const bool alone = parent != nullptr && (parent->is == form::optional || parent->is == form::choice);
    return alone ? shown + " stands alone where something may be left out, and blanks count for nothing there" : "";
  }
  if (part.children.empty() || part.text == "list") return {};
  const spelling* const of = spelling_of(part);
  if (of == nullptr) return shown + ": nothing stands in brackets after `" + part.text + "`";
  return fits(part, *of) ? ""
                         : shown + " is no way to write it; what may stand in the brackets is " + std::string(of->what);
}

std::string inner_problem(const expression& part, const expression* parent) {
  if (part.is == form::call) {
    const std::string own = call_problem(part, parent);
    if (!own.empty() || spelling_of(part) != nullptr) return own;
  }
  for (const expression& child : part.children)
    if (std::string found = inner_problem(child, &part); !found.empty()) return found;
  return {};
}

bool has_layout(const expression& part) {
  return !layout_text(part).empty() || is_seldom(part) ||
         std::any_of(part.children.begin(), part.children.end(), has_layout);
}

}  // namespace

bool is_written(std::string_view kind) {
  return kind != "turn" && kind != "result" && kind != "speaker";
}

bool ends_with_layout(const expression& of) {
  return has_layout_at(of, true);
}

bool holds_one_call(const expression& part) {
  if (is_call(part, "calls")) return !part.children.empty();
  return std::any_of(part.children.begin(), part.children.end(), holds_one_call);
}

const std::vector<std::string>& layout_words() {
  static const words all{"newline", "blank", "indent"};
  return all;
}

std::string_view layout_text(const expression& part) {
  if (part.is != form::call || !part.children.empty()) return {};
  if (part.text == "newline") return "\n";
  if (part.text == "blank") return " ";
  return part.text == "indent" ? four_blanks : std::string_view();
}

bool is_seldom(const expression& part) {
  return is_call(part, "seldom") && part.children.size() == 1;
}

bool is_lines(const expression& part) {
  return is_call(part, "lines") && part.children.size() == 1;
}

expression without_layout(const expression& laid_out) {
  if (is_seldom(laid_out) || is_lines(laid_out)) return without_layout(laid_out.children.front());
  if (spelling_of(laid_out) != nullptr) return with_children(laid_out, {});
  std::vector<expression> read;
  for (const expression& child : laid_out.children)
    if (layout_text(child).empty()) read.push_back(without_layout(child));
  if (laid_out.is == form::sequence && read.size() == 1 && laid_out.children.size() > 1) return read.front();
  return with_children(laid_out, std::move(read));
}

std::string layout_problem(const expression& laid_out, std::string_view kind) {
  if (!is_written(kind))
    return has_layout(laid_out) ? "blanks and `seldom` say how it is written, and `" + std::string(kind) +
                                      "` is only read: the host writes it"
                                : "";
  const std::string edge = edge_problem(laid_out, kind);
  return edge.empty() ? inner_problem(laid_out, nullptr) : edge;
}

}  // namespace toolcall::grammarc
