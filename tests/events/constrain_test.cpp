// Constraints, as a host sees them. What their grammars allow is asked in tests/constrain.

#include <string>

#include <toolcall/constrain.hpp>
#include <toolcall/error.hpp>

#include "catch.hpp"

namespace constrain_test {

using namespace toolcall;

namespace {

tools declared() {
  return tools::from_json(
      R"([{"name":"auto","parameters":{"properties":{"x":{"type":"string","minLength":2,"maxLength":5000}}}},{"name":"f"}])");
}

std::string refused(std::string_view name, const tools& offered, const constraint_options& how = {}) {
  try {
    static_cast<void>(constrain(dialect::named(name), offered, constraint_format::gbnf, how));
  } catch (const setup_error& why) {
    return why.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("a constraint of one tool, whatever its name is") {
  constraint_options how;
  how.choice = {tool_choice_kind::named, "auto"};
  const constraint made = constrain(dialect::named("hermes"), declared(), constraint_format::ebnf, how);
  CHECK(made.text.find(R"(\"auto\")") != std::string::npos);
  CHECK(made.text.find(R"(\"f\")") == std::string::npos);
  REQUIRE(made.limits.size() == 2);
  CHECK(made.limits[0].pointer == "/0/parameters/properties/x/minLength");
  CHECK(made.limits[1].pointer == "/0/parameters/properties/x/maxLength");
}

TEST_CASE("the same is made of the same, and each format has a word") {
  for (const constraint_format each :
       {constraint_format::structural_tag, constraint_format::ebnf, constraint_format::lark, constraint_format::gbnf}) {
    const constraint once = constrain(dialect::named("glm47"), declared(), each);
    CHECK(once.text == constrain(dialect::named("glm47"), declared(), each).text);
    CHECK(!to_string(each).empty());
  }
}

TEST_CASE("there is no constraint without a dialect, tools, or the tool that is chosen") {
  CHECK(refused("hermes", {}) == "a constraint is made of the tools of a request, and none are given");
  CHECK(refused("hermes,glm47", declared()) == "calls are written as one dialect has them; name one of hermes, glm47");
  constraint_options how;
  how.choice = tool_choice::of("g");
  CHECK(refused("hermes", declared(), how) == "the tool choice names \"g\", and the tools are auto, f");
  // Elements that hold themselves would be written without end.
  const tools endless = tools::from_json(
      R"([{"name":"f","parameters":{"properties":{"t":{"$ref":"#/$defs/t"}},"$defs":{"t":{"type":"object","properties":{"t":{"$ref":"#/$defs/t"}}}}}}])");
  CHECK(refused("minimax_m3", endless) ==
        "/0/parameters/$defs/t: nests without end, and in this dialect elements are written out");
  CHECK(refused("hermes", endless) == "nothing");
}

}  // namespace constrain_test
