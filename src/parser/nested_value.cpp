// See nested_value.hpp. Nothing here recurses: what is open is a vector, as deep as the machine lets it be.

#include "parser/nested_value.hpp"

#include <utility>

#include "parser/library_diagnostics.hpp"
#include "typing/json_escape.hpp"
#include "typing/loose_json.hpp"
#include "typing/python_literal.hpp"

namespace toolcall::events {

using typing::form;

void nested_value::begin(bool object, std::string_view name, std::uint64_t at) {
  if (open()) {
    begin_part(at);
  } else {
    *this = {};
    made_.is = form::json;
    field_ = typing::json::pointer_to(name);
  }
  levels_.push_back({object, made_.text.size()});
  if (given_up_) return;
  made_.places.push_back(made_.text.size());
  made_.text += object ? '{' : '[';
}

void nested_value::end() {
  if (!given_up_) made_.text += levels_.back().object ? '}' : ']';
  levels_.pop_back();
  if (open()) end_part();
}

void nested_value::key(std::string name, std::uint64_t at) {
  level& in = levels_.back();
  if (!in.object && in.count == 0) in.name = name;
  if (!in.object && in.name != name) become_object(in);
  if (!in.object) return;
  in.step = std::move(name);
  in.step_begin = at;
}

// All elements so far have one name: of members with one key, the first counts.
void nested_value::become_object(level& in) {
  in.object = true;
  if (given_up_ || in.count == 0) return;
  std::string key;
  typing::append_json_string(key, in.name);
  key += ':';
  made_.text.resize(in.first.to);
  made_.text[in.begin] = '{';
  made_.text.insert(in.first.from, key);
  std::erase_if(made_.places, [&](std::size_t place) { return place >= in.first.to; });
  for (std::size_t& place : made_.places) place += place >= in.first.from ? key.size() : 0;
  in.members.emplace(in.name, value_span{in.first.from + key.size(), in.first.to + key.size()});
  in.count = 1;
  in.step_begin = nowhere;  // the pointer is that of the container
  if (in.differs) disagree(pointer(nowhere - 1) + typing::json::pointer_to(in.name));
}

void nested_value::begin_part(std::uint64_t at) {
  level& in = levels_.back();
  if (!in.object) in.step = std::to_string(in.count);
  if (!in.object || in.step_begin == nowhere) in.step_begin = at;
  in.part = made_.text.size();
  in.places = made_.places.size();
  if (given_up_) return;
  if (in.count > 0) made_.text += ',';
  if (in.object) {
    typing::append_json_string(made_.text, in.step);
    made_.text += ':';
  }
  in.value = made_.text.size();
}

void nested_value::end_part() {
  level& in = levels_.back();
  if (in.object && !given_up_) return end_member(in);
  if (!in.name.empty() && !given_up_) end_element(in);
  ++in.count;
}

void nested_value::end_element(level& in) {
  const std::string_view text = made_.text;
  const std::string_view first = text.substr(in.first.from, in.first.to - in.first.from);
  if (in.count == 0)
    in.first = {in.value, text.size()};
  else
    in.differs = in.differs || text.substr(in.value) != first;
}

void nested_value::disagree(const std::string& at) {
  if (may_note() || !disagrees_) made_.diagnostics.push_back(disagreement(at));
  disagrees_ = true;
}

// A member that is there already is taken out again: the first counts.
void nested_value::end_member(level& in) {
  const auto [known, fresh] = in.members.emplace(in.step, value_span{in.value, made_.text.size()});
  if (fresh) {
    ++in.count;
    return;
  }
  const std::string_view text = made_.text;
  const value_span first = known->second;
  const bool same = text.substr(first.from, first.to - first.from) == text.substr(in.value);
  if (!same) disagree(pointer(nowhere - 1));
  made_.text.resize(in.part);
  made_.places.resize(in.places);
}

void nested_value::begin_leaf(form is, std::uint64_t at) {
  begin_part(at);
  leaf_ = {};
  leaf_.is = is;
}

void nested_value::add(std::string_view bytes) {
  if (!given_up_) leaf_.text += bytes;
}

void nested_value::end_leaf() {
  if (!given_up_) {
    if (leaf_.is == form::raw) raw_leaf();
    if (leaf_.is == form::string) typing::append_json_string(made_.text, leaf_.text);
    if (leaf_.is == form::json) read_leaf(leaf_.text);
    if (leaf_.is == form::python) python_leaf();
  }
  leaf_ = {};
  end_part();
}

void nested_value::raw_leaf() {
  made_.places.push_back(made_.text.size());
  typing::append_json_string(made_.text, leaf_.text);
}

void nested_value::python_leaf() {
  const typing::python_value read = typing::read_python(leaf_.text);
  if (read.is == typing::python_kind::literal) return read_leaf(read.json);
  if (read.is != typing::python_kind::text) {
    made_.readable = false;
    return give_up();
  }
  if (may_note()) made_.diagnostics.push_back(typing::no_python(leaf_.text, pointer(nowhere - 1)));
  raw_leaf();
}

void nested_value::read_leaf(std::string_view json) {
  typing::json::document doc;
  std::string rewritten;
  typing::loose_reading how;
  if (!typing::read_loose_json(json, doc, rewritten, how)) {
    made_.readable = false;
    return give_up();
  }
  if (!rewritten.empty() && may_note())
    made_.diagnostics.push_back(typing::loose_json_diagnostic(pointer(nowhere - 1), how.repairs));
  doc.append_compact(0, made_.text);
}

void nested_value::give_up() {
  given_up_ = true;
  made_.text = {};
  made_.places = {};
  leaf_ = {};
  for (level& each : levels_) each.members.clear();
}

std::string nested_value::pointer(std::uint64_t begin) const {
  std::string all = field_;
  for (const level& each : levels_) {
    if (each.step_begin == nowhere || each.step_begin > begin) break;
    typing::json::append_step(all, each.step);
  }
  return all;
}

bool nested_value::take(kept_value& made) {
  made = std::move(made_);
  made_ = {};
  return !given_up_ || !made.readable;
}

}  // namespace toolcall::events
