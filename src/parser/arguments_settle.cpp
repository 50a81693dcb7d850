// Fields that wait for the end of their call: see arguments.hpp.
//
// When all are there it is known what each of them means: which key in another style is a declared one, which values
// are one field's, whether all of them stand in a wrapper, and which reading of several the schema takes.

#include <algorithm>

#include "parser/arguments.hpp"
#include "parser/library_diagnostics.hpp"
#include "parser/object_text.hpp"
#include "typing/json.hpp"
#include "typing/json_escape.hpp"
#include "typing/loose_json.hpp"
#include "typing/python_literal.hpp"
#include "typing/schema.hpp"
#include "typing/wording.hpp"

namespace toolcall::events {

namespace {

constexpr std::size_t every = static_cast<std::size_t>(-1);
constexpr std::size_t most_alone = 16;

typing_level least_sure(const std::vector<typing::typed>& values) {
  typing_level least = typing_level::exact;
  for (const typing::typed& value : values) least = std::max(least, value.level);
  return least;
}

bool are_same(const std::vector<typing::typed>& some, const std::vector<typing::typed>& others) {
  return std::equal(some.begin(), some.end(), others.begin(), others.end(),
                    [](const typing::typed& a, const typing::typed& b) { return a.json == b.json; });
}

}  // namespace

using typing::json::pointer_to;

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
    if (tools_ != nullptr) ++meant[tools_->read_key(tool_, f.key, rules_).declared];
  }
  for (gathered_field& f : gathered_) {
    f.dropped = read_key(f.key, f.diagnostics,
                         [&](const std::string& name) { return gathered_at_.contains(name) || meant[name] > 1; });
  }
}

std::vector<arguments::settled> arguments::settle(bool closed) {
  std::vector<settled> all;
  if (how_ != repetition::first) read_gathered_keys();
  if (closed) take_off_wrapper(all);
  const std::vector<typing::typed> values = best_readings();
  for (std::size_t i = 0; i < gathered_.size(); ++i) {
    const gathered_field& f = gathered_[i];
    settled one{{}, {}, f.values.front().begin, f.values.back().end};
    one.done.diagnostics = f.diagnostics;
    if (!f.dropped) emit(f.key, values[i], f.values.front().value.written(), one.done, one.json);
    all.push_back(std::move(one));
  }
  return all;
}

// A call whose only field is one that its tool does not declare, and that is called what calls call their arguments.
void arguments::take_off_wrapper(std::vector<settled>& emitted) {
  const bool alone = gathered_.size() == 1 && gathered_[0].values.size() == 1 && fields_.size() == 1;
  if (!alone || tools_ == nullptr || rules_.max_level < typing_level::assumed) return;
  const gathered_field wrapper = gathered_[0];
  if (!tools_->wraps_arguments(tool_, wrapper.key)) return;
  const occurrence& in = wrapper.values[0];
  const bool text = in.value.is == typing::form::raw || in.value.is == typing::form::string;
  const auto strict = text ? typing::as_strict_json(in.value.text) : std::nullopt;
  object_text inside;
  if (!in.value.readable || (text && !strict) || !inside.read(text ? *strict : in.value.text)) return;
  settled one{{}, {}, in.begin, in.end};
  one.done.diagnostics = wrapper.diagnostics;
  if (inside.repaired)
    one.done.diagnostics.push_back(typing::loose_json_diagnostic(pointer_to(wrapper.key), inside.defects));
  one.done.diagnostics.push_back(typing::wrapper_diagnostic(pointer_to(wrapper.key), wrapper.key));
  if (traced_) note(one.done, 0, {pointer_to(wrapper.key), "left out", shortened(in.value.text)});
  emitted.push_back(std::move(one));
  gathered_.clear();
  gathered_at_.clear();
  fields_.clear();
  const typing::json::document& object = inside.object;
  for (std::uint32_t n = 1; n < object[0].next; n = object[n + 1].next) take_member(object, n, in);
  read_gathered_keys();
}

// A member of the object in the wrapper, as a field. Raw text in it stays raw text.
void arguments::take_member(const typing::json::document& object, std::uint32_t key, const occurrence& in) {
  const typing::json::node& node = object[key + 1];
  const std::string name = object.text_of(key);
  fingerprint print;
  print.add_json(object.lexeme(key + 1));
  const auto [known, fresh] = fields_.emplace(name, print);
  if (!fresh) {
    if (!(known->second == print))
      gathered_[gathered_at_.at(name)].diagnostics.push_back(disagreement(pointer_to(name)));
    return;
  }
  occurrence value{{std::string(object.lexeme(key + 1)), typing::form::json}, in.begin, in.end};
  for (const std::size_t place : in.value.places) {
    if (place >= node.begin && place < node.end) value.value.places.push_back(place - node.begin);
  }
  if (node.what == typing::json::value_kind::string && !value.value.places.empty())
    value.value = {object.text_of(key + 1), typing::form::raw};
  gather(name, std::move(value));
}

// The values of all fields under this reading.
std::vector<typing::typed> arguments::readings(const typing::reading& as, std::size_t only) const {
  std::vector<typing::typed> values;
  for (std::size_t i = 0; i < gathered_.size(); ++i) {
    const bool plain = only != every && only != i;
    values.push_back(gathered_[i].dropped ? typing::typed() : combined(gathered_[i], plain ? typing::reading() : as));
  }
  return values;
}

// What validation would read of the arguments with these values; empty if one of them cannot be read.
std::string arguments::validated_with(const std::vector<typing::typed>& values) const {
  std::string text = validated_;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i].readable) return "";
    if (gathered_[i].dropped || values[i].omitted) continue;
    text += text.empty() ? '{' : ',';
    typing::append_json_string(text, gathered_[i].key);
    text += ':' + values[i].json;
  }
  return text.empty() ? "{}" : text + '}';
}

// Whether the schema takes them so.
bool arguments::fits(const std::vector<typing::typed>& values) const {
  const std::string text = validated_with(values);
  return !text.empty() && tools_->validate(tool_, text).empty();
}

// The plain reading, unless the schema takes another one and not this. Where it takes this, a branch that comes to the
// same may be surer of it.
std::vector<typing::typed> arguments::best_readings() const {
  std::vector<typing::typed> plain = readings({});
  const bool depends = std::any_of(gathered_.begin(), gathered_.end(), [&](const gathered_field& f) {
    return tools_ != nullptr && tools_->field_emission(tool_, f.key) == typing::emission::with_call;
  });
  if (!depends || !tools_->requires_complete(tool_)) return plain;
  const bool taken = fits(plain);
  const typing_level doubt = least_sure(plain);
  if (taken && doubt < typing_level::assumed) return plain;
  for (const typing::reading& other : tools_->other_readings(tool_)) {
    if (taken) {
      std::vector<typing::typed> values = readings(other);
      if (least_sure(values) < doubt && are_same(values, plain) &&
          tools_->admits_values(tool_, other, validated_with(values)))
        return values;
      continue;
    }
    // Of the fields that are read otherwise, no more than have to be.
    const std::size_t alone = other.branch == typing::no_schema ? std::min(gathered_.size(), most_alone) : 0;
    for (std::size_t i = 0; i <= alone; ++i) {
      std::vector<typing::typed> values = readings(other, i == alone ? every : i);
      if (fits(values)) return values;
    }
  }
  return plain;
}

typing::typed arguments::combined(const gathered_field& f, const typing::reading& as) const {
  const kept_value& first = f.values.front().value;
  if (f.values.size() == 1) return typed_value(f.key, first, as);
  const auto admits = [&](unsigned types) { return tools_ == nullptr || tools_->admits(tool_, f.key, types); };
  const bool text = admits(typing::string_type);
  const auto all = [&](auto holds) {
    return std::all_of(f.values.begin(), f.values.end(), [&](const occurrence& o) { return holds(o.value); });
  };
  const bool raw = all([](const kept_value& v) { return v.is == typing::form::raw || v.is == typing::form::string; });
  const bool lists = !all([](const kept_value& v) { return !typing::json::trim(v.text).starts_with('['); });
  const bool same = all([&](const kept_value& v) { return v.text == first.text && v.is == first.is; });
  const bool plain = tools_ == nullptr || tools_->field_emission(tool_, f.key) == typing::emission::at_once;
  typing::typed made;
  std::string_view code;
  if (text && raw && how_ == repetition::joined && (plain || !same)) {
    std::string lines;
    for (const occurrence& o : f.values) lines += (&o == &f.values.front() ? "" : "\n") + o.value.text;
    made = typed_value(f.key, typing::written{lines, first.is}, as);
    code = "repeat_join";
  } else if (!text && !lists && admits(typing::array_type)) {
    made = elements(f, as);
    code = "repeat_to_array";
  } else {
    made = typed_value(f.key, first, as);
    if (!same) {
      made.add(disagreement(pointer_to(f.key)));
      return made;
    }
    code = "repeat_identical";
  }
  typing::diagnostic joined = library_diagnostic("repeated_field", pointer_to(f.key), false);
  joined.code = code;
  joined.level = code == "repeat_to_array" ? typing_level::lossless : typing_level::assumed;
  made.add(std::move(joined));
  return made;
}

// Each value is one element of the array that the schema asks for.
typing::typed arguments::elements(const gathered_field& f, const typing::reading& as) const {
  kept_value list{"[", typing::form::json};
  for (const occurrence& o : f.values) {
    const kept_value& v = o.value;
    if (list.text.size() > 1) list.text += ',';
    for (const std::size_t place : v.places) list.places.push_back(list.text.size() + place);
    typing::python_value python{typing::python_kind::text, {}};
    if (v.is == typing::form::python) python = typing::read_python(v.text);
    if (v.is == typing::form::json) {
      list.text += v.text;
    } else if (python.is == typing::python_kind::literal) {
      list.text += python.json;
    } else {
      typing::append_json_string(list.text, v.text);
    }
    list.diagnostics.insert(list.diagnostics.end(), v.diagnostics.begin(), v.diagnostics.end());
    list.readable = list.readable && v.readable && python.is != typing::python_kind::damaged;
  }
  list.text += ']';
  return typed_value(f.key, list, as);
}

}  // namespace toolcall::events
