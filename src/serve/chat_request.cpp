// Requests are changed as little as can be: what a profile does not speak of stays, in its order, because servers
// remember prompts by their beginning.

#include "serve/chat_request.hpp"

#include <algorithm>

#include <toolcall/error.hpp>

#include <nlohmann/json.hpp>

#include "dialects/dialect_names.hpp"
#include "serve/forced_choice.hpp"
#include "serving/requested_choice.hpp"
#include "text/words.hpp"
#include "typing/json.hpp"

namespace toolcall::serve {

std::optional<request_json> read_request(std::string_view body) {
  // First the reader that has a limit of depth; what is made of deeper JSON could not be written again.
  typing::json::document in;
  typing::json::syntax_error why;
  if (!in.read(body, why) || in[0].what != typing::json::value_kind::object) return std::nullopt;
  request_json made = request_json::parse(body, nullptr, false);
  if (made.is_discarded()) return std::nullopt;
  return made;
}

std::string to_text(const request_json& request) {
  return request.dump(-1, ' ', false, request_json::error_handler_t::replace);
}

std::string text_of(const request_json& from, const char* name) {
  const auto found = from.find(name);
  return found != from.end() && found->is_string() ? found->get<std::string>() : std::string();
}

const request_json* member(const request_json& of, const char* name) {
  const auto found = of.find(name);
  return found != of.end() && !found->is_null() ? &*found : nullptr;
}

bool flag_of(const request_json& from, const char* name, bool otherwise) {
  const request_json* const found = member(from, name);
  return found != nullptr && found->is_boolean() ? found->get<bool>() : otherwise;
}

namespace {

// What says no choice is the server's to judge, and leaves the model free here.
tool_choice choice_of(const request_json& requested) {
  const std::string text = to_text(requested);
  typing::json::document in;
  typing::json::syntax_error why;
  if (!in.read(text, why)) return {};
  return serving::requested_choice(in, 0).value_or(tool_choice{});
}

// A call for each message of the assistant, with what stands in it.
template <typename Visit>
void each_call(const request_json& request, const Visit& visit) {
  const auto messages = request.find("messages");
  if (messages == request.end() || !messages->is_array()) return;
  for (const request_json& message : *messages) {
    const auto calls = message.is_object() ? message.find("tool_calls") : message.end();
    if (!message.is_object() || calls == message.end() || !calls->is_array()) continue;
    for (const request_json& call : *calls) visit(call);
  }
}

bool lists(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The form that the templates of this model ask for.
call_ids ids_of(const std::string& wanted, const std::string& model, const id_forms& forms) {
  if (const std::optional<call_ids> named = value_of<call_ids>(wanted)) return *named;
  const std::vector<dialect_facts>& known = dialect::all();
  for (const std::size_t number : events::find_dialects(model, known)) {
    if (lists(forms.mistral, known[number].name)) return call_ids::mistral;
    if (lists(forms.kimi, known[number].name)) return call_ids::kimi;
  }
  return call_ids::openai;
}

// An answer that is empty otherwise has nothing to lose.
constexpr std::string_view usual_calls_in_reasoning = "if_nothing_else";

// Whether the client asks for another end of the prompt than the template has by itself, or for an answer whose
// reasoning is taken out of the text.
bool changes_prompt(const request_json& request) {
  const std::string format = text_of(request, "reasoning_format");
  return member(request, "chat_template_kwargs") != nullptr || (!format.empty() && format != "none") ||
         !flag_of(request, "add_generation_prompt", true);
}

// Whether the server is asked to leave the reasoning in the text, by the client or by its profile.
bool leaves_reasoning(const request_json& request, const profile& of, bool muted) {
  const auto asks = [](const request_change& made) {
    return std::any_of(made.set.begin(), made.set.end(),
                       [](const auto& each) { return each.first == "reasoning_format" && each.second == "\"none\""; });
  };
  return text_of(request, "reasoning_format") == "none" || asks(of.always) || (muted && asks(of.muted));
}

}  // namespace

dialect dialect_of(const server_state& shared, const std::string& model) {
  if (shared.how.dialect != "model") return shared.which;
  if (events::find_dialects(model, dialect::all()).empty()) return shared.which;
  try {
    return dialect::named(model);
  } catch (const setup_error&) {
    return shared.which;  // a name with a comma in it
  }
}

chat_facts read_facts(const request_json& request) {
  chat_facts made;
  made.model = text_of(request, "model");
  made.streamed = flag_of(request, "stream");
  made.parallel = flag_of(request, "parallel_tool_calls", true);
  const auto tools = request.find("tools");
  made.offers_tools = tools != request.end() && tools->is_array() && !tools->empty();
  const auto choice = request.find("tool_choice");
  if (choice != request.end()) made.choice = choice_of(*choice);
  return made;
}

completion_rewriter::settings reading_of(const server_state& shared, const request_json& request,
                                         const chat_facts& facts, const profile& of) {
  completion_rewriter::settings made;
  made.which = dialect_of(shared, facts.model);
  // Without tools nothing is called; the empty list says so, and reasoning is still told from text.
  made.declared = tools::checked(facts.offers_tools ? to_text(request.at("tools")) : "[]");
  made.how.tool_choice = facts.offers_tools ? facts.choice : tool_choice::of("none");
  made.how.collect = false;
  made.how.held_bytes = shared.how.most.held;
  made.how.ids = ids_of(shared.how.ids, facts.model, shared.profiles.ids());
  each_call(request, [&](const request_json&) { ++made.how.first_call; });
  if (!of.prefill_is_found || !changes_prompt(request)) made.prefill = of.prefill;
  made.prefill_is_assumed =
      of.prefill_is_found && !of.prefill_fits && !leaves_reasoning(request, of, shared.profiles.muted());
  const std::string& wanted =
      shared.how.calls_in_reasoning.empty() ? of.calls_in_reasoning : shared.how.calls_in_reasoning;
  made.how.policy.set("calls-in-reasoning", wanted.empty() ? usual_calls_in_reasoning : wanted);
  if (!shared.how.confirm.empty()) made.how.policy.set("confirm", shared.how.confirm);
  made.how.policy.set("invalid-calls", shared.how.invalid_calls);
  // Whether it is invalid shows when it ends, and what was sent is not taken back.
  made.how.policy.hold_calls = made.how.policy.invalid_calls == invalid_calls::refuse;
  if (!shared.how.history_marks.empty()) made.how.policy.set("history-marks", shared.how.history_marks);
  made.chunks.model = facts.model;
  made.chunks.arguments = value_of<arguments_as>(shared.how.arguments).value_or(made.chunks.arguments);
  made.json_alone = true;
  made.refused = value_of<refused_as>(shared.how.refused).value_or(made.refused);
  made.broken_is_length = true;
  made.most_calls = facts.parallel ? shared.how.most.calls : 1;
  return made;
}

namespace {

// The arguments of a call of history as an object. What a model wrote must not make a server refuse the conversation,
// so what cannot be read is kept as text under a name of its own.
request_json object_of(const request_json& arguments) {
  if (arguments.is_object()) return arguments;
  if (!arguments.is_string()) return request_json::object();
  const auto& text = arguments.get_ref<const std::string&>();
  if (typing::json::trim(text).empty()) return request_json::object();
  if (auto read = read_request(text)) return std::move(*read);
  return request_json{{"_raw", text}};
}

bool mend_arguments(request_json& call, const std::string& wanted) {
  const auto function = call.is_object() ? call.find("function") : call.end();
  if (!call.is_object() || function == call.end() || !function->is_object()) return false;
  request_json& arguments = (*function)["arguments"];
  const bool fits = wanted == "object" ? arguments.is_object()
                                       : arguments.is_string() && read_request(arguments.get_ref<const std::string&>());
  if (fits) return false;
  request_json object = object_of(arguments);
  if (wanted == "object")
    arguments = std::move(object);
  else
    arguments = to_text(object);
  return true;
}

bool rename_reasoning(request_json& message, const std::string& wanted) {
  const std::string other = wanted == "reasoning" ? "reasoning_content" : "reasoning";
  if (!message.is_object() || message.contains(wanted)) return false;
  const auto found = message.find(other);
  if (found == message.end() || !found->is_string()) return false;
  request_json text = *found;
  message.erase(other);
  message[wanted] = std::move(text);
  return true;
}

bool adapt_history(request_json& request, const profile& of) {
  const auto messages = request.find("messages");
  if (messages == request.end() || !messages->is_array()) return false;
  bool changed = false;
  for (request_json& message : *messages) {
    if (!of.reasoning.empty()) changed = rename_reasoning(message, of.reasoning) || changed;
    if (of.arguments.empty() || !message.is_object() || !message.contains("tool_calls")) continue;
    request_json& calls = message["tool_calls"];
    if (!calls.is_array()) continue;
    for (request_json& call : calls) changed = mend_arguments(call, of.arguments) || changed;
  }
  return changed;
}

bool change(request_json& request, const request_change& how) {
  for (const auto& [name, value] : how.set) request[name] = request_json::parse(value);
  for (const std::string& name : how.unset) request.erase(name);
  return !how.set.empty() || !how.unset.empty();
}

}  // namespace

adapted adapt(request_json& request, const chat_facts& facts, const profile& of, bool muted) {
  adapted made;
  made.changed = adapt_history(request, of);
  if (!facts.offers_tools) return made;
  made.changed = change(request, of.always) || made.changed;
  made.choice = force_choice(request, facts, of, muted);
  if (muted) made.changed = change(request, of.muted) || made.changed;
  made.changed = made.changed || made.choice == enforcement::upstream;
  return made;
}

}  // namespace toolcall::serve
