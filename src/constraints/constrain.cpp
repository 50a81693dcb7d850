// A constraint is made of what the writer is made of, so the two cannot disagree about a mark. How calls may stand
// beside text is the reader's to say, and it is asked.

#include <algorithm>
#include <memory>
#include <optional>

#include <toolcall/constrain.hpp>
#include <toolcall/error.hpp>
#include <toolcall/render.hpp>

#include "constraints/call_rules.hpp"
#include "constraints/limits.hpp"
#include "constraints/message_rules.hpp"
#include "constraints/writers.hpp"
#include "typing/tools_internals.hpp"
#include "writer/only_form.hpp"

namespace toolcall {

namespace constraints {

namespace {

// Whether a call is read where it stands behind this text.
bool is_read_behind(const char* text, const dialect& which) {
  const tools declared =
      tools::from_json(R"([{"name":"look_up","parameters":{"properties":{"city":{"type":"string"}}}}])");
  message both;
  both.content = text;
  tool_call call;
  call.name = "look_up";
  call.arguments = R"({"city":"Bern"})";
  both.calls.push_back(std::move(call));
  try {
    return !render(both, which, declared).empty();
  } catch (const setup_error&) {
    return false;
  }
}

beside_text place_of_calls(const dialect& which) {
  if (is_read_behind("I look: ", which)) return beside_text::anywhere;
  return is_read_behind("I look.\n", which) ? beside_text::at_line_start : beside_text::never;
}

std::string_view name_of(constraint_format format) {
  switch (format) {
    case constraint_format::structural_tag:
      return "a structural tag";
    case constraint_format::ebnf:
      return "an EBNF grammar";
    case constraint_format::lark:
      return "a Lark grammar";
    case constraint_format::gbnf:
      return "a GBNF grammar";
  }
  return {};
}

// The schema of a tool, read once.
struct read_schema {
  std::string text;
  document parsed;
  std::optional<schema_view> view;
};

std::unique_ptr<read_schema> schema_of(const typing::tool_set& declared, std::size_t i) {
  auto made = std::make_unique<read_schema>();
  const auto [text, pointer] = declared.schema(i);
  made->text = text.empty() ? "{}" : text;
  typing::json::syntax_error why;
  if (!made->parsed.read(made->text, why))
    throw setup_error(std::string(pointer),
                      std::string("the schema is nested too deep to make a constraint of it: ") + why.reason);
  made->view.emplace(made->parsed, text.empty() ? declared.place(i) : std::string(pointer));
  return made;
}

const writer::form& written_form(const events::dialect_traits& of) {
  try {
    return writer::form_of(of);
  } catch (const setup_error& why) {
    if (of.form != nullptr) throw;
    std::string others;
    for (const dialect_facts& each : dialect::all()) {
      const auto has_name = [&](const writer::form& form) { return form.dialect == each.name; };
      const bool is_written = std::any_of(writer::written_forms.begin(), writer::written_forms.end(), has_name);
      if (!is_written) others += (others.empty() ? "" : ", ") + std::string(each.name);
    }
    throw setup_error("", why.reason() + "; there are constraints for all dialects but " + others);
  }
}

std::string written(const grammar& of, constraint_format format) {
  switch (format) {
    case constraint_format::structural_tag:
      return write_structural_tag(of);
    case constraint_format::ebnf:
      return write_bnf(of, of.start, bnf::xgrammar);
    case constraint_format::lark:
      return write_lark(of);
    case constraint_format::gbnf:
      return write_bnf(of, of.start, bnf::llama_cpp);
  }
  return {};
}

}  // namespace

}  // namespace constraints

constraint constrain(const dialect& which, const tools& declared, constraint_format format,
                     const constraint_options& how) {
  using namespace constraints;
  const events::dialect_traits& traits = writer::only_dialect(which);
  const writer::form& form = written_form(traits);
  const typing::tool_set* const set = internals(declared);
  if (set == nullptr || set->size() == 0)
    throw setup_error("", "a constraint is made of the tools of a request, and none are given");
  limit_list limits{std::string(name_of(format))};
  std::vector<std::unique_ptr<read_schema>> schemas;
  std::vector<offered_tool> offered;
  for (std::size_t i = 0; i < set->size(); ++i) {
    if (how.choice.kind == tool_choice_kind::named && set->name(i) != how.choice.name) continue;
    schemas.push_back(schema_of(*set, i));
    offered.push_back({set->name(i), &*schemas.back()->view});
    for (const place each : schemas.back()->view->crowded_references())
      limits.add(schemas.back()->view->pointer_to(each), "reads what \"$ref\" says alone");
  }
  if (offered.empty()) {
    std::string names;
    for (std::size_t i = 0; i < set->size(); ++i) names += (i == 0 ? "" : ", ") + set->name(i);
    throw setup_error("", "the tool choice names \"" + how.choice.name + "\", and the tools are " + names);
  }
  grammar made;
  const call_setting setting{form, traits.values, format, made, limits};
  message_rules rules(setting, offered, how.parallel, place_of_calls(which));
  made.start = rules.message(how);
  return {written(made, format), limits.take()};
}

}  // namespace toolcall
