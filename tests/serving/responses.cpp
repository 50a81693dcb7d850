// A client of chunks that takes nothing that any client refuses.

#include "serving/responses.hpp"

#include <toolcall/server_events.hpp>

#include "catch.hpp"

namespace toolcall::tests {

using nlohmann::json;

namespace {

void add_call(client_choice& to, const json& piece) {
  const auto wrong = [&](const char* what) { to.wrong += std::string(what) + ": " + piece.dump() + "\n"; };
  if (!piece.contains("index") || !piece["index"].is_number_integer()) return wrong("no index");
  const std::size_t index = piece["index"];
  const bool custom = piece.contains("custom");
  const char* const type = custom ? "custom" : "function";
  const char* const argument = custom ? "input" : "arguments";
  const json function = piece.value(type, json::object());
  if (!function.contains(argument) || !function[argument].is_string()) return wrong("arguments are no string");
  if (piece.contains("id") || function.contains("name")) {
    if (index != to.calls.size()) return wrong("indices have a gap");
    if (piece.value("type", "") != type) wrong("no type");
    if (!piece.contains("id") || piece.value("id", "").empty()) wrong("no id");
    if (function.value("name", "").empty()) wrong("no name");
    for (const client_choice::call& known : to.calls)
      if (known.id == piece.value("id", "")) wrong("the id of another call");
    json rest = piece;
    for (const char* const key : {"index", "id", "type", type}) rest.erase(key);
    to.calls.push_back({piece.value("id", ""), function.value("name", ""), "", rest});
  }
  if (index >= to.calls.size()) return wrong("a call that was not begun");
  to.calls[index].arguments += function[argument].get<std::string>();
}

void add_choice(client_message& to, const json& choice) {
  const std::size_t index = choice.value("index", std::size_t{99});
  if (index > 9) return void(to.wrong += "no index of a choice\n");
  const bool first = index >= to.choices.size();
  if (first) to.choices.resize(index + 1);
  client_choice& at = to.choices[index];
  if (!choice.contains("delta") || !choice.contains("finish_reason")) return void(at.wrong += "no delta\n");
  const json& delta = choice["delta"];
  if (delta.contains("role") != first) at.wrong += "the role is not in the first delta alone\n";
  const auto text = [&](const char* key) {
    return delta.contains(key) && delta[key].is_string() ? delta[key].get<std::string>() : "";
  };
  at.content += text("content");
  at.reasoning += delta.contains("reasoning") ? text("reasoning") : text("reasoning_content");
  if (delta.contains("tool_calls"))
    for (const json& piece : delta["tool_calls"]) add_call(at, piece);
  if (!choice["finish_reason"].is_null()) {
    if (!at.finish.empty()) at.wrong += "two finish reasons\n";
    at.finish = choice["finish_reason"];
  }
}

}  // namespace

client_message fold(const std::vector<std::string>& objects) {
  client_message made;
  for (const std::string& each : objects) {
    const json object = json::parse(each, nullptr, false);
    if (object.is_discarded() || !object.contains("choices")) {
      made.others.push_back(object.is_discarded() ? json(each) : object);
      continue;
    }
    for (const char* const key : {"id", "object", "created", "model"})
      if (!object.contains(key)) made.wrong += "no " + std::string(key) + "\n";
    if (object.contains("usage") && !object["usage"].is_null()) made.usage.push_back(object["usage"]);
    for (const json& choice : object["choices"]) add_choice(made, choice);
  }
  for (const client_choice& choice : made.choices) {
    made.wrong += choice.wrong;
    for (const client_choice::call& call : choice.calls)
      made.names += (made.names.empty() ? "" : " ") + call.name + "(" + call.arguments + ")";
  }
  CHECK(made.wrong == "");
  return made;
}

std::vector<std::string> rewritten(const std::vector<std::string>& objects, const completion_rewriter::settings& how,
                                   completion_rewriter::ending end) {
  completion_rewriter rewriter(how);
  std::vector<std::string> all;
  const auto take = [&](std::span<const std::string> made) { all.insert(all.end(), made.begin(), made.end()); };
  for (const std::string& each : objects) {
    take(rewriter.rewrite(each));
    rewriter = completion_rewriter(rewriter);  // a copy goes on as its original would
  }
  take(rewriter.finish(end));
  return all;
}

std::string rewritten_bytes(const std::string& bytes, const completion_rewriter::settings& how) {
  const response_rewriter fresh(how);
  const auto read = [&](const std::vector<std::string_view>& pieces) {
    response_rewriter rewriter = fresh;
    std::string all;
    for (const std::string_view piece : pieces) all += rewriter.feed(piece);
    return all + std::string(rewriter.finish());
  };
  const std::string_view all = bytes;
  const std::string whole = read({all});
  std::vector<std::string_view> single;
  for (std::size_t i = 0; i < all.size(); ++i) single.push_back(all.substr(i, 1));
  CHECK(read(single) == whole);
  const std::size_t step = 1 + all.size() / 500;
  for (std::size_t i = 1; i < all.size(); i += step)
    if (read({all.substr(0, i), all.substr(i)}) != whole) {
      INFO(all.substr(0, i));
      CHECK(read({all.substr(0, i), all.substr(i)}) == whole);
      break;
    }
  return whole;
}

std::vector<std::string> objects_of(const std::string& body) {
  std::vector<std::string> all;
  server_event_reader reader;
  std::string_view bytes = body;
  while (const auto e = reader.next(bytes))
    if (e->kind == server_event_kind::event && e->data != "[DONE]") all.emplace_back(e->data);
  return all;
}

}  // namespace toolcall::tests
