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

TEST_CASE("with x-toolcall-raw the choice has the content as it came, and the upstream does not see the header") {
  const settings how = settings_for("");
  CHECK_FALSE(served_answer(loose, how).choice.contains("toolcall_raw"));
  const served made = served_answer(loose, how, "X-Toolcall-Raw: 1\r\n");
  CHECK(made.choice["toolcall_raw"] == loose);
  CHECK(made.request.find("oolcall-") == made.request.npos);
  CHECK_FALSE(served_answer(loose, how, "x-toolcall-raw: 0\r\n").choice.contains("toolcall_raw"));
}

}  // namespace confirm_test
