// toolcall report, as a user or a script meets it.

#include <filesystem>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace report_test {

using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string tools =
    R"([{"name": "greet", "parameters": {"type": "object", "properties": {"person": {"type": "string"}}}}])";
const std::string text = R"(Hello.<tool_call>{"name": "greet", "arguments": {"person": "Gwendolyn",}}</tool_call>)";

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("report: one line that toolcall batch reads as a record") {
  const temporary_file file("answer.txt", text), declared("tools.json", tools);
  const outcome o = run({"report", file.path(), "--tools", declared.path()});
  CHECK(o.code == 0);
  CHECK(o.err.empty());
  const json made = json::parse(o.out);
  CHECK(made["text"] == text);
  CHECK(made["expected"].is_null());
  const outcome again = run({"batch", "--seed", "0"}, o.out);
  CHECK(again.code == 0);
  CHECK(json::parse(again.out)["message"] == made["message"]);
}

TEST_CASE("report: redacted, and with what was expected it is a line of eval") {
  const temporary_file file("answer.txt", text), declared("tools.json", tools);
  const outcome o = run({"report", file.path(), "-t", declared.path(), "--redact"});
  CHECK(o.code == 0);
  CHECK(o.out.find("Gwendolyn") == std::string::npos);
  CHECK(o.out.find("greet") != std::string::npos);
  CHECK(o.out != run({"report", file.path(), "-t", declared.path(), "--redact", "--seed", "9"}).out);
  CHECK(run({"report", file.path(), "-t", declared.path(), "--redact", "--redact-names"}).out.find("greet") ==
        std::string::npos);
  json made = json::parse(o.out);
  made["id"] = "mine";
  made["expected"] = json::array();
  for (const json& call : made["message"]["tool_calls"]) made["expected"].push_back(call["function"]);
  const temporary_file filled("report.json", made.dump());
  const outcome judged = run({"eval", "--expected", filled.path(), "--format", "json", filled.path()});
  INFO(judged.err);
  CHECK(json::parse(judged.out)["parsers"]["toolcall"]["right_after_repair"] == 1);
}

TEST_CASE("report: a flag is given once, also one without a value") {
  const outcome o = run({"report", "--redact", "--redact"}, text);
  CHECK(o.code == 2);
  CHECK(o.out.empty());
  CHECK(o.err.find("--redact is given twice, but may be given once") != std::string::npos);
}

TEST_CASE("report: into a file, but not over what is read") {
  const temporary_file file("answer.txt", text), out("report.json", "");
  const outcome o = run({"report", file.path(), "--out", out.path()});
  CHECK(o.code == 0);
  CHECK(o.out.empty());
  CHECK(json::parse(content_of(out.path()))["text"] == text);
  const outcome over = run({"report", file.path(), "--out", file.path()});
  CHECK(over.code == 2);
  CHECK(content_of(file.path()) == text);
}

TEST_CASE("report: what is wrong is said, and nothing is written") {
  const temporary_file file("answer.txt", text), wrong("tools.json", "5");
  CHECK(run({"report", file.path(), "--tools", wrong.path()}).code == 2);
  CHECK(run({"report", file.path(), "-d", "klingon"}).code == 2);
  CHECK(run({"report", "/no/such/file"}).code == 5);
  CHECK(run({"report", "--redact-names"}, text).err.find("--redact-names needs --redact") != std::string::npos);
  CHECK(run({"report", "--seed", "1"}, text).code == 2);
}

// A number that the schema bounds from both sides has no other digits that fit.
TEST_CASE("report: a text that is read otherwise in other words is refused") {
  const std::string narrow =
      R"([{"name": "greet", "parameters": {"type": "object", "properties": {"person": {"type": "string", "pattern": )"
      R"("^(?:[GV][wi][eo][nl]+.*)$"}}}}])";
  const temporary_file file("answer.txt", text), declared("tools.json", narrow), out("report.json", "before");
  const outcome o = run({"report", file.path(), "-t", declared.path(), "--redact", "--out", out.path()});
  CHECK(o.code == 1);
  CHECK(o.err.find("toolcall: the report was not written: with other words the text is read otherwise (") == 0);
  CHECK(content_of(out.path()) == "before");
}

}  // namespace report_test
