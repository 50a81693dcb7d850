// Ids of calls: the text's own are kept, the others are made by a style, a seed and a number; none comes twice, in one
// message or in two.

#include <set>

#include <toolcall/custom_dialect.hpp>

#include "catch.hpp"
#include "events/calls.hpp"

namespace ids_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

namespace pegtl = tao::pegtl;
using rules::node_role;

// "@ping", "@ping#an-id", and with a "?" after it, without which a call is refused. Told whole, so that a call may be
// none after it got an id.
struct own_id : rules::role<node_role::id, pegtl::plus<pegtl::sor<pegtl::alnum, pegtl::one<'.', ':', '_'>>>> {};
struct named : rules::role<node_role::name, rules::tool> {};
struct closed : rules::recover<"open_question", pegtl::one<'?'>, pegtl::success> {};
struct called : rules::role<node_role::call, rules::text<"@">, named, pegtl::opt<pegtl::one<'#'>, own_id>,
                            pegtl::one<' '>, rules::cut, closed> {};
struct at {
  static constexpr std::string_view name = "at";
  static constexpr std::string_view emission = "whole";
  static constexpr label_facts labels[] = {{"open_question", "refused", "Nobody asked."}};
  using call = called;
};

const dialect& at_dialect() {
  static const dialect made = custom_dialect<at>();
  return made;
}

message read_ids(std::string_view text, const options& how = seeded()) {
  return parse(text, at_dialect(), some_tools(), how);
}

std::string ids_of(const message& m) {
  std::string all;
  for (const tool_call& call : m.calls) all += (all.empty() ? "" : " ") + call.id;
  return all;
}

options styled(call_ids style, std::uint64_t first = 0, std::uint64_t seed = 0) {
  options how;
  how.ids = style;
  how.first_call = first;
  how.seed = seed;
  return how;
}

bool all_letters(std::string_view text) {
  for (const char c : text)
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) return false;
  return true;
}

}  // namespace

TEST_CASE("each style of ids is made as its servers make it") {
  const std::string text = "@ping ?@ping ?@put ?";
  const message openai = read_ids(text), mistral = read_ids(text, styled(call_ids::mistral));
  REQUIRE(openai.calls.size() == 3);
  REQUIRE(mistral.calls.size() == 3);
  std::set<std::string> seen;
  for (const tool_call& call : openai.calls) {
    CHECK(call.id.substr(0, 5) == "call_");
    CHECK(call.id.size() == 29);
    CHECK(all_letters(call.id.substr(5)));
    seen.insert(call.id);
  }
  for (const tool_call& call : mistral.calls) {
    CHECK(call.id.size() == 9);
    CHECK(all_letters(call.id));
    seen.insert(call.id);
  }
  CHECK(seen.size() == 6);
  CHECK(ids_of(read_ids(text, styled(call_ids::kimi))) == "functions.ping:0 functions.ping:1 functions.put:2");
}

TEST_CASE("the calls of a conversation are numbered on, and a seed changes what is not a number") {
  const std::string text = "@ping ?@put ?";
  for (const call_ids style : {call_ids::openai, call_ids::mistral, call_ids::kimi}) {
    const message first = read_ids("@ping ?" + text, styled(style)), on = read_ids(text, styled(style, 1));
    REQUIRE(first.calls.size() == 3);
    CHECK(ids_of(on) == first.calls[1].id + " " + first.calls[2].id);
    const bool same = ids_of(read_ids(text, styled(style, 0, 1))) == ids_of(read_ids(text, styled(style)));
    CHECK(same == (style == call_ids::kimi));
  }
  CHECK(ids_of(read_ids(text, styled(call_ids::kimi, 5))) == "functions.ping:5 functions.put:6");
}

TEST_CASE("without a seed no two parsers make the same ids") {
  std::set<std::string> seen;
  for (const call_ids style : {call_ids::openai, call_ids::mistral})
    for (int i = 0; i < 100; ++i) {
      options how;
      how.ids = style;
      for (const tool_call& call : read_ids("@ping ?@put ?", how).calls) seen.insert(call.id);
    }
  CHECK(seen.size() == 400);
}

TEST_CASE("a copy of a parser makes the ids that its original makes") {
  parser original(at_dialect(), some_tools());
  original.feed("@ping ?");
  parser copy = original, assigned(at_dialect(), some_tools());
  assigned = original;
  for (parser* const each : {&original, &copy, &assigned}) {
    each->feed("@ping ?@put ?");
    each->finish();
    REQUIRE(each->message().calls.size() == 3);
    CHECK(ids_of(each->message()) == ids_of(original.message()));
  }
}

// 24 letters drawn at random have six in a row in common with others once in some hundred million pairs.
TEST_CASE("ids of neighbouring seeds and numbers have nothing in common") {
  std::set<std::string> rows;
  std::size_t count = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (std::uint64_t number = 0; number < 20; ++number) {
      const std::string id = ids_of(read_ids("@ping ?", styled(call_ids::openai, number, seed))).substr(5);
      for (std::size_t at = 0; at + 6 <= id.size(); ++at, ++count) rows.insert(id.substr(at, 6));
    }
  CHECK(count == 20 * 20 * 19);
  CHECK(rows.size() == count);
}

TEST_CASE("an id that stands in the text is kept, whatever the style") {
  for (const call_ids style : {call_ids::openai, call_ids::mistral, call_ids::kimi}) {
    const message made = read_ids("@ping#functions.ping:7 ?@put#x ?", styled(style));
    CHECK(ids_of(made) == "functions.ping:7 x");
    CHECK(labels(made) == "");
  }
}

TEST_CASE("an id in JSON is kept, if it stands before the name") {
  const std::string text =
      R"([TOOL_CALLS][{"id": "abcDEF123", "name": "ping"}, {"name": "ping", "arguments": {}, "id": "x"}])";
  const message made = parse(text, dialect::automatic(), some_tools());
  REQUIRE(made.calls.size() == 2);
  CHECK(made.calls[0].id == "abcDEF123");
  CHECK(made.calls[1].id.substr(0, 5) == "call_");
}

TEST_CASE("an id that comes again is given to the first call only, and a diagnostic says so") {
  const message made =
      read_ids("@ping#functions.ping:0 ?@ping#functions.ping:0 ?@put#functions.ping:0 ?", styled(call_ids::kimi));
  CHECK(ids_of(made) == "functions.ping:0 functions.ping:1 functions.put:2");
  CHECK(labels(made) == "repeated_id repeated_id");
  REQUIRE(made.diagnostics.size() == 2);
  CHECK(made.diagnostics[0].call == 1);
  CHECK(made.diagnostics[1].call == 2);
  CHECK_FALSE(made.diagnostics[0].recovery);
  for (const tool_call& call : made.calls) CHECK(call.status == call_status::complete);
}

TEST_CASE("an id that is made differs from those that the text gave") {
  // The second call's number is 1, which the first call's own id has taken.
  CHECK(ids_of(read_ids("@ping#functions.ping:1 ?@ping ?@ping ?", styled(call_ids::kimi))) ==
        "functions.ping:1 functions.ping:2 functions.ping:3");
  // And one of the text that was made before.
  CHECK(ids_of(read_ids("@ping ?@ping#functions.ping:0 ?", styled(call_ids::kimi))) ==
        "functions.ping:0 functions.ping:1");
}

TEST_CASE("a call that is refused takes no id") {
  const message made = read_ids("@ping !@ping ?@ping#x !@ping#x ?", styled(call_ids::kimi));
  CHECK(made.refused.size() == 2);
  CHECK(ids_of(made) == "functions.ping:0 x");
  CHECK(labels(made).find("repeated_id") == std::string::npos);
}

TEST_CASE("a call that the prompt has begun has another id than the next one") {
  options how = styled(call_ids::kimi);
  parser reader(minimax(), some_tools(), how);
  reader.prefill(open_block + invoke("ping") + "<invoke name=\"put\">");
  reader.feed("</invoke>" + invoke("put") + close_block);
  reader.finish();
  REQUIRE(reader.message().calls.size() == 2);
  CHECK(reader.message().calls[0].id != reader.message().calls[1].id);
  parser ended(minimax(), some_tools(), how);
  ended.prefill(block(invoke("ping")));
  ended.feed(block(invoke("ping")));
  ended.finish();
  CHECK(ids_of(ended.message()) == "functions.ping:0");
}

TEST_CASE("ids do not depend on how the text is cut") {
  const std::string text = "@ping#x ?@ping#x ?@put !@put ?@put#functions.put:2 ?";
  const auto fresh = [&] { return parser(at_dialect(), some_tools(), styled(call_ids::kimi)); };
  const emitted once = read(fresh(), text);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) CHECK(read(fresh(), text, {cut}) == once);
}

}  // namespace ids_test
