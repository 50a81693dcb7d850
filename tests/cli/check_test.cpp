// toolcall check, as a user or a script meets it.

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace check_test {

using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::string good = R"([{"name":"add","parameters":{"type":"object","properties":{"a":{"type":"integer"}}}}])";
const std::string odd =
    R"({"tools":[{"name":"add","inputSchema":{"type":"dict","properties":{"tool_call":{"format":"zz"}}}}]})";
const std::string bad = R"([{"name":"ok"},{"name":"add","parameters":{"$ref":"http://x/y"}}])";

}  // namespace

TEST_CASE("check: tools without an issue") {
  const temporary_file file("tools.json", good);
  const outcome o = run({"check", "--tools", file.path()});
  CHECK(o.code == 0);
  CHECK(o.out == "1 usable tool, 0 errors, 0 warnings, 0 not enforced\n");
  CHECK(o.err.empty());
  CHECK(run({"check", "--tools", "-"}, good).out == o.out);
}

TEST_CASE("check: what is odd is emitted, and is no error") {
  const temporary_file file("tools.json", odd);
  const outcome o = run({"check", "--tools", file.path()});
  CHECK(o.code == 0);
  CHECK(o.out ==
        "not_enforced /tools/0/inputSchema/properties/tool_call/format: format_not_enforced: the format \"zz\" is not "
        "checked [add]\n"
        "warning /tools/0/inputSchema/type: type_alias: \"dict\" is read as \"object\" [add]\n"
        "warning /tools/0: marker_name: the field \"tool_call\" is named like the marker <tool_call>, which wins where "
        "a text could be read as either [add]\n"
        "1 usable tool, 0 errors, 2 warnings, 1 not enforced\n");
  CHECK(run({"check", "--tools", file.path(), "--dialect", "pythonic"}).out.find("marker_name") == std::string::npos);
}

TEST_CASE("check: a schema that cannot be used is an error, and its tool is usable, unless the host is strict") {
  const temporary_file file("tools.json", bad);
  const outcome o = run({"check", "--tools", file.path(), "--format", "json"});
  CHECK(o.code == 2);
  const json said = json::parse(o.out);
  CHECK(said["usable"] == json::array({"ok", "add"}));
  REQUIRE(said["issues"].size() == 2);
  CHECK(said["issues"][0]["grade"] == "error");
  CHECK(said["issues"][0]["code"] == "remote_reference");
  CHECK(said["issues"][0]["pointer"] == "/1/parameters/$ref");
  CHECK(said["issues"][0]["tool"] == "add");
  CHECK(said["issues"][1]["code"] == "schema_not_enforced");
  const outcome kept = run({"parse", "--tools", file.path()}, "x");
  CHECK(kept.code == 0);
  CHECK(kept.err.find("at /1/parameters/$ref: remote_reference: ") != std::string::npos);
  CHECK(kept.err.find("at /1/parameters: schema_not_enforced: ") != std::string::npos);
  const outcome strict = run({"parse", "--strict-tools", "--tools", file.path()}, "x");
  CHECK(strict.code == 2);
  CHECK(strict.err.find("at /1/parameters/$ref: only references into the schema itself") != std::string::npos);
}

TEST_CASE("check: an entry that is no tool is an error, and refused by every command") {
  const temporary_file file("tools.json", R"([{"name":"ok"},{"parameters":{}}])");
  const outcome o = run({"check", "--tools", file.path()});
  CHECK(o.code == 2);
  CHECK(o.out == "error /1: bad_name: the tool has no \"name\"\n1 usable tool, 1 error, 0 warnings, 0 not enforced\n");
  CHECK(run({"parse", "--tools", file.path()}, "x").code == 2);
}

TEST_CASE("check: what is wrong with the whole file has no place in it") {
  const outcome o = run({"check", "--tools", "-"}, "no JSON");
  CHECK(o.out.find("error: not_json: ") == 0);
  CHECK(run({"check", "--tools", "-"}, R"([{"name":"a","parameters":{"requird":["b"]}}])")
            .out.find("warning /0/parameters/requird: keyword_misspelt: ") == 0);
}

TEST_CASE("check: mistakes of its user") {
  CHECK(run({"check"}).code == 2);
  CHECK(run({"check", "--tools", "/no/such/file"}).code == 5);
  CHECK(run({"check", "--tools", "-"}, "no JSON").code == 2);
  CHECK(run({"check", "--tools", "-", "--format", "yaml"}, good).code == 2);
  CHECK(run({"check", "--tools", "-", "--dialect", "zz"}, good).code == 2);
}

}  // namespace check_test
