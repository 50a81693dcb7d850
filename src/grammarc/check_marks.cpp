// What is wrong with a declaration of marks as it stands: something that it cannot do without is not there, or a reader
// could not tell it from another.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "grammarc/check_parts.hpp"
#include "grammarc/marks.hpp"
#include "grammarc/marks_layout.hpp"

namespace toolcall::grammarc {
namespace {

// What a model writes, as bytes: marks as they are, one byte below the blank for what is filled in. What may be left
// out is there.
std::string flat(const expression& part) {
  if (part.is == form::literal) return part.text;
  if (!slot_of(part).empty()) return std::string(1, '\x01');
  if (part.is == form::choice) return flat(part.children.front());
  std::string all;
  for (const expression& child : part.children) all += flat(child);
  return all;
}

std::string opening(const mark_declaration& of) {
  const std::string all = flat(of.written);
  return all.substr(0, all.find('\x01'));
}

bool begins(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

class marks_checker {
 public:
  marks_checker(const page& here, problems& found) : page_(here), found_(found) {}

  void run() {
    const mark_declaration* call = nullptr;
    for (const mark_declaration& each : page_.marks) {
      if (each.kind == "call") end_call(call), call = &each, fields_ = 0;
      if (each.kind == "field" || each.kind == "item" || each.kind == "object") below(each, call);
      alone(each);
    }
    end_call(call);
    for (std::size_t i = 0; i < page_.marks.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) apart(page_.marks[k], page_.marks[i]);
  }

 private:
  void report(const mark_declaration& of, std::string what) {
    found_.push_back({page_.file, of.line, of.kind, std::move(what)});
  }

  void needs(const mark_declaration& of, std::string_view slot, const std::string& why) {
    if (!holds(of.written, slot)) report(of, "`" + std::string(slot) + "` is missing: " + why);
  }

  void alone(const mark_declaration& of) {
    if (of.kind == "block") {
      needs(of, "calls", "it says where the calls stand, as in block 'a mark' calls 'its end'");
      ends(of, "calls");
      begins_with_mark(of);
    } else if (of.kind == "think" || of.kind == "answer") {
      needs(of, "text", "it says where the text stands, as in " + of.kind + " 'a mark' text 'its end'");
      ends(of, "text");
      begins_with_mark(of);
    } else if (of.kind == "call") {
      call(of);
    } else if (of.kind == "field") {
      field(of);
    } else if (of.kind == "object") {
      needs(of, "name",
            "the key of the tool's name or, where that is a key itself, only the word: object name arguments");
      needs(of, "arguments", "the key of the arguments: object \"name\" name \"arguments\" arguments");
    }
  }

  void begins_with_mark(const mark_declaration& of) {
    if (opening(of).empty()) report(of, "no mark stands at its beginning, so nothing would show where it begins");
  }

  // Raw text ends nowhere by itself.
  void ends(const mark_declaration& of, std::string_view slot) {
    const std::vector<expression> parts = parts_of(of);
    const std::size_t at = place_of(parts, slot);
    if (at + 1 == parts.size())
      report(of, "no mark stands after `" + std::string(slot) +
                     "`, so nothing would show where it ends; write the mark, or &'the mark of what comes next'");
  }

  void call(const mark_declaration& of) {
    if (ends_with_layout(of.laid_out) && !has_block())
      report(
          of,
          "blanks after its last mark would be written at the end of the message; what separates two calls stands at "
          "the beginning of `call`");
    if (holds(of.written, "object") || holds(of.written, "python")) return;
    needs(of, "name",
          "the tool's name; where the call is JSON with name and arguments, `object` stands for both, and " +
              std::string("`python` where it is written as Python"));
    if (!holds(of.written, "fields") && !holds(of.written, "arguments") && !holds(of.written, "value") && !is_whole(of))
      report(of,
             "nothing says where the arguments stand: write `fields` with a line `field` below, `arguments` (a JSON "
             "object), or `value` "
             "(of the only field)");
    ends_value(of);
  }

  bool has_block() const {
    return std::any_of(page_.marks.begin(), page_.marks.end(), [](const auto& each) { return each.kind == "block"; });
  }

  // A call without arguments, as an empty element: its last mark follows its name.
  static bool is_whole(const mark_declaration& of) {
    const std::string all = flat(of.written);
    return all.size() > 2 && all.substr(all.size() - 2) == "/>";
  }

  void ends_value(const mark_declaration& of) {
    if (holds(of.written, "value")) ends(of, "value");
  }

  void field(const mark_declaration& of) {
    needs(of, "key", "the field's name");
    needs(of, "value", "the field's value");
    ends_value(of);
    if (flat(of.written).find("\x01\x01") != std::string::npos)
      report(of, "nothing stands between two things that are filled in, so nothing would show where the first ends");
  }

  void below(const mark_declaration& of, const mark_declaration* call) {
    if (call == nullptr) return report(of, "it belongs to a call, and no `call` stands above it; write that first");
    const std::string_view slot = of.kind == "object" ? "object" : "fields";
    if (of.kind != "item") ++fields_;
    if (!holds(call->written, slot))
      report(of, "the call above it, in line " + std::to_string(call->line) + ", has no `" + std::string(slot) +
                     "` that this would say more about");
  }

  void end_call(const mark_declaration* call) {
    if (call != nullptr && fields_ == 0 && holds(call->written, "fields"))
      report(*call, "`fields` is not said: how a field looks stands in a line `field` below the call");
  }

  // Whether a reader that has seen what the one says may still be in the other.
  void apart(const mark_declaration& a, const mark_declaration& b) {
    const auto is_block = [](const mark_declaration& of) { return of.kind == "block"; };
    const bool may_meet = a.kind == b.kind || (is_block(a) && b.kind == "call") || (is_block(b) && a.kind == "call");
    if (!may_meet || a.kind == "object" || (a.kind == "field" && call_of(a) != call_of(b))) return;
    if (a.kind != b.kind ? opening(a) != opening(b) || opening(a).empty() : !is_same(a, b)) return;
    report(b, "it cannot be told from the `" + a.kind + "` in line " + std::to_string(a.line) +
                  ": both begin with the same marks; leave one out, or write what differs between them");
  }

  bool is_same(const mark_declaration& a, const mark_declaration& b) const {
    if (a.conditions != b.conditions || below_of(a) != below_of(b)) return false;
    const std::string one = flat(a.written), other = flat(b.written);
    return one == other || (begins(other, one) && one.back() != '\x01' && ends_open(one)) ||
           (begins(one, other) && other.back() != '\x01' && ends_open(other));
  }

  // After marks alone the next mark still tells; after something that is filled in and a mark nothing does.
  static bool ends_open(const std::string& flat) { return flat.find('\x01') != std::string::npos; }

  std::size_t call_of(const mark_declaration& field) const {
    std::size_t line = 0;
    for (const mark_declaration& each : page_.marks)
      if (each.kind == "call" && each.line < field.line) line = each.line;
    return line;
  }

  // The fields of a call: calls that look alike may differ in them.
  std::string below_of(const mark_declaration& call) const {
    std::string all;
    for (const mark_declaration& each : page_.marks)
      if (each.kind == "field" && call.kind == "call" && call_of(each) == call.line) all += flat(each.written) + "\n";
    return all;
  }

  const page& page_;
  problems& found_;
  std::size_t fields_ = 0;
};

}  // namespace

void check_marks(const std::vector<page>& pages, problems& found) {
  for (const page& each : pages) marks_checker(each, found).run();
}

}  // namespace toolcall::grammarc
