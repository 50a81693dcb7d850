// What arguments come to where more than one field, or more than the schema, has a say: numbers that no double holds,
// keys that are given twice, unions that another field decides, and wrappers. In a dialect of raw values and in JSON.

#include "catch.hpp"
#include "events/calls.hpp"

namespace argument_readings_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

using fields = std::vector<std::pair<std::string, std::string>>;

tools tool_of(const std::string& schema) {
  return tools::from_json(R"([{"name": "f", "parameters": )" + schema + "}]");
}

const dialect& hermes() {
  static const dialect known = dialect::named("hermes");
  return known;
}
const dialect& kimi() {
  static const dialect known = dialect::named("kimi_k2");
  return known;
}

// The arguments, the status unless the call is complete, and the labels of what is said.
std::string shown(const message& m) {
  if (m.calls.size() != 1) return "no call";
  std::string all = m.calls[0].arguments;
  if (m.calls[0].status == call_status::invalid) all += " invalid";
  for (const diagnostic& d : m.diagnostics) {
    all += " " + (d.code.empty() ? d.label : d.code);
    if (!d.pointer.empty()) all += " " + d.pointer;
  }
  return all;
}

// However it is cut.
std::string read_of(const std::string& text, const dialect& which, const tools& declared, const options& how = {}) {
  const message whole = parse(text, which, declared, seeded(how));
  const emitted once = read(parser(which, declared, seeded(how)), text, {}, "stop");
  std::vector<std::size_t> each;
  for (std::size_t cut = 1; cut < text.size(); ++cut) each.push_back(cut);
  CHECK(read(parser(which, declared, seeded(how)), text, each, "stop") == once);
  return shown(whole);
}

std::string raw(const std::string& schema, const fields& given, const options& how = {}) {
  std::string all;
  for (const auto& [key, value] : given) all += field(key, value);
  return read_of(block(invoke("f", all)), minimax(), tool_of(schema), how);
}

std::string json(const std::string& schema, const std::string& arguments, const options& how = {}) {
  return read_of("<tool_call>{\"name\": \"f\", \"arguments\": " + arguments + "}</tool_call>", hermes(),
                 tool_of(schema), how);
}

// A dialect whose arguments are one part.
std::string in_one(const std::string& schema, const std::string& arguments) {
  return read_of("<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>" +
                     arguments + "<|tool_call_end|><|tool_calls_section_end|>",
                 kimi(), tool_of(schema));
}

const std::string numbers =
    R"({"properties": {"n": {"type": "number"}, "l": {"type": "array", "items": {"type": "number"}},
  "a": {"type": "array"}, "o": {"type": "object"}, "any": {}, "u": {"type": ["string", "number"]}}})";

}  // namespace

TEST_CASE("a number that no double holds makes its call invalid, whatever the schema says of it") {
  CHECK(json(numbers, R"({"n": 2e400})") == R"({"n":2e400} invalid number_range /n)");
  CHECK(json(numbers, R"({"l": [1, -1e999]})") == R"({"l":[1,-1e999]} invalid number_range /l/1)");
  CHECK(json(numbers, R"({"a": [[2e400]]})") == R"({"a":[[2e400]]} invalid number_range /a/0/0)");
  CHECK(json(numbers, R"({"o": {"x": 2e400}})") == R"({"o":{"x":2e400}} invalid number_range /o/x)");
  CHECK(json(numbers, R"({"any": 2e400, "none": [2e400]})") ==
        R"({"any":2e400,"none":[2e400]} invalid number_range /any number_range /none/0)");
  CHECK(json("{}", R"({"none": 2e400})") == R"({"none":2e400} invalid number_range /none)");
  CHECK(in_one(numbers, R"({"n": 2e400})") == R"({"n":2e400} invalid number_range /n)");
  CHECK(shown(parse(R"(<tool_call>{"name": "g", "arguments": {"n": 1e999}}</tool_call>)")) ==
        R"({"n":1e999} invalid number_range /n)");
  CHECK(json(numbers, R"({"n": 1e308, "any": 1e-999})") == R"({"n":1e308,"any":1e-999})");
  CHECK(json(numbers, R"({"any": )" + std::string(309, '9') + "}") ==
        "{\"any\":" + std::string(309, '9') + "} invalid number_range /any");
  // Raw text is none of these numbers; as text it is what was written.
  CHECK(raw(numbers, {{"n", "2e400"}}) == R"({"n":"2e400"} invalid number_range /n validation /n)");
  CHECK(raw(numbers, {{"l", "[2e400]"}}) == R"({"l":[2e400]} invalid number_range /l/0)");
  CHECK(raw(numbers, {{"a", "[2e400]"}}) == R"({"a":[2e400]} invalid number_range /a/0)");
  CHECK(raw(numbers, {{"any", "[2e400]"}, {"none", "2e400"}, {"u", "2e400"}}) ==
        R"({"any":"[2e400]","none":"2e400","u":"2e400"})");
}

TEST_CASE("of a key that a value has twice the first counts, and others must say the same") {
  const std::string schema = R"({"properties": {"o": {"type": "object"}, "any": {}, "a": {"type": "array"},
    "d": {"type": "object", "properties": {"k": {"type": "integer"}}}, "s": {"type": ["string", "object"]},
    "e": {"enum": [{"k": 1}]}}})";
  for (const char* key : {"o", "any", "d", "none"}) {
    const std::string name(key), twice = "{\"" + name + "\": {\"k\": 1, \"k\": 2}}";
    CHECK(json(schema, twice) == "{\"" + name + R"(":{"k":1}} invalid duplicate_key /)" + name + "/k");
    CHECK(in_one(schema, twice) == "{\"" + name + R"(":{"k":1}} invalid duplicate_key /)" + name + "/k");
    CHECK(json(schema, "{\"" + name + R"(": {"k": 1, "j": [], "k": 1.0}})") == "{\"" + name + R"(":{"k":1,"j":[]}})");
  }
  CHECK(json(schema, R"({"a": [{"k": {"x": 1, "x": 2}}]})") ==
        R"({"a":[{"k":{"x":1}}]} invalid duplicate_key /a/0/k/x)");
  CHECK(json(schema, R"({"o": {"\u006b": 1, "k": 2}})") == R"({"o":{"\u006b":1}} invalid duplicate_key /o/k)");
  CHECK(json(schema, R"({"e": {"k": 1, "k": 2}})") == R"({"e":{"k":1}} invalid duplicate_key /e/k)");
  CHECK(raw(schema, {{"o", R"({"k": 1, "k": 2})"}}) == R"({"o":{"k":1}} invalid duplicate_key /o/k)");
  CHECK(raw(schema, {{"any", R"({"k": 1, "k": 2})"}}) ==
        R"({"any":{"k":1}} invalid duplicate_key /any/k raw_any_typed /any)");
  // Where it may be text, it is.
  CHECK(raw(schema, {{"s", R"({"k": 1, "k": 2})"}, {"none", R"({"k": 1, "k": 2})"}}) ==
        R"({"s":"{\"k\": 1, \"k\": 2}","none":"{\"k\": 1, \"k\": 2}"})");
  CHECK(shown(parse(R"(<tool_call>{"name": "g", "arguments": {"o": {"k": 1, "k": 2}}}</tool_call>)")) ==
        R"({"o":{"k":1}} invalid duplicate_key /o/k)");
  // A field is a key too, and blanks between tokens make no other value.
  CHECK(json(schema, R"({"a": [1, 2], "a": [1,2]})") == R"({"a":[1,2]})");
  CHECK(json(schema, R"({"a": ["1, 2"], "a": ["1,2"]})") == R"({"a":["1, 2"]} invalid duplicate_key /a)");
  // However much is emitted before.
  std::string many;
  for (int i = 0; i < 40; ++i) many += "{\"K\": \"" + std::to_string(i) + "\"},";
  const message m =
      parse("<tool_call>{\"name\": \"f\", \"arguments\": {\"l\": [" + many + R"({"x": 1, "x": 2}]}}</tool_call>)",
            hermes(), tool_of(R"({"properties": {"l": {"items": {"properties": {"k": {}}, "required": []}}}})"));
  REQUIRE(m.calls.size() == 1);
  CHECK(m.calls[0].status == call_status::invalid);
}

TEST_CASE("what a union is, another field may decide") {
  const std::string text =
      R"({"type": "object", "properties": {"kind": {"const": "text"}, "value": {"type": "string"}}, "required": ["kind", "value"]})";
  const std::string count =
      R"({"type": "object", "properties": {"kind": {"const": "count"}, "value": {"type": "integer"}}, "required": ["kind", "value"]})";
  const std::string either = "[" + text + "," + count + "]";
  const std::string several = R"([{"properties": {"kind": {"enum": ["text", "note"]}, "value": {"type": "string"}}},
    {"properties": {"kind": {"enum": ["count", "size"]}, "value": {"type": "integer"}}}])";
  for (const std::string& schema : std::vector<std::string>{
           R"({"oneOf": )" + either + "}", R"({"anyOf": )" + either + "}",
           R"({"type": "object", "allOf": [{"oneOf": )" + either + "}]}",
           R"({"oneOf": [{"$ref": "#/$defs/t"}, {"$ref": "#/$defs/c"}], "$defs": {"t": )" + text + R"(, "c": )" +
               count + "}}",
           R"({"$ref": "#/$defs/u", "$defs": {"u": {"anyOf": )" + either + "}}}", R"({"anyOf": )" + several + "}",
           R"({"properties": {"kind": {"type": "string"}, "value": {"type": ["string", "integer"]}}, "oneOf": )" +
               either + "}",
           R"({"properties": {"kind": {}, "value": {}}, "if": {"properties": {"kind": {"const": "text"}}},
            "then": {"properties": {"value": {"type": "string"}}}, "else": {"properties": {"value": {"type": "integer"}}}})"}) {
    INFO(schema);
    CHECK(raw(schema, {{"kind", "text"}, {"value", "7"}}).starts_with(R"({"kind":"text","value":"7"})"));
    CHECK(raw(schema, {{"value", "7"}, {"kind", "text"}}).starts_with(R"({"value":"7","kind":"text"})"));
    CHECK(raw(schema, {{"kind", "count"}, {"value", "7"}}).starts_with(R"({"kind":"count","value":7})"));
    for (const auto& [key, value] : fields{{"text", "7"}, {"count", "7"}})
      CHECK(raw(schema, {{"kind", key}, {"value", value}}).find("invalid") == std::string::npos);
    const bool conditional = schema.find("\"if\"") != std::string::npos;
    if (conditional) continue;  // JSON has a type, which nothing but a branch changes
    CHECK(json(schema, R"({"kind": "text", "value": 7})") == R"({"kind":"text","value":"7"})");
    CHECK(json(schema, R"({"value": "7", "kind": "count"})") == R"({"value":7,"kind":"count"})");
    CHECK(in_one(schema, R"({"value": 7, "kind": "text"})") == R"({"value":"7","kind":"text"})");
  }
  const std::string schema = R"({"oneOf": )" + either + "}";
  CHECK(raw(schema, {{"kind", "count"}, {"value", "x"}}).find("invalid") != std::string::npos);
  CHECK(raw(schema, {{"kind", "text"}, {"value", "7"}, {"value", "8"}}) ==
        R"({"kind":"text","value":"7"} invalid duplicate_key /value)");
  // As a value, too.
  const std::string inner =
      R"({"properties": {"o": {"oneOf": )" + either + R"(}, "l": {"items": {"anyOf": )" + several + "}}}}";
  CHECK(json(inner, R"({"o": {"value": 7, "kind": "text"}, "l": [{"kind": "size", "value": "7"}]})") ==
        R"({"o":{"value":"7","kind":"text"},"l":[{"kind":"size","value":7}]})");
  CHECK(raw(inner, {{"o", "<value>7</value><kind>text</kind>"}}) == R"({"o":{"value":"7","kind":"text"}})");
}

TEST_CASE("a branch that has no say in a field leaves it as it is") {
  const std::string schema = R"({"oneOf": [{"properties": {"kind": {"const": "a"}, "n": {"type": "integer"}}},
                                           {"properties": {"kind": {"const": "b"}}}]})";
  CHECK(raw(schema, {{"kind", "b"}, {"n", "7"}}) == R"({"kind":"b","n":7} union_raw_typed /n)");
  CHECK(json(schema, R"({"kind": "b", "n": "7"})") == R"({"kind":"b","n":"7"})");
}

TEST_CASE("what stands beside a union holds in each of its branches") {
  const std::string schema = R"({"properties": {"p": {"type": "object", "properties": {"n": {"type": "integer"}},
    "anyOf": [{"required": ["n"]}, {"properties": {"m": {"type": "integer"}}, "required": ["m"]}]}}})";
  CHECK(json(schema, R"({"p": {"n": "5"}})") == R"({"p":{"n":5}})");
  CHECK(json(schema, R"({"p": {"m": "5"}})") == R"({"p":{"m":5}})");
}

TEST_CASE("a wrapper around the arguments that the tool does not declare is taken off") {
  const std::string schema =
      R"({"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
                                 "required": ["city"]})";
  const std::string object = R"({"city": "Lima", "days": "2"})", arguments = R"({"city":"Lima","days":2})";
  for (const std::string key : {"arguments", "input", "parameters"}) {
    const std::string said = " arguments_wrapper /" + key;
    CHECK(raw(schema, {{key, object}}) == arguments + said);
    CHECK(json(schema, "{\"" + key + "\": " + object + "}") == arguments + said);
    CHECK(in_one(schema, "{\"" + key + "\": " + object + "}") == arguments + said);
    CHECK(json(schema, "{\"" + key + R"(": "{\"city\": \"Lima\", \"days\": 2}"})") == arguments + said);
  }
  CHECK(raw(schema, {{"arguments", "{'city': 'Lima'}"}}) == R"({"city":"Lima"} arguments_wrapper /arguments)");
  CHECK(json(schema, R"({"arguments": {"City": "Lima", "city": "Rome"}})") ==
        R"({"City":"Lima","city":"Rome"} arguments_wrapper /arguments)");
  CHECK(json(schema, R"({"arguments": {"city": "Lima", "city": "Rome"}})") ==
        R"({"city":"Lima"} invalid arguments_wrapper /arguments duplicate_key /city)");
  // It is a field if it is declared, is not alone, or holds no object; and so it is where the host allows no guess.
  CHECK(json(schema, R"({"arguments": {"city": "Lima"}, "city": "Rome"})") ==
        R"({"arguments":{"city":"Lima"},"city":"Rome"})");
  CHECK(json(schema, R"({"city": "Rome", "arguments": {"city": "Lima"}})") ==
        R"({"city":"Rome","arguments":{"city":"Lima"}})");
  CHECK(raw(schema, {{"arguments", "Lima"}}) == R"({"arguments":"Lima"} invalid missing_required /city)");
  CHECK(json(R"({"properties": {"input": {}}})", R"({"input": {"a": 1}})") == R"({"input":{"a":1}})");
  CHECK(json(R"({"type": "object"})", R"({"input": {"a": 1}})") == R"({"input":{"a":1}})");
  CHECK(json(R"({"properties": {}, "additionalProperties": false})", R"({"input": {}})") ==
        "{} arguments_wrapper /input");
  options strict;
  strict.policy.max_level = typing_level::lossless;
  CHECK(raw(schema, {{"arguments", object}}, strict).starts_with(R"({"arguments":"{\"city\": \"Lima\")"));
  // Nothing of it is emitted before it is known to be alone.
  parser reader(minimax(), tool_of(schema));
  emitted early;
  join(early, reader.feed(open_block + "<invoke name=\"f\"><parameter name=\"arguments\">" + object));
  for (const event& e : reader.feed("</parameter>")) CHECK(e.type != event_type::arguments);
  CHECK(show(early).find("Lima") == std::string::npos);
}

}  // namespace argument_readings_test
