// An excerpt is read as the message was, but for one thing: by all dialects, with any name taken for a tool's, or
// without what stands before it. If that makes a call, this one thing is the reason. Only reasons that were found so
// are reported.

#include "parser/missed_calls_explained.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "dialects/dialect_internals.hpp"
#include "dialects/message_head.hpp"
#include "dialects/policy.hpp"
#include "parser/reading.hpp"
#include "text/ascii.hpp"
#include "text/utf8.hpp"
#include "typing/tools_internals.hpp"

namespace toolcall::events {

namespace {

struct seen_call {
  std::string name, dialect;
  std::uint64_t begin, end;
};

// What is a call in a message, or would be one if it were whole, in the order of the text.
std::vector<seen_call> calls_of(const message& m) {
  std::vector<seen_call> all;
  const auto consider = [&](const auto& calls) {
    for (const auto& each : calls)
      if (!each.name.empty()) all.push_back({each.name, each.dialect, each.begin, each.end});
  };
  consider(m.calls);
  consider(m.incomplete);
  consider(m.refused);
  std::stable_sort(all.begin(), all.end(), [](const seen_call& a, const seen_call& b) { return a.begin < b.begin; });
  return all;
}

struct reread {
  std::vector<seen_call> calls;
  std::optional<missed_calls::reported_label> not_alone;  // at the beginning of the text
};

reread read_again(std::string_view text, const compiled_dialects& dialects, const vocabulary& names,
                  const tools& declared, options how, std::string_view reason) {
  how.trace = {};
  how.seed = 0;
  reading again(dialects, names, declared, how);
  again.feed(text, false);
  again.finish(reason);
  message made;
  for (const event& e : again.emitter.emitted.finished()) made.add(e);
  reread found{calls_of(made), {}};
  for (const missed_calls::reported_label& each : again.emitter.missed().labels())
    if (each.label == "not_alone" && each.begin == 0) found.not_alone = each;
  return found;
}

std::optional<seen_call> call_in(std::string_view text, const compiled_dialects& dialects, const vocabulary& names,
                                 const tools& declared, const options& how, std::string_view reason) {
  const std::vector<seen_call> calls = read_again(text, dialects, names, declared, how, reason).calls;
  return calls.empty() ? std::nullopt : std::optional(calls.front());
}

std::string shown(const std::string& name) {
  return '"' + shortened(name) + '"';
}

class explainer {
 public:
  explicit explainer(const read_context& context)
      : context_(context), settled_(settled(*context.how, *context.offered)) {}

  void look(const missed_calls::excerpt& at) {
    const auto is_noted = [&](std::string_view label) {
      return std::find(at.labels.begin(), at.labels.end(), label) != at.labels.end();
    };
    const bool begins_here = is_noted("undeclared_call");
    const bool explained = begins_here && by_name_and_place(at);
    if (!explained && (is_noted("other_dialect") || (begins_here && !uses_all()))) by_every_dialect(at);
    for (const std::string_view label : at.labels)
      if (!is_sign(label)) by_itself(at, label);
  }

  // Beside calls, what has no marks may be of a tool that is not declared, or stand where it is text.
  void beside_calls(const missed_calls::excerpt& at) {
    const bool explained =
        context_.offered->size() != 0 && !at.is_reported() && may_be_unmarked(at) && by_name_and_place(at);
    if (!explained) without_other_reason(at);
  }

  // After a call: it names a declared tool as a call does, and behind it one of the tool's fields.
  void after_call(const missed_calls::rest& at) {
    const std::size_t from = std::min(at.text.find_first_not_of(" \t\r\n"), at.text.size());
    const std::string_view text = std::string_view(at.text).substr(from);
    const std::optional<place> name = first_name(up_to_closing_brace(text));
    if (!name) return;
    const vocabulary& names = names_of(*context_.offered);
    const std::string_view behind = text.substr(name->begin + name->size);
    const int tool = names.tool(text.substr(name->begin, name->size));
    const bool has_field = names.fields(tool).any_of([&](std::string_view field) { return has_key(behind, field); });
    if (has_field) by_its_name(*name, text, at.begin + from);
  }

  // If nothing else applies: it begins like a call and names a declared tool, and by itself it may be one.
  void without_other_reason(const missed_calls::excerpt& at) {
    const std::optional<place> name = first_name(up_to_closing_brace(at.text));
    if (!name || at.is_beginning_reported()) return;
    const std::vector<seen_call>& calls = alone(at.text).calls;
    if (!calls.empty())
      by_its_place(at, calls.front());
    else if (!at.is_reported() && !is_fence(at.text))
      by_its_name(*name, at.text, at.begin);
  }

  // Each label once. True if it is said, here or elsewhere.
  bool say(std::string_view label, std::string message, std::uint64_t begin, std::uint64_t end) {
    if (is_without(context_.how->policy, label)) return false;
    if (!is_said(label)) made.push_back({label, std::move(message), begin, end});
    return true;
  }

  // What a message begins with, up to the first closing brace: an answer in JSON may name a tool anywhere.
  void by_head(std::string_view head, std::uint64_t begin) {
    const auto name = first_name(head.substr(0, std::min(beginning_bytes, head.find('}', head.find('{')))));
    if (name && !is_fence(head) && alone(head).calls.empty()) by_its_name(*name, head, begin);
  }

  void head_beside_calls(const missed_calls& missed, bool names_decide) {
    if (names_decide) return by_head(missed.head_before_calls(), missed.head_begin());
    beside_calls({missed.head_begin(), std::string(missed.json_before_calls())});
  }

  std::vector<message_diagnostic> sorted() {
    std::stable_sort(made.begin(), made.end(),
                     [](const message_diagnostic& a, const message_diagnostic& b) { return a.begin < b.begin; });
    return std::move(made);
  }

  std::vector<message_diagnostic> made;

 private:
  static constexpr std::size_t beginning_bytes = 256;

  // Whether it would be a call, or would begin as one, by the policy that holds if none is set.
  bool is_forbidden(std::string_view text) const {
    const policy& set = context_.how->policy;
    if (!set.native_only && !set.require_wrapper && set.without.empty()) return false;
    options free = settled_;
    free.policy = {};
    return call_in(text, *context_.dialects, names_of(*context_.offered), *context_.offered, free, context_.reason)
        .has_value();
  }

  struct place {
    std::size_t begin, size;
  };

  // The first name of a declared tool that stands in a text as in the text of a call; of several, the longest.
  std::optional<place> first_name(std::string_view text) const {
    place first{text.npos, 0};
    for (std::size_t i = 0; i < context_.offered->size(); ++i) {
      const std::string_view name = context_.offered->name(i);
      const std::size_t at = named_at(text, name);
      if (at < first.begin || (at == first.begin && at != text.npos && name.size() > first.size))
        first = {at, name.size()};
    }
    return first.begin == text.npos ? std::nullopt : std::optional(first);
  }

  void by_its_name(const place& name, std::string_view text, std::uint64_t begin) {
    say("resembles_call",
        "This begins like a call of " + shown(std::string(text.substr(name.begin, name.size))) + ", but " +
            (is_forbidden(text) ? "the policy in use does not allow it" : "no dialect in use can read it") +
            "; it is text.",
        begin, begin + name.begin + name.size);
  }

  // Up to the brace that closes the first one.
  static std::string_view up_to_closing_brace(std::string_view text) {
    text = text.substr(0, beginning_bytes);
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '{') ++depth;
      if (text[i] == '}' && depth != 0 && --depth == 0) return text.substr(0, i);
    }
    return text;
  }

  // Where a text has a name as a call's text has it: a word of its own with a sign at one side, or the first line of a
  // text that begins like a call; no word of a sentence.
  static std::size_t named_at(std::string_view text, std::string_view name) {
    const auto is_part = [](char c) { return ascii::is_letter(c) || ascii::is_digit(c) || c == '_'; };
    for (std::size_t at = text.find(name); at != text.npos && !name.empty(); at = text.find(name, at + 1)) {
      const char before = at == 0 ? ' ' : text[at - 1];
      const char after = at + name.size() == text.size() ? ' ' : text[at + name.size()];
      if (is_part(before) || is_part(after)) continue;
      const std::size_t sign = at == 0 ? text.npos : text.find_last_not_of(' ', at - 1);
      if ((sign != text.npos && text[sign] == ':' && (after == ',' || after == '\n')) || (at == 0 && after == '\n') ||
          std::string_view("\"'<=>[/.").find(before) != std::string_view::npos ||
          std::string_view("<{[(\"'>").find(after) != std::string_view::npos)
        return at;
    }
    return text.npos;
  }

  // A word of its own with a sign of a key behind it.
  static bool has_key(std::string_view text, std::string_view key) {
    const auto is_part = [](char c) { return ascii::is_letter(c) || ascii::is_digit(c) || c == '_'; };
    for (std::size_t at = text.find(key); at != text.npos && !key.empty(); at = text.find(key, at + 1)) {
      const std::size_t end = at + key.size();
      if ((at == 0 || !is_part(text[at - 1])) && end < text.size() &&
          std::string_view(":=\"'<>]").find(text[end]) != text.npos)
        return true;
    }
    return false;
  }

  bool say(std::string_view label, const std::string& message, const missed_calls::excerpt& at, const seen_call& call) {
    return say(meaning_of(label).name, message, at.begin + call.begin, at.begin + call.end);
  }

  void by_every_dialect(const missed_calls::excerpt& at) {
    if (is_said("other_dialect")) return;
    const dialect every = dialect::automatic();
    const auto read = [&](std::string_view text) {
      return call_in(text, internals(every), names_of(*context_.offered), *context_.offered, settled_, context_.reason);
    };
    const auto call = read(at.text);
    if (!call || is_in_use(call->dialect)) return;
    say("other_dialect",
        "There is a call of " + shown(call->name) + " here in the dialect " + call->dialect +
            ", which is not in use, so it is text; auto would read it" + (read("." + at.text) ? "." : " by itself."),
        at, *call);
  }

  // Says whether the place is why there is no call, or the name: any is taken for a tool's here. What begins with a
  // bracket has no marks and may not stand anywhere; it may be a list of calls, and the first name that is not declared
  // counts. True if something is said.
  bool by_name_and_place(const missed_calls::excerpt& at) {
    const bool unmarked = is_unmarked(at);
    const bool misplaced = unmarked && by_place(at);
    vocabulary any = names_of(*context_.offered);
    any.given = any.any_tool = true;
    const auto calls = read_again(at.text, *context_.dialects, any, {}, *context_.how, context_.reason).calls;
    if (calls.empty()) return misplaced;
    const seen_call& first = calls.front();
    if (context_.offered->size() == 0)
      return say("missing_tools",
                 "There may be a call of " + shown(first.name) +
                     " here, but no tools are declared, and only a declared name would tell it from text: it is text.",
                 at, first);
    const bool unplaced = unmarked && is_declared(first) && say("not_alone", {}, at, first);
    const auto last = may_be_unmarked(at) ? calls.end() : std::next(calls.begin());
    const auto call = std::find_if(calls.begin(), last, [&](const seen_call& each) { return !is_declared(each); });
    const bool named = call != last && by_name(at, *call);
    return misplaced || unplaced || named;
  }

  // Of a tag that is named like no tool nothing is said: it is one of some other markup.
  bool by_name(const missed_calls::excerpt& at, const seen_call& call) {
    const std::string_view near = internals(*context_.offered)->nearest(call.name);
    const std::string no_tool = "No call is made: there is no tool " + shown(call.name);
    if (!near.empty())
      return say("similar_name", no_tool + "; did you mean " + shown(std::string(near)) + "?", at, call);
    return may_be_unmarked(at) && !at.is_beginning_reported() &&
           context_.how->policy.unknown_tools == unknown_tools::surface &&
           say("undeclared_call",
               no_tool + ", and a call in this form counts only if its tool is declared; it is text.", at, call);
  }

  // It is a call by itself, and nothing was reported of it. That a mark is quoted needs no explanation.
  void by_its_place(const missed_calls::excerpt& at, const seen_call& call) {
    if (!is_declared(call) || at.first_report < at.begin + call.end || is_quoted(at)) return;
    if (is_fence(at.text))
      say("earlier_fence", {}, at, call);
    else
      say("resembles_call",
          "By itself this would be taken for a call of " + shown(call.name) + "; where it stands it is text.", at,
          call);
  }

  // Whether it is a whole call by itself, and words around it are why it is text.
  bool by_place(const missed_calls::excerpt& at) {
    const auto& label = alone(at.text).not_alone;
    return label && is_closed(at.text, label->end) && say(label->label, {}, at.begin, at.begin + label->end);
  }

  static bool is_closed(std::string_view text, std::uint64_t end) {
    const std::string_view whole = text.substr(0, static_cast<std::size_t>(end));
    return whole.ends_with('}') || whole.ends_with(']') || whole.ends_with(')');
  }

  bool is_said(std::string_view label) const {
    return std::any_of(made.begin(), made.end(), [&](const message_diagnostic& each) { return each.label == label; });
  }

  // Whether a text is kept under this label because it begins as a call does.
  static bool is_sign(std::string_view label) { return label == "undeclared_call" || label == "other_dialect"; }
  static bool is_quoted(const missed_calls::excerpt& at) { return !at.labels.empty() && !is_sign(at.labels.front()); }
  static bool is_fence(std::string_view text) { return text.starts_with("```") || text.starts_with("~~~"); }
  static bool is_unmarked(const missed_calls::excerpt& at) {
    return at.text.starts_with('{') || at.text.starts_with('[');
  }
  // What begins with a letter or as a code fence has none either, but its words may be marks.
  static bool may_be_unmarked(const missed_calls::excerpt& at) {
    return is_unmarked(at) || is_fence(at.text) || (!at.text.empty() && ascii::is_letter(at.text.front()));
  }

  bool is_declared(const seen_call& call) const { return names_of(*context_.offered).tools().find(call.name) >= 0; }

  void by_itself(const missed_calls::excerpt& at, std::string_view label) {
    const std::vector<seen_call>& calls = alone(at.text).calls;
    if (!calls.empty()) say(label, {}, at, calls.front());
  }

  // The text read by itself. What was read last is kept, because several reasons ask for it.
  const reread& alone(std::string_view text) {
    if (!alone_ || alone_->first != text)
      alone_.emplace(text, read_again(text, *context_.dialects, names_of(*context_.offered), *context_.offered,
                                      settled_, context_.reason));
    return alone_->second;
  }

  bool uses_all() const {
    const std::size_t size = context_.dialects->traits.size();
    for (std::size_t i = 0; i < size; ++i)
      if (!context_.dialects->uses(i)) return false;
    return size == dialect::all().size();
  }

  bool is_in_use(std::string_view name) const {
    const auto& traits = context_.dialects->traits;
    for (std::size_t i = 0; i < traits.size(); ++i)
      if (traits[i].name == name && context_.dialects->uses(i)) return true;
    return false;
  }

  const read_context& context_;
  options settled_;
  std::optional<std::pair<std::string, reread>> alone_;
};

}  // namespace

std::vector<message_diagnostic> explain_missed_calls(const missed_calls& missed, const read_context& context) {
  explainer found(context);
  const label_meaning of_head = label_of_head(missed.head());
  const bool names_decide = of_head.then == label_meaning::consequence::by_names;
  if (!of_head.name.empty() && !names_decide)
    found.say(of_head.name, {}, missed.head_begin(), missed.head_begin() + missed.head().size());
  for (const missed_calls::reported_label& each : missed.labels()) found.say(each.label, {}, each.begin, each.end);
  if (missed.is_any_called()) {
    for (const missed_calls::excerpt& each : missed.excerpts()) found.beside_calls(each);
    if (found.made.empty())
      for (const missed_calls::rest& each : missed.rests()) found.after_call(each);
    found.head_beside_calls(missed, names_decide);
    return found.sorted();
  }
  for (const missed_calls::excerpt& each : missed.excerpts()) found.look(each);
  // A page may hold back JSON that turns out to be text, and then no sign of a call is looked for in it.
  if (!missed.json_head().empty() &&
      (missed.excerpts().empty() || missed.excerpts().front().begin > missed.head_begin())) {
    missed_calls::excerpt head{missed.head_begin(), std::string(missed.json_head()), {"other_dialect"}};
    // Of a head that was cut off nobody knows what follows its end; and what was reported may be about it.
    if (head.text.size() < missed_calls::head_bytes && !missed.is_any_reported())
      head.labels.emplace_back("undeclared_call");
    found.look(head);
  }
  if (found.made.empty())
    for (const missed_calls::excerpt& each : missed.excerpts()) found.without_other_reason(each);
  if (found.made.empty() && !missed.is_any_reported())
    found.by_head(names_decide ? missed.head() : missed.json_head(), missed.head_begin());
  return found.sorted();
}

}  // namespace toolcall::events
