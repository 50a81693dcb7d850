// The cases of tests/data/coercion_cases.json: what was written for a schema, and the value, the level and the code
// that it comes to. What is decided otherwise stands in coercion_decided.json, with the reason.

#include <algorithm>
#include <fstream>
#include <map>

#include <toolcall/error.hpp>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "parser/arguments.hpp"
#include "typing/typing.hpp"

namespace coercion_test {

namespace {

using namespace toolcall;
using typing::diagnostic;
using typing::tool_set;
using dom = nlohmann::json;

dom read(const std::string& name) {
  std::ifstream file(TOOLCALL_TEST_DATA "/" + name);
  REQUIRE(file);
  return dom::parse(file);
}

// What it came to, as the case says it.
struct answer {
  std::string json;
  typing_level level = typing_level::exact;
  std::string code;
  std::vector<diagnostic> diagnostics;

  void take(typing_level how, std::string_view what) {
    if (how < level || (how == level && !code.empty())) return;
    level = how;
    code = what;
  }
};

constexpr const char* level_names[] = {"exact", "lossless", "assumed", "refused"};

std::string described(const std::vector<diagnostic>& diagnostics) {
  std::string out;
  for (const diagnostic& f : diagnostics)
    out += f.label + " " + f.pointer + " " + f.message + " [" + std::string(f.code) + "]\n";
  return out;
}

typing::rules rules_of(const dom& c) {
  typing::rules out;
  const dom policy = c.value("policy", dom::object());
  if (policy.value("unknown_keys", "") == "drop") out.unknown = toolcall::unknown_keys::drop;
  return out;
}

std::string parameters_of(const dom& c) {
  const dom& schema = c["schema"];
  if (c.contains("params")) return schema.dump();
  // A reference in a schema of the data file means that schema's own root, so its definitions move up.
  dom root = {{"type", "object"}, {"properties", {{"v", schema}}}, {"required", {"v"}}};
  for (const char* k : {"$defs", "definitions"}) {
    if (schema.is_object() && schema.contains(k)) root[k] = schema[k];
  }
  return root.dump();
}

answer of_value(const tool_set& tools, const dom& c) {
  const typing::rules rules = rules_of(c);
  const bool python = c.value("policy", dom::object()).contains("python_none");
  typing::typed got;
  if (python) {
    got = tools.convert(0, "v", typing::written{c["raw"].get_ref<const std::string&>(), typing::form::python}, rules);
  } else if (c.contains("raw")) {
    got = tools.convert(0, "v", c["raw"].get_ref<const std::string&>(), rules);
  } else {
    got = tools.convert_value(0, "v", c["json"].dump(), {}, rules);
  }
  answer a{got.json, got.level, std::string(got.code), got.diagnostics};
  for (const diagnostic& f : tools.validate(0, "{\"v\":" + got.json + "}")) {
    a.take(f.level, f.code);
    a.diagnostics.push_back(f);
  }
  return a;
}

// Fields of a call whose dialect joins what it says several times.
answer of_fields(const tool_set& tools, const std::vector<std::pair<std::string, std::string>>& fields,
                 events::repetition how = events::repetition::joined, const typing::rules& rules = {}) {
  events::arguments call;
  call.begin(&tools, 0, {"test", how}, false, rules);
  answer a;
  for (const auto& [key, text] : fields) {
    call.begin_field(key);
    call.read_as(typing::form::raw);
    if (!text.empty()) call.start(text.front(), a.json);
    call.add(text, a.json);
    const auto ended = call.end_field(a.json, 0, text.size());
    a.diagnostics.insert(a.diagnostics.end(), ended.diagnostics.begin(), ended.diagnostics.end());
  }
  for (const auto& one : call.settle(true)) {
    a.json += one.json;
    a.diagnostics.insert(a.diagnostics.end(), one.done.diagnostics.begin(), one.done.diagnostics.end());
  }
  call.close(a.json);
  const auto violations = call.validate();
  a.diagnostics.insert(a.diagnostics.end(), violations.begin(), violations.end());
  for (const diagnostic& f : a.diagnostics) a.take(f.level, f.code);
  return a;
}

std::string tool_of(const dom& c) {
  return "[{\"name\":\"f\",\"input_schema\":" + parameters_of(c) + "}]";
}

answer answer_to(const dom& c) {
  const tool_set tools(tool_of(c));
  CHECK((!c.contains("reported") || !tools.report().empty()));
  std::vector<std::pair<std::string, std::string>> fields;
  if (c.contains("params")) {
    for (const dom& p : c["params"]) fields.emplace_back(p[0], p[1]);
    return of_fields(tools, fields);
  }
  if (!c.contains("raws")) return of_value(tools, c);
  for (const dom& text : c["raws"]) fields.emplace_back("v", text);
  answer a = of_fields(tools, fields);
  a.json = dom::parse(a.json)["v"].dump();
  return a;
}

}  // namespace

TEST_CASE("coercion: every case, or the reason why not") {
  const dom decided = read("coercion_decided.json");
  const dom cases = read("coercion_cases.json");
  std::map<std::string, bool> used;
  for (const auto& [id, ignored] : decided.items()) used[id] = false;
  for (dom c : cases) {
    const std::string id = c["id"];
    if (decided.contains(id)) {
      REQUIRE(!decided[id]["why"].get<std::string>().empty());
      used[id] = true;
      c.update(decided[id]);
    }
    CAPTURE(c.dump());
    if (c["rule"].get<std::string>().starts_with("schema_ref")) {  // said of the tool, before there is a call
      CHECK_THROWS_AS(tools::from_json(tool_of(c), tools::unusable_schema::refused), setup_error);
      continue;
    }
    const answer got = answer_to(c);
    CAPTURE(got.json, described(got.diagnostics));
    // The diagnostics of a call's fields tell of what is doubtful only.
    const bool fields = c.contains("params") || c.contains("raws");
    const bool untold = fields && c["level"] == "lossless" && got.level == typing_level::exact;
    if (!untold) CHECK(level_names[static_cast<int>(got.level)] == c["level"]);
    if (c["level"] != "refused") CHECK(dom::parse(got.json) == c["expected"]);
    if (c["rule"] != "identity" && !untold) CHECK(got.code == c["rule"]);
    for (const diagnostic& f : got.diagnostics) CHECK((f.pointer.starts_with("/") || f.pointer.empty()));
    if (c["level"] == "assumed" || c["level"] == "refused") CHECK(!got.diagnostics.empty());
  }
  for (const auto& [id, was_used] : used) {
    CAPTURE(id);
    CHECK(was_used);
  }
}

TEST_CASE("coercion: the codes of the cases are those of the page") {
  std::ifstream file(TOOLCALL_TEST_DATA "/../../spec/typing.md");
  REQUIRE(file);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::string codes = page.substr(page.find("## Codes"));
  const dom decided = read("coercion_decided.json");
  for (dom c : read("coercion_cases.json")) {
    if (decided.contains(c["id"])) c.update(decided[c["id"].get<std::string>()]);
    const std::string rule = c["rule"];
    CAPTURE(rule);
    if (rule.starts_with("schema_ref")) continue;  // of the schema report
    CHECK((rule == "identity" || codes.find("`" + rule + "`") != std::string::npos));
  }
}

TEST_CASE("coercion: keys of a call's own fields") {
  const tool_set tools(R"([{"name":"f","input_schema":{"type":"object","required":["user_id"],
      "properties":{"user_id":{"type":"string"},"limit":{"type":"integer"}},"additionalProperties":false}}])");
  using fields = std::vector<std::pair<std::string, std::string>>;
  const auto both = [&](const fields& written, const typing::rules& rules, const std::string& expected) {
    for (const auto how : {events::repetition::first, events::repetition::joined}) {
      const answer got = of_fields(tools, written, how, rules);
      CAPTURE(described(got.diagnostics));
      CHECK(got.json + " " + got.code == expected);
    }
  };
  both({{"userId", "a"}, {"Limit", "5"}}, {}, R"({"user_id":"a","limit":5} key_style)");
  both({{"user_id\"", "a"}}, {}, R"({"user_id":"a"} stray_quote)");
  both({{"user_id", "a"}, {"userId", "b"}}, {}, R"({"user_id":"a","userId":"b"} unknown_key)");
  both({{"user_id", "a"}, {"limit", ""}}, {}, R"({"user_id":"a"} empty_omitted)");
  both({{"limit", ""}, {"user_id", "a"}}, {}, R"({"user_id":"a"} empty_omitted)");
  both({{"userId", "a"}}, {typing_level::lossless}, R"({"userId":"a"} missing_required)");
  const typing::rules drop{typing_level::assumed, unknown_keys::drop};
  both({{"zz", "1"}, {"user_id", "a"}}, drop, R"({"user_id":"a"} unknown_key_dropped)");
  const typing::rules refuse{typing_level::assumed, unknown_keys::refuse};
  both({{"zz", "1"}, {"user_id", "a"}}, refuse, R"({"zz":"1","user_id":"a"} unknown_key)");
  // What was told first stays; a declared key after it is a second value.
  const answer late = of_fields(tools, {{"userId", "a"}, {"user_id", "b"}}, events::repetition::first);
  CHECK(late.json + " " + late.code == R"({"user_id":"a"} duplicate_key)");
  const answer whole = of_fields(tools, {{"userId", "a"}, {"user_id", "b"}});
  CHECK(whole.json + " " + whole.code == R"({"userId":"a","user_id":"b"} unknown_key)");
}

}  // namespace coercion_test
