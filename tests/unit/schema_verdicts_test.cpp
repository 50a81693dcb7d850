// The validator against recorded answers of another implementation (tests/data/schema_verdicts.py): the same verdict on
// each pair of a schema and an instance, and never one that only valijson has.

#include <fstream>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "typing/typing.hpp"

namespace schema_verdicts_test {

using nlohmann::json;
using toolcall::typing::tool_set;

namespace {

json pairs() {
  std::ifstream file(TOOLCALL_TEST_DATA "/schema_verdicts.json");
  REQUIRE(file);
  return json::parse(file);
}

std::string reported(const tool_set& tools, const std::string& instance) {
  std::string all;
  for (const auto& f : tools.validate(0, instance)) all += f.pointer + ": " + f.message + '\n';
  return all;
}

}  // namespace

TEST_CASE("validator: agrees with the recorded verdicts") {
  const json all = pairs();
  REQUIRE(all.size() >= 500);
  std::size_t valid = 0;
  for (const json& pair : all) {
    const json tool = {{"name", "f"}, {"parameters", pair[0]}};
    const tool_set tools(json::array({tool}).dump());
    const std::string said = reported(tools, pair[1].get<std::string>());
    INFO(pair.dump() << "\n" << said);
    CHECK(said.empty() == pair[2].get<bool>());
    CHECK(said.find("valijson") == said.npos);
    valid += said.empty() ? 1 : 0;
  }
  CHECK(valid * 4 > all.size());
  CHECK(valid * 4 < all.size() * 3);
}

}  // namespace schema_verdicts_test
