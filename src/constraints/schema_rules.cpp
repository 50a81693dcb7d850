// A schema becomes a rule where it is first met, so a schema that refers to itself is a rule that does. Members stand
// in the order in which the schema lists them: a grammar of every order would be as large as there are orders.

#include "constraints/schema_rules.hpp"

#include <algorithm>

#include "typing/json_escape.hpp"
#include "writer/values.hpp"

namespace toolcall::constraints {

namespace {

// What a rule of characters could count to; engines have their own limits, of two thousand or less.
constexpr std::size_t most_counted = 1000;

constexpr std::string_view unsaid_keywords[] = {"pattern",
                                                "format",
                                                "minimum",
                                                "maximum",
                                                "exclusiveMinimum",
                                                "exclusiveMaximum",
                                                "multipleOf",
                                                "uniqueItems",
                                                "contains",
                                                "minContains",
                                                "maxContains",
                                                "patternProperties",
                                                "propertyNames",
                                                "minProperties",
                                                "maxProperties",
                                                "dependentSchemas",
                                                "dependentRequired",
                                                "if",
                                                "not",
                                                "dependencies",
                                                "unevaluatedItems",
                                                "unevaluatedProperties"};

}  // namespace

expression schema_rules::value(place at, literal as, kinds of) {
  at = of_.resolved(at);
  of &= of_.kinds_of(at);
  const auto key = std::tuple(at, as, of);
  if (const auto found = made_.find(key); found != made_.end()) return reference_to(found->second);
  const std::size_t rule = to_.add(name_ + (at == anything ? "-any" : "-value"));
  made_.emplace(key, rule);
  to_.set(rule, body(at, as, of));
  return reference_to(rule);
}

void schema_rules::note_unsaid(place at) {
  for (const std::string_view name : unsaid_keywords)
    if (const std::uint32_t found = of_.keyword(at, name); found != 0)
      limits_.add(of_.pointer_to(found), "does not say \"" + std::string(name) + "\"; such values are not excluded");
  if (const std::uint32_t all = of_.keyword(at, "allOf"); all != 0)
    limits_.add(of_.pointer_to(all), "does not say \"allOf\"; what stands beside it alone counts");
  const std::uint32_t only = of_.keyword(at, "const");
  const std::uint32_t values = only != 0 ? only : of_.keyword(at, "enum");
  if (values == 0) return;
  for (const std::string_view name :
       {"properties", "required", "items", "prefixItems", "anyOf", "oneOf", "minLength", "maxLength"})
    if (of_.keyword(at, name) != 0)
      limits_.add(of_.pointer_to(values), "allows these values, whatever stands beside them");
}

void schema_rules::note_choices(place at) {
  for (const std::uint32_t each : of_.overlapping_choices(at))
    limits_.add(of_.pointer_to(each), "reads \"oneOf\" as \"anyOf\"");
  if (const std::uint32_t needed = of_.keyword(at, "required"); needed != 0)
    limits_.add(of_.pointer_to(needed), "does not say \"required\" beside alternatives");
}

expression schema_rules::body(place at, literal as, kinds of) {
  if (at >= of_.text().size() || of_.text()[at].what != value_kind::object) return free_value(as, of);
  note_unsaid(at);
  if (of_.keyword(at, "const") != 0 || of_.keyword(at, "enum") != 0) {
    const std::uint32_t nullable = of_.keyword(at, "nullable");
    if (nullable != 0 && of_.text().lexeme(nullable) == "true")
      limits_.add(of_.pointer_to(nullable), "does not say \"nullable\" here");
    expressions all;
    for (const std::uint32_t each : of_.values(at))
      if ((kind_bit(of_.text()[each].what) & of) != 0) all.push_back(text_of(written(each, as)));
    return choice_of(std::move(all));
  }
  if (const std::vector<place> branches = of_.alternatives(at); !branches.empty()) {
    if (const auto list = of_.keyword(at, "properties"); list != 0 && !of_.properties(at).empty()) {
      const std::uint32_t beside = std::max(of_.keyword(at, "anyOf"), of_.keyword(at, "oneOf"));
      limits_.add(of_.pointer_to(beside), "does not say alternatives beside \"properties\"");
    } else {
      note_choices(at);
      expressions all;
      for (const place each : branches)
        if ((of_.kinds_of(each) & of) != 0) all.push_back(value(each, as, of));
      return choice_of(std::move(all));
    }
  }
  const std::uint32_t both = of_.keyword(at, "allOf");
  if (both != 0 && of_.text()[both].size == 1 && of_.keyword(at, "properties") == 0) return value(both + 1, as, of);
  expressions all;
  const auto has = [&](value_kind each) { return (of & kind_bit(each)) != 0; };
  if (has(value_kind::string)) all.push_back(string(at, as));
  if (has(value_kind::number)) all.push_back(word_of(of_.takes_integers_alone(at) ? token::integer : token::number));
  if (has(value_kind::object)) all.push_back(object(at, as));
  if (has(value_kind::array)) all.push_back(array(at, as));
  if (const kinds words = of & (kind_bit(value_kind::null) | kind_bit(value_kind::boolean)); words != 0)
    all.push_back(free_value(as, words));
  return choice_of(std::move(all));
}

expression schema_rules::free_value(literal as, kinds of) {
  expressions all;
  const bool python = as == literal::python;
  const auto has = [&](value_kind each) { return (of & kind_bit(each)) != 0; };
  if (has(value_kind::string)) all.push_back(string_word(as));
  if (has(value_kind::number)) all.push_back(word_of(token::number));
  if (has(value_kind::object)) all.push_back(object(anything, as));
  if (has(value_kind::array)) all.push_back(array(anything, as));
  if (has(value_kind::boolean)) {
    all.push_back(text_of(python ? "True" : "true"));
    all.push_back(text_of(python ? "False" : "false"));
  }
  if (has(value_kind::null)) all.push_back(text_of(python ? "None" : "null"));
  return choice_of(std::move(all));
}

expression schema_rules::string_word(literal as) const {
  if (as == literal::marked) return sequence_of({text_of(mark_), text_until({mark_}, {})});
  return word_of(as == literal::python ? token::python_string : token::json_string);
}

expression schema_rules::string(place at, literal as) {
  const std::size_t least = of_.count(at, "minLength", 0), most = of_.count(at, "maxLength", unbounded);
  if (least > most) return nothing();
  if (least == 0 && most == unbounded) return string_word(as);
  const bool is_counted = (as == literal::json || as == literal::compact) && least <= most_counted;
  if (is_counted && (most <= most_counted || most == unbounded)) return word_of(token::json_string, least, most);
  for (const std::string_view name : {"minLength", "maxLength"})
    if (const std::uint32_t found = of_.keyword(at, name); found != 0)
      limits_.add(of_.pointer_to(found), "does not count these characters; \"" + std::string(name) + "\" is not said");
  return string_word(as);
}

expression schema_rules::array(place at, literal as) {
  const std::size_t least = of_.count(at, "minItems", 0), most = of_.count(at, "maxItems", unbounded);
  if (least > most) return nothing();
  if (most == 0) return text_of("[]");
  const item_list items = of_.items(at);
  if (!items.first.empty()) return sequence_of({text_of("["), first_items(items, least, most, as), text_of("]")});
  const expression item = value(items.rest, as);
  expression more = repeated(sequence_of({text_of(comma(as)), item}), least == 0 ? 0 : least - 1,
                             most == unbounded ? most : most - 1);
  expression all = sequence_of({item, std::move(more)});
  return sequence_of({text_of("["), least == 0 ? optional_of(std::move(all)) : std::move(all), text_of("]")});
}

// From the last one on: what may follow an item is a rule, so that a long list is not written deep.
expression schema_rules::first_items(const item_list& of, std::size_t least, std::size_t most, literal as) {
  const std::size_t count = std::min(of.first.size(), most);
  const auto less = [&](std::size_t by) { return least > by ? least - by : 0; };
  expression rest;
  if (most > count)
    rest = repeated(sequence_of({text_of(comma(as)), value(of.rest, as)}), less(count),
                    most == unbounded ? most : most - count);
  for (std::size_t i = count; i-- > 0;) {
    const std::string before = i == 0 ? std::string() : comma(as);
    expression one = sequence_of({text_of(before), value(of.first[i], as), std::move(rest)});
    if (i >= least) one = optional_of(std::move(one));
    rest = reference_to(to_.add(name_ + "-items", std::move(one)));
  }
  return rest;
}

expression schema_rules::object(place at, literal as) {
  return sequence_of({text_of("{"), members(at, as, false), text_of("}")});
}

expression schema_rules::keyword_arguments(place at) {
  return members(of_.resolved(at), literal::python, true);
}

expression schema_rules::member(const property& of, literal as, bool python_call) {
  expression name = python_call ? text_of(of.name + "=") : key(of.name, as);
  expressions values{value(of.schema, as)};
  for (const place each : of.others) values.push_back(value(each, as));
  return sequence_of({std::move(name), choice_of(std::move(values))});
}

// After a member stands a comma before each that follows, before the first none. So a rule for each place says what may
// follow a member, and what begins the object is any optional member up to the first that is required.
expression schema_rules::members(place at, literal as, bool python_call) {
  const std::vector<property> names = python_call ? of_.fields(at) : of_.properties(at);
  const std::string between = comma(as);
  std::vector<expression> each;
  for (const property& one : names) each.push_back(member(one, as, python_call));
  const bool is_closed = python_call && !of_.takes_others(at);
  const place other = at == anything ? anything : is_closed ? schema_view::closed : of_.others(at);
  expression another;
  if (other != schema_view::closed) {
    const bool is_bare = python_call || as == literal::marked;
    another = sequence_of({is_bare ? word_of(token::bare_key) : string_word(as), text_of(python_call ? "=" : colon(as)),
                           value(other, as)});
  }
  expression rest = repeated(sequence_of({text_of(between), another}), 0, unbounded);
  if (is_empty(another)) rest = {};
  std::vector<std::size_t> after(names.size() + 1);
  after.back() = to_.add(name_ + "-rest", rest);
  for (std::size_t i = names.size(); i-- > 0;) {
    expression next = sequence_of({text_of(between), each[i]});
    if (!names[i].is_required) next = optional_of(std::move(next));
    after[i] = to_.add(name_ + "-rest", sequence_of({std::move(next), reference_to(after[i + 1])}));
  }
  return first_member(each, names, after, another);
}

expression schema_rules::first_member(const std::vector<expression>& members, const std::vector<property>& names,
                                      const std::vector<std::size_t>& rest, const expression& other) {
  expressions ways;
  bool is_needed = false;
  for (std::size_t at = 0; at < names.size() && !is_needed; ++at) {
    ways.push_back(sequence_of({members[at], reference_to(rest[at + 1])}));
    is_needed = names[at].is_required;
  }
  if (!is_needed && !is_empty(other)) ways.push_back(sequence_of({other, reference_to(rest.back())}));
  if (ways.empty()) return {};
  expression first = choice_of(std::move(ways));
  return is_needed ? first : optional_of(std::move(first));
}

std::string schema_rules::colon(literal as) {
  return as == literal::compact || as == literal::marked ? ":" : ": ";
}

std::string schema_rules::comma(literal as) {
  return as == literal::compact || as == literal::marked ? "," : ", ";
}

expression schema_rules::key(const std::string& name, literal as) const {
  std::string text;
  if (as == literal::marked) {
    text = name;
  } else {
    std::string json;
    typing::append_json_string(json, name);
    document read;
    typing::json::syntax_error why;
    if (as == literal::python && read.read(json, why))
      writer::append_python(text, read, 0);
    else
      text = json;
  }
  return text_of(text + colon(as));
}

std::string schema_rules::written(std::uint32_t node, literal as) const {
  std::string text;
  if (as == literal::python)
    writer::append_python(text, of_.text(), node);
  else if (as == literal::marked)
    writer::append_marked(text, of_.text(), node, mark_);
  else
    writer::append_json(text, of_.text(), node, as == literal::compact);
  return text;
}

bool is_possible(const schema_view& of, place at, kinds which) {
  grammar made;
  limit_list unheard{""};
  return !is_nothing(made.possible(schema_rules(made, unheard, of, "value").value(at, literal::json, which)));
}

}  // namespace toolcall::constraints
