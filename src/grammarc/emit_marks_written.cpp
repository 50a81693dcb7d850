// Of several declarations of a kind the first is the usual one, of alternatives the first, and what may be left out is
// written unless it is seldom. So a form is a row of pieces, and the writer has nothing left to choose.

#include "grammarc/emit_marks_written.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammarc/dialects.hpp"
#include "grammarc/emit_rule.hpp"
#include "grammarc/marks.hpp"
#include "grammarc/marks_layout.hpp"

namespace toolcall::grammarc {
namespace {

struct written_piece {
  std::string text, slot = "nothing", first, second, how = "usual";
};
using row = std::vector<written_piece>;

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

  row write(const std::vector<expression>& parts) {
    for (const expression& each : parts) add(each);
    end();
    return std::move(made_);
  }

  // The keys of a call in JSON, and what stands after each. Blanks that the page writes take the place of those that
  // JSON usually has.
  row write_object(const std::vector<expression>& parts, bool compact) {
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

  row made_;
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

class form_writer {
 public:
  explicit form_writer(const page& here) : page_(here), word_(said_word(here)) {}

  // The entry of the list; nothing where the page declares no call.
  std::string entry(std::string& to) {
    const std::size_t count = page_.marks.size();
    const mark_declaration* const call = first_of(page_, "call", 0, count);
    if (call == nullptr) return {};
    const auto at = static_cast<std::size_t>(call - page_.marks.data());
    std::size_t next = at + 1;
    while (next < count && page_.marks[next].kind != "call") ++next;
    const mark_declaration* const block = first_of(page_, "block", 0, count);
    const trimmed of_block = block == nullptr ? trimmed() : trim_layout(block->laid_out);
    const trimmed of_call = trim_layout(call->laid_out);
    const bool one = block != nullptr && holds_one_call(block->laid_out);
    // In a block the blanks before a call also stand before the first.
    std::vector<expression> call_parts = of_call.inside;
    if (block != nullptr) call_parts = parts_with_layout(call->laid_out);
    const mark_declaration think = first_or(first_of(page_, "think", 0, count), usual_think());
    const trimmed of_think = trim_layout(think.laid_out);
    const mark_declaration object = first_or(first_of(page_, "object", at, next), usual_object());
    const bool has_object = holds(call->written, "object");
    std::string rows = "  {" + cpp_literal(page_.name) + ",";
    rows += span(to, row_writer(word_).write(of_block.inside));
    rows += span(to, row_writer(word_).write(call_parts));
    rows += span(to, row_of(first_of(page_, "field", at, next)));
    rows += span(to, row_of(first_of(page_, "item", at, next)));
    rows +=
        span(to, has_object ? row_writer().write_object(parts_with_layout(object.laid_out), is_compact(call->laid_out))
                            : row());
    rows += span(to, entry_of(page_, "reasoning") == nullptr ? row() : row_writer(word_).write(of_think.inside));
    rows += span(to, row_of(usual_answer()));
    const std::string& between = one ? of_block.before : block == nullptr ? of_call.before : std::string();
    return rows + " " + cpp_literal(between) + ", " + cpp_literal(of_think.after) + ", " + (one ? "true" : "false") +
           "},\n";
  }

 private:
  static mark_declaration first_or(const mark_declaration* found, mark_declaration otherwise) {
    return found == nullptr ? std::move(otherwise) : *found;
  }
  static std::vector<expression> parts_with_layout(const expression& of) {
    return of.is == form::sequence ? of.children : std::vector<expression>{of};
  }
  row row_of(const mark_declaration* of) const {
    return of == nullptr ? row() : row_writer(word_).write(parts_with_layout(of->laid_out));
  }
  // One with conditions is written in some messages only.
  const mark_declaration* usual_answer() const {
    for (const mark_declaration& each : page_.marks)
      if (each.kind == "answer") return each.conditions.empty() ? &each : nullptr;
    return nullptr;
  }

  // The pieces are added to those of all; what the entry says is where they stand.
  std::string span(std::string& to, const row& of) {
    if (of.empty()) return " {},";
    const std::string name = page_.name + "_" + std::to_string(rows_++);
    to += "constexpr piece " + identifier(name) + "[] = {";
    for (const written_piece& each : of)
      to += "\n    {" + cpp_literal(each.text) + ", slot::" + each.slot + ", " + cpp_literal(each.first) + ", " +
            cpp_literal(each.second) + ", spelling::" + each.how + "},";
    to += "};\n";
    return " " + identifier(name) + ",";
  }

  const page& page_;
  const expression* word_;
  std::size_t rows_ = 0;
};

}  // namespace

generated_file emit_written_forms(const std::vector<page>& pages) {
  std::string rows, list;
  for (const page* const each : dialects_among(pages)) list += form_writer(*each).entry(rows);
  return {"written_forms.cpp", std::string(generated_mark) +
                                   "spec/dialects. Do not edit it: change the pages.\n\n"
                                   "#include \"writer/form.hpp\"\n\n"
                                   "namespace toolcall::writer {\n\nnamespace {\n\n" +
                                   rows + "\nconstexpr form all[] = {\n" + list +
                                   "};\n\n}  // namespace\n\n"
                                   "constinit const std::span<const form> written_forms = all;\n\n"
                                   "}  // namespace toolcall::writer\n"};
}

}  // namespace toolcall::grammarc
