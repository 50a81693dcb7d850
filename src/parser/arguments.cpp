// See arguments.hpp. The rules for repeated fields are B6 of spec/events.md.

#include "parser/arguments.hpp"

#include "parser/library_diagnostics.hpp"
#include "parser/object_text.hpp"
#include "typing/json.hpp"
#include "typing/json_escape.hpp"
#include "typing/loose_json.hpp"

namespace toolcall::events {

using typing::json::pointer_to;

namespace {

// An empty text stands for the arguments of a tool that takes none.
bool says_nothing(std::string_view text) {
  return text == "null" || text == "\"\"";
}

}  // namespace

void arguments::begin(const typing::tool_set* tools, int tool, const dialect_traits& by, bool traced,
                      const typing::rules& rules) {
  *this = {};
  tools_ = tools;
  tool_ = tool;
  how_ = by.repeats;
  values_ = by.values;
  traced_ = traced;
  rules_ = rules;
  rules_.elements = by.values == raw_values::elements;
}

void arguments::open_member(std::string_view key, std::string& out) {
  const std::size_t from = out.size();
  out += empty_ ? '{' : ',';
  typing::append_json_string(out, key);
  out += ':';
  validated_.append(out, from);
  empty_ = false;
}

void arguments::begin_field(std::string_view key) {
  key_ = key;
  about_key_.clear();
  dropped_ = false;
  // What the keys of gathered fields mean is decided when all of them are there.
  if (how_ == repetition::first)
    dropped_ = read_key(key_, about_key_, [this](const std::string& name) { return fields_.contains(name); });
  print_ = {};
  body_ = {};
  held_ = {};
  closes_itself_ = false;
  field_is_ = field::begun;
}

void arguments::start(char first, std::string& out) {
  json_ = held_.is == typing::form::json && first != '"';
  closes_itself_ = held_.is == typing::form::json && std::string_view("\"'{[").find(first) != std::string_view::npos;
  if (how_ != repetition::first) {
    field_is_ = field::gathered;
    return;
  }
  if (dropped_ || fields_.contains(key_)) {
    field_is_ = dropped_ ? field::dropped : field::repeated;
    return;
  }
  if (waits(key_)) {
    field_is_ = field::gathered;
    return;
  }
  const bool at_once = tools_ == nullptr || tools_->field_emission(tool_, key_) == typing::emission::at_once;
  const bool may_be_json = values_ == raw_values::json && (first == '"' || typing::json::is_blank(first));
  const bool text = held_.is == typing::form::string || (held_.is == typing::form::raw && !may_be_json);
  const bool quoted = held_.is == typing::form::json && first == '"';
  field_is_ = at_once && (text || quoted) ? field::streamed : field::held;
  if (field_is_ == field::held) return;
  open_member(key_, out);
  out += '"';
}

bool arguments::waits(const std::string& key) {
  const bool depends = tools_ != nullptr && tools_->field_emission(tool_, key) == typing::emission::with_call;
  waiting_ = waiting_ || depends;
  return waiting_;
}

void arguments::add(std::string_view bytes, std::string& out) {
  json_ ? print_.add_json(bytes) : print_.add(bytes);
  if (field_is_ == field::held || field_is_ == field::gathered) held_.text += bytes;
  if (field_is_ != field::streamed) return;
  held_.is == typing::form::json ? body_.add(out, bytes) : typing::append_json_string_body(out, bytes);
}

arguments::field_result arguments::end_field(std::string& out, std::uint64_t begin, std::uint64_t end) {
  field_result result;
  result.diagnostics = std::move(about_key_);
  about_key_.clear();
  if (!begun()) start('\0', out);
  if (values_ == raw_values::json && held_.is == typing::form::raw) read_as_printed();
  if (field_is_ == field::dropped) {
    if (traced_) note(result, 0, {pointer_to(key_), "left out", {}, {}, true});
  } else if (field_is_ == field::gathered) {
    gather(key_, {std::move(held_), begin, end});
  } else if (field_is_ == field::repeated) {
    if (!(fields_.find(key_)->second == print_)) result.diagnostics.push_back(disagreement(pointer_to(key_)));
    if (traced_) note(result, 0, {pointer_to(key_), "ignored", {}, {}, true});
  } else if (field_is_ == field::streamed) {
    body_.end(out);
    result.unreadable = body_.unclear();
    const bool repaired = body_.repaired() && !result.unreadable;
    if (repaired) result.diagnostics.push_back(typing::loose_json_diagnostic(pointer_to(key_)));
    out += '"';
    validated_ += "\"\"";
    const char* const how = result.unreadable ? "unreadable" : repaired ? "repaired" : "as written";
    if (traced_) note(result, 0, {pointer_to(key_), how, {}, {}, true});
  } else {
    emit(key_, typed_value(key_, held_), held_.written(), result, out);
  }
  fields_.emplace(key_, print_);
  held_ = {};
  field_is_ = field::none;
  return result;
}

// A chat template that prints strings as JSON prints this one so.
void arguments::read_as_printed() {
  const std::string_view text = typing::json::trim(held_.text);
  typing::json::document doc;
  std::string rewritten;
  typing::loose_reading how;
  if (!text.starts_with('"') || !text.ends_with('"') || !typing::read_loose_json(text, doc, rewritten, how)) return;
  if (doc[0].what != typing::json::value_kind::string || how.repairs.assumed()) return;
  held_ = {std::string(text), typing::form::json};
}

arguments::field_result arguments::nested_field(std::string_view key, kept_value value, std::string& out,
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

typing::typed arguments::typed_value(const std::string& key, const typing::written& value,
                                     const typing::reading& as) const {
  return tools_ == nullptr ? typing::as_written(value, pointer_to(key))
                           : tools_->convert(tool_, key, value, rules_, as);
}

typing::typed arguments::typed_value(const std::string& key, const kept_value& value, const typing::reading& as) const {
  typing::typed made;
  made.readable = value.readable;
  if (value.readable) made = typed_value(key, value.written(), as);
  made.diagnostics.insert(made.diagnostics.begin(), value.diagnostics.begin(), value.diagnostics.end());
  return made;
}

void arguments::note(field_result& result, std::size_t before, traced_conversion made) const {
  made.from = before;
  made.to = result.diagnostics.size();
  result.conversions.push_back(std::move(made));
}

void arguments::emit(const std::string& key, const typing::typed& value, const typing::written& from,
                     field_result& result, std::string& out) {
  const std::size_t before = result.diagnostics.size();
  result.diagnostics.insert(result.diagnostics.end(), value.diagnostics.begin(), value.diagnostics.end());
  if (traced_) note(result, before, conversion_of(pointer_to(key), value, from));
  result.unreadable = result.unreadable || !value.readable;
  if (!value.readable || value.omitted) return;
  open_member(key, out);
  out += value.json;
  // The schema has nothing to say on a plain string, streamed or not.
  const bool plain = value.json.front() == '"' &&
                     (tools_ == nullptr || tools_->field_emission(tool_, key) == typing::emission::at_once);
  validated_ += plain ? "\"\"" : value.json;
}

arguments::field_result arguments::whole(std::string_view text, std::string& out, std::uint64_t begin,
                                         std::uint64_t end) {
  field_result result;
  object_text made;
  result.unreadable = !made.read(says_nothing(text) ? "{}" : text);
  const typing::json::document& read = made.object;
  if (!result.unreadable && made.repaired) {
    result.diagnostics.push_back(typing::loose_json_diagnostic("", made.defects));
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
    add_member(read.text_of(at), read.lexeme(at + 1), made.written(at + 1), result, out, begin, end);
  return result;
}

void arguments::add_member(std::string key, std::string_view lexeme, std::string_view written, field_result& result,
                           std::string& out, std::uint64_t begin, std::uint64_t end) {
  fingerprint print;
  print.add_json(lexeme);
  if (how_ != repetition::first) {
    fields_.emplace(key, print);
    return gather(key, {{std::string(written), typing::form::json}, begin, end});
  }
  const std::size_t before = result.diagnostics.size();
  if (read_key(key, result.diagnostics, [this](const std::string& name) { return fields_.contains(name); })) {
    if (traced_) note(result, before, {pointer_to(key), "left out", shortened(lexeme)});
    return;
  }
  const auto [known, fresh] = fields_.emplace(key, print);
  const typing::written member{written, typing::form::json};
  if (fresh && waits(key)) return gather(key, {{std::string(written), typing::form::json}, begin, end});
  if (fresh) return emit(key, typed_value(key, member), member, result, out);
  if (!(known->second == print)) result.diagnostics.push_back(disagreement(pointer_to(key)));
  if (traced_) note(result, before, {pointer_to(key), "ignored", shortened(lexeme)});
}

// Arguments after arguments: the first count, and others must say the same.
void arguments::rival(const typing::json::document& read, std::string_view text, field_result& result) const {
  bool same = read[0].size == fields_.size();
  for (std::uint32_t at = 1; same && at < read[0].next; at = read[at + 1].next) {
    fingerprint print;
    print.add_json(read.lexeme(at + 1));
    auto known = fields_.find(read.text_of(at));
    if (known == fields_.end() && tools_ != nullptr)
      known = fields_.find(tools_->read_key(tool_, read.text_of(at), rules_).declared);
    same = known != fields_.end() && known->second == print;
  }
  if (!same) result.diagnostics.push_back(library_diagnostic("rival_arguments", "", true));
  if (traced_) note(result, 0, {"", "ignored", shortened(text)});
}

std::optional<std::string> arguments::unclosed_object() const {
  typing::json::document read;
  typing::json::syntax_error why;
  const std::string text = validated_ + "}";
  if (tools_ == nullptr || empty_ || !read.read(text, why)) return std::nullopt;
  std::uint32_t last = 1;
  for (std::uint32_t at = 1; at < read[0].next; at = read[at + 1].next) last = at;
  const std::string key = read.text_of(last);
  if (read[last + 1].what != typing::json::value_kind::object) return std::nullopt;
  for (std::uint32_t at = last + 2; at < read[last + 1].next; at = read[at + 1].next) {
    const std::string member = read.text_of(at);
    if (!fields_.contains(member) && tools_->may_be_outside(tool_, key, member)) return key;
  }
  return std::nullopt;
}

std::string arguments::field_of_another_call() const {
  if (tools_ == nullptr || tool_ < 0 || seen_) return {};
  std::vector<std::string_view> names;
  for (const auto& [name, print] : fields_) names.push_back(name);
  return std::string(tools_->field_of_another(tool_, names));
}

std::vector<typing::diagnostic> arguments::validate() const {
  if (tools_ == nullptr || tool_ < 0) return {};
  return tools_->validate(tool_, empty_ ? "{}" : validated_ + "}");
}

}  // namespace toolcall::events
