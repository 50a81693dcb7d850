// The texts of tests/data/malformed.json: what models really wrote, a little or badly wrong, and what a careful reader
// makes of it, written down by hand. What is decided otherwise stands in malformed_decided.json, with the reason and
// with what is emitted instead.
//
// Text is compared without blanks around it: the data says nothing of those. A case without a dialect is of a family
// that has no page: it is read as any text is, and only must not give a call where none is meant.

#include <fstream>
#include <map>
#include <random>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "events/emitted.hpp"
#include "spec/example.hpp"

namespace malformed_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

json data(const char* name) {
  return json::parse(std::ifstream(std::string(TOOLCALL_TEST_DATA) + "/" + name));
}

const json& cases() {
  static const json all = data("malformed.json");
  return all;
}

// By the case's id and by how it is read: "named", "auto", or "both".
const json* decided_otherwise(const std::string& id, bool automatic) {
  static const json all = data("malformed_decided.json");
  for (const json& one : all)
    if (one["id"] == id && (one["read"] == "both" || one["read"] == (automatic ? "auto" : "named"))) return &one;
  return nullptr;
}

std::string trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t\r\n");
  if (from == text.npos) return {};
  return std::string(text.substr(from, text.find_last_not_of(" \t\r\n") - from + 1));
}

parser fresh(const json& one, bool automatic) {
  return parser(dialect_named(automatic ? "" : one["dialect"].get<std::string>()),
                tools::from_json(one["tools"].dump()), seeded());
}

json given(const json& one, bool automatic) {
  parser reader = fresh(one, automatic);
  reader.feed(one["text"].get_ref<const std::string&>());
  reader.finish(one.value("finish_reason", "stop"));
  const message& m = reader.message();
  json made{{"calls", json::array()}, {"content", trimmed(m.content)}, {"reasoning", trimmed(m.reasoning)}};
  for (const tool_call& c : m.calls)
    made["calls"].push_back({{"name", c.name}, {"arguments", json::parse(c.arguments)}});
  return made;
}

// Reasoning is compared where the data says something of it.
json expected(const json& of) {
  json made{{"calls", of["calls"]}, {"content", of["content"]}};
  if (of.contains("reasoning")) made["reasoning"] = of["reasoning"];
  return made;
}

// However the text is cut, the same is emitted.
void check_cuts(const json& one, bool automatic) {
  const std::string text = one["text"];
  const std::string reason = one.value("finish_reason", "stop");
  const emitted whole = read(fresh(one, automatic), text, {}, reason);
  std::mt19937_64 bits(11);
  for (int round = 0; round < 6; ++round) {
    std::vector<std::size_t> cuts;
    for (std::size_t at = 1; at < text.size(); at += round == 0 ? 1 : 1 + bits() % 24) cuts.push_back(at);
    const emitted cut = read(fresh(one, automatic), text, cuts, reason);
    if (cut != whole) FAIL_CHECK("cut otherwise, it is emitted otherwise:\n" + show(whole) + "\n" + show(cut));
  }
}

}  // namespace

TEST_CASE("what models really wrote is read as a careful reader would, named and detected") {
  REQUIRE(cases().size() >= 270);
  std::map<bool, std::pair<int, int>> score;
  for (const json& one : cases()) {
    if (!one.contains("dialect")) continue;
    for (const bool automatic : {false, true}) {
      INFO(one["id"] << (automatic ? ", detected" : ", named"));
      const json* const decided = decided_otherwise(one["id"], automatic);
      const json wanted = expected(decided != nullptr ? *decided : one["expected"]);
      json found = given(one, automatic);
      if (!wanted.contains("reasoning")) found.erase("reasoning");
      CHECK(found == wanted);
      auto& [right, all] = score[automatic];
      right += decided == nullptr ? 1 : 0;
      ++all;
    }
  }
  for (const auto& [automatic, counted] : score) {
    INFO((automatic ? "detected: " : "named: ") << counted.first << " of " << counted.second);
    CHECK(counted.first * 100 >= counted.second * 95);
  }
}

TEST_CASE("where no call is meant, none is found, whatever the family") {
  int none = 0;
  for (const json& one : cases()) {
    if (!one["expected"]["calls"].empty()) continue;
    ++none;
    INFO(one["id"].get<std::string>());
    CHECK(given(one, true)["calls"].empty());
    if (one.contains("dialect")) CHECK(given(one, false)["calls"].empty());
  }
  CHECK(none >= 40);
}

TEST_CASE("what models really wrote is emitted the same however it is cut, and no byte of it is lost") {
  for (const json& one : cases()) {
    for (const bool automatic : {false, true}) {
      if (!automatic && !one.contains("dialect")) continue;
      INFO(one["id"] << (automatic ? ", detected" : ", named"));
      check_cuts(one, automatic);
      parser reader = fresh(one, automatic);
      const std::string text = one["text"];
      reader.feed(text);
      reader.finish(one.value("finish_reason", "stop"));
      CHECK(lost_bytes(reader.message(), text).empty());
    }
  }
}

TEST_CASE("every decision against the data is about a case of it, and says why") {
  for (const json& decided : data("malformed_decided.json")) {
    INFO(decided.dump());
    bool there = false;
    for (const json& one : cases()) {
      if (one["id"] != decided["id"]) continue;
      there = true;
      CHECK(expected(decided) != expected(one["expected"]));
    }
    CHECK(there);
    CHECK(decided["why"].get<std::string>().size() > 20);
  }
}

}  // namespace malformed_test
