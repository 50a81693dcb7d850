// Results find their calls in three steps: by the id, in the nearest turn before them; by their place, directly behind
// calls that have no result; and by the id once more, where the result stands before its call. What is left over is
// said, and nothing is guessed across a turn of the user.

#include "mender/pairing.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <toolcall/parser.hpp>

#include "parser/ids.hpp"

namespace toolcall::mender {

namespace {

bool is_own_group(const transcript& in, const turn& last) {
  return in.format != transcript_format::responses || last.role != turn_role::assistant;
}

// What the ids of a format's calls may hold.
bool is_allowed(transcript_format format, std::string_view id) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !id.empty() && (format != transcript_format::anthropic || std::all_of(id.begin(), id.end(), is_plain));
}

// Whether a text holds a name that is not part of a longer word.
bool holds(std::string_view text, std::string_view name) {
  const auto is_of_word = [&](std::size_t at) {
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
  };
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1))
    if ((at == 0 || !is_of_word(at - 1)) && !is_of_word(at + name.size())) return true;
  return false;
}

// The one of the names that an id holds, such as add in functions.add:1; empty where it holds no name or several. A
// name that is a part of another one there does not count.
std::string name_in(const std::string& id, const std::set<std::string>& names) {
  std::vector<std::string> held;
  for (const std::string& each : names)
    if (!each.empty() && holds(id, each)) held.push_back(each);
  const auto longest = std::max_element(held.begin(), held.end(),
                                        [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
  for (const std::string& each : held)
    if (longest->find(each) == longest->npos) return {};
  return held.empty() ? std::string() : *longest;
}

class pairing {
 public:
  explicit pairing(transcript& in) : in_(in) {
    for (turn& at : in.turns)
      for (part& each : at.parts) {
        if (each.kind == part_kind::call) all_.push_back({&each, &at});
        if (each.kind == part_kind::result) all_.push_back({&each, &at});
        if (!each.id.empty()) used_.insert(each.id);
        if (each.kind == part_kind::call) called_.insert(each.id);
      }
    for (const placed& each : all_)
      each.what->is_remote = in.is_continued && each.what->kind == part_kind::result && !each.what->id.empty() &&
                             called_.count(each.what->id) == 0;
  }

  void run() {
    by_id();
    by_place();
    by_later_id();
    give_ids();
    list_contents();
    make_results();
    list_lost();
  }

 private:
  struct placed {
    part* what;
    turn* in;
  };

  static bool is_open(const part& call) { return call.kind == part_kind::call && call.partner == nullptr; }

  // Only in the Responses does a result say what kind of call it is of. An id counts for more than that.
  bool is_same_kind(const part& call, const part& result) const {
    return in_.format != transcript_format::responses || call.is_custom == result.is_custom;
  }

  void match(part& call, part& result) {
    call.partner = &result;
    result.partner = &call;
    if (in_.format == transcript_format::responses || (result.group == call.group && !result.is_late)) return;
    result.is_late = true;
    in_.changes.made("moved_result", result.pointer,
                     "The result of the call of " + call.name + " did not stand directly behind it; it was moved.");
  }

  // What the results directly behind this one that have its id say of their tools.
  std::set<std::string> names_behind(std::size_t at) const {
    const part& one = *all_[at].what;
    std::set<std::string> made;
    for (std::size_t i = at + 1; i < all_.size() && all_[i].what->group == one.group; ++i) {
      const part& next = *all_[i].what;
      if (next.kind == part_kind::result && next.id == one.id && !next.name.empty()) made.insert(next.name);
    }
    return made;
  }

  // How little a call with the id of the result looks like its own: the kind counts most, then the names.
  int strangeness(const part& call, const part& result, const std::set<std::string>& claimed) const {
    const int by_name = !result.name.empty() && result.name == call.name ? 0 : claimed.count(call.name) == 0 ? 1 : 2;
    return by_name + (is_same_kind(call, result) ? 0 : 3);
  }

  // Of the nearest turn that has open calls with the id, the first of those that look most like it.
  void by_id() {
    std::map<std::string, std::vector<part*>> open;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      part& one = *all_[i].what;
      if (one.id.empty()) continue;
      std::vector<part*>& calls = open[one.id];
      if (one.kind == part_kind::call) {
        calls.push_back(&one);
        continue;
      }
      auto found = calls.rbegin();
      while (found != calls.rend() && !is_open(**found)) ++found;
      if (found == calls.rend()) continue;
      const std::set<std::string> claimed = names_behind(i);
      for (auto before = found; before != calls.rend() && (*before)->group == (*found)->group; ++before)
        if (is_open(**before) && strangeness(**before, one, claimed) <= strangeness(**found, one, claimed))
          found = before;
      match(**found, one);
      calls.erase(std::next(found).base());
    }
  }

  // The calls and results of a group that have no partner.
  struct open_group {
    std::vector<part*> calls, results;
    std::vector<std::string> words;  // of the results
    bool same_number = false;
  };

  void by_place() {
    std::map<std::size_t, open_group> groups;
    for (const placed& each : all_) {
      if (each.what->partner != nullptr || each.what->is_remote || each.what->group == no_group) continue;
      open_group& of = groups[each.what->group];
      (each.what->kind == part_kind::call ? of.calls : of.results).push_back(each.what);
    }
    for (auto& [group, of] : groups) {
      leave_later(of);
      of.same_number = of.calls.size() == of.results.size();
      of.words = words_of(of);
      for (const bool has_word : {true, false})
        for (std::size_t i = 0; i < of.results.size(); ++i)
          if (of.words[i].empty() != has_word)
            if (part* const call = call_at(of, i)) found(*call, *of.results[i]);
    }
  }

  // Results whose call has their id and stands behind them are for by_later_id.
  static void leave_later(open_group& of) {
    std::set<std::string> ids;
    for (const part* const call : of.calls) ids.insert(call->id);
    const auto is_later = [&](const part* result) { return !result->id.empty() && ids.count(result->id) != 0; };
    of.results.erase(std::remove_if(of.results.begin(), of.results.end(), is_later), of.results.end());
  }

  // The tool that each result speaks of, by its name or in its id.
  static std::vector<std::string> words_of(const open_group& of) {
    std::set<std::string> names;
    for (const part* const call : of.calls) names.insert(call->name);
    std::vector<std::string> made;
    for (const part* const result : of.results)
      made.push_back(result->name.empty() ? name_in(result->id, names) : result->name);
    return made;
  }

  // The first of the calls that may be a result's, unless there are more of them than results.
  part* call_at(const open_group& of, std::size_t at) const {
    const std::string& word = of.words[at];
    const part& result = *of.results[at];
    std::vector<part*> may_be;
    for (part* const call : of.calls)
      if (fits(*call, result, of.same_number) && (word.empty() || word == call->name)) may_be.push_back(call);
    std::size_t wanting = 1;
    for (std::size_t i = at + 1; i < of.results.size() && !word.empty(); ++i) wanting += of.words[i] == word ? 1 : 0;
    const bool is_certain = may_be.size() <= wanting || of.same_number || result.id.empty();
    return may_be.empty() || !is_certain ? nullptr : may_be.front();
  }

  // An id that is another call's is no sign of this one.
  bool fits(const part& call, const part& result, bool same_number) const {
    if (!is_open(call) || !is_same_kind(call, result) || (!result.name.empty() && result.name != call.name))
      return false;
    return call.is_found || call.id.empty() || result.id.empty() || same_number;
  }

  void found(part& call, part& result) {
    match(call, result);
    if ((call.is_found || call.id.empty()) && !result.id.empty()) {
      call.id = result.id;
      call.changed = true;
    }
    in_.changes.made(
        "found_call", result.pointer,
        "The result named no call that is there; it was given to the call of " + call.name + " directly before it.");
  }

  // From the end: the nearest call behind each result.
  void by_later_id() {
    std::map<std::string, std::vector<part*>> open;
    for (auto each = all_.rbegin(); each != all_.rend(); ++each) {
      part& one = *each->what;
      if (one.id.empty() || one.partner != nullptr) continue;
      std::vector<part*>& calls = open[one.id];
      if (one.kind == part_kind::call) {
        calls.push_back(&one);
      } else if (!calls.empty() && is_open(*calls.back())) {
        one.partner = calls.back();
        one.is_late = true;
        calls.back()->partner = &one;
        calls.pop_back();
        in_.changes.made("moved_result", one.pointer,
                         "The result of the call of " + one.partner->name + " stood before it; it was moved.");
      }
    }
  }

  // The ids of one message must differ, or those of the whole transcript.
  void give_ids() {
    std::set<std::string> seen;
    const turn* last = nullptr;
    for (const placed& each : all_) {
      part& call = *each.what;
      if (call.kind != part_kind::call) continue;
      if (in_.format == transcript_format::openai && each.in != last) seen.clear();
      last = each.in;
      if (!is_allowed(in_.format, call.id) || !seen.insert(call.id).second)
        seen.insert(renew(call));
      else
        list_number(call, "call of " + call.name);
      if (call.partner != nullptr && call.partner->id == call.id)
        list_number(*call.partner, "result of the call of " + call.name);
      if (call.partner == nullptr || call.partner->id == call.id) continue;
      call.partner->id = call.id;
      call.partner->changed = true;
    }
  }

  void list_number(part& of, const std::string& what) {
    if (!of.has_number) return;
    of.changed = true;
    in_.changes.made("number_id", of.pointer, "The id of the " + what + " was a number; it is a string.");
  }

  const std::string& renew(part& call) {
    const std::string_view why = call.id.empty()                   ? "was missing"
                                 : is_allowed(in_.format, call.id) ? "is another call's"
                                                                   : "has other signs than letters, digits, _ and -";
    if (!call.is_found || !call.id.empty())
      in_.changes.made(
          "new_id", call.pointer,
          "The id of the call of " + call.name + " " + std::string(why) + "; it got a new one, and so did its result.");
    do {
      call.id = ids_.give("", call.name, number_++).text;
      if (in_.format == transcript_format::anthropic) call.id.replace(0, call.id.find('_'), "toolu");
    } while (!used_.insert(call.id).second);
    call.changed = true;
    return call.id;
  }

  void list_contents() {
    for (const placed& each : all_) {
      part& result = *each.what;
      if (!result.has_content || result.partner == nullptr) continue;
      result.changed = true;
      in_.changes.made("result_content", result.pointer,
                       "The result of the call of " + result.partner->name +
                           (result.text.empty() ? " has no content; it is an empty text."
                                                : " is neither text nor a list of parts; its JSON is the text."));
    }
  }

  void make_results() {
    for (const placed& each : all_) {
      part& call = *each.what;
      if (call.kind != part_kind::call || call.partner != nullptr) continue;
      part& made = in_.results_made.emplace_back();
      made.kind = part_kind::result;
      made.pointer = call.pointer;
      made.id = call.id;
      made.is_custom = call.is_custom;
      made.changed = true;
      made.partner = &call;
      call.partner = &made;
      in_.changes.made("missing_result", call.pointer,
                       "The call of " + call.name + " has no result; one was put behind it that says so.");
    }
  }

  void list_lost() {
    for (const placed& each : all_) {
      const part& result = *each.what;
      if (result.kind != part_kind::result || result.is_remote || result.partner != nullptr) continue;
      in_.changes.made("lost_call", result.pointer,
                       "The result belongs to no call that is there, or to one that has its result; it became text of "
                       "the user.");
    }
  }

  static options settings() {
    options how;
    how.seed = 0;  // a document is always mended in the same way
    return how;
  }

  transcript& in_;
  std::vector<placed> all_;              // calls and results, in the order of the document
  std::set<std::string> used_, called_;  // ids; those of calls
  events::ids ids_{settings()};
  std::uint64_t number_ = 0;
};

}  // namespace

namespace {

// Results that do not stand first in the very next message, as Anthropic wants them.
void find_late_results(transcript& in) {
  const turn* last = nullptr;
  for (turn& at : in.turns) {
    bool is_first = at.role == turn_role::user && last != nullptr && last->role == turn_role::assistant;
    for (part& each : at.parts) {
      is_first = is_first && each.kind == part_kind::result;
      each.is_late = each.kind == part_kind::result && !is_first;
    }
    last = &at;
  }
}

}  // namespace

void find_groups(transcript& in) {
  if (in.format == transcript_format::anthropic) find_late_results(in);
  std::size_t count = 0, group = no_group;
  const turn* last = nullptr;
  for (turn& at : in.turns) {
    bool only_results = at.role == turn_role::result;
    if (at.role == turn_role::assistant && (last == nullptr || is_own_group(in, *last))) group = count++;
    if (at.role == turn_role::other) group = no_group;
    at.group = group;
    for (part& each : at.parts) each.group = group;
    if (at.role == turn_role::user)
      only_results = std::all_of(at.parts.begin(), at.parts.end(),
                                 [](const part& each) { return each.kind == part_kind::result; });
    if (at.role == turn_role::user && !only_results) group = no_group;
    last = &at;
  }
}

void pair(transcript& in) {
  pairing(in).run();
}

std::vector<const part*> results_of(const turn& at) {
  std::vector<const part*> made;
  for (const part& each : at.parts)
    if (each.kind == part_kind::call && each.partner != nullptr) made.push_back(each.partner);
  std::stable_sort(made.begin(), made.end(), [](const part* a, const part* b) {
    return (a->node == 0 ? UINT32_MAX : a->node) < (b->node == 0 ? UINT32_MAX : b->node);
  });
  return made;
}

std::string lost_result_words(const part& result) {
  return "Result of a tool call that is not in this conversation" +
         (result.name.empty() ? std::string() : " (" + result.name + ")") + ": ";
}

}  // namespace toolcall::mender
