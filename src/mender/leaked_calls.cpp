// A text is read as a model's, and the items that hold calls are cut out of it.
//
// Everything else of the text stays to the byte: reasoning and its marks, calls that cannot be read, and what the
// reader takes for a quotation. What is left is read again, as it will be when the transcript is mended once more; so
// nothing is found then. A bare call is only one where there is no other, so the second reading asks for marks.

#include "mender/leaked_calls.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <toolcall/parser.hpp>

#include "mender/call_parts.hpp"
#include "mender/object_edit.hpp"
#include "typing/canonical.hpp"

namespace toolcall::mender {

namespace {

struct range {
  std::uint64_t begin, end;
};

// A text as it was read: its message, where its items are, and which of its calls stay there.
struct reading {
  message found;
  std::vector<range> items;
  std::vector<bool> stays;
};

void keep_item(void* context, const trace_entry& entry) {
  if (entry.kind == trace_kind::item) static_cast<std::vector<range>*>(context)->push_back({entry.begin, entry.end});
}

// The item that holds a call, or the call alone. `from` is where to look, and goes on from call to call.
range item_of(const reading& of, const tool_call& call, std::size_t& from) {
  while (from < of.items.size() && of.items[from].end <= call.begin) ++from;
  const bool is_inside = from < of.items.size() && of.items[from].begin <= call.begin;
  return is_inside ? of.items[from] : range{call.begin, call.end};
}

// A call with a field that is given twice has only one of the values; so it stays, with all that its item holds.
std::vector<bool> staying(const reading& of) {
  std::set<std::int64_t> lossy;
  for (const diagnostic& each : of.found.diagnostics)
    if (each.code == "duplicate_key") lossy.insert(each.call);
  std::vector<std::uint64_t> items;  // of the calls, by their beginnings
  std::set<std::uint64_t> staying_items;
  std::size_t from = 0;
  for (const tool_call& call : of.found.calls) {
    if (lossy.count(static_cast<std::int64_t>(items.size())) != 0) staying_items.insert(item_of(of, call, from).begin);
    items.push_back(item_of(of, call, from).begin);
  }
  std::vector<bool> made;
  for (const std::uint64_t item : items) made.push_back(staying_items.count(item) != 0);
  return made;
}

reading read(std::string_view text, const tools& declared, const dialect& which, bool with_marks) {
  reading made;
  options how;
  how.seed = 0;  // the ids are given later
  how.policy.require_wrapper = with_marks;
  how.trace = {keep_item, &made.items};
  made.found = parse(text, which, declared, how);
  std::sort(made.items.begin(), made.items.end(), [](const range& a, const range& b) { return a.begin < b.begin; });
  made.stays = staying(made);
  return made;
}

// Where the model went on as somebody else: none of that is its text.
std::uint64_t end_of_turn(const message& of, std::uint64_t size) {
  for (const diagnostic& each : of.diagnostics)
    if (each.label == "made_up_result" || each.label == "made_up_turn") size = std::min(size, each.begin);
  return size;
}

// The items that hold calls which are taken out, in the order of the text.
std::vector<range> items_with_calls(const reading& of) {
  std::vector<range> made;
  std::size_t from = 0;
  for (std::size_t i = 0; i < of.found.calls.size(); ++i) {
    const range item = item_of(of, of.found.calls[i], from);
    if (!of.stays[i] && (made.empty() || made.back().end <= item.begin)) made.push_back(item);
  }
  return made;
}

// What is taken out: the calls, and of the items that hold them the marks, but for those that begin reasoning.
std::vector<range> taken_out(const reading& of) {
  std::vector<range> made;
  for (std::size_t i = 0; i < of.found.calls.size(); ++i)
    if (!of.stays[i]) made.push_back({of.found.calls[i].begin, of.found.calls[i].end});
  const std::vector<range> items = items_with_calls(of);
  const std::vector<part_span>& spans = of.found.spans;
  std::size_t item = 0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (spans[i].part != message_part::markup) continue;
    if (i + 1 < spans.size() && spans[i + 1].part == message_part::reasoning) continue;
    while (item < items.size() && items[item].end <= spans[i].begin) ++item;
    for (std::size_t at = item; at < items.size() && items[at].begin < spans[i].end; ++at)
      made.push_back({std::max(items[at].begin, spans[i].begin), std::min(items[at].end, spans[i].end)});
  }
  std::sort(made.begin(), made.end(), [](const range& a, const range& b) { return a.begin < b.begin; });
  return made;
}

// The text without its calls and their marks.
std::string rest_of(std::string_view text, const reading& of) {
  const std::string_view own = text.substr(0, static_cast<std::size_t>(end_of_turn(of.found, text.size())));
  std::string rest;
  std::size_t from = 0;
  for (const range& each : taken_out(of)) {
    const auto begin = static_cast<std::size_t>(each.begin);
    if (begin > from && from < own.size()) rest += own.substr(from, begin - from);
    from = std::max(from, static_cast<std::size_t>(each.end));
  }
  if (from < own.size()) rest += own.substr(from);
  return rest;
}

std::string said_by(const part& call) {
  typing::json::document in;
  typing::json::syntax_error why;
  return call.name + "\n" + (in.read(call.text, why) ? typing::canonical(in, 0) : call.text);
}

class leak_finder {
 public:
  leak_finder(transcript& in, const tools& declared, const dialect& which)
      : in_(in), declared_(declared), which_(which) {
    for (const turn& each : in_.turns)
      for (const part& one : each.parts)
        if (one.kind == part_kind::call) known_.insert({each.group, said_by(one)}), with_calls_.insert(each.group);
  }

  void look_into(turn& at) {
    std::vector<part> parts;
    for (part& each : at.parts) {
      std::vector<part> found;
      if (each.kind == part_kind::text && each.node != 0) found = calls_of(each, at.group);
      parts.push_back(std::move(each));
      for (part& one : found) parts.push_back(std::move(one));
    }
    at.parts = std::move(parts);
  }

 private:
  std::vector<part> calls_of(part& text, std::size_t group) {
    std::vector<part> found;
    for (;;) {
      const reading made = read(text.text, declared_, which_, with_calls_.count(group) != 0);
      if (std::count(made.stays.begin(), made.stays.end(), false) == 0) {
        list_failures(text, made);
        return found;
      }
      for (std::size_t i = 0; i < made.found.calls.size(); ++i)
        if (!made.stays[i]) take(made.found.calls[i], text, group, found);
      const std::uint64_t end = end_of_turn(made.found, text.text.size());
      if (end < text.text.size())
        in_.changes.made("made_up_text", text.pointer,
                         "Behind its calls the text goes on as a tool's result or as another speaker; these " +
                             std::to_string(text.text.size() - end) + " bytes were left out.");
      text.text = rest_of(text.text, made);
      text.changed = true;
      with_calls_.insert(group);
    }
  }

  void take(const tool_call& call, const part& text, std::size_t group, std::vector<part>& found) {
    part made = made_part(part_kind::call, 0, text.pointer);
    made.name = call.name;
    made.text = call.arguments;
    made.changed = made.is_found = true;
    if (is_own_id(call, text.text)) made.id = call.id;
    if (const auto same = known_.find({group, said_by(made)}); same != known_.end()) {
      known_.erase(same);  // one of the calls is one of the text
      in_.changes.made("repeated_text", text.pointer,
                       "The call of " + call.name + " stood in the text and among the calls; the text was taken out.");
    } else {
      in_.changes.made("leaked_call", text.pointer,
                       "The call of " + call.name + " stood in the text; it became a call.");
      found.push_back(std::move(made));
    }
  }

  // Whether the text gives it, and not the library.
  static bool is_own_id(const tool_call& call, std::string_view text) {
    const auto begin = static_cast<std::size_t>(call.begin), end = static_cast<std::size_t>(call.end);
    return text.substr(begin, end - begin).find(call.id) != text.npos;
  }

  void list_failures(const part& text, const reading& of) {
    for (const tool_call& each : of.found.calls)
      in_.changes.left("unread_call", text.pointer,
                       "The call of " + each.name +
                           " in the text, or one that stands with it, gives a field twice with different values; it "
                           "stays text.");
    for (const auto* failed : {&of.found.incomplete, &of.found.refused})
      for (const failed_call& each : *failed)
        in_.changes.left("unread_call", text.pointer,
                         "A call" + (each.name.empty() ? std::string() : " of " + each.name) +
                             " in the text cannot be read (" + each.label + "); it stays text.");
  }

  transcript& in_;
  const tools& declared_;
  const dialect& which_;
  std::multiset<std::pair<std::size_t, std::string>> known_;  // calls, by the turns that are one
  std::set<std::size_t> with_calls_;
};

}  // namespace

void find_leaked_calls(transcript& in, const tools& declared, const dialect& which) {
  leak_finder finder(in, declared, which);
  for (turn& each : in.turns)
    if (each.role == turn_role::assistant) finder.look_into(each);
}

}  // namespace toolcall::mender
