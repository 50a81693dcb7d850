// Text runs up to the mark that calls begin with, and where calls of a dialect have no mark of their own, up to what a
// call of each tool begins with.

#include "constraints/message_rules.hpp"

#include <algorithm>

#include <toolcall/error.hpp>

#include "constraints/marks.hpp"

namespace toolcall::constraints {

namespace {

using writer::piece;
using writer::slot;

bool is_joining(const piece& of) {
  return of.then == slot::object_list || of.then == slot::object_lines || of.then == slot::python_list ||
         of.then == slot::python_lines;
}

struct text_around {
  std::string before, after;
};

text_around around_slot(writer::pieces of, slot inside) {
  text_around made;
  bool is_after = false;
  for (const piece& each : of) {
    (is_after ? made.after : made.before) += each.text;
    is_after = is_after || each.then == inside || (inside == slot::nothing && is_joining(each));
  }
  return made;
}

// The member that is required and has no value, or the schema itself.
std::string pointer_to_impossible(const schema_view& of) {
  place at = of.resolved(0);
  std::vector<place> seen;
  while (std::find(seen.begin(), seen.end(), at) == seen.end()) {
    seen.push_back(at);
    const std::vector<property> all = of.properties(at);
    const auto found = std::find_if(all.begin(), all.end(), [&](const property& each) {
      return each.is_required && !is_possible(of, each.schema);
    });
    if (found == all.end()) break;
    if (found->schema == schema_view::closed) return of.pointer_to(of.keyword(at, "required"));
    at = of.resolved(found->schema);
  }
  return of.pointer_to(at);
}

// The text between two marks, which it does not hold; without a second one it goes on to the end of the message.
expression text_between(writer::pieces of, std::vector<std::string> never = {}) {
  const text_around marks = around_slot(of, slot::text);
  const std::string mark = without_blanks_before(marks.after);
  if (mark != marks.after) never.push_back(mark);
  std::vector<std::string> ends;
  if (!marks.after.empty()) ends.push_back(marks.after);
  return sequence_of({text_of(marks.before), text_until(std::move(ends), std::move(never))});
}

}  // namespace

message_rules::message_rules(const call_setting& how, const std::vector<offered_tool>& offered, bool parallel,
                             beside_text where)
    : how_(how), offered_(offered), parallel_(parallel), place_(where) {
  add_calls();
}

const piece* message_rules::joining_piece() const {
  const auto found = std::find_if(how_.as.call.begin(), how_.as.call.end(), is_joining);
  return found == how_.as.call.end() ? nullptr : &*found;
}

// The calls without their first texts; gives the names of their tools. Of a tool whose schema no arguments fit there is
// no call.
std::vector<std::string> message_rules::add_bodies(expressions& to) {
  const piece* const joining = joining_piece();
  std::vector<std::string> names;
  for (const offered_tool& tool : offered_) {
    call_rules rules(how_, tool);
    expression body = how_.to.possible(joining == nullptr ? rules.call() : rules.joined(joining->then));
    if (is_nothing(body)) {
      how_.limits.add(pointer_to_impossible(*tool.schema),
                      "allows no call of the tool " + tool.name + ": no value fits this schema");
      continue;
    }
    names.push_back(tool.name);
    if (body.is != form::sequence) {
      expression only;
      only.parts.push_back(std::move(body));
      body = std::move(only);
    }
    std::string begin;
    if (!body.parts.empty() && body.parts.front().is == form::text) {
      begin = std::move(body.parts.front().text);
      body.parts.erase(body.parts.begin());
    }
    calls_.push_back({std::move(begin), 0});
    to.push_back(std::move(body));
  }
  if (names.empty())
    throw setup_error(pointer_to_impossible(*offered_.front().schema),
                      "no value fits this schema, so there is no call of the tool " + offered_.front().name +
                          " that a constraint could allow");
  return names;
}

// Each call is its first text and a rule of what follows, so that the marks stand where they can be told from text.
void message_rules::add_calls() {
  const piece* const joining = joining_piece();
  expressions bodies;
  const std::vector<std::string> names = add_bodies(bodies);
  // What all begin with is short of the name.
  const writer::pieces row = joining == nullptr ? how_.as.call : how_.as.object;
  const bool is_python =
      joining != nullptr && (joining->then == slot::python_list || joining->then == slot::python_lines);
  std::size_t shared = is_python || row.empty() ? 0 : row.front().text.size();
  const bool begins_with_object = joining == nullptr && !row.empty() && row.front().then == slot::object;
  if (begins_with_object && !how_.as.object.empty() && !is_mark(without_blanks_after(std::string(row.front().text))))
    shared += how_.as.object.front().text.size();
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    const std::string whole = calls_[i].begin;
    const bool is_shared = is_mark(without_blanks_after(whole.substr(0, shared)));
    expression rest = std::move(bodies[i]);
    if (is_shared) {
      rest = sequence_of({text_of(whole.substr(shared)), std::move(rest)});
      calls_[i].begin = whole.substr(0, shared);
    }
    calls_[i].rest = how_.to.add("call-" + names[i], std::move(rest));
  }
  any_ = how_.to.add("call", any_call());
}

expression message_rules::written(const one_call& of) const {
  return sequence_of({text_of(of.begin), reference_to(of.rest)});
}

std::string message_rules::shared_begin() const {
  const std::string& first = calls_.front().begin;
  const bool is_shared =
      std::all_of(calls_.begin(), calls_.end(), [&](const one_call& each) { return each.begin == first; });
  return is_shared && calls_.size() > 1 ? first : std::string();
}

expression message_rules::any_call() const {
  const std::string shared = shared_begin();
  expressions ways;
  for (const one_call& each : calls_) ways.push_back(shared.empty() ? written(each) : reference_to(each.rest));
  return sequence_of({text_of(shared), choice_of(std::move(ways))});
}

// All calls of a message, of which the first is given.
expression message_rules::calls(expression first) const {
  if (joining_piece() != nullptr) return joined_calls(std::move(first));
  const text_around block = around_slot(how_.as.block, slot::calls);
  const std::size_t most = parallel_ ? unbounded : 0;
  if (!how_.as.block.empty() && !how_.as.one_in_block)
    return sequence_of(
        {text_of(block.before), std::move(first), repeated(reference_to(any_), 0, most), text_of(block.after)});
  expression more = sequence_of(
      {text_of(std::string(how_.as.between)), text_of(block.before), reference_to(any_), text_of(block.after)});
  return sequence_of(
      {text_of(block.before), std::move(first), text_of(block.after), repeated(std::move(more), 0, most)});
}

expression message_rules::joined_calls(expression first) const {
  const piece& of = *joining_piece();
  const bool is_list = of.then == slot::object_list || of.then == slot::python_list;
  const std::string before(of.then == slot::object_list ? of.first : std::string_view());
  const std::string between = !is_list ? "\n" : before.empty() ? ", " : ",";
  const text_around block = around_slot(how_.as.block, slot::calls);
  const text_around row = around_slot(how_.as.call, slot::nothing);
  expression more = sequence_of({text_of(between), text_of(before), reference_to(any_)});
  return sequence_of({text_of(block.before), text_of(row.before), text_of(is_list ? "[" : ""), text_of(before),
                      std::move(first), repeated(std::move(more), 0, parallel_ ? unbounded : 0),
                      text_of(is_list ? std::string(of.second) + "]" : ""), text_of(row.after), text_of(block.after)});
}

// What calls begin with, and what follows it.
std::vector<message_rules::opening> message_rules::openings() const {
  const std::string shared = shared_begin();
  std::vector<opening> found;
  const auto add = [&](expression whole, std::size_t most) {
    std::string begin = whole.parts.empty() ? std::string() : whole.parts.front().text;
    std::string mark = without_blanks_after(begin.substr(0, std::min(most, begin.size())));
    if (whole.is != form::sequence || whole.parts.empty() || whole.parts.front().is != form::text || !is_mark(mark))
      return false;
    whole.parts.front().text = begin.substr(mark.size());
    if (whole.parts.front().text.empty()) whole.parts.erase(whole.parts.begin());
    found.push_back({std::move(mark), std::move(whole)});
    return true;
  };
  // Up to the first call, if that is a mark already; with what all calls begin with; else with what each does.
  const expression nothing = calls(reference_to(any_));
  const std::size_t before =
      !nothing.parts.empty() && nothing.parts.front().is == form::text ? nothing.parts.front().text.size() : 0;
  if (before != 0 && add(calls(reference_to(any_)), before)) return found;
  if (!shared.empty() && add(calls(any_call()), before + shared.size())) return found;
  for (const one_call& each : calls_)
    if (!add(calls(written(each)), unbounded)) return {};
  return found;
}

std::vector<std::string> message_rules::never_in_text() const {
  if (how_.as.think.empty()) return {};
  const std::string mark = without_blanks_after(std::string(how_.as.think.front().text));
  return is_mark(mark) ? std::vector<std::string>{mark} : std::vector<std::string>();
}

expression message_rules::text_and_calls() const {
  expression made;
  made.is = form::dispatch;
  made.never = never_in_text();
  std::vector<std::string> marks;
  for (opening& each : openings()) {
    marks.push_back(each.mark);
    made.ends.push_back(place_ == beside_text::at_line_start ? "\n" + each.mark : each.mark);
    made.parts.push_back(std::move(each.rest));
  }
  if (place_ == beside_text::anywhere) return made;
  made.never.insert(made.never.end(), marks.begin(), marks.end());
  if (place_ == beside_text::never) return choice_of({text_until({}, made.never), calls(any_call())});
  return choice_of({std::move(made), calls(any_call())});
}

expression message_rules::automatic() const {
  const writer::pieces answer = how_.as.answer;
  if (answer.empty()) return text_and_calls();
  const text_around marks = around_slot(answer, slot::text);
  expression all = calls(any_call());
  if (marks.after.empty()) return choice_of({sequence_of({text_of(marks.before), text_and_calls()}), std::move(all)});
  if (place_ == beside_text::never) return choice_of({text_between(answer), std::move(all)});
  return choice_of({sequence_of({text_between(answer), optional_of(calls(reference_to(any_)))}), std::move(all)});
}

expression message_rules::message(const constraint_options& how) {
  const bool needs_marks = !how.choice.wants_call();
  std::vector<std::string> marks = never_in_text();
  if (needs_marks) {
    const std::vector<opening> found = openings();
    if (found.empty())
      throw setup_error("",
                        "calls of the dialect " + std::string(how_.as.dialect) +
                            " begin like text, so a constraint cannot tell where one begins; it can be made for the "
                            "tool choice required, or for a tool's name");
    for (const opening& each : found) marks.push_back(each.mark);
  }
  expression all;
  if (how.choice.wants_call())
    all = calls(any_call());
  else if (how.choice.allows_calls())
    all = automatic();
  else
    all = how_.as.answer.empty() ? text_until({}, std::move(marks)) : text_between(how_.as.answer, std::move(marks));
  if (!how.reasoning) return all;
  if (how_.as.think.empty())
    throw setup_error("", "the dialect " + std::string(how_.as.dialect) + " has no marks of reasoning");
  const expression think = text_between(how_.as.think);
  const expression rest = reference_to(how_.to.add("message", std::move(all)));
  expressions ways{rest, sequence_of({think, text_of(std::string(how_.as.after_think)), rest})};
  if (!how.choice.wants_call()) ways.push_back(think);
  return choice_of(std::move(ways));
}

}  // namespace toolcall::constraints
