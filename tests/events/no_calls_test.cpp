// Texts that are no calls: prose, source code, markup, data, and pages about these very dialects, one in each file of
// data/no_calls. Whatever tools there are, under automatic detection nothing is found in them and no byte is lost.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "events/calls.hpp"

namespace no_calls_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(TOOLCALL_TEST_DATA) / "no_calls";

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> texts() {
  std::vector<fs::path> all;
  for (const fs::directory_entry& each : fs::directory_iterator(folder)) all.push_back(each.path());
  std::sort(all.begin(), all.end());
  return all;
}

const char* const common_names = "common names";

struct given_tools {
  std::string what;
  tools declared;
};

// Without tools any name may be a call's, with an empty list none is known, and the third list has names that are
// common words: elements of HTML, functions, types.
std::vector<given_tools> tool_sets() {
  return {{"no tools", tools()},
          {"an empty list of tools", tools::from_json("[]")},
          {common_names, tools::from_json(text_of(fs::path(TOOLCALL_TEST_DATA) / "no_calls_tools.json"))}};
}

message in_pieces(std::string_view text, const tools& declared, std::size_t piece,
                  const dialect& which = dialect::automatic()) {
  parser reader(which, declared);
  for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(text.substr(at, piece));
  reader.finish();
  return reader.message();
}

// What is reported of a text in which a dialect finds no call of a tool `get_weather`, so that all of it is content.
std::vector<diagnostic> why_no_call(const char* dialect_name, const std::string& text) {
  static const tools declared = tools::from_json(
      R"([{"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}])");
  const message made = in_pieces(text, declared, text.size() + 1, dialect::named(dialect_name));
  CHECK(made.calls.empty());
  CHECK(made.content == text);
  return made.diagnostics;
}

// Why there is no call in it may be said of a text that looks like one; it is content all the same.
// A mark with the name of a tool in it may be mentioned where tools are called as elements of the text are.
bool says_why(const diagnostic& each, bool names_are_common) {
  static const std::set<std::string_view> labels = {
      "not_alone",     "earlier_fence", "quoted_call",    "missing_tools", "similar_name",    "other_dialect",
      "server_answer", "server_stream", "resembles_call", "fenced_mark",   "undeclared_call", "not_literal"};
  const bool is_mentioned = names_are_common && each.label == "mentioned_call";
  return (labels.contains(each.label) || is_mentioned) && each.call == no_call;
}

// What was made of a text that should be nothing but content. Empty if it is.
std::string taken_for_more(const message& made, std::string_view text, bool names_are_common) {
  std::string all;
  const auto add = [&](std::string_view what, std::string_view of, std::uint64_t begin, std::uint64_t end) {
    const std::string bytes(text.substr(begin, std::min<std::uint64_t>(end - begin, 200)));
    all += std::string(what) + " " + std::string(of) + " `" + bytes + "`\n";
  };
  for (const tool_call& each : made.calls) add("call", each.dialect + " " + each.name, each.begin, each.end);
  for (const failed_call& each : made.incomplete) add("incomplete", each.name, each.begin, each.end);
  for (const failed_call& each : made.refused) add("refused", each.name, each.begin, each.end);
  for (const diagnostic& each : made.diagnostics)
    if (!says_why(each, names_are_common)) add("note", each.label, each.begin, each.end);
  for (const part_span& each : made.spans) {
    if (each.part == message_part::reasoning) add("reasoning", "", each.begin, each.end);
    if (each.part == message_part::markup) add("markup", "", each.begin, each.end);
  }
  if (all.empty() && made.content != text) all = "the content is not the text\n";
  return all;
}

}  // namespace

TEST_CASE("texts that are no calls are content, byte for byte") {
  const std::vector<fs::path> all = texts();
  REQUIRE(all.size() >= 100);
  const std::vector<given_tools> sets = tool_sets();
  for (const fs::path& file : all) {
    const std::string text = text_of(file);
    for (const given_tools& with : sets) {
      const bool is_common = with.what == common_names;
      INFO(file.filename().string() << ", " << with.what);
      CHECK(taken_for_more(in_pieces(text, with.declared, text.size() + 1), text, is_common) == "");
      CHECK(taken_for_more(in_pieces(text, with.declared, 7), text, is_common) == "");
    }
  }
}

TEST_CASE("the texts that are no calls are of many kinds and sizes") {
  std::set<std::string> kinds;
  std::size_t large = 0;
  for (const fs::path& file : texts()) {
    const std::string name = file.filename().string();
    INFO(name);
    kinds.insert(name.substr(0, name.find('_')));
    const std::uintmax_t size = fs::file_size(file);
    CHECK(size > 0);
    CHECK(size <= 20'000);
    large += size >= 5000 ? 1U : 0U;
  }
  CHECK(kinds.size() >= 20);
  CHECK(large >= 12);
}

TEST_CASE("what would be found in a text that is no call is seen") {
  const tools declared = tool_sets().back().declared;
  for (const std::string_view text : {"<list><path>.</path></list>", "<think>x</think>y", "a</think>",
                                      "<tool_call>{\"name\": \"print\", \"arguments\": {}}</tool_call>"}) {
    INFO(text);
    CHECK(taken_for_more(in_pieces(text, declared, text.size()), text, false) != "");
  }
}

TEST_CASE("a call that is not read where it stands, or in this dialect, says so") {
  const auto why = [](const char* dialect_name, const std::string& text) {
    std::string all;
    for (const diagnostic& each : why_no_call(dialect_name, text)) all += each.label + " ";
    return all;
  };
  const std::string json = R"({"name": "get_weather", "arguments": {"city": "Bern"}})",
                    list = "[get_weather(city=\"Bern\")]", tag = "<get_weather><city>Bern</city></get_weather>";
  for (const char* const named : {"hermes", "granite4", "qwen3_coder", "mistral", "minimax", "harmony"}) {
    INFO(named);
    CHECK(why(named, tag) == "other_dialect ");
    if (std::string(named) != "mistral") CHECK(why(named, json) == "other_dialect ");
  }
  CHECK(why("auto", "Sure, I will call it. " + json) == "not_alone ");
  CHECK(why("auto", "Sure. " + list) == "not_alone ");
  CHECK(why("auto", R"({"name": "get_weather", "arguments":: {"city": "Bern"} or so})") == "not_alone ");
  CHECK(why("auto", "{\"name\": \"get_weather\",\n \"arguments\": Bern}") == "resembles_call ");
  CHECK(why("auto", R"({"answer": "use get_weather for that"})") == "");
  CHECK(why("auto", R"(Then {"name": "get_weather", "arguments":: {"city": "Bern"}})") == "not_alone ");
  CHECK(why("auto", R"(Then <tool_call>json{"name": "get_weather", "arguments": {}}</tool_call>)") ==
        "resembles_call ");
  CHECK(why("auto", "<tool_call>\ntool: get_weather, city: Bern\n") == "resembles_call ");
  CHECK(why("auto", "<tool_call>\nname: get_weather\narguments:\n  city: Bern\n") == "resembles_call ");
  CHECK(why("auto", R"([TOOL_CALLS]}get_weather[ARGS]{"city": "Bern"})") == "resembles_call ");
  CHECK(why("auto", R"("name": "get_weather", "arguments": {"city": "Bern"}})") == "resembles_call ");
  CHECK(why("auto", R"(get_weather[ARGS]{"city": "Bern"})") == "resembles_call ");
  CHECK(why("auto", "get_weather\n```json\n{\"city\": \"Bern\"}\n```") == "resembles_call ");
  CHECK(why("auto", R"(get_weather(city="Bern") does.)") == "mentioned_call ");
  CHECK(why("auto", "Tool: get_weather\nArguments: {\"city\": \"Bern\"} it is") == "mentioned_call ");
  CHECK(why("auto", "<get_weather city=\"Bern\"/>") == "resembles_call ");
  CHECK(why("auto", "<get_weather/>") == "resembles_call ");
  CHECK(why("auto", R"(get_weather (a "tool") says more.)").empty());
  CHECK(why("auto", R"("name": "get_time", "arguments": {"city": "Bern"}})").empty());
  CHECK(why("auto", R"(Then {"days": 1}, for get_weather.)") == "");
  CHECK(why("auto", "So:\n```\n<tool_call>" + json + "</tool_call>\n```\nThat is it.") == "fenced_mark ");
  CHECK(why("auto", "So:\n```\nlet a = 1\n<tool_call>" + json + "</tool_call>\nis it.") == "fenced_mark ");
  CHECK(why("auto", "So:\n```\n<tool_call>a name</tool_call>\n```\nThat is it.") == "");
  CHECK(why("auto", R"({"role": "assistant", "content": null, "tool_calls": [{"id": "c", "type": "function"}]})") ==
        "server_answer ");
  CHECK(why("auto", R"({"candidates": [{"content": {"parts": [{"text": "Hi"}]}}]})") == "server_answer ");
  CHECK(why("auto", R"({"id": "r", "object": "response", "output": [{"type": "message"}]})") == "server_answer ");
  CHECK(why("auto", R"({"output": {"message": {"role": "assistant"}}})") == "server_answer ");
}

TEST_CASE("a call that is text because of what stands before it says so") {
  const auto why = [](const char* dialect_name, const std::string& text) {
    const std::vector<diagnostic> all = why_no_call(dialect_name, text);
    return all.size() == 1 ? all.front().label + ": " + all.front().message : std::to_string(all.size());
  };
  const std::string
      invoke = "<invoke name=\"get_weather\"><parameter name=\"city\">Bern</parameter></invoke>",
      before =
          "resembles_call: By itself this would be taken for a call of \"get_weather\"; where it stands it is text.",
      not_alone =
          "not_alone: This begins like a call without marks, but it is text: such a call must be complete and alone at "
          "the end of the message.",
      other =
          "other_dialect: There is a call of \"get_weather\" here in the dialect anthropic, which is not in "
          "use, so it is text; auto would read it";
  CHECK(why("auto", "I run " + invoke + " now.") == not_alone);
  CHECK(why("anthropic", "I run " + invoke + " now.") == not_alone);
  CHECK(why("anthropic", "I run <tool name=\"get_weather\" city=\"Bern\"/> now.") == before);
  CHECK(why("gemma4", "I run <call>get_weather{city:<|\"|>Bern<|\"|>}") == before);
  CHECK(why("hermes", "I run " + invoke) == other + ".");
  CHECK(why("hermes", "I run " + invoke + " now.") == other + " by itself.");
  CHECK(why("hermes", "I run <function_calls>" + invoke + "</function_calls>") == other + ".");
}

TEST_CASE("one of several calls that is lost is reported, and what only mentions a mark is not") {
  const tools declared = tools::from_json(R"([{"name": "get_weather"}, {"name": "ping"}])");
  const auto labels = [&](const std::string& text) {
    std::string all;
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, text.size()}) {
      std::string now;
      const message m = in_pieces(text, declared, piece);
      CHECK(m.calls.size() == 1);
      for (const diagnostic& each : m.diagnostics) now += each.label + " ";
      CHECK((all.empty() || all == now));
      all = now;
    }
    return all;
  };
  const std::string good = R"({"name": "ping", "arguments": {}})",
                    broken = R"({"name": "get_weather", "arguments"; {}})";
  CHECK(labels(broken + "\n" + good) == "resembles_call ");
  CHECK(labels("<tool_call>" + good + "</tool_call> <tool_call>json" + broken + "</tool_call>") == "resembles_call ");
  CHECK(labels("Between <tool_call> tags:\n<tool_call>\n<function=get_weather>\n</function>\n</tool_call>").empty());
  const std::string undeclared = R"({"name": "book_flight", "arguments": {}})";
  CHECK(labels(undeclared + "\n<tool_call>" + good + "</tool_call>") == "undeclared_call ");
  const message plan = in_pieces(undeclared + "\n" + good, declared, 7);
  CHECK(plan.calls.empty());
  CHECK(plan.diagnostics.front().label == "undeclared_call");
  CHECK(labels("I call get_weather later. <tool_call>" + good + "</tool_call>").empty());
}

TEST_CASE("a call that is damaged at its beginning and stands after a call is reported") {
  const tools declared = tools::from_json(
      R"([{"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}])");
  const auto labels = [&](std::string_view name, const std::string& text) {
    std::string all;
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, text.size()}) {
      parser reader(dialect::named(name), declared);
      for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(std::string_view(text).substr(at, piece));
      reader.finish();
      std::string now = std::to_string(reader.message().calls.size()) + " call: ";
      for (const diagnostic& each : reader.message().diagnostics) now += each.label + " ";
      CHECK((all.empty() || all == now));
      all = now;
    }
    return all;
  };
  const std::string call = ">>>get_weather\n{\"city\": \"Rome\"}";
  CHECK(labels("functionary", call + ">>get_weather\n{\"city\": \"Bern\"}") == "1 call: resembles_call ");
  CHECK(labels("gemma4",
               "<|tool_call>call:get_weather{city:<|\"|>Rome<|\"|>}<tool_call|>"
               "|tool_call>call:get_weather{city:<|\"|>Bern<|\"|>}<tool_call|>") ==
        "2 call: odd_mark missing_block_open ");
  CHECK(labels("functionary", call + "\nI ran get_weather for \"city\".") == "1 call: ");
  CHECK(labels("functionary", call + "\nThe \"get_weather\" tool knows each place.") == "1 call: ");
}

TEST_CASE("what begins like a call and is none because of the policy is not put down to the dialects") {
  const tools declared = tools::from_json(R"([{"name": "get_weather"}])");
  const auto said = [&](const policy& allowed, std::string_view text) {
    options how;
    how.policy = allowed;
    parser reader(dialect::automatic(), declared, how);
    reader.feed(text);
    reader.finish();
    return reader.message().diagnostics.empty() ? "" : reader.message().diagnostics.front().message;
  };
  policy strict;
  strict.require_wrapper = true;
  const std::string damaged = R"({"name": "get_weather", "arguments": {"city": "Bern",})";
  CHECK(said(strict, damaged).find("\"get_weather\", but the policy in use does not allow it; it is text.") !=
        std::string::npos);
  const std::string unreadable = R"({"name": "get_weather", "arguments": Bern})";
  CHECK(said(strict, unreadable).find("but no dialect in use can read it") != std::string::npos);
  CHECK(said({}, unreadable).find("but no dialect in use can read it") != std::string::npos);
}

}  // namespace no_calls_test
