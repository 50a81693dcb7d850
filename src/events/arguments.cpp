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

typing::finding disagreement(std::string pointer) {
  typing::finding f = library_finding("duplicate_field", std::move(pointer), true);
  f.level = typing_level::refused;
  f.code = "duplicate_key";
  return f;
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

void arguments::begin(const typing::tool_set* tools, int tool, repetition how, bool traced, const typing::rules& told) {
  *this = {};
  tools_ = tools;
  tool_ = tool;
  how_ = how;
  traced_ = traced;
  told_ = told;
}

void arguments::open_member(std::string_view key, std::string& out) {
  const std::size_t from = out.size();
  out += empty_ ? '{' : ',';
  typing::append_json_string(out, key);
  out += ':';
  judged_.append(out, from);
  empty_ = false;
}

// Takes a key in another style for the declared one, if that is not there. True if the field is left out.
template <typename Present>
bool arguments::read_key(std::string& key, std::vector<typing::finding>& about, Present present) const {
  if (tools_ == nullptr || tool_ < 0) return false;
  const typing::key_reading read = tools_->read_key(tool_, key, told_);
  if (!read.declared.empty() && !present(read.declared)) {
    about.push_back(typing::renamed_finding(pointer_to(read.declared), key, read.declared, read.code));
    key = read.declared;
    return false;
  }
  if (told_.unknown == unknown_keys::keep || !tools_->forbids(tool_, key)) return false;
  if (told_.unknown == unknown_keys::drop && told_.max_level < typing_level::assumed) return false;  // as nested ones
  about.push_back(tools_->unknown_field(tool_, key, told_));
  return told_.unknown == unknown_keys::drop;
}

void arguments::begin_field(std::string_view key) {
  key_ = key;
  about_key_.clear();
  dropped_ = false;
  // Gathered fields are all there before it is asked what their keys mean.
  if (how_ == repetition::first)
    dropped_ = read_key(key_, about_key_, [this](const std::string& name) { return fields_.contains(name); });
  print_ = {};
  body_ = {};
  held_ = {};
  field_is_ = field::begun;
}

void arguments::start(char first, std::string& out) {
  if (how_ != repetition::first) {
    field_is_ = field::gathered;
    return;
  }
  if (dropped_ || fields_.contains(key_)) {
    field_is_ = dropped_ ? field::dropped : field::repeated;
    return;
  }
  const bool at_once = tools_ == nullptr || tools_->field_telling(tool_, key_) == typing::telling::at_once;
  const bool text = held_.is == typing::form::raw || held_.is == typing::form::string;
  const bool quoted = held_.is == typing::form::json && first == '"';
  field_is_ = at_once && (text || quoted) ? field::streamed : field::held;
  if (field_is_ == field::held) return;
  open_member(key_, out);
  out += '"';
}

void arguments::add(std::string_view bytes, std::string& out) {
  print_.add(bytes);
  if (field_is_ == field::held || field_is_ == field::gathered) held_.text += bytes;
  if (field_is_ != field::streamed) return;
  held_.is == typing::form::json ? body_.add(out, bytes) : typing::append_json_string_body(out, bytes);
}

arguments::outcome arguments::end_field(std::string& out, std::uint64_t begin, std::uint64_t end) {
  outcome result;
  result.findings = std::move(about_key_);
  about_key_.clear();
  if (!begun()) start('\0', out);
  if (field_is_ == field::dropped) {
    if (traced_) note(result, 0, {pointer_to(key_), "left out", {}, {}, true});
  } else if (field_is_ == field::gathered) {
    gather(key_, {std::move(held_), begin, end});
  } else if (field_is_ == field::repeated) {
    if (!(fields_.find(key_)->second == print_)) result.findings.push_back(disagreement(pointer_to(key_)));
    if (traced_) note(result, 0, {pointer_to(key_), "ignored", {}, {}, true});
  } else if (field_is_ == field::streamed) {
    body_.end(out);
    result.unreadable = body_.unclear();
    const bool repaired = body_.repaired() && !result.unreadable;
    if (repaired) result.findings.push_back(typing::loose_json(pointer_to(key_)));
    out += '"';
    judged_ += "\"\"";
    const char* const how = result.unreadable ? "unreadable" : repaired ? "repaired" : "as written";
    if (traced_) note(result, 0, {pointer_to(key_), how, {}, {}, true});
  } else {
    tell(key_, typed_value(key_, held_), held_.written(), result, out);
  }
  fields_.emplace(key_, print_);
  held_ = {};
  field_is_ = field::none;
  return result;
}

arguments::outcome arguments::nested_field(std::string_view key, kept_value value, std::string& out,
                                           std::uint64_t begin, std::uint64_t end) {
  begin_field(key);
  print_.add(value.text);
  held_.is = value.is;
  start('{', out);
  held_ = std::move(value);
  return end_field(out, begin, end);
}

void arguments::forget() {
  held_ = {};
  gathered_ = {};
  gathered_at_ = {};
  gathered_bytes_ = 0;
}

typing::typed arguments::typed_value(const std::string& key, const typing::written& value) const {
  return tools_ == nullptr ? typing::as_written(value, pointer_to(key)) : tools_->convert(tool_, key, value, told_);
}

typing::typed arguments::typed_value(const std::string& key, const kept_value& value) const {
  typing::typed made;
  made.readable = value.readable;
  if (value.readable) made = typed_value(key, value.written());
  made.findings.insert(made.findings.begin(), value.findings.begin(), value.findings.end());
  return made;
}

void arguments::note(outcome& result, std::size_t before, conversion made) const {
  made.from = before;
  made.to = result.findings.size();
  result.conversions.push_back(std::move(made));
}

void arguments::tell(const std::string& key, const typing::typed& value, const typing::written& from, outcome& result,
                     std::string& out) {
  const std::size_t before = result.findings.size();
  result.findings.insert(result.findings.end(), value.findings.begin(), value.findings.end());
  if (traced_) note(result, before, conversion_of(pointer_to(key), value, from));
  result.unreadable = result.unreadable || !value.readable;
  if (!value.readable || value.omitted) return;
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

void arguments::add_member(std::string key, std::string_view lexeme, outcome& result, std::string& out,
                           std::uint64_t begin, std::uint64_t end) {
  fingerprint print;
  print.add(lexeme);
  if (how_ != repetition::first) {
    fields_.emplace(key, print);
    return gather(key, {{std::string(lexeme), typing::form::json}, begin, end});
  }
  const std::size_t before = result.findings.size();
  if (read_key(key, result.findings, [this](const std::string& name) { return fields_.contains(name); })) {
    if (traced_) note(result, before, {pointer_to(key), "left out", shortened(lexeme)});
    return;
  }
  const auto [known, fresh] = fields_.emplace(key, print);
  const typing::written member{lexeme, typing::form::json};
  if (fresh) return tell(key, typed_value(key, member), member, result, out);
  if (!(known->second == print)) result.findings.push_back(disagreement(pointer_to(key)));
  if (traced_) note(result, before, {pointer_to(key), "ignored", shortened(lexeme)});
}

// Arguments behind arguments: the first count, and others must say the same.
void arguments::rival(const typing::json::document& read, std::string_view text, outcome& result) const {
  bool same = read[0].size == fields_.size();
  for (std::uint32_t at = 1; same && at < read[0].next; at = read[at + 1].next) {
    fingerprint print;
    print.add(read.lexeme(at + 1));
    auto known = fields_.find(read.text_of(at));
    if (known == fields_.end() && tools_ != nullptr)
      known = fields_.find(tools_->read_key(tool_, read.text_of(at), told_).declared);
    same = known != fields_.end() && known->second == print;
  }
  if (!same) result.findings.push_back(library_finding("rival_arguments", "", true));
  if (traced_) note(result, 0, {"", "ignored", shortened(text)});
}

void arguments::gather(const std::string& key, occurrence value) {
  gathered_bytes_ += value.value.text.size();
  const auto [known, fresh] = gathered_at_.emplace(key, gathered_.size());
  if (fresh) gathered_.push_back({key, {}});
  gathered_[known->second].values.push_back(std::move(value));
}

// A key that is a declared one in another style, if no other could be that one.
void arguments::read_gathered_keys() {
  std::map<std::string, unsigned> meant;
  for (gathered_field& f : gathered_) {
    if (tools_ != nullptr) ++meant[tools_->read_key(tool_, f.key, told_).declared];
  }
  for (gathered_field& f : gathered_) {
    f.dropped = read_key(f.key, f.findings,
                         [&](const std::string& name) { return gathered_at_.contains(name) || meant[name] > 1; });
  }
}

std::vector<arguments::settled> arguments::settle() {
  std::vector<settled> all;
  read_gathered_keys();
  for (const gathered_field& f : gathered_) {
    settled one{{}, {}, f.values.front().begin, f.values.back().end};
    one.done.findings = f.findings;
    if (!f.dropped) tell(f.key, combined(f), f.values.front().value.written(), one.done, one.json);
    all.push_back(std::move(one));
  }
  return all;
}

typing::typed arguments::combined(const gathered_field& f) const {
  const kept_value& first = f.values.front().value;
  if (f.values.size() == 1) return typed_value(f.key, first);
  const auto admits = [&](unsigned types) { return tools_ == nullptr || tools_->admits(tool_, f.key, types); };
  const bool text = admits(typing::string_type);
  const auto all = [&](auto holds) {
    return std::all_of(f.values.begin(), f.values.end(), [&](const occurrence& o) { return holds(o.value); });
  };
  const bool raw = all([](const kept_value& v) { return v.is == typing::form::raw || v.is == typing::form::string; });
  const bool lists = !all([](const kept_value& v) { return !typing::json::trim(v.text).starts_with('['); });
  const bool same = all([&](const kept_value& v) { return v.text == first.text && v.is == first.is; });
  const bool plain = tools_ == nullptr || tools_->field_telling(tool_, f.key) == typing::telling::at_once;
  typing::typed made;
  std::string_view code;
  if (text && raw && how_ == repetition::joined && (plain || !same)) {
    std::string lines;
    for (const occurrence& o : f.values) lines += (&o == &f.values.front() ? "" : "\n") + o.value.text;
    made = typed_value(f.key, typing::written{lines, first.is});
    code = "repeat_join";
  } else if (!text && !lists && admits(typing::array_type)) {
    made = elements(f);
    code = "repeat_to_array";
  } else {
    made = typed_value(f.key, first);
    if (!same) {
      made.add(disagreement(pointer_to(f.key)));
      return made;
    }
    code = "repeat_identical";
  }
  typing::finding joined = library_finding("repeated_field", pointer_to(f.key), false);
  joined.code = code;
  joined.level = code == "repeat_to_array" ? typing_level::lossless : typing_level::assumed;
  made.add(std::move(joined));
  return made;
}

// Each value is one element of the array that the schema asks for.
typing::typed arguments::elements(const gathered_field& f) const {
  kept_value list{"[", typing::form::json};
  for (const occurrence& o : f.values) {
    const kept_value& v = o.value;
    if (list.text.size() > 1) list.text += ',';
    for (const std::size_t place : v.places) list.places.push_back(list.text.size() + place);
    const auto python = v.is == typing::form::python ? typing::python_as_json(v.text) : std::nullopt;
    if (v.is == typing::form::json || python) {
      list.text += python ? *python : v.text;
    } else {
      typing::append_json_string(list.text, v.text);
    }
    list.findings.insert(list.findings.end(), v.findings.begin(), v.findings.end());
    list.readable = list.readable && v.readable;
  }
  list.text += ']';
  return typed_value(f.key, list);
}

std::vector<typing::finding> arguments::verdict() const {
  if (tools_ == nullptr || tool_ < 0) return {};
  return tools_->judge(tool_, empty_ ? "{}" : judged_ + "}");
}

}  // namespace toolcall::events
