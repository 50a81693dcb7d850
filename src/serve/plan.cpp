// Requests that offer tools are read; all others pass as they came.

#include "serve/plan.hpp"

#include <utility>

#include <toolcall/error.hpp>

#include <nlohmann/json.hpp>

#include "serve/chat_answer.hpp"
#include "serve/chat_request.hpp"
#include "serve/constraint.hpp"
#include "serve/forced_choice.hpp"
#include "serve/translation.hpp"

namespace toolcall::serve {

namespace {

constexpr const char* raw_field = "x-toolcall-raw";  // the client wants the content as the upstream sent it, too

}  // namespace

request_head upstream_head(const server_state& shared, const request_head& from, std::size_t body_size,
                           bool rewritten) {
  request_head made;
  made.method = from.method;
  made.target = from.target == "*" ? "*" : shared.upstream.prefix + from.target;
  made.fields.add("Host", shared.upstream.authority());
  header_fields fields = from.fields.end_to_end();
  fields.remove("Host");
  fields.remove("Expect");
  fields.remove(raw_field);
  if (rewritten) fields.set("Accept-Encoding", "identity");
  // A key for us is not one for the upstream.
  if (!shared.client_keys.empty() || !shared.upstream_key.empty()) {
    fields.remove("Authorization");
    fields.remove("x-api-key");
  }
  if (!shared.upstream_key.empty()) fields.add("Authorization", "Bearer " + shared.upstream_key);
  for (const header_field& each : fields) made.fields.add(each.name, each.value);
  const bool may_have_body = made.method != "GET" && made.method != "HEAD" && made.method != "OPTIONS";
  if (body_size > 0 || may_have_body) made.fields.add("Content-Length", std::to_string(body_size));
  made.fields.add("Connection", "close");
  return made;
}

std::optional<refusal> check_readable(const request_head& head) {
  const std::string_view coding = head.fields.get("Content-Encoding");
  if (coding.empty() || same_word(coding, "identity")) return std::nullopt;
  return refusal{415, "content_encoding", "a compressed body is not read here"};
}

request_head chat_head(const request_head& from, std::string target) {
  request_head made = from;
  made.target = std::move(target);
  const std::string key(from.fields.get("x-api-key"));
  if (!key.empty() && from.fields.count("Authorization") == 0) made.fields.add("Authorization", "Bearer " + key);
  for (const char* const own : {"x-api-key", "anthropic-version", "anthropic-beta"}) made.fields.remove(own);
  made.fields.set("Content-Type", "application/json");
  return made;
}

namespace {

plan pass(const server_state& shared, const request_head& head, const std::string& body) {
  plan made;
  made.request = {upstream_head(shared, head, body.size(), false), body};
  return made;
}

// The request as the chat interface has it, and the reader of the answer.
struct chat_exchange {
  request_json request;
  chat_facts facts;
  std::unique_ptr<serve::answer> answer;
};

// What a person wants to know of what was done with the request.
std::string note_of(enforcement choice, const std::string& constraint, const profile& of, bool muted) {
  std::string made = "profile=" + of.name;
  if (muted) made += "; muted";
  if (!constraint.empty()) (made += "; ") += constraint;
  if (const std::string_view says = note_of(choice); !says.empty()) (made += "; ") += says;
  return made;
}

// Puts back the reasoning that the client left out, and keeps that of the answer. Whether something was put back.
bool bring_back_reasoning(server_state& shared, const request_head& head, chat_exchange& of) {
  if (shared.reasonings.most() == 0) return false;
  const char* const key = head.fields.count("Authorization") > 0 ? "Authorization" : "x-api-key";
  const std::string conversation = conversation_of(head.fields.get(key), of.request);
  const std::size_t restored = restore_reasoning(of.request, conversation, shared.reasonings);
  if (restored > 0) shared.counted.add("toolcall_reasoning_restored_total", {}, static_cast<std::int64_t>(restored));
  if (of.answer)
    of.answer->keep_reasoning_with(shared.reasonings.most(),
                                   [&shared, conversation](const answer_call& first, std::string reasoning) {
                                     shared.reasonings.keep(reasoning_key(conversation, first), std::move(reasoning));
                                   });
  return restored > 0;
}

using make_answer = std::unique_ptr<serve::answer> (*)(completion_rewriter::settings, translated_request);
using read_translated = std::variant<refusal, translated_request> (*)(std::string_view);

std::variant<refusal, plan> plan_of(server_state& shared, const request_head& head, const std::string& body,
                                    chat_exchange of) {
  const std::shared_ptr<const profile> known = shared.profiles.current();
  plan made;
  made.model = of.facts.model;
  made.profile = known->name;
  made.streamed = of.facts.streamed;
  made.forced = of.answer && is_forced(of.facts);
  constraint_outcome held;
  try {
    if (of.answer) held = add_constraint(of.request, of.facts, *known, shared);
  } catch (const setup_error& why) {
    return refusal{400, "no_constraint", "--constrain: " + std::string(why.what())};
  }
  made.muted = shared.profiles.muted() || held.sent;
  const bool restored = bring_back_reasoning(shared, head, of);
  chat_facts sent_facts = of.facts;
  if (held.sent) sent_facts.choice = {};  // the grammar says it
  const adapted how = adapt(of.request, sent_facts, *known, made.muted);
  if (held.sent && of.request.value("tool_choice", request_json()) != "none") of.request["tool_choice"] = "auto";
  if (of.answer) made.note = note_of(how.choice, held.note, *known, made.muted);
  std::string sent = restored || how.changed || held.sent || body.empty() ? to_text(of.request) : body;
  made.request.head = upstream_head(shared, head, sent.size(), of.answer != nullptr);
  made.request.body = std::move(sent);
  made.answer = std::move(of.answer);
  return made;
}

std::variant<refusal, plan> plan_chat(server_state& shared, const request_head& head, const std::string& body) {
  if (auto why = check_readable(head)) return std::move(*why);
  auto request = read_request(body);
  if (!request) return pass(shared, head, body);
  chat_exchange made{std::move(*request), {}, nullptr};
  made.facts = read_facts(made.request);
  if (made.facts.offers_tools) {
    try {
      completion_rewriter::settings how = reading_of(shared, made.request, made.facts, *shared.profiles.current());
      how.raw = head.fields.get(raw_field) == "1";
      made.answer = make_chat_answer(std::move(how));
    } catch (const setup_error& why) {
      return refusal{400, "invalid_tools", why.what()};
    }
  }
  return plan_of(shared, head, body, std::move(made));
}

std::variant<refusal, plan> plan_translated(server_state& shared, const request_head& head, const std::string& body,
                                            read_translated read, make_answer make) {
  if (auto why = check_readable(head)) return std::move(*why);
  auto read_body = read(body);
  if (auto* const why = std::get_if<refusal>(&read_body)) return std::move(*why);
  auto& asked = std::get<translated_request>(read_body);
  chat_exchange made{asked.chat, read_facts(asked.chat), nullptr};
  try {
    made.answer = make(reading_of(shared, made.request, made.facts, *shared.profiles.current()), std::move(asked));
  } catch (const setup_error& why) {
    return refusal{400, "invalid_tools", why.what()};
  }
  return plan_of(shared, chat_head(head, "/v1/chat/completions"), {}, std::move(made));
}

}  // namespace

std::variant<refusal, plan> make_plan(server_state& shared, const request_head& head, const std::string& body) {
  switch (endpoint_of(head.method, head.target)) {
    case endpoint::chat:
      return plan_chat(shared, head, body);
    case endpoint::responses:
      return plan_translated(shared, head, body, read_responses_request, make_responses_answer);
    case endpoint::messages:
      return plan_translated(shared, head, body, read_messages_request, make_messages_answer);
    case endpoint::count_tokens:
    case endpoint::other:
      break;
  }
  return pass(shared, head, body);
}

}  // namespace toolcall::serve
