// The samples of tests/data/samples.json: what models of each dialect write, and the calls, text and reasoning that are
// in it, written down by hand from what their servers make of them.
//
// Text is compared without blanks around it: the samples say nothing of those.

#include <fstream>
#include <random>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "spec/example.hpp"

namespace samples_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

std::string trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t\r\n");
  if (from == text.npos) return {};
  return std::string(text.substr(from, text.find_last_not_of(" \t\r\n") - from + 1));
}

const json& samples() {
  static const json all = json::parse(std::ifstream(std::string(TOOLCALL_TEST_DATA) + "/samples.json"));
  return all;
}

parser fresh(const json& sample, bool automatic) {
  options how = seeded();
  how.tool_choice = tool_choice::of(sample.value("choice", "auto"));
  const std::string named = automatic ? "" : sample["dialect"].get<std::string>();
  parser made(dialect_named(named), tools::from_json(sample["tools"].dump()), how);
  if (sample.contains("prefill")) made.prefill(sample["prefill"].get<std::string>());
  return made;
}

// What a caller is given, as one value that can be compared and shown.
json given(parser reader, std::string_view text, const std::vector<std::size_t>& sizes) {
  std::size_t next = 0;
  while (!text.empty()) {
    const std::size_t size = std::min(text.size(), sizes[next++ % sizes.size()]);
    reader.feed(text.substr(0, size));
    text.remove_prefix(size);
  }
  reader.finish();
  const message& m = reader.message();
  json made{{"calls", json::array()}, {"dialects", json::array()}, {"ids", json::array()}};
  for (const tool_call& c : m.calls) {
    made["calls"].push_back({{"name", c.name}, {"arguments", json::parse(c.arguments)}});
    made["dialects"].push_back(c.dialect);
    made["ids"].push_back(c.id);
  }
  made["content"] = trimmed(m.content);
  made["reasoning"] = trimmed(m.reasoning);
  made["failed"] = m.incomplete.size() + m.refused.size();
  return made;
}

json expected(const json& sample, bool automatic) {
  json made{{"calls", sample["calls"]}, {"dialects", json::array()}, {"failed", 0}};
  const json& as = automatic && sample.contains("detected_as") ? sample["detected_as"] : sample["dialect"];
  for (std::size_t i = 0; i < sample["calls"].size(); ++i) made["dialects"].push_back(as);
  for (const char* const part : {"content", "reasoning"})
    made[part] = sample.contains(part) && sample[part].is_string() ? trimmed(sample[part].get<std::string>()) : "";
  if (sample.contains("ids")) made["ids"] = sample["ids"];
  return made;
}

void check(const json& sample, bool automatic) {
  INFO(sample["title"] << (automatic ? ", detected" : ", named"));
  const std::string text = sample["text"];
  const json wanted = expected(sample, automatic);
  std::mt19937_64 bits(7);
  for (int round = 0; round < 12; ++round) {
    std::vector<std::size_t> sizes{round == 0 ? text.size() : 1};
    if (round > 1)
      for (int i = 0; i < 9; ++i) sizes.push_back(1 + bits() % 20);
    json found = given(fresh(sample, automatic), text, sizes);
    if (!wanted.contains("ids")) found.erase("ids");
    CHECK(found == wanted);
  }
}

}  // namespace

TEST_CASE("samples of each dialect give their calls, named and detected, however they are cut") {
  CHECK(samples().size() >= 40);
  for (const json& sample : samples())
    for (const bool automatic : {false, true}) check(sample, automatic);
}

}  // namespace samples_test
