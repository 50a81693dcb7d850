// See arguments.hpp. The rule for repeated fields is spec/events.md, "Order and repetition": the first counts.

#include "events/arguments.hpp"

#include "typing/json.hpp"
#include "typing/spell.hpp"

namespace toolcall::events {

void arguments::begin(const typing::tool_set* tools, int tool) {
  *this = {};
  tools_ = tools;
  tool_ = tool;
}

void arguments::open_member(std::string_view key, std::string& out) {
  const std::size_t from = out.size();
  out += empty_ ? '{' : ',';
  typing::append_json_string(out, key);
  out += ':';
  judged_.append(out, from);
  empty_ = false;
}

void arguments::begin_field(std::string_view key, std::string& out) {
  key_ = key;
  print_ = {};
  if (fields_.find(key) != fields_.end()) {
    field_is_ = field::repeated;
    return;
  }
  const bool at_once = tools_ == nullptr || tools_->field_telling(tool_, key) == typing::telling::at_once;
  field_is_ = at_once ? field::streamed : field::held;
  if (!at_once) return;
  open_member(key, out);
  out += '"';
}

void arguments::add(std::string_view raw, std::string& out) {
  print_.add(raw);
  if (field_is_ == field::streamed) typing::append_json_string_body(out, raw);
  if (field_is_ == field::held) held_ += raw;
}

arguments::outcome arguments::end_field(std::string& out) {
  outcome result;
  if (field_is_ == field::repeated) {
    result.duplicate = !(fields_.find(key_)->second == print_);
  } else {
    fields_.emplace(key_, print_);
  }
  if (field_is_ == field::streamed) {
    out += '"';
    judged_ += "\"\"";
  } else if (field_is_ == field::held) {
    typing::typed value = tools_->convert(tool_, key_, held_);
    open_member(key_, out);
    out += value.json;
    judged_ += value.json;
    result.findings = std::move(value.findings);
  }
  held_.clear();
  field_is_ = field::none;
  return result;
}

arguments::outcome arguments::whole(std::string_view text, std::string& out) {
  outcome result;
  typing::json::document read;
  typing::json::fault why;
  result.unreadable = !read.read(text, why) || read[0].what != typing::json::kind::object;
  if (result.unreadable) return result;
  for (std::uint32_t at = 1; at < read[0].next; at = read[at + 1].next) {
    const std::string key = read.text_of(at);
    const std::string_view lexeme = read.lexeme(at + 1);
    fingerprint print;
    print.add(lexeme);
    const auto [known, fresh] = fields_.emplace(key, print);
    if (!fresh) {
      result.duplicate = result.duplicate || !(known->second == print);
      continue;
    }
    typing::typed value;
    if (tools_ != nullptr) value = tools_->convert_value(tool_, key, lexeme);
    if (tools_ == nullptr) read.append_compact(at + 1, value.json);
    open_member(key, out);
    out += value.json;
    judged_ += value.json;
    result.findings.insert(result.findings.end(), value.findings.begin(), value.findings.end());
  }
  return result;
}

std::vector<typing::finding> arguments::verdict() const {
  if (tools_ == nullptr || tool_ < 0) return {};
  return tools_->judge(tool_, empty_ ? "{}" : judged_ + "}");
}

}  // namespace toolcall::events
