// A request with a grammar is muted (profiles.hpp): its answer is text, and the calls in it are read here. An engine
// that is given a grammar and tools to parse by itself refuses the request, or uses one of its own.

#include "serve/constraint.hpp"

#include <algorithm>
#include <stdexcept>

#include <toolcall/constrain.hpp>
#include <toolcall/error.hpp>

#include <nlohmann/json.hpp>

#include "dialects/dialect_names.hpp"
#include "serve/forced_choice.hpp"
#include "text/utf8.hpp"
#include "text/words.hpp"

namespace toolcall::serve {

namespace {

constrained wanted(const server_state& shared) {
  return value_of<constrained>(shared.how.constrain).value_or(constrained::off);
}

bool is_wanted(constrained when, const chat_facts& facts) {
  if (when == constrained::always) return facts.offers_tools && facts.choice.kind != tool_choice_kind::none;
  return when == constrained::forced && is_forced(facts);
}

// The client's own grammar; there can be one. Plain text and an empty string do not count.
bool has_its_own(const request_json& request) {
  constexpr const char* members[] = {
      "response_format", "structured_outputs", "grammar",       "json_schema",   "regex", "ebnf",
      "guided_json",     "guided_regex",       "guided_choice", "guided_grammar"};
  return std::any_of(std::begin(members), std::end(members), [&](const char* name) {
    const request_json* const value = member(request, name);
    if (value == nullptr || *value == "") return false;
    const request_json* const type = value->is_object() ? member(*value, "type") : nullptr;
    return type == nullptr || *type != "text";
  });
}

// Reasoning may stand before the calls, where the dialect has marks of it; that is the constraint's to say.
constraint made_of(const dialect& which, const tools& declared, constraint_format format, const chat_facts& facts) {
  constraint_options how{facts.choice, facts.parallel, true};
  try {
    return constrain(which, declared, format, how);
  } catch (const setup_error&) {
    how.reasoning = false;
    return constrain(which, declared, format, how);
  }
}

}  // namespace

constraint_outcome add_constraint(request_json& request, const chat_facts& facts, const profile& of,
                                  const server_state& shared) {
  if (!is_wanted(wanted(shared), facts)) return {};
  if (of.constraint.empty()) return {false, "constraint=unknown"};
  // The answer goes on with reasoning that the prompt has begun, and a grammar begins with the answer.
  if (!of.prefill.empty()) return {false, "constraint=prefill"};
  if (has_its_own(request)) return {false, "constraint=client"};
  if (shared.how.dialect == "model" && events::find_dialects(facts.model, dialect::all()).empty())
    throw setup_error("", "no dialect is known for the model \"" + utf8::shortened(facts.model, 80) +
                              "\", so there is no grammar for its calls; --dialect names the one that it writes");
  const bool is_grammar = of.constraint == "grammar";
  const constraint made = made_of(dialect_of(shared, facts.model), tools::checked(to_text(request.at("tools"))),
                                  is_grammar ? constraint_format::gbnf : constraint_format::structural_tag, facts);
  if (is_grammar)
    request["grammar"] = made.text;
  else if (of.constraint == "structured_outputs")
    request["structured_outputs"] = {{"structural_tag", made.text}};
  else
    request["response_format"] = request_json::parse(made.text);
  std::string note = "constraint=" + of.constraint;
  if (!made.limits.empty()) note += "; unsaid=" + std::to_string(made.limits.size());
  return {true, std::move(note)};
}

void check_constraint(const server_state& shared) {
  const constrained when = wanted(shared);
  if (when == constrained::off) return;
  const std::shared_ptr<const profile> of = shared.profiles.current();
  if (!shared.profiles.unknown() && of->constraint.empty())
    throw std::runtime_error("--constrain: the profile " + of->name +
                             " does not say how its server takes a grammar; profiles of vllm, sglang and llama-server "
                             "do, and one of your own may (constraint, docs/serve.md)");
  if (shared.how.dialect == "model") return;  // the request says which
  chat_facts any;
  any.choice = tool_choice::of(when == constrained::forced ? "required" : "auto");
  try {
    made_of(shared.which, tools::from_json(R"([{"name": "any"}])"), constraint_format::gbnf, any);
  } catch (const setup_error& why) {
    throw std::runtime_error("--constrain needs --dialect with one dialect that has a grammar: " + why.reason());
  }
}

}  // namespace toolcall::serve
