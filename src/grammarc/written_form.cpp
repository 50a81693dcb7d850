// Of several declarations of a kind the first is the usual one, of alternatives the first, and what may be left out is
// written unless it is seldom. So a form is a row of pieces, and the writer has nothing left to choose.

#include "grammarc/written_form.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "grammarc/marks.hpp"
#include "grammarc/marks_layout.hpp"

namespace toolcall::grammarc {
namespace {

using written_row = std::vector<written_piece>;

// Blanks at the edges of a declaration belong to what stands between it and the next.
struct trimmed {
  std::string before, after;
  std::vector<expression> inside;
};

trimmed trim_layout(const expression& of) {
  trimmed made;
  made.inside = of.is == form::sequence ? of.children : std::vector<expression>{of};
  while (!made.inside.empty() && !layout_text(made.inside.front()).empty()) {
    made.before += layout_text(made.inside.front());
    made.inside.erase(made.inside.begin());
  }
  while (!made.inside.empty() && !layout_text(made.inside.back()).empty()) {
    made.after.insert(0, layout_text(made.inside.back()));
    made.inside.pop_back();
  }
  return made;
}

std::string json_key(std::string_view text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    all += c;
  }
  return all + '"';
}

// A declaration that is written from left to right.
class row_writer {
 public:
  // `word` is what a word is of which its declaration does not say it.
  explicit row_writer(const expression* word = nullptr) : word_(word) {}

  written_row write(const std::vector<expression>& parts) {
    for (const expression& each : parts) add(each);
    end();
    return std::move(made_);
  }

  // The keys of a call in JSON, and what stands after each. Blanks that the page writes take the place of those that
  // JSON usually has.
  written_row write_object(const std::vector<expression>& parts, bool compact) {
    text_ = "{";
    bool is_first = true, is_key = false;
    std::string blanks;
    for (const expression& each : parts) {
      if (!layout_text(each).empty()) {
        blanks += layout_text(each);
        continue;
      }
      if (!is_key) text_ += (is_first ? "" : ",") + (blanks.empty() && !is_first && !compact ? " " : blanks);
      blanks.clear();
      const std::string_view slot = slot_of(each);
      is_key = slot.empty() || (slot == "name" && is_first);
      if (slot.empty()) text_ += json_key(each.text) + (compact ? ":" : ": ");
      if (slot == "name" || slot == "id") fill("quoted_" + std::string(slot));
      if (slot == "name" && is_first) text_ += compact ? ":" : ": ";
      if (slot == "arguments") fill("arguments", {}, {}, compact ? "compact" : "usual");
      is_first = false;
    }
    text_ += blanks + "}";
    end();
    return std::move(made_);
  }

 private:
  void fill(std::string slot, std::string first = {}, std::string second = {}, std::string how = "usual") {
    made_.push_back({std::move(text_), std::move(slot), std::move(first), std::move(second), std::move(how)});
    text_.clear();
  }
  void end() {
    if (!text_.empty()) fill("nothing");
  }

  void add(const expression& part) {
    if (part.is == form::literal) text_ += part.text;
    text_ += layout_text(part);
    if (part.is == form::sequence)
      for (const expression& each : part.children) add(each);
    if (part.is == form::choice) add(part.children.front());
    if (part.is == form::optional) optional(part.children.front());
    if (part.is == form::python || (part.is == form::call && layout_text(part).empty())) slot(part);
  }

  void optional(const expression& part) {
    if (is_seldom(part)) return;
    const bool has_id = holds(part, "id");
    if (has_id) fill("where_id_begins");
    add(part);
    if (has_id) fill("where_id_ends");
  }

  static std::string text_at(const expression& part, std::size_t at) {
    return part.children.size() > at && part.children[at].is == form::literal ? part.children[at].text : std::string();
  }

  void slot(const expression& part) {
    if (part.text == "word") return word(part.children.empty() && word_ != nullptr ? *word_ : part);
    const std::string named =
        part.children.size() == 1 && part.children[0].is == form::call ? part.children[0].text : "";
    if (part.text == "list") return list(part.children.front());
    if (is_lines(part)) return fill(std::string(slot_of(part.children.front())) + "_lines");
    const std::string how = named == "compact" || named == "framed" ? named : "usual";
    fill(std::string(slot_of(part)), text_at(part, 0), text_at(part, 1), how);
  }

  void word(const expression& part) {
    if (part.children.empty()) return fill("unsaid");
    if (part.children[0].is == form::call) return fill("name");
    text_ += text_at(part, 0);
  }

  void list(const expression& of) {
    const trimmed inside = trim_layout(of);
    for (const expression& each : inside.inside)
      if (const std::string_view slot = slot_of(each); !slot.empty())
        fill(std::string(slot) + "_list", inside.before, inside.after);
  }

  written_row made_;
  std::string text_;
  const expression* word_;
};

bool is_compact(const expression& part) {
  if (slot_of(part) == "object" && part.children.size() == 1 && part.children[0].text == "compact") return true;
  return std::any_of(part.children.begin(), part.children.end(), is_compact);
}

// The first word of the page that says what it is.
const expression* said_word(const expression& part) {
  if (part.is == form::call && part.text == "word" && !part.children.empty()) return &part;
  for (const expression& child : part.children)
    if (const expression* const found = said_word(child)) return found;
  return nullptr;
}
const expression* said_word(const page& of) {
  for (const mark_declaration& each : of.marks)
    if (const expression* const found = said_word(each.laid_out)) return found;
  return nullptr;
}

const mark_declaration* first_of(const page& here, std::string_view kind, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i)
    if (here.marks[i].kind == kind) return &here.marks[i];
  return nullptr;
}

mark_declaration declared(std::string kind, std::vector<expression> parts) {
  mark_declaration made;
  made.kind = std::move(kind);
  made.laid_out.children = std::move(parts);
  return made;
}

expression part_of(form is, std::string text) {
  expression made;
  made.is = is;
  made.text = std::move(text);
  return made;
}

// What holds without a declaration.
mark_declaration usual_object() {
  return declared("object", {part_of(form::literal, "name"), part_of(form::call, "name"),
                             part_of(form::literal, "arguments"), part_of(form::call, "arguments")});
}
mark_declaration usual_think() {
  const expression line = part_of(form::call, "newline");
  return declared("think", {part_of(form::literal, "<think>"), line, part_of(form::call, "text"), line,
                            part_of(form::literal, "</think>"), line, line});
}

mark_declaration first_or(const mark_declaration* found, mark_declaration otherwise) {
  return found == nullptr ? std::move(otherwise) : *found;
}

std::vector<expression> parts_with_layout(const expression& of) {
  return of.is == form::sequence ? of.children : std::vector<expression>{of};
}

// One with conditions is written in some messages only.
const mark_declaration* usual_answer(const page& here) {
  for (const mark_declaration& each : here.marks)
    if (each.kind == "answer") return each.conditions.empty() ? &each : nullptr;
  return nullptr;
}

}  // namespace

std::optional<written_form> written_form_of(const page& here) {
  const std::size_t count = here.marks.size();
  const mark_declaration* const call = first_of(here, "call", 0, count);
  if (call == nullptr) return std::nullopt;
  const expression* const word = said_word(here);
  const auto row_of = [&](const mark_declaration* of) {
    return of == nullptr ? written_row() : row_writer(word).write(parts_with_layout(of->laid_out));
  };
  const auto at = static_cast<std::size_t>(call - here.marks.data());
  std::size_t next = at + 1;
  while (next < count && here.marks[next].kind != "call") ++next;
  const mark_declaration* const block = first_of(here, "block", 0, count);
  const trimmed of_block = block == nullptr ? trimmed() : trim_layout(block->laid_out);
  const trimmed of_call = trim_layout(call->laid_out);
  written_form made;
  made.one_in_block = block != nullptr && holds_one_call(block->laid_out);
  made.block = row_writer(word).write(of_block.inside);
  // In a block the blanks before a call also stand before the first.
  made.call = row_writer(word).write(block == nullptr ? of_call.inside : parts_with_layout(call->laid_out));
  made.field = row_of(first_of(here, "field", at, next));
  made.item = row_of(first_of(here, "item", at, next));
  if (holds(call->written, "object")) {
    const mark_declaration object = first_or(first_of(here, "object", at, next), usual_object());
    made.object = row_writer().write_object(parts_with_layout(object.laid_out), is_compact(call->laid_out));
  }
  const trimmed of_think = trim_layout(first_or(first_of(here, "think", 0, count), usual_think()).laid_out);
  if (entry_of(here, "reasoning") != nullptr) made.think = row_writer(word).write(of_think.inside);
  made.answer = row_of(usual_answer(here));
  made.between = made.one_in_block ? of_block.before : block == nullptr ? of_call.before : std::string();
  made.after_think = of_think.after;
  return made;
}

}  // namespace toolcall::grammarc
