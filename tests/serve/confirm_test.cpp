// Calls that no client gets because they were repaired, and the content as the upstream sent it.

#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace confirm_test {

using namespace toolcall::serve;
using namespace serve_test;
using nlohmann::json;

namespace {

const std::string inner = R"({"name": "ping", "arguments": {"n": 1,}})";
const std::string loose = "<tool_call>" + inner + "</tool_call>";

}  // namespace

TEST_CASE("with --confirm only calls that were read as they stand are passed on") {
  settings how = settings_for("");
  CHECK(served_answer(loose, how).choice["message"]["tool_calls"].size() == 1);
  how.confirm = "repaired";
  const json noted = served_answer(loose, how).choice;
  CHECK_FALSE(noted["message"].contains("tool_calls"));
  CHECK(noted["message"]["content"].get<std::string>().find("The call of ping was not made: ") == 0);
  CHECK(noted["finish_reason"] == "stop");
  how.refused = "text";
  CHECK(served_answer(loose, how).choice["message"]["content"] == inner);
  how.confirm = "resolved_name";
  CHECK(served_answer(loose, how).choice["message"]["tool_calls"].size() == 1);
}

TEST_CASE("with --invalid-calls refuse a call that its schema does not fit is none, and never nothing") {
  settings how = settings_for("");
  const std::string invalid = R"(<tool_call>{"name": "ping", "arguments": {"n": "x"}}</tool_call>)";
  CHECK(served_answer(invalid, how).choice["message"]["tool_calls"].size() == 1);
  how.invalid_calls = "refuse";
  const json noted = served_answer(invalid, how).choice["message"];
  CHECK_FALSE(noted.contains("tool_calls"));
  CHECK(noted["content"].get<std::string>().find("The call of ping was not made: ") == 0);
  how.refused = "text";
  CHECK(served_answer(invalid, how).choice["message"]["content"] == R"({"name": "ping", "arguments": {"n": "x"}})");
  how.refused = "correction";
  CHECK(served_answer(invalid, how).choice["message"]["content"].get<std::string>().find("expected integer") !=
        std::string::npos);
  CHECK(served_answer(R"(<tool_call>{"name": "ping", "arguments": {"n": 1}}</tool_call>)", how)
            .choice["message"]["tool_calls"]
            .size() == 1);
}

TEST_CASE("with --history-marks an echo of the history stays in the content") {
  settings how = settings_for("");
  const std::string echo = "As before (h-5f2c91e07d):\n<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>";
  CHECK(served_answer(echo, how).choice["message"]["tool_calls"].size() == 1);
  how.history_marks = "h-5f2c91e07d";
  const json kept = served_answer(echo, how).choice;
  CHECK(kept["message"]["content"] == echo);
  CHECK_FALSE(kept["message"].contains("tool_calls"));
  CHECK(kept["finish_reason"] == "stop");
}

TEST_CASE("with x-toolcall-raw the choice has the content as it came, and the upstream does not see the header") {
  const settings how = settings_for("");
  CHECK_FALSE(served_answer(loose, how).choice.contains("toolcall_raw"));
  const served made = served_answer(loose, how, "X-Toolcall-Raw: 1\r\n");
  CHECK(made.choice["toolcall_raw"] == loose);
  CHECK(made.request.find("oolcall-") == made.request.npos);
  CHECK_FALSE(served_answer(loose, how, "x-toolcall-raw: 0\r\n").choice.contains("toolcall_raw"));
}

}  // namespace confirm_test
