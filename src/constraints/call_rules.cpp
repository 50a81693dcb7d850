// In a row only what a call fills in differs from call to call; all else is text, keys and names of types included. So
// a field is a text, a value and a text, and the latter is what a raw value runs to.

#include "constraints/call_rules.hpp"

#include <algorithm>
#include <tuple>

#include <toolcall/error.hpp>

#include "constraints/marks.hpp"
#include "constraints/native_schema.hpp"
#include "typing/json_escape.hpp"
#include "writer/values.hpp"

namespace toolcall::constraints {

namespace {

using writer::piece;
using writer::slot;

std::string_view word_of_kind(value_kind of) {
  constexpr std::string_view names[] = {"null", "boolean", "number", "string", "array", "object"};
  return names[static_cast<std::size_t>(of)];
}

std::string json_string(std::string_view text) {
  std::string made;
  typing::append_json_string(made, text);
  return made;
}

}  // namespace

// A row of a field: what stands before its value, and what after it.
struct call_rules::around {
  std::string before, after;
  const piece* value = nullptr;
};

expression call_rules::call() {
  return row(how_.as.call);
}

expression call_rules::joined(slot of) {
  return of == slot::object_list || of == slot::object_lines ? row(how_.as.object) : python();
}

expression call_rules::python() {
  note_unsaid_of_fields(schema_.resolved(0));
  return sequence_of({text_of(tool_.name + "("), rules({}).keyword_arguments(0), text_of(")")});
}

expression call_rules::row(writer::pieces of) {
  expressions all, with_id;
  bool is_in_id = false, is_taken = false;
  for (std::size_t i = 0; i < of.size(); ++i) {
    expressions& to = is_in_id ? with_id : all;
    if (!is_taken) to.push_back(text_of(std::string(of[i].text)));
    is_taken = of[i].then == slot::value;
    const std::string after(i + 1 < of.size() ? of[i + 1].text : std::string_view());
    if (of[i].then == slot::where_id_begins) {
      is_in_id = true;
    } else if (of[i].then == slot::where_id_ends) {
      is_in_id = false;
      all.push_back(optional_of(sequence_of(std::move(with_id))));
      with_id.clear();
    } else {
      to.push_back(filled(of[i], after));
    }
  }
  return sequence_of(std::move(all));
}

expression call_rules::filled(const piece& of, const std::string& after) {
  switch (of.then) {
    case slot::name:
      return text_of(tool_.name);
    case slot::quoted_name:
      return text_of(json_string(tool_.name));
    case slot::id:
      return word_of(token::id);
    case slot::quoted_id:
      return sequence_of({text_of("\""), word_of(token::id), text_of("\"")});
    case slot::number:
      return word_of(token::digits);
    case slot::fields:
      return fields(0);
    case slot::arguments:
      if (!of.first.empty()) return rules(std::string(of.first)).value(0, literal::marked, object_kind);
      return json(0, object_kind, of.how == writer::spelling::compact);
    case slot::value:
      return only_value(after, of.how == writer::spelling::compact);
    case slot::object:
      return row(how_.as.object);
    case slot::python:
      return python();
    default:
      return {};
  }
}

// The text of the only field where that is a string, else all arguments.
expression call_rules::only_value(const std::string& tail, bool compact) {
  const place root = schema_.resolved(0);
  const std::vector<property> all = schema_.properties(root);
  if (all.size() != 1 || (schema_.kinds_of(all[0].schema) & string_kind) == 0)
    return sequence_of({json(0, object_kind, compact), text_of(tail)});
  expressions ways{raw_strings(all[0].schema, tail, false)};
  if (!all[0].is_required) ways.push_back(text_of("{}" + tail));
  return choice_of(std::move(ways));
}

expression call_rules::fields(place object) {
  object = schema_.resolved(object);
  expressions all;
  for (const property& each : schema_.fields(object)) {
    expressions ways{field(how_.as.field, each)};
    for (const place other : each.others) ways.push_back(field(how_.as.field, {each.name, other}));
    expression one = choice_of(std::move(ways));
    all.push_back(each.is_required ? std::move(one) : optional_of(std::move(one)));
  }
  if (object == anything) {
    how_.limits.add(schema_.pointer_to(0), "says no members of an object without a schema");
    return sequence_of(std::move(all));
  }
  if (schema_.takes_others(object))
    how_.limits.add(schema_.pointer_to(object), "says the members alone that \"properties\" names");
  note_unsaid_of_fields(object);
  return sequence_of(std::move(all));
}

void call_rules::note_unsaid_of_fields(place object) {
  constexpr std::string_view unsaid[] = {"patternProperties",
                                         "propertyNames",
                                         "minProperties",
                                         "maxProperties",
                                         "dependentRequired",
                                         "dependentSchemas",
                                         "dependencies",
                                         "unevaluatedProperties",
                                         "enum",
                                         "const",
                                         "if",
                                         "not"};
  for (const std::string_view name : unsaid)
    if (const std::uint32_t found = schema_.keyword(object, name); found != 0)
      how_.limits.add(schema_.pointer_to(found),
                      "does not say \"" + std::string(name) + "\" of fields; such calls are not excluded");
  for (const std::string_view name : {"anyOf", "oneOf"})
    if (const std::uint32_t found = schema_.keyword(object, name); found != 0)
      how_.limits.add(schema_.pointer_to(found),
                      "does not say \"" + std::string(name) +
                          "\" of fields: it allows those of all alternatives in one call, each optional");
  if (const std::uint32_t found = schema_.keyword(object, "allOf"); found != 0)
    how_.limits.add(schema_.pointer_to(found), "says of \"allOf\" the fields alone");
}

// The words for the type of a value are part of what stands around it, so there is a way for each of them.
expression call_rules::field(writer::pieces of, const property& named) {
  const auto typed = std::find_if(of.begin(), of.end(), [](const piece& each) { return each.then == slot::type; });
  const kinds all = schema_.kinds_of(named.schema);
  const auto way = [&](std::string_view type, kinds which, bool is_json) {
    around parts;
    for (const piece& each : of) {
      std::string& to = parts.value == nullptr ? parts.before : parts.after;
      to += each.text;
      if (each.then == slot::key) to += named.name;
      if (each.then == slot::type) to += type;
      if (each.then == slot::value) parts.value = &each;
    }
    return sequence_of({text_of(parts.before), value(named.schema, which, parts, is_json)});
  };
  const bool is_json = how_.values == events::raw_values::json;
  if (typed == of.end()) return way({}, all, is_json);
  if (!typed->first.empty() && typed->second.empty()) return way(typed->first, all, true);
  expressions ways;
  if ((all & string_kind) != 0)
    ways.push_back(way(typed->first.empty() ? "string" : typed->first, string_kind, is_json));
  const kinds others = all & ~string_kind;
  if (!typed->first.empty()) {
    if (others != 0) ways.push_back(way(typed->second, others, true));
    return choice_of(std::move(ways));
  }
  for (unsigned i = 0; i < 6; ++i)
    if ((others & (1U << i)) != 0) ways.push_back(way(word_of_kind(static_cast<value_kind>(i)), 1U << i, true));
  return choice_of(std::move(ways));
}

expression call_rules::value(place at, kinds of, const around& in, bool is_json) {
  if (in.after.empty())
    throw setup_error("", "values of this dialect end without a closing mark, so a constraint cannot say where");
  const bool compact = in.value->how == writer::spelling::compact;
  if (is_json && how_.values != events::raw_values::elements)
    return sequence_of({json(at, of, compact), text_of(in.after)});
  expressions ways;
  kinds others = of & ~string_kind;
  if (how_.values == events::raw_values::elements && (others & (array_kind | object_kind)) != 0 && of != all_kinds) {
    ways.push_back(elements(at, of, in.after));
    others &= ~(array_kind | object_kind);
  }
  bool is_free = false;
  if ((of & string_kind) != 0) {
    is_free = !has_certain_strings(at);
    ways.push_back(raw_strings(at, in.after, in.value->how == writer::spelling::framed));
  }
  if (is_free && others != 0 && of != all_kinds)
    how_.limits.add(schema_.pointer_to(at), "tells no other types from text here; any text is allowed");
  else if (!is_free && others != 0)
    ways.push_back(sequence_of({json(at, others, compact), text_of(in.after)}));
  return choice_of(std::move(ways));
}

// What a field of the tool begins with. In a value it would be read as a field, and the value's closing mark as lost.
std::vector<std::string> call_rules::field_marks() const {
  const writer::pieces of = how_.as.field;
  const auto key = std::find_if(of.begin(), of.end(), [](const piece& each) { return each.then == slot::key; });
  if (key == of.end() || key + 1 == of.end()) return {};
  const std::string begin = without_blanks_before(std::string(key->text));
  std::vector<std::string> all;
  if (!is_mark(begin)) return all;
  for (const property& each : schema_.fields(0))
    all.push_back(begin + each.name + std::string((key + 1)->text.substr(0, 1)));
  return all;
}

bool call_rules::has_certain_strings(place at) const {
  at = schema_.resolved(at);
  if (schema_.keyword(at, "const") != 0 || schema_.keyword(at, "enum") != 0) return true;
  const std::vector<place> branches = schema_.alternatives(at);
  return !branches.empty() && std::all_of(branches.begin(), branches.end(), [&](place each) {
    return (schema_.kinds_of(each) & string_kind) == 0 || has_certain_strings(each);
  });
}

void call_rules::note_unsaid_of_text(place at) {
  for (const std::string_view name : {"pattern", "format", "minLength", "maxLength", "allOf", "if", "not"})
    if (const std::uint32_t found = schema_.keyword(at, name); found != 0)
      how_.limits.add(schema_.pointer_to(found),
                      "does not say \"" + std::string(name) + "\" of text up to a mark; such values are not excluded");
  for (const std::uint32_t each : schema_.overlapping_choices(at))
    how_.limits.add(schema_.pointer_to(each), "reads \"oneOf\" as \"anyOf\"");
}

expression call_rules::raw_strings(place at, const std::string& tail, bool is_framed) {
  const std::string mark = without_blanks_before(tail);
  at = schema_.resolved(at);
  note_unsaid_of_text(at);
  if (!is_possible(schema_, at, string_kind)) return nothing();
  if (!has_certain_strings(at)) {
    for (const place each : schema_.alternatives(at))
      if ((schema_.kinds_of(each) & string_kind) != 0) note_unsaid_of_text(each);
    if (!is_mark(mark)) how_.limits.add(schema_.pointer_to(at), "allows one line here");
    std::vector<std::string> never = field_marks();
    if (mark != tail) never.push_back(mark);
    return text_until({tail}, std::move(never));
  }
  expressions ways;
  for (const std::uint32_t each : schema_.values(at)) {
    if (schema_.text()[each].what != value_kind::string) continue;
    std::string text = schema_.text().text_of(each);
    if (is_framed && text.starts_with('\n')) text = "\n" + text + "\n";
    if (text.find(mark) == text.npos)
      ways.push_back(text_of(text + tail));
    else
      how_.limits.add(schema_.pointer_to(each), "leaves out this value, which holds the mark " + mark);
  }
  for (const place branch : schema_.alternatives(at))
    if ((schema_.kinds_of(branch) & string_kind) != 0) ways.push_back(raw_strings(branch, tail, is_framed));
  return choice_of(std::move(ways));
}

expression call_rules::elements(place at, kinds of, const std::string& tail) {
  at = schema_.resolved(at);
  if (std::find(open_.begin(), open_.end(), at) != open_.end())
    throw setup_error(schema_.pointer_to(at), "nests without end, and in this dialect elements are written out");
  open_.push_back(at);
  expressions ways;
  const std::vector<place> branches = schema_.alternatives(at);
  for (const place each : branches)
    if ((schema_.kinds_of(each) & of & (array_kind | object_kind)) != 0) ways.push_back(elements(each, of, tail));
  if (branches.empty() || !schema_.properties(at).empty()) ways = own_elements(at, of, tail);
  open_.pop_back();
  return choice_of(std::move(ways));
}

expressions call_rules::own_elements(place at, kinds of, const std::string& tail) {
  expressions ways;
  if ((of & schema_.kinds_of(at) & object_kind) != 0) ways.push_back(sequence_of({fields(at), text_of(tail)}));
  if ((of & schema_.kinds_of(at) & array_kind) != 0) {
    ways.push_back(sequence_of({listed_items(at), text_of(tail)}));
  }
  return ways;
}

expression call_rules::listed_items(place at) {
  const item_list items = schema_.items(at);
  const std::size_t least = schema_.count(at, "minItems", 0), most = schema_.count(at, "maxItems", unbounded);
  if (least > most) return nothing();
  const std::size_t count = std::min(items.first.size(), most);
  const auto one = [&](place of) { return field(how_.as.item, {{}, of, true}); };
  expression rest;
  if (most > count)
    rest = repeated(one(items.rest), least > count ? least - count : 0, most == unbounded ? most : most - count);
  for (std::size_t i = count; i-- > 0;) {
    rest = sequence_of({one(items.first[i]), std::move(rest)});
    if (i >= least) rest = optional_of(std::move(rest));
  }
  return rest;
}

expression call_rules::json(place at, kinds of, bool compact) {
  if (!is_native()) return rules({}).value(at, compact ? literal::compact : literal::json, of);
  if (!is_possible(schema_, at, of)) return nothing();
  const bool is_lark = how_.format == constraint_format::lark;
  std::string before;
  if (is_lark)
    before = std::string(R"("x-guidance":{"whitespace_flexible":false,"item_separator":")") + (compact ? "," : ", ") +
             R"(","key_separator":")" + (compact ? ":" : ": ") + "\"}";
  expression made;
  made.is = form::json;
  made.text = native_schema(is_lark ? engine::llguidance : engine::xgrammar, how_.limits, schema_).text(at, of, before);
  return made;
}

schema_rules& call_rules::rules(const std::string& mark) {
  return rules_.try_emplace(mark, how_.to, how_.limits, schema_, tool_.name, mark).first->second;
}

}  // namespace toolcall::constraints
