// JSON that is read over as it comes: what it is marked as, that no byte of it is held, and that it costs its bytes.

#include <string>

#include "engine/read_node_events.hpp"

namespace json_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

namespace pegtl = tao::pegtl;
using rules::node_role;

struct value : rules::role<node_role::value, rules::json> {};
struct closed : rules::recover<"missing_close", rules::text<">">, pegtl::success> {};
struct call : rules::role<node_role::call, pegtl::seq<rules::text<"<">, rules::cut,
                                                      rules::recover<"open_value", value, pegtl::success>, closed>> {};
struct waiting
    : pegtl::sor<
          pegtl::seq<rules::text<"<">, rules::role<node_role::arguments, rules::trial<rules::json>>, rules::text<">">>,
          rules::role<node_role::text, pegtl::any>> {};

struct progress {
  std::uint64_t steps = 0;
  std::size_t held = 0;  // the most at any time
  std::uint64_t until = 0;
};

progress read(const engine::program& made, std::string_view text, std::size_t piece) {
  static const vocabulary no_names;
  engine::stream machine(made, no_names, {});
  progress all;
  const auto note = [&](const engine::node_event*, std::size_t, std::string_view, std::uint64_t, std::uint64_t until) {
    all.until = until;
  };
  for (std::size_t at = 0; at < text.size(); at += piece) {
    if (!machine.take(text.substr(at, piece))) machine.feed(text.substr(at, piece), false, note);
    all.held = std::max(all.held, machine.held_bytes());
  }
  all.until = machine.state().final_position();
  all.steps = machine.state().steps();
  return all;
}

}  // namespace

TEST_CASE("a string, array or object is a part of its own, failed where the text ends in it") {
  const engine::program made = program_of<call>();
  CHECK(node_events_of(made, "a<{\"b\": [1, \"}\\\"\"]}> c") == "json 2-19\nvalue 2-19\ncall 1-20\nblock 1-20\n");
  CHECK(node_events_of(made, "<\"ab\"") == "json 1-5\nvalue 1-5\nlabel missing_close 5-5\ncall 0-5\nblock 0-5\n");
  CHECK(node_events_of(made, "<[\"ab\\") ==
        "failed json 1-6\nfailed value 1-6\nlabel open_value 6-6\nlabel missing_close 6-6\ncall 0-6\nblock 0-6\n");
  CHECK(node_events_of(made, "<-1.5e3>") == "json 1-7\nvalue 1-7\ncall 0-8\nblock 0-8\n");
  CHECK(node_events_of(made, "<?>") == "label open_value 1-1\nlabel missing_close 1-1\ncall 0-1\nblock 0-1\n");
}

TEST_CASE("in a trial it waits, and what does not end is something else") {
  const engine::program made = program_of<waiting>();
  CHECK(node_events_of(made, "<[1]>") == "json 1-4\narguments 1-4\nblock 0-5\n");
  CHECK(node_events_of(made, "<[1>").substr(0, 19) == "text 0-1\nblock 0-1\n");
}

TEST_CASE("JSON is found at the same place wherever its quotes and backslashes stand") {
  const engine::program made = program_of<call>();
  for (std::size_t before = 0; before < 40; ++before)
    for (const char* const inside : {"", "\\\"", "\\\\", "\\\\\\\"", "}{]["}) {
      const std::string json = "\"" + std::string(before, 'x') + inside + "yyyyyyyyyyyyyyyyyyyyy\"";
      const std::string end = std::to_string(json.size() + 1);
      CHECK(node_events_of(made, "<" + json + ">").find("json 1-" + end + "\nvalue 1-" + end + "\n") == 0);
    }
}

TEST_CASE("quotes of the other kind, comments and stray backslashes end where they end, in whatever pieces") {
  const engine::program made = program_of<call>();
  for (const std::string json :
       {"'a\"}\\''", "{'}': '\"', \"b'\": [ '{' ]}", "[it's]", "[1 // ]\n]", "[\"a\"/* ]/*/, # ]\n '}']",
        "{a:http://x}", "[#}", "{\\\"a{\\\": 1}}", "[1/*]", "['a'//]\n]", "[/ ']", "[// '\n']']", "[///]\n]",
        "[/**/ '}']", "[# '\n]", "[\t#\t]\n]", "{\"u\": \"http://x/#y //z\", \"b\": \"it's\"}"}) {
    INFO(json);
    const std::string end = std::to_string(json.size() + 1);
    const std::string all = "<" + json + ">]}'";
    CHECK(node_events_of(made, all).find("json 1-" + end + "\nvalue 1-" + end + "\n") == 0);
    for (const std::size_t piece : {1U, 2U, 3U}) CHECK(read(made, all, piece).until >= json.size() + 1);
  }
}

TEST_CASE("long JSON is not held, and costs its chunks and not its bytes") {
  const engine::program made = program_of<call>();
  std::string list = "<[";
  while (list.size() < 6U << 20U) list += "{\"a\\\\\\\"}\": [12, true, \"some longer text, and more of it\"]}, ";
  const std::string text = "<\"" + std::string(6U << 20U, 'x');  // more than may be read after the last cut
  for (const std::string& each : {list, text})
    for (const std::size_t piece : {std::size_t{4}, std::size_t{4096}, each.size()}) {
      const progress all = read(made, each, piece);
      INFO(piece);
      CHECK(all.until == each.size());
      CHECK(all.held == 0);
      CHECK(all.steps < 100);
    }
}

}  // namespace json_test
