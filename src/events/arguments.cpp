// See arguments.hpp. The rules for repeated fields are spec/events.md, "Order and repetition".

#include "events/arguments.hpp"

#include <algorithm>
#include <deque>

#include "events/compiled_dialects.hpp"
#include "typing/json.hpp"
#include "typing/relax.hpp"
#include "typing/schema.hpp"
#include "typing/spell.hpp"

namespace toolcall::events {

namespace {

using typing::json::pointer_to;

typing::finding library_finding(std::string_view label, std::string pointer, bool disagrees) {
  return {std::string(label), std::move(pointer), std::string(meaning_of(label).message), false, disagrees};
}

// Nothing at all is the arguments of a tool that takes none.
bool says_nothing(std::string_view text) {
  return text == "null" || text == "\"\"";
}

// The object that the arguments are, in a text that `kept` keeps.
struct object_read {
  typing::json::document object;
  std::deque<std::string> kept;
  bool readable = false;
  bool repaired = false;
};

// A JSON string may hold the JSON that was asked for, and that again.
void read_object(std::string_view text, object_read& made) {
  if (says_nothing(text)) text = "{}";
  for (int wraps = 0; wraps <= 2; ++wraps) {
    std::string& respelled = made.kept.emplace_back();
    if (!typing::read_loosely(text, made.object, respelled)) return;
    made.repaired = made.repaired || !respelled.empty();
    const typing::json::kind what = made.object[0].what;
    made.readable = what == typing::json::kind::object;
    if (what != typing::json::kind::string) return;
    text = made.kept.emplace_back(made.object.text_of(0));
  }
}

}  // namespace

void arguments::begin(const typing::tool_set* tools, int tool, repetition how, bool traced) {
  *this = {};
  tools_ = tools;
  tool_ = tool;
  how_ = how;
  traced_ = traced;
}

void arguments::open_member(std::string_view key, std::string& out) {
  const std::size_t from = out.size();
  out += empty_ ? '{' : ',';
  typing::append_json_string(out, key);
  out += ':';
  judged_.append(out, from);
  empty_ = false;
}

void arguments::begin_field(std::string_view key) {
  key_ = key;
  print_ = {};
  body_ = {};
  json_ = false;
  field_is_ = field::begun;
}

void arguments::start(char first, std::string& out) {
  if (how_ != repetition::first) {
    field_is_ = field::gathered;
    return;
  }
  if (fields_.find(key_) != fields_.end()) {
    field_is_ = field::repeated;
    return;
  }
  const bool at_once = tools_ == nullptr || tools_->field_telling(tool_, key_) == typing::telling::at_once;
  field_is_ = at_once && (!json_ || first == '"') ? field::streamed : field::held;
  if (field_is_ == field::held) return;
  open_member(key_, out);
  out += '"';
}

void arguments::add(std::string_view bytes, std::string& out) {
  print_.add(bytes);
  if (field_is_ == field::held || field_is_ == field::gathered) held_ += bytes;
  if (field_is_ != field::streamed) return;
  json_ ? body_.add(out, bytes) : typing::append_json_string_body(out, bytes);
}

arguments::outcome arguments::end_field(std::string& out, std::uint64_t begin, std::uint64_t end) {
  outcome result;
  if (!begun()) start('\0', out);
  if (field_is_ == field::gathered) {
    gather(key_, {std::move(held_), json_, begin, end});
  } else if (field_is_ == field::repeated) {
    if (!(fields_.find(key_)->second == print_))
      result.findings.push_back(library_finding("duplicate_field", pointer_to(key_), true));
    if (traced_) note(result, 0, {pointer_to(key_), "ignored", {}, {}, true});
  } else if (field_is_ == field::streamed) {
    body_.end(out);
    if (body_.repaired()) result.findings.push_back(typing::loose_json(pointer_to(key_)));
    out += '"';
    judged_ += "\"\"";
    if (traced_) note(result, 0, {pointer_to(key_), body_.repaired() ? "repaired" : "as written", {}, {}, true});
  } else {
    tell(key_, typed_value(key_, held_, json_), {held_, json_}, result, out);
  }
  fields_.emplace(key_, print_);
  held_.clear();
  field_is_ = field::none;
  return result;
}

void arguments::forget() {
  held_ = {};
  gathered_ = {};
  gathered_at_ = {};
  gathered_bytes_ = 0;
}

typing::typed arguments::typed_value(const std::string& key, std::string_view text, bool json) const {
  if (json)
    return tools_ == nullptr ? typing::written_value(text, pointer_to(key)) : tools_->convert_value(tool_, key, text);
  if (tools_ != nullptr) return tools_->convert(tool_, key, text);
  typing::typed plain;
  typing::append_json_string(plain.json, text);
  return plain;
}

void arguments::note(outcome& result, std::size_t before, conversion made) const {
  made.from = before;
  made.to = result.findings.size();
  result.conversions.push_back(std::move(made));
}

void arguments::tell(const std::string& key, const typing::typed& value, const written& from, outcome& result,
                     std::string& out) {
  const std::size_t before = result.findings.size();
  result.findings.insert(result.findings.end(), value.findings.begin(), value.findings.end());
  if (traced_) note(result, before, conversion_of(pointer_to(key), value, from.text, from.json));
  result.unreadable = result.unreadable || !value.readable;
  if (!value.readable) return;
  open_member(key, out);
  out += value.json;
  // The judge has nothing to say on a plain string, streamed or not.
  const bool plain =
      value.json.front() == '"' && (tools_ == nullptr || tools_->field_telling(tool_, key) == typing::telling::at_once);
  judged_ += plain ? "\"\"" : value.json;
}

arguments::outcome arguments::whole(std::string_view text, std::string& out, std::uint64_t begin, std::uint64_t end) {
  outcome result;
  object_read made;
  read_object(text, made);
  const typing::json::document& read = made.object;
  result.unreadable = !made.readable;
  if (made.readable && made.repaired) {
    result.findings.push_back(typing::loose_json(""));
    if (traced_) note(result, 0, {"", "repaired", shortened(text)});
  }
  if (result.unreadable && traced_) note(result, 0, {"", "unreadable", shortened(text)});
  if (result.unreadable) return result;
  if (seen_ || !fields_.empty()) {
    rival(read, text, result);
    return result;
  }
  seen_ = true;
  for (std::uint32_t at = 1; at < read[0].next; at = read[at + 1].next)
    add_member(read.text_of(at), read.lexeme(at + 1), result, out, begin, end);
  return result;
}

void arguments::add_member(const std::string& key, std::string_view lexeme, outcome& result, std::string& out,
                           std::uint64_t begin, std::uint64_t end) {
  fingerprint print;
  print.add(lexeme);
  const auto [known, fresh] = fields_.emplace(key, print);
  if (how_ != repetition::first) return gather(key, {std::string(lexeme), true, begin, end});
  if (fresh) return tell(key, typed_value(key, lexeme, true), {lexeme, true}, result, out);
  const std::size_t before = result.findings.size();
  if (!(known->second == print)) result.findings.push_back(library_finding("duplicate_field", pointer_to(key), true));
  if (traced_) note(result, before, {pointer_to(key), "ignored", shortened(lexeme)});
}

// Arguments behind arguments: the first count, and others must say the same.
void arguments::rival(const typing::json::document& read, std::string_view text, outcome& result) const {
  bool same = read[0].size == fields_.size();
  for (std::uint32_t at = 1; same && at < read[0].next; at = read[at + 1].next) {
    fingerprint print;
    print.add(read.lexeme(at + 1));
    const auto known = fields_.find(read.text_of(at));
    same = known != fields_.end() && known->second == print;
  }
  if (!same) result.findings.push_back(library_finding("rival_arguments", "", true));
  if (traced_) note(result, 0, {"", "ignored", shortened(text)});
}

void arguments::gather(const std::string& key, occurrence value) {
  gathered_bytes_ += value.text.size();
  const auto [known, fresh] = gathered_at_.emplace(key, gathered_.size());
  if (fresh) gathered_.push_back({key, {}});
  gathered_[known->second].values.push_back(std::move(value));
}

std::vector<arguments::settled> arguments::settle() {
  std::vector<settled> all;
  for (const gathered_field& f : gathered_) {
    settled one{{}, {}, f.values.front().begin, f.values.back().end};
    const occurrence& first = f.values.front();
    tell(f.key, combined(f), {first.text, first.json}, one.done, one.json);
    all.push_back(std::move(one));
  }
  return all;
}

typing::typed arguments::combined(const gathered_field& f) const {
  const occurrence& first = f.values.front();
  if (f.values.size() == 1) return typed_value(f.key, first.text, first.json);
  const auto admits = [&](unsigned types) { return tools_ == nullptr || tools_->admits(tool_, f.key, types); };
  const bool text = admits(typing::string_type);
  const bool raw = std::none_of(f.values.begin(), f.values.end(), [](const occurrence& o) { return o.json; });
  const bool lists = std::any_of(f.values.begin(), f.values.end(),
                                 [](const occurrence& o) { return typing::json::trim(o.text).starts_with('['); });
  const bool same = std::all_of(f.values.begin(), f.values.end(),
                                [&](const occurrence& o) { return o.text == first.text && o.json == first.json; });
  typing::typed made;
  if (text && raw && how_ == repetition::joined) {
    std::string lines;
    for (const occurrence& o : f.values) lines += (&o == &first ? "" : "\n") + o.text;
    made = typed_value(f.key, lines, false);
  } else if (!text && !same && !lists && admits(typing::array_type)) {
    made = elements(f);
  } else {
    made = typed_value(f.key, first.text, first.json);
    if (!same) made.findings.push_back(library_finding("duplicate_field", pointer_to(f.key), true));
    return made;
  }
  made.findings.push_back(library_finding("repeated_field", pointer_to(f.key), false));
  return made;
}

// Each value is one element of the array that the schema asks for.
typing::typed arguments::elements(const gathered_field& f) const {
  std::string list = "[";
  for (const occurrence& o : f.values) {
    if (list.size() > 1) list += ',';
    if (o.json) {
      list += o.text;
    } else {
      typing::append_json_string(list, o.text);
    }
  }
  return tools_->convert_value(tool_, f.key, list + "]");
}

std::vector<typing::finding> arguments::verdict() const {
  if (tools_ == nullptr || tool_ < 0) return {};
  return tools_->judge(tool_, empty_ ? "{}" : judged_ + "}");
}

}  // namespace toolcall::events
