// Memory that runs out: each allocation in turn fails, once. What was asked for then either ends as std::bad_alloc, and
// takes nothing with it, or was done without that memory, and is the same as ever.
// What a failed allocation must not do is seen by its absence: the process would end, or the heap would not be what it
// was.

#include <functional>
#include <new>
#include <string>

#include <toolcall/correction.hpp>
#include <toolcall/openai.hpp>
#include <toolcall/schema_report.hpp>

#include "catch.hpp"
#include "effort.hpp"
#include "events/calls.hpp"
#include "heap.hpp"

namespace allocation_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

using task = std::function<void(std::string&)>;  // writes what it came to

struct outcome {
  bool thrown = false, same = false, leaked = false;
};

outcome with_failure(const task& act, std::size_t n, const std::string& expected) {
  outcome o;
  const std::size_t before = heap.bytes;
  {
    std::string made;
    heap.allocations = 0;
    heap.fails_at = n;
    try {
      act(made);
    } catch (const std::bad_alloc&) {
      o.thrown = true;
    }
    heap.fails_at = 0;
    o.same = made == expected;
  }
  o.leaked = heap.bytes != before;
  return o;
}

enum class leaks : bool { none, in_re2 };

// What went wrong first.
std::string first_fault(const task& act, leaks allowed = leaks::none) {
  std::string expected, again;
  act(expected);  // what is made once for all is made here
  const std::size_t before = heap.bytes;
  heap.allocations = 0;
  act(again);
  const std::size_t all = heap.allocations;
  if (again != expected) return "it does not come to the same twice";
  if (heap.bytes != before + again.capacity() + 1 && again.capacity() > 15) return "it leaks without a failure";
  const std::size_t step = effort(std::size_t{1}, std::size_t{7});
  for (std::size_t n = 1; n <= all; n += step) {
    const outcome o = with_failure(act, n, expected);
    const std::string at = "allocation " + std::to_string(n) + " of " + std::to_string(all) + ": ";
    if (o.leaked && allowed == leaks::none) return at + "it leaks";
    if (!o.thrown && !o.same) return at + "it was swallowed, and changed what came of it";
  }
  return all > 50 ? "" : "it allocates too little to say anything";
}

const tools& declared() {
  static const tools known = tools::from_json(R"([
    {"name": "save", "description": "d", "parameters": {"type": "object", "required": ["path"], "properties": {
      "path": {"type": "string"}, "mode": {"type": "string", "enum": ["new", "append"]}, "size": {"type": "integer", "minimum": 1},
      "code": {"type": "string", "pattern": "^[a-z]{2,9}$"}, "day": {"type": "string", "format": "date"},
      "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
      "at": {"type": "object", "properties": {"x": {"type": "number", "multipleOf": 0.5}, "deep": {"$ref": "#/$defs/tree"}},
             "additionalProperties": false},
      "either": {"oneOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}, {"type": "null"}]}},
      "$defs": {"tree": {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}}}}},
    {"name": "choose", "parameters": {"oneOf": [
      {"properties": {"kind": {"const": "text"}, "value": {"type": "string"}}, "required": ["kind", "value"]},
      {"properties": {"kind": {"enum": ["count"]}, "value": {"type": "integer"}}, "required": ["kind", "value"]}]}},
    {"name": "ping"}])");
  return known;
}

// In the dialects: repairs, nested values, unions, patterns, and calls that fail.
const char* const texts[] = {
    "<think>A long enough thought about it.</think>I will.\n<minimax:tool_call>\n<invoke name=\"save\">\n"
    "<parameter name=\"path\">a/long/path/of/more/than/fifteen.txt</parameter>\n<parameter name=\"tags\">['one', "
    "\"two\", 3]</parameter>\n"
    "<parameter name=\"size\">1,024</parameter>\n<parameter "
    "name=\"code\">\"abc\"</code>\n</invoke>\n</minimax:tool_call>",
    "Text\n<tool_call>\n{\"name\": \"save\", \"arguments\": {\"path\": \"C:\\dir\\new file name\", 'mode': 'APPEND', "
    "\"at\": {\"x\": \"1.5\", "
    "\"deep\": {\"kids\": [{}, {\"kids\": []}]}, \"zz\": 1}, \"either\": \"[1, 2]\",}}\n</tool_call> and more",
    "<tool_call>choose\n<arg_key>value</arg_key>\n<arg_value>12345678901234567890</arg_value>\n<arg_key>kind</"
    "arg_key>\n"
    "<arg_value>text</arg_value>\n</tool_call>",
    "<tool_call>\n<function=save>\n<parameter=path>\nx\n</parameter>\n<parameter=at>\n{\"x\": 1, \"x\": 2, \"deep\": "
    "null}\n"
    "</parameter>\n<parameter=day>\ntomorrow\n</parameter>\n</function>\n</tool_call>",
    "]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"save\">]<]minimax[>[<tags>]<]minimax[>[<item>one and a "
    "half]<]minimax[>[</item>"
    "]<]minimax[>[<item>two]<]minimax[>[</item>]<]minimax[>[</tags>]<]minimax[>[<at>]<]minimax[>[<x>2.25]<]minimax[>[</"
    "x>]<]minimax[>[</at>"
    "]<]minimax[>[</invoke>]<]minimax[>[</tool_call>",
    "<|tool_call_start|>[save(path='it\\'s a path', tags=('a', 'b'), either=None), nope(x={'k': "
    "[1.0]})]<|tool_call_end|>",
    "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary to=functions.save<|message|>"
    "{\"path\": \"p\", \"path\": \"q\", \"size\": 1e999}<|call|>",
    "<tool_calls>[{\"name\": \"save\", \"arguments\": {\"arguments\": {\"path\": \"within the wrapper\"}}}, {\"name\": "
    "\"Ping\"}]</tool_calls>",
    "```json\n{\"name\": \"save\", \"arguments\": {\"path\": \"in a fence, at the end\", \"mode\": \"new\"}}\n```",
    "<minimax:tool_call><invoke name=\"save\"><parameter name=\"path\">cut off in the middle of a",
};

std::string read_all(const char* text, const options& how) {
  const message m = parse(text, dialect::automatic(), declared(), how, "stop");
  return to_json(m) + correction(m, declared(), correct_for::text_calls, text) +
         correction(m, declared(), correct_for::function_calls);
}

}  // namespace

TEST_CASE("memory that runs out while a message is read is a bad_alloc, and leaves nothing after") {
  for (const char* const text : texts) {
    INFO(text);
    CHECK(first_fault([&](std::string& made) { made = read_all(text, seeded()); }) == "");
  }
}

TEST_CASE("so it is in pieces, with copies in mid-stream, held, and traced") {
  for (const char* const text : texts) {
    INFO(text);
    CHECK(first_fault([&](std::string& made) {
            options how = seeded();
            how.policy.hold_calls = true;
            how.trace.on_entry = [](void*, const trace_entry& entry) { static_cast<void>(to_line(entry)); };
            parser first(dialect::automatic(), declared(), how);
            const std::string_view all(text);
            for (std::size_t at = 0; at < all.size(); at += 40) {
              for (const event& e : first.feed(all.substr(at, 40))) made += to_json(e);
              parser copy = first;
              if (at % 80 == 0) first = copy;
            }
            for (const event& e : first.finish("length")) made += to_json(e);
            made += to_json(first.message());
          }) == "");
  }
}

TEST_CASE("a parser that ran out of memory can be assigned to, and then reads as any") {
  for (const char* const text : texts) {
    INFO(text);
    const std::string right = read_all(text, seeded());
    CHECK(first_fault([&](std::string& made) {
            parser reader(dialect::automatic(), declared(), seeded());
            try {
              reader.feed(text);
              reader.finish();
            } catch (const std::bad_alloc&) {
              reader = parser(dialect::automatic(), declared(), seeded());
              reader.feed(text);
              reader.finish();
            }
            made = to_json(reader.message());
          }) == "");
  }
}

namespace {

task reading_of(const std::string& list) {
  return [list](std::string& made) {
    const tools read = tools::checked(list);
    for (const tools::schema_issue& each : schema_report(read, dialect::named("hermes"))) made += to_line(each) + '\n';
    for (std::size_t i = 0; i < read.size(); ++i) made += read.name(i);
  };
}

}  // namespace

TEST_CASE("memory that runs out while tools are read is a bad_alloc, and leaves nothing after") {
  const std::string good =
      R"([{"type": "function", "function": {"name": "plan_a_journey", "description": "d", "parameters": {
      "type": "object", "required": ["from", "to"], "additionalProperties": false, "properties": {
        "from": {"type": "string", "minLength": 2, "maxLength": 80}, "to": {"$ref": "#/properties/from"},
        "when": {"type": ["string", "null"], "format": "date"}, "class": {"enum": ["first", "second", 1, null]},
        "stops": {"type": "array", "items": {"type": "string"}, "maxItems": 9, "uniqueItems": true},
        "price": {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.01}, "pair": {"prefixItems": [{}, {"type": "integer"}]},
        "who": {"anyOf": [{"type": "object", "properties": {"name": {"type": "string"}}}, {"type": "string"}]},
        "how": {"oneOf": [{"const": "train"}, {"not": {"type": "string"}}]}}}}},
    {"name": "ping", "input_schema": {"type": "object", "properties": {}, "if": {"required": ["a"]}, "then": {"required": ["b"]}}}])";
  const std::string odd = R"({"tools": [{"name": "parameter", "inputSchema": {"type": "dict", "properties": {
        "a": {"$ref": "#/properties/a"}, "b": {"$ref": "http://x/y"}, "c": {"type": "wombat", "minimum": "no", "format": "zz"},
        "d": {"dependencies": {"x": ["y"], "z": {"minProperties": 2}}}, "function": {"enum": []}}}},
    {"name": "", "parameters": {}}, 7, {"name": "other", "parameters": {"oneOf": [{"properties": {"k": {"const": 1}, "v": {}}},
        {"properties": {"k": {"const": 2}, "v": {"type": "string"}}}], "properties": {"k": {"type": "integer"}}}}]})";
  for (const std::string& list : {good, odd}) CHECK(first_fault(reading_of(list)) == "");
}

// A pattern is RE2's, which is not made for exceptions: it loses what it holds where an allocation within it fails.
TEST_CASE("memory that runs out while patterns are compiled is a bad_alloc too") {
  const std::string list = R"([{"name": "find", "parameters": {"properties": {"code": {"pattern": "^([A-Z][a-z]+ ?)+$"},
      "odd": {"pattern": "a(?!b"}, "more": {"patternProperties": {"^x_[0-9]{2,3}": {"type": "integer"}}}}}}])";
  CHECK(first_fault(reading_of(list), leaks::in_re2) == "");
}

}  // namespace allocation_test
