// Which calls in reasoning are calls: what the flag says, else the profile, else what is usual.

#include <filesystem>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace reasoning_calls_test {

using namespace toolcall::serve;
using namespace serve_test;
using nlohmann::json;

namespace {

// The calls of an answer with this text.
std::size_t calls_of(const std::string& text, settings how) {
  const json message = served_answer(text, std::move(how)).choice["message"];
  return message.value("tool_calls", json::array()).size();
}

const std::string call = "<tool_call>\n{\"name\": \"ping\", \"arguments\": {}}\n</tool_call>";
const std::string closed = "<think>\nI will look around first.\n" + call + "\n</think>\n";

}  // namespace

TEST_CASE("the flag says which calls in reasoning are calls, else the profile does") {
  settings how = settings_for("");
  how.calls_in_reasoning = "always";
  CHECK(calls_of(closed, how) == 1);
  how.calls_in_reasoning = "never";
  CHECK(calls_of(closed, how) == 0);
  const std::string file = (std::filesystem::temp_directory_path() / "toolcall_reasoning_calls.toml").string();
  std::ofstream(file) << "[profile.mine]\ncalls_in_reasoning = \"always\"\n";
  how = settings_for("");
  how.config = file;
  how.profile = "mine";
  CHECK(calls_of(closed, how) == 1);
  how.calls_in_reasoning = "never";
  CHECK(calls_of(closed, how) == 0);
  std::filesystem::remove(file);
}

TEST_CASE("a call that ends closed reasoning, with nothing after it, is read by itself") {
  CHECK(calls_of(closed, settings_for("")) == 1);
  CHECK(calls_of(closed + "Done.", settings_for("")) == 0);
}

}  // namespace reasoning_calls_test
