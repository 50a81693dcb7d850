// What a field's value may be: a string, JSON, a Python literal, and values in values; in a dialect of the test's own.

#include <toolcall/custom_dialect.hpp>

#include "catch.hpp"
#include "events/calls.hpp"

namespace nested_value_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

namespace pegtl = tao::pegtl;
using rules::node_role;

// @f{n:5,o:{s:'5',l:[a,b]},j:$[1],p:%'a'}
struct value;
struct key : rules::role<node_role::key, pegtl::plus<pegtl::identifier_other>> {};
template <char Closer>
struct closed : rules::recover<"own_open", pegtl::one<Closer>, pegtl::success> {};
struct pair : pegtl::seq<key, pegtl::one<':'>, rules::cut, value> {};
struct pairs : pegtl::opt<pair, pegtl::star<pegtl::one<','>, rules::cut, pair>> {};
struct values : pegtl::opt<pegtl::not_at<pegtl::one<']'>>, value, pegtl::star<pegtl::one<','>, rules::cut, value>> {};
struct object : rules::role<node_role::object, pegtl::one<'{'>, rules::cut, pairs, closed<'}'>> {};
struct array : rules::role<node_role::array, pegtl::one<'['>, rules::cut, values, closed<']'>> {};
struct quoted : pegtl::seq<pegtl::one<'\''>, rules::cut, rules::role<node_role::string, rules::run<pegtl::one<'\''>>>,
                           pegtl::one<'\''>> {};
struct in_json : pegtl::seq<pegtl::one<'$'>, rules::cut, rules::role<node_role::value, rules::json>> {};
struct in_python : pegtl::seq<pegtl::one<'%'>, rules::cut, rules::role<node_role::value, rules::python>> {};
struct bare : rules::role<node_role::value, rules::run<pegtl::one<',', '}', ']', '\n'>>> {};
struct value : pegtl::sor<quoted, object, array, in_json, in_python, bare> {};
struct called
    : rules::role<node_role::call, pegtl::one<'@'>, rules::role<node_role::name, pegtl::plus<pegtl::identifier_other>>,
                  pegtl::one<'{'>, rules::cut, pairs, closed<'}'>> {};

struct at_call {
  static constexpr std::string_view name = "at_call";
  static constexpr label_facts labels[] = {{"own_open", "incomplete", "It is not closed.", true}};
  using call = called;
};
struct whole_call {
  static constexpr std::string_view name = "whole_call";
  static constexpr std::string_view emission = "whole";
  using call = called;
};
// <kimi functions.f:0>n:5}
struct marked {
  static constexpr std::string_view name = "marked";
  struct number : pegtl::plus<pegtl::digit> {};
  struct id : rules::role<node_role::id, pegtl::opt<rules::text<"functions.">>,
                          rules::role<node_role::name, pegtl::plus<pegtl::identifier_other>>, pegtl::one<':'>,
                          rules::cut, number> {};
  struct call
      : rules::role<node_role::call, rules::text<"<kimi ">, id, pegtl::one<'>'>, rules::cut, pairs, closed<'}'>> {};
};

tools some() {
  return tools::from_json(R"([{"name": "f", "input_schema": {"type": "object",
    "$defs": {"tree": {"type": "object", "properties": {"n": {"type": "integer"},
                                                        "kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}}},
    "properties": {"n": {"type": "integer"}, "s": {"type": "string"}, "u": {"type": ["string", "integer"]}, "any": {},
      "p": {"type": "string", "pattern": "^a"}, "l": {"type": "array", "items": {"type": "integer"}},
      "o": {"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "string"},
            "l": {"type": "array", "items": {"type": "boolean"}}}, "additionalProperties": {"type": "number"}},
      "all": {"allOf": [{"type": "object"}, {"properties": {"n": {"type": "integer"}}}]},
      "list": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer"}}}},
      "tree": {"$ref": "#/$defs/tree"}}}}])");
}

template <typename Page>
const dialect& known() {
  static const dialect made = custom_dialect<Page>();
  return made;
}

template <typename Page = at_call>
message read_of(std::string_view text, const options& how = {}, std::string_view reason = "stop") {
  return parse(text, known<Page>(), some(), how, reason);
}

// The arguments of f with these fields, or of a call that is none what is wrong with it; and what is reported.
template <typename Page = at_call>
std::string typed(const std::string& fields) {
  const message made = read_of<Page>("@f{" + fields + "}");
  std::string all;
  if (made.calls.size() == 1) all = made.calls[0].arguments;
  if (made.calls.size() == 1 && made.calls[0].status == call_status::invalid) all += " invalid";
  for (const auto& none : made.incomplete) all += "incomplete " + none.label;
  for (const auto& none : made.refused) all += "refused " + none.label;
  for (const diagnostic& d : made.diagnostics) all += " " + d.label + " " + d.pointer;
  return all;
}

// Every way to cut the text in two, and byte by byte, tells the same; and what was emitted early stands.
template <typename Page>
void check_cuts(const std::string& text, const std::string& reason = "stop", const options& how = {}) {
  INFO(text);
  const auto fresh = [&] { return parser(known<Page>(), some(), seeded(how)); };
  const emitted once = read(fresh(), text, {}, reason);
  CHECK(broken_calls(once) == "");
  CHECK(lost_bytes(parse(text, known<Page>(), some(), how, reason), text) == "");
  std::vector<std::size_t> each;
  parser slow = fresh();
  emitted early;
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    CHECK(show(read(fresh(), text, {cut}, reason)) == show(once));
    if (cut < text.size()) join(early, slow.feed(text.substr(cut, 1)));
    CHECK(is_beginning(early, once));
    each.push_back(cut);
  }
  CHECK(read(fresh(), text, each, reason) == once);
}

}  // namespace

TEST_CASE("a string is what a JSON string is: never typed by guess") {
  CHECK(typed("u:5,s:5") == "{\"u\":5,\"s\":\"5\"} assumed_type /u");
  CHECK(typed("u:'5',s:'5'") == "{\"u\":\"5\",\"s\":\"5\"}");
  CHECK(typed("any:'null'") == "{\"any\":\"null\"}");
  CHECK(typed("other:'5'") == "{\"other\":\"5\"}");
  CHECK(typed("n:'5'") == "{\"n\":5}");  // as "5" in JSON would be
  CHECK(typed("n:'x'") == "{\"n\":\"x\"} invalid not_converted /n schema_violation /n");
  CHECK(typed("s:'a\n\"b\\n'") == R"({"s":"a\n\"b\\n"})");
  CHECK(typed("p:' a'") == "{\"p\":\" a\"} invalid schema_violation /p");
}

TEST_CASE("a plain string streams, whatever quotes the dialect puts around it") {
  parser reader(known<at_call>(), some());
  emitted early;
  join(early, reader.feed("@f{s:'one tw"));
  REQUIRE(early.size() == 2);
  CHECK(early[1].text == "{\"s\":\"one tw");
}

TEST_CASE("a Python literal is read as the JSON that it means") {
  CHECK(typed("any:%[True,None,false,null,'a',(1,),(2),(),{'k':-1.50,}]") ==
        R"({"any":[true,null,false,null,"a",[1],2,[],{"k":-1.50}]})");
  CHECK(typed("any:%[+5,.5,5.,-.5,1e3]") == R"({"any":[5,0.5,5.0,-0.5,1e3]})");
  CHECK(typed(R"(any:%'it\'s "x"\n\x41\u00e9\101\d\\')") == R"({"any":"it's \"x\"\nA)"
                                                            "\xC3\xA9"
                                                            R"(A\\d\\"})");
  CHECK(typed(R"(any:%"\ud83d\ude00\U0001F600\ud83d")") ==
        "{\"any\":\"\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xEF\xBF\xBD\"}");
  CHECK(typed("any:%'''a'b\n''c''',s:%\"\"\"]}\"\"\",n:%'3'") == R"({"any":"a'b\n''c","s":"]}","n":3})");
  CHECK(typed("any:%{1,'a',}") == R"({"any":[1,"a"]})");
  CHECK(typed("s:%None") == "{} assumed_type /s");
  CHECK(typed("o:%{'n':'7','s':\"\"}") == R"({"o":{"n":7,"s":""}})");
}

TEST_CASE("what is not quite Python is raw text, and that is said") {
  CHECK(typed("s:%2024-01-02") == "{\"s\":\"2024-01-02\"} assumed_type /s");
  CHECK(typed("any:%[a,b]") == "{\"any\":\"[a,b]\"} assumed_type /any");
  CHECK(typed("any:%{1:2,3}") == "{\"any\":\"{1:2,3}\"} assumed_type /any");
  CHECK(typed("n:%1_000") == "{\"n\":1000} assumed_type /n assumed_type /n");
  CHECK(typed("l:%[x]") == "{\"l\":\"[x]\"} invalid assumed_type /l not_converted /l schema_violation /l");
}

TEST_CASE("a damaged Python literal, and a variable, refuse their call") {
  for (const std::string value :
       {"none_such", "read(path)", "...", "[1)", "[1", "['a, 2]", "{'a': [1}", "\"\\N{DASH}\""}) {
    CAPTURE(value);
    CHECK(typed("any:%" + value).find("unreadable_arguments") != std::string::npos);
  }
}

TEST_CASE("values in values are typed by the schemas below the field's") {
  CHECK(typed("o:{n:5,s:5,l:[true,False],x:1.50}") == R"({"o":{"n":5,"s":"5","l":[true,false],"x":1.50}})");
  CHECK(typed("o:{s:'{',n:$7,x:%-.5}") == R"({"o":{"s":"{","n":7,"x":-0.5}})");
  CHECK(typed("all:{n:5,x:5}") == R"({"all":{"n":5,"x":"5"}})");
  CHECK(typed("tree:{n:1,kids:[{n:2,kids:[]},{kids:[{n:3}]}]}") ==
        R"({"tree":{"n":1,"kids":[{"n":2,"kids":[]},{"kids":[{"n":3}]}]}})");
  CHECK(typed("other:{n:5,l:[1,'a',$\"b\",$3]}") == R"({"other":{"n":"5","l":["1","a","b",3]}})");
  CHECK(typed("any:{n:5,s:a,t:'5'}") == R"({"any":{"n":"5","s":"a","t":"5"}})");
  CHECK(typed("o:{},l:[],n:1") == R"({"o":{},"l":[],"n":1})");
  CHECK(typed("l:[1,'2',a b]") == R"({"l":[1,2,"a b"]} invalid not_converted /l/2 schema_violation /l/2)");
}

TEST_CASE("a value of another shape than the schema's stays as it was written") {
  CHECK(typed("l:{}") == R"({"l":{}} invalid not_converted /l schema_violation /l)");
  CHECK(typed("list:{n:1}") == R"({"list":{"n":"1"}} invalid not_converted /list schema_violation /list)");
  CHECK(typed("o:[]") == R"({"o":[]} invalid not_converted /o schema_violation /o)");
  CHECK(typed("tree:{kids:{n:1}}") ==
        R"({"tree":{"kids":{"n":"1"}}} invalid not_converted /tree/kids schema_violation /tree/kids)");
}

TEST_CASE("of a key that an object has twice the first counts") {
  CHECK(typed("o:{n:1,n:1,s:a}") == R"({"o":{"n":1,"s":"a"}})");
  CHECK(typed("o:{n:1,s:a,n:2,l:[]}") == R"({"o":{"n":1,"s":"a","l":[]}} invalid duplicate_field /o/n)");
  CHECK(typed("tree:{kids:[{n:1},{n:1,n:[1]}]}") ==
        R"({"tree":{"kids":[{"n":1},{"n":1}]}} invalid duplicate_field /tree/kids/1/n)");
  CHECK(typed("o:{n:1},n:5,o:{n:1}") == R"({"o":{"n":1},"n":5})");
  CHECK(typed("o:{n:1},o:{n:2}") == R"({"o":{"n":1}} invalid duplicate_field /o)");
}

TEST_CASE("loose JSON in a nested value is read as anywhere else, or refuses the call") {
  CHECK(typed("o:{n:$\"a\\d\"}") ==
        R"({"o":{"n":"a\\d"}} invalid loose_json /o/n not_converted /o/n schema_violation /o/n)");
  CHECK(typed("any:[$[x]]") == "refused unreadable_arguments unreadable_arguments ");
  CHECK(typed("any:[%1.2.3,%'y']") == R"({"any":["1.2.3","y"]} assumed_type /any/0)");
}

TEST_CASE("a recovery in a nested value points to the part that it stands after") {
  const message made = read_of("@f{o:{s:'a',l:[true\n");
  REQUIRE(made.incomplete.size() == 1);
  CHECK(made.incomplete[0].label == "own_open");
  std::string all;
  for (const diagnostic& d : made.diagnostics) all += d.pointer + " ";
  CHECK(all == "/o/l/0 /o/l /o ");
}

TEST_CASE("a nested value that breaks is not emitted, and its call is incomplete") {
  for (const char* const text : {"@f{n:1,o:{s:'a", "@f{n:1,o:{s:'a',l:[$[1", "@f{n:1,o:{s", "@f{n:1,o:{s:'a',"}) {
    const message made = read_of(text, {}, "length");
    INFO(text);
    CHECK(made.calls.empty());
    CHECK(made.incomplete.size() == 1);
    check_cuts<at_call>(text, "length");
    check_cuts<at_call>(std::string(text) + " @f{n:2}");
  }
}

TEST_CASE("nested values are emitted alike however the text is cut") {
  check_cuts<at_call>("a @f{o:{n:5,s:'\xC3\xA9',l:[true,x],n:6},p:%'''a'b''',list:[{n:1},{}],any:$[\"\\ud800\"]} b");
  check_cuts<whole_call>("a @f{list:{n:5},list:{n:'x'},o:{n:1,n:2},s:'a',s:%b} b");
  check_cuts<marked>("a <kimi functions.f:0>n:5,o:{n:[1]}} <kimi f:12>} b <kimi f:");
}

TEST_CASE("fields that are gathered may be nested values, and become one list") {
  CHECK(typed<whole_call>("list:{n:5},list:{n:6}") == R"({"list":[{"n":5},{"n":6}]} repeated_field /list)");
  CHECK(typed<whole_call>("list:{n:5}") == R"({"list":{"n":"5"}} invalid not_converted /list schema_violation /list)");
  CHECK(typed<whole_call>("l:[1],l:[2]") == R"({"l":[1]} invalid duplicate_field /l)");
  CHECK(typed<whole_call>("l:1,l:%2,l:'3'") == R"({"l":[1,2,3]} repeated_field /l)");
}

TEST_CASE("a nested value is limited like any value that is held") {
  options few;
  few.held_bytes = 40;
  const auto ends = [&](const std::string& text) {
    const message made = read_of(text, few);
    return made.calls.size() == 1 ? made.calls[0].arguments : made.incomplete.at(0).label;
  };
  CHECK(ends("@f{o:{s:'" + std::string(20, 'x') + "'}}") == "{\"o\":{\"s\":\"" + std::string(20, 'x') + "\"}}");
  CHECK(ends("@f{o:{s:'" + std::string(40, 'x') + "'},n:1}") == "limit");
  CHECK(ends("@f{any:" + std::string(50, '[') + std::string(50, ']') + "}") == "limit");
  check_cuts<at_call>("@f{o:{s:'" + std::string(26, 'x') + "\n\n\n\n\n\n'},n:1} @f{n:2}", "stop", few);
  check_cuts<at_call>("@f{any:[[[[[[[[[[[[[[[[[[[[],[],[],[]]]]]]]]]]]]]]]]]]]]],n:1}", "stop", few);
}

TEST_CASE("the depth of nested values is that of JSON") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK(typed("any:" + nested(99)) == "{\"any\":" + nested(99) + "}");
  CHECK(typed("any:" + nested(128)) == typed("any:$" + nested(128)));
  CHECK(typed("any:" + nested(129)) == "refused unreadable_arguments unreadable_arguments ");
  CHECK(read_of("@f{any:" + std::string(100'000, '[')).calls.empty());
}

TEST_CASE("a prompt may end in a nested value") {
  const std::string text = "@f{o:{n:5,l:[true,x],n:6},s:'a'}";
  for (std::size_t cut = 4; cut <= text.size(); ++cut) {
    parser reader(known<at_call>(), some());
    reader.prefill(text.substr(0, cut));
    reader.feed(text.substr(cut));
    reader.finish("stop");
    INFO(cut);
    if (cut < text.size()) REQUIRE(reader.message().calls.size() == 1);
    if (cut < text.size()) CHECK(reader.message().calls[0].arguments == R"({"o":{"n":5,"l":[true,"x"]},"s":"a"})");
  }
}

TEST_CASE("an id may hold the name, and both are known when the call is emitted") {
  const message made = read_of<marked>("<kimi functions.f:0>n:5}<kimi f:12>}");
  REQUIRE(made.calls.size() == 2);
  CHECK(made.calls[0].name == "f");
  CHECK(made.calls[0].id == "functions.f:0");
  CHECK(made.calls[0].arguments == "{\"n\":5}");
  CHECK(made.calls[1].id == "f:12");
  parser reader(known<marked>(), some());
  emitted early;
  join(early, reader.feed("<kimi f:1"));
  CHECK(early.empty());
  join(early, reader.feed("2>"));
  REQUIRE(early.size() == 1);
  CHECK(early[0].id == "f:12");
}

}  // namespace nested_value_test
