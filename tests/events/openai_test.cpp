// The chunks of OpenAI's interface, put together as a client does, and the rules that no client must see broken.

#include <toolcall/openai.hpp>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "events/calls.hpp"

namespace openai_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

using lines = std::vector<std::string>;

// The chunks of a text that is fed in pieces of this size.
lines chunks(std::string_view text, arguments_as mode = arguments_as::stream, std::string_view reason = "stop",
             std::size_t piece = 5) {
  openai_writer writer({"c1", "m1", 17, mode});
  options how = seeded();
  how.collect = false;
  parser reader(dialect::automatic(), some_tools(), how);
  lines all;
  const auto take = [&](const lines& more) { all.insert(all.end(), more.begin(), more.end()); };
  for (std::size_t at = 0; at < text.size(); at += piece) take(writer.write(reader.feed(text.substr(at, piece))));
  take(writer.write(reader.finish(reason)));
  take(writer.finish(reason));
  return all;
}

// What a client keeps of a message.
struct folded {
  std::string content, reasoning, finish;
  std::vector<json> calls;  // id, name, arguments
};

void add_call(folded& to, const json& piece) {
  const std::size_t index = piece.at("index");
  if (piece.contains("id")) {  // the beginning: whole, once, and the next free index
    REQUIRE(index == to.calls.size());
    CHECK(piece.at("type") == "function");
    CHECK(piece.size() == 4);
    CHECK(piece.at("function").size() == 2);
    to.calls.push_back({{"id", piece["id"]}, {"name", piece["function"]["name"]}, {"arguments", ""}});
  } else {
    REQUIRE(index + 1 == to.calls.size());
    CHECK(piece.size() == 2);
    CHECK(piece.at("function").size() == 1);
  }
  json& arguments = to.calls[index]["arguments"];
  arguments = arguments.get<std::string>() + piece.at("function").at("arguments").get<std::string>();
}

void add_delta(folded& to, const json& delta) {
  REQUIRE(delta.size() == 1);
  to.content += delta.value("content", "");
  to.reasoning += delta.value("reasoning_content", "");
  if (delta.contains("tool_calls"))
    for (const json& piece : delta["tool_calls"]) add_call(to, piece);
}

folded fold(const lines& all) {
  folded to;
  REQUIRE(all.size() >= 2);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const json chunk = json::parse(all[i]);
    CHECK(chunk.at("id") == "c1");
    CHECK(chunk.at("object") == "chat.completion.chunk");
    CHECK(chunk.at("created") == 17);
    CHECK(chunk.at("model") == "m1");
    REQUIRE(chunk.at("choices").size() == 1);
    const json& choice = chunk["choices"][0];
    CHECK(choice.at("index") == 0);
    if (i == 0) {
      CHECK(choice.at("delta") == json({{"role", "assistant"}, {"content", nullptr}}));
      CHECK(choice.at("finish_reason").is_null());
    } else if (i + 1 == all.size()) {
      CHECK(choice.at("delta") == json::object());
      to.finish = choice.at("finish_reason");
    } else {
      CHECK(choice.at("finish_reason").is_null());
      add_delta(to, choice.at("delta"));
    }
  }
  return to;
}

folded read_back(std::string_view text, arguments_as mode = arguments_as::stream, std::string_view reason = "stop") {
  return fold(chunks(text, mode, reason));
}

constexpr arguments_as both[] = {arguments_as::stream, arguments_as::complete};

const std::string broken = open_block + "<invoke name=\"put\"><parameter name=\"text\">half";

}  // namespace

TEST_CASE("text alone is a role, its pieces, and a finish") {
  for (const arguments_as mode : both) {
    const folded made = read_back("plain \xC3\xA9 words", mode);
    CHECK(made.content == "plain \xC3\xA9 words");
    CHECK(made.calls.empty());
    CHECK(made.finish == "stop");
    const folded nothing = read_back("", mode);
    CHECK(nothing.content.empty());
    CHECK(nothing.finish == "stop");
  }
}

TEST_CASE("what a client puts together is the message") {
  const std::string text = "<think>why</think>So: " +
                           block(invoke("set", field("n", "3") + field("mode", "on")) +
                                 invoke("put", field("text", "a \"b\"\n\xE2\x82\xAC"))) +
                           " and " + "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>.";
  const message expected = parse(text, dialect::automatic(), some_tools(), seeded());
  REQUIRE(expected.calls.size() == 3);
  for (const arguments_as mode : both) {
    const folded made = read_back(text, mode);
    CHECK(made.content == expected.content);
    CHECK(made.reasoning == "why");
    CHECK(made.finish == "tool_calls");
    REQUIRE(made.calls.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(made.calls[i]["id"] == expected.calls[i].id);
      CHECK(made.calls[i]["name"] == expected.calls[i].name);
      CHECK(made.calls[i]["arguments"] == expected.calls[i].arguments);
    }
    CHECK(made.calls[2]["arguments"] == "{}");
  }
}

TEST_CASE("streamed, a call begins with its name and empty arguments, and a complete one is one delta") {
  const std::string text = block(invoke("put", field("text", "a long text in many pieces")));
  const lines streamed = chunks(text), whole = chunks(text, arguments_as::complete);
  const json first = json::parse(streamed.at(1))["choices"][0]["delta"]["tool_calls"][0];
  CHECK(first["function"]["arguments"] == "");
  CHECK(streamed.size() > 6);
  REQUIRE(whole.size() == 3);
  const json only = json::parse(whole.at(1))["choices"][0]["delta"]["tool_calls"][0];
  CHECK(only["function"]["arguments"] == "{\"text\":\"a long text in many pieces\"}");
}

TEST_CASE("a call that breaks after it has begun keeps its index, and does not turn the finish reason") {
  const folded streamed = read_back(broken);
  REQUIRE(streamed.calls.size() == 1);
  CHECK(streamed.calls[0]["arguments"].get<std::string>().substr(0, 13) == "{\"text\":\"half");
  CHECK_FALSE(json::accept(streamed.calls[0]["arguments"].get<std::string>()));
  CHECK(streamed.finish == "stop");
  const folded whole = read_back(broken, arguments_as::complete);
  CHECK(whole.calls.empty());
  CHECK(whole.finish == "stop");
}

TEST_CASE("a call after a broken one has the next index, or the first where the broken one is not seen") {
  const std::string text = block("<invoke name=\"set\">" + field("mode", "on") + "<parameter name=\"n\">" +
                                 std::string(100, '1') + "</parameter></invoke>" + invoke("ping"));
  options how;
  how.held_bytes = 50;
  for (const arguments_as mode : both) {
    openai_writer writer({"c1", "m1", 17, mode});
    parser reader(minimax(), some_tools(), how);
    lines all = writer.write(reader.feed(text));
    for (const lines& more : {writer.write(reader.finish()), writer.finish()})
      all.insert(all.end(), more.begin(), more.end());
    const folded made = fold(all);
    REQUIRE(made.calls.size() == (mode == arguments_as::stream ? 2 : 1));
    CHECK(made.calls.back()["name"] == "ping");
    CHECK(made.calls.back()["arguments"] == "{}");
    CHECK(made.finish == "tool_calls");
  }
}

TEST_CASE("a call that breaks before its arguments begin is not seen, and takes no index") {
  const std::string text = block("<invoke name=\"set\"><parameter name=\"n\">" + std::string(100, '1') +
                                 "</parameter></invoke>" + invoke("ping"));
  options how;
  how.held_bytes = 50;
  for (const arguments_as mode : both) {
    openai_writer writer({"c1", "m1", 17, mode});
    parser reader(minimax(), some_tools(), how);
    lines all = writer.write(reader.feed(text));
    for (const lines& more : {writer.write(reader.finish()), writer.finish()})
      all.insert(all.end(), more.begin(), more.end());
    const folded made = fold(all);
    REQUIRE(made.calls.size() == 1);
    CHECK(made.calls[0]["name"] == "ping");
  }
}

TEST_CASE("a call that is refused before it was emitted takes no index") {
  const std::string refused = "<tool_call>{\"name\": \"put\", \"arguments\": [1]}</tool_call>";
  const message as_read = parse(refused, dialect::automatic(), some_tools());
  CHECK(as_read.calls.empty());
  const folded alone = read_back(refused, arguments_as::complete);
  CHECK(alone.calls.empty());
  CHECK(alone.finish == "stop");
  const folded before = read_back(refused + block(invoke("ping")), arguments_as::complete);
  REQUIRE(before.calls.size() == 1);
  CHECK(before.calls[0]["name"] == "ping");
  CHECK(before.finish == "tool_calls");
}

TEST_CASE("an invalid call is a call") {
  for (const arguments_as mode : both) {
    const folded made = read_back(block(invoke("set", field("n", "many"))), mode);
    REQUIRE(made.calls.size() == 1);
    CHECK(made.calls[0]["arguments"] == "{\"n\":\"many\"}");
    CHECK(made.finish == "tool_calls");
  }
}

TEST_CASE("the finish reason is one of OpenAI's, and there always is one") {
  const std::string call = block(invoke("ping"));
  for (const char* const natural : {"stop", "", "eos", "end_turn", "STOP", "stop_sequence"}) {
    INFO(natural);
    CHECK(read_back(call, arguments_as::stream, natural).finish == "tool_calls");
    CHECK(read_back("text", arguments_as::stream, natural).finish == "stop");
  }
  for (const char* const cut : {"length", "max_tokens", "MAX_TOKENS", "max-tokens", "maxTokens"}) {
    INFO(cut);
    CHECK(read_back(call, arguments_as::stream, cut).finish == "length");
    CHECK(read_back(broken, arguments_as::complete, cut).finish == "length");
    CHECK(read_back(broken, arguments_as::complete, cut).calls.empty());
  }
  CHECK(read_back(call, arguments_as::stream, "content_filter").finish == "content_filter");
  CHECK(read_back("text", arguments_as::stream, "odd \"one\"").finish == "odd \"one\"");
}

TEST_CASE("bytes that are not UTF-8 become U+FFFD, wherever the text is cut") {
  const std::string text = "a\xFF\xE2\x82 b" + block(invoke("put", field("text", "c\xF0\x9F(\x80")));
  for (const arguments_as mode : both)
    for (const std::size_t piece : {1U, 2U, 3U, 1000U}) {
      const folded made = fold(chunks(text, mode, "stop", piece));
      CHECK(made.content == "a\xEF\xBF\xBD\xEF\xBF\xBD b");
      REQUIRE(made.calls.size() == 1);
      CHECK(made.calls[0]["arguments"] == "{\"text\":\"c\xEF\xBF\xBD(\xEF\xBF\xBD\"}");
    }
}

TEST_CASE("the role comes with the first call of write, and nothing after the finish") {
  openai_writer writer({"c1", "m1", 17, arguments_as::stream});
  CHECK(writer.write({}).size() == 1);
  CHECK(writer.write({}).empty());
  CHECK(writer.finish().size() == 1);
  CHECK(writer.finish().empty());
  parser reader(minimax());
  CHECK(writer.write(reader.feed("text")).empty());
  openai_writer silent({"c1", "m1", 17, arguments_as::stream});
  CHECK(fold(silent.finish()).finish == "stop");
}

TEST_CASE("a writer is a value: a copy goes on alone") {
  openai_writer writer({"c1", "m1", 17, arguments_as::complete});
  parser reader(minimax(), some_tools());
  lines all = writer.write(reader.feed(open_block + "<invoke name=\"put\"><parameter name=\"text\">one"));
  openai_writer other = writer;
  const lines rest = writer.write(reader.feed(" two</parameter></invoke>" + close_block));
  CHECK(other.write({}).empty());
  REQUIRE(rest.size() == 1);
  CHECK(rest[0].find("one two") != std::string::npos);
  CHECK(json::parse(other.finish().at(0))["choices"][0]["finish_reason"] == "stop");
}

}  // namespace openai_test
