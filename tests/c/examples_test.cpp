// Every example of every page through the C interface, whole and byte by byte. It reads the exported file that the
// tests of interfaces in other languages read, too.

#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <toolcall.h>

#include <nlohmann/json.hpp>

#include "catch.hpp"

namespace examples_test {

namespace {

using json = nlohmann::ordered_json;

const json& examples() {
  static const json all = [] {
    std::ifstream in(TOOLCALL_EXAMPLES, std::ios::binary);
    return json::parse(std::string(std::istreambuf_iterator<char>(in), {}));
  }();
  return all;
}

// What a function returns that is given a place for an error; there must be none.
template <typename Call>
auto made_by(const Call& call) {
  toolcall_error* error = nullptr;
  const auto made = call(&error);
  if (error == nullptr) return made;
  const std::string why = toolcall_error_message(error, nullptr);
  toolcall_error_free(error);
  throw std::runtime_error(why);
}

// What an example hands in.
class given {
 public:
  given(const json& of, bool automatic)
      : text(of["text"].get<std::string>()), reason_(of["finish_reason"].get<std::string>()) {
    const std::string name = automatic || of["dialect"].is_null() ? "auto" : of["dialect"].get<std::string>();
    const std::string list = of["tools"].dump(), chosen = of["options"].dump();
    dialect_ = made_by([&](auto error) { return toolcall_dialect_named(name.data(), name.size(), error); });
    if (!of["tools"].is_null())
      tools_ = made_by([&](auto error) { return toolcall_tools_new(list.data(), list.size(), 0, error); });
    options_ = made_by([&](auto error) { return toolcall_options_from_json_new(chosen.data(), chosen.size(), error); });
  }
  given(const given&) = delete;
  given& operator=(const given&) = delete;
  ~given() {
    toolcall_options_free(options_);
    toolcall_tools_free(tools_);
    toolcall_dialect_free(dialect_);
  }

  json message() const {
    char* const made = made_by([&](auto error) {
      return toolcall_parse_json(text.data(), text.size(), dialect_, tools_, options_, reason_.data(), reason_.size(),
                                 nullptr, error);
    });
    return taken(made);
  }

  // All events, in one array, and the message.
  json stream(std::size_t piece, json& message) const {
    toolcall_parser* const parser =
        made_by([&](auto error) { return toolcall_parser_new(dialect_, tools_, options_, error); });
    json all = json::array();
    for (std::size_t at = 0; at < text.size(); at += piece) {
      const std::string bytes = text.substr(at, piece);
      made_by([&](auto error) { return toolcall_parser_feed(parser, bytes.data(), bytes.size(), 0, error); });
      take_events(parser, all);
    }
    made_by([&](auto error) { return toolcall_parser_finish(parser, reason_.data(), reason_.size(), error); });
    take_events(parser, all);
    message = taken(made_by([&](auto error) { return toolcall_parser_message_json(parser, nullptr, error); }));
    toolcall_parser_free(parser);
    return all;
  }

  const std::string text;

 private:
  static json taken(char* made) {
    const json read = json::parse(made);
    toolcall_free(made);
    return read;
  }
  static void take_events(toolcall_parser* parser, json& to) {
    std::size_t size = 0;
    const char* const list = made_by([&](auto error) { return toolcall_parser_events_json(parser, &size, error); });
    for (const json& each : json::parse(list, list + size)) to.push_back(each);
  }

  std::string reason_;
  toolcall_dialect* dialect_ = nullptr;
  toolcall_tools* tools_ = nullptr;
  toolcall_options* options_ = nullptr;
};

// A message as the file says it.
json gathered(const json& message) {
  const json& facts = message["toolcall"];
  json calls = json::array(), incomplete = json::array(), refused = json::array();
  for (std::size_t i = 0; i < message["tool_calls"].size(); ++i) {
    const json& function = message["tool_calls"][i]["function"];
    calls.push_back(
        {{"name", function["name"]}, {"arguments", function["arguments"]}, {"status", facts["calls"][i]["status"]}});
  }
  for (const json& each : facts["incomplete"]) incomplete.push_back(each["name"]);
  for (const json& each : facts["refused"]) refused.push_back(each["name"]);
  return {{"content", message["content"]},
          {"reasoning_content", message["reasoning_content"]},
          {"tool_calls", calls},
          {"incomplete", incomplete},
          {"refused", refused}};
}

// Diagnostics as the file says notes: with a pointer where `expected` has one.
json notes(const json& diagnostics, const json& expected, const std::string& text) {
  json all = json::array();
  for (const json& each : diagnostics) {
    if (each["label"] == "other_dialect" || each["label"] == "resembles_call") continue;
    const auto begin = each["begin"].get<std::size_t>(), end = each["end"].get<std::size_t>();
    json note{{"label", each["label"]}, {"bytes", text.substr(begin, end - begin)}};
    const std::size_t at = all.size();
    if (at < expected.size() && expected[at].contains("pointer")) note["pointer"] = each.value("pointer", "");
    all.push_back(note);
  }
  return all;
}

// Events as the file says parts.
class joined_parts {
 public:
  void take(const json& e) {
    const std::string type = e["type"];
    if (type == "diagnostic") {
      diagnostics.push_back(e);
      return;
    }
    if (type == "text" || type == "reasoning") add_text(e, type);
    if (type == "call_begin") {
      begun_[e["call"]] = parts.size();
      parts.push_back({{"kind", "call"}, {"name", e["name"]}, {"arguments", ""}});
    }
    if (type == "arguments") of(e)["arguments"] = of(e)["arguments"].get<std::string>() + e.value("text", "");
    if (type == "call_end" && e["status"] != "complete") of(e)["kind"] = "invalid";
    const json failed{{"kind", e.value("status", "")}, {"name", e.value("name", "")}};
    if (type == "call_incomplete" && e.contains("call"))
      of(e) = failed;
    else if (type == "call_incomplete" || type == "call_refused")
      parts.push_back(failed);
    last_ = type;
    last_end_ = e["end"];
  }

  json parts = json::array(), diagnostics = json::array();

 private:
  json& of(const json& e) { return parts[begun_.at(e["call"])]; }
  // Text that touches is one text.
  void add_text(const json& e, const std::string& type) {
    if (last_ != type || last_end_ != e["begin"]) parts.push_back({{"kind", type}, {"text", ""}});
    json& text = parts.back()["text"];
    text = text.get<std::string>() + e.value("text", "");
  }

  std::map<int, std::size_t> begun_;
  std::string last_;
  json last_end_;
};

void check_example(const json& of, bool automatic) {
  const given hand(of, automatic);
  const json whole = hand.message();
  CHECK(gathered(whole).dump() == of["message"].dump());
  CHECK(notes(whole["toolcall"]["diagnostics"], of["notes"], hand.text).dump() == of["notes"].dump());
  for (const std::size_t piece : {hand.text.size() + 1, std::size_t{1}}) {
    INFO(piece << " bytes at a time");
    json message;
    joined_parts joined;
    for (const json& e : hand.stream(piece, message)) joined.take(e);
    CHECK(gathered(message).dump() == of["message"].dump());
    CHECK(joined.parts.dump() == of["parts"].dump());
    CHECK(notes(joined.diagnostics, of["notes"], hand.text).dump() == of["notes"].dump());
  }
}

}  // namespace

TEST_CASE("through the C interface every example says what its page says, whole and byte by byte") {
  CHECK(examples().size() > 1000);
  for (const json& each : examples()) {
    INFO(each["page"].dump() << ":" << each["line"].dump() << ": " << each["title"].dump());
    check_example(each, false);
    if (each["automatic"] == true) check_example(each, true);
  }
}

}  // namespace examples_test
