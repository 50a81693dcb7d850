// The end of the prompt, where it is not certain that the content goes on with it.

#include <optional>

#include "catch.hpp"
#include "serving/responses.hpp"

namespace prefill_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

struct outcome {
  client_choice read;
  std::optional<bool> fits;
};

completion_rewriter::settings assuming(std::optional<bool>& fits) {
  completion_rewriter::settings how = rewriting();
  how.prefill = "<think>\n";
  how.prefill_is_assumed = true;
  how.sink.context = &fits;
  how.sink.on_prefill = [](void* to, bool shown) { *static_cast<std::optional<bool>*>(to) = shown; };
  return how;
}

// The same in one piece, byte by byte, and not streamed.
outcome read(const std::string& text, const std::string& reason) {
  outcome made, whole, in_bytes;
  made.read = fold(rewritten(contents({text}, "\"" + reason + "\""), assuming(made.fits))).choices.at(0);
  in_bytes.read =
      fold(rewritten(contents(bytes_of(text), "\"" + reason + "\""), assuming(in_bytes.fits))).choices.at(0);
  const json object = {{"choices", {{{"message", {{"content", text}}}, {"finish_reason", reason}}}}};
  const json message = json::parse(rewritten({object.dump()}, assuming(whole.fits)).at(0))["choices"][0]["message"];
  CAPTURE(text);
  CHECK(in_bytes.read.content == made.read.content);
  CHECK(in_bytes.read.reasoning == made.read.reasoning);
  CHECK(message.value("reasoning_content", "") == made.read.reasoning);
  CHECK((message["content"].is_string() ? message["content"].get<std::string>() : "") == made.read.content);
  CHECK(in_bytes.fits == made.fits);
  CHECK(whole.fits == made.fits);
  return made;
}

}  // namespace

TEST_CASE("an assumed prefill is used where a mark closes what it opens") {
  for (const char* const reason : {"stop", "length"}) {
    const outcome closed = read("Hm.\n</think>\n\nDone.", reason);
    CHECK(closed.read.reasoning == "Hm.");
    CHECK(closed.read.content.find("Done.") != std::string::npos);
    CHECK(closed.read.content.find("think") == std::string::npos);
    CHECK(closed.fits == true);
  }
  CHECK(read("Hm.</think>", "stop").read.reasoning == "Hm.");
}

TEST_CASE("without a mark the text is content, unless it was cut off") {
  const outcome whole = read("Done.", "stop");
  CHECK(whole.read.content == "Done.");
  CHECK(whole.read.reasoning.empty());
  CHECK(whole.fits == false);
  const outcome cut = read("Done.", "length");
  CHECK(cut.read.content.empty());
  CHECK(cut.read.reasoning == "Done.");
  CHECK_FALSE(cut.fits);
}

TEST_CASE("a call shows nothing of the prefill, and what stands before it is content") {
  const outcome called = read("So.\n<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>", "stop");
  CHECK(called.read.content.substr(0, 3) == "So.");
  CHECK(called.read.calls.size() == 1);
  CHECK_FALSE(called.fits);
}

TEST_CASE("a call that was only thought of is not made") {
  const outcome thought = read(
      "I could do\n<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>\nbut no.\n</think>\nHello", "stop");
  CHECK(thought.read.calls.empty());
  CHECK(thought.read.content.find("Hello") != std::string::npos);
  CHECK(thought.read.content.find("could") == std::string::npos);
  CHECK(thought.read.reasoning.find("but no.") != std::string::npos);
  CHECK(thought.fits == true);
}

TEST_CASE("a server that sends reasoning has taken it out of the content") {
  for (const std::string before : {"", "\n"}) {
    std::optional<bool> fits;
    const client_choice made =
        fold(rewritten({chunk_of(choice_of(content(before))), chunk_of(choice_of(R"({"reasoning_content":"Hm."})")),
                        chunk_of(choice_of(content("Done."))), chunk_of(choice_of("{}", "\"length\""))},
                       assuming(fits)))
            .choices.at(0);
    CHECK(made.reasoning == "Hm.");
    CHECK(made.content.find("Done.") != std::string::npos);
    CHECK(fits == false);
  }
}

TEST_CASE("the content is emitted as it comes from the mark on, and from a limit on") {
  const auto piece = [](completion_rewriter& of, const std::string& text) {
    std::string made;
    for (const std::string& each : of.rewrite(chunk_of(choice_of(content(text)))))
      if (json delta = json::parse(each)["choices"][0]["delta"]; delta["content"].is_string())
        made += delta["content"].get<std::string>();
    return made;
  };
  std::optional<bool> fits;
  completion_rewriter closed(assuming(fits));
  CHECK(piece(closed, "Hm.").empty());
  CHECK(piece(closed, "</think>So").find("So") != std::string::npos);
  CHECK(piece(closed, " it is.") == " it is.");
  completion_rewriter::settings how = assuming(fits);
  how.how.held_bytes = 8;
  completion_rewriter limited(how);
  CHECK(piece(limited, "So it is").empty());
  CHECK(piece(limited, ".") == "So it is.");
}

}  // namespace prefill_test
