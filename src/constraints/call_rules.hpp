// The calls of a dialect as rules: the pieces of its written form (writer/form.hpp), with what the schemas of the tools
// allow in their slots.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/constrain.hpp>

#include "constraints/grammar.hpp"
#include "constraints/limits.hpp"
#include "constraints/schema_rules.hpp"
#include "constraints/schema_view.hpp"
#include "dialects/dialect_traits.hpp"
#include "writer/form.hpp"

namespace toolcall::constraints {

// A tool as the rules of its call need it.
struct offered_tool {
  std::string name;
  const schema_view* schema = nullptr;
};

struct call_setting {
  const writer::form& as;
  events::raw_values values;
  constraint_format format;
  grammar& to;
  limit_list& limits;
};

// What one call of the tool may be. Throws setup_error where its values cannot be told from their marks.
class call_rules {
 public:
  call_rules(const call_setting& how, const offered_tool& tool) : how_(how), tool_(tool), schema_(*tool.schema) {}

  // As the row of the form has it, from its first piece on.
  expression call();
  // As an element of a list, or a line.
  expression joined(writer::slot of);

 private:
  struct around;

  expression row(writer::pieces of);
  expression filled(const writer::piece& of, const std::string& after);
  expression python();
  expression fields(place object);
  void note_unsaid_of_fields(place object);
  void note_unsaid_of_text(place at);
  expression listed_items(place at);
  expression field(writer::pieces of, const property& named);
  expression value(place at, kinds of, const around& in, bool is_json);
  expression only_value(const std::string& tail, bool compact);
  expression json(place at, kinds of, bool compact);
  std::vector<std::string> field_marks() const;
  // Whether the schema lists the strings that it allows.
  bool has_certain_strings(place at) const;
  expression raw_strings(place at, const std::string& tail, bool is_framed);
  expression elements(place at, kinds of, const std::string& tail);
  expressions own_elements(place at, kinds of, const std::string& tail);
  bool is_native() const {
    return how_.format == constraint_format::lark || how_.format == constraint_format::structural_tag;
  }
  schema_rules& rules(const std::string& mark);

  const call_setting& how_;
  const offered_tool& tool_;
  const schema_view& schema_;
  std::vector<place> open_{};                    // whose elements are being written
  std::map<std::string, schema_rules> rules_{};  // by the mark around strings
};

}  // namespace toolcall::constraints
