// What the gates are made of must see what they are there to see.

#include "catch.hpp"
#include "gates/arguments.hpp"
#include "gates/begun_calls.hpp"
#include "gates/field_tags.hpp"
#include "gates/gate.hpp"
#include "gates/quotations.hpp"
#include "gates/renderers.hpp"
#include "gates/texts.hpp"
#include "grammarc/dialects.hpp"

namespace parts_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

written_call some_call() {
  return call_of_texts("lookup", {{"city", "Rome"}, {"note", "wet"}});
}

interpreter::names some_names() {
  interpreter::names made;
  made.given = true;
  made.tools["lookup"] = {"city", "note"};
  return made;
}

bool has_mark(const grammarc::page& page) {
  return grammarc::entry_of(page, "call_mark") != nullptr;
}

// What is quoted, with a dot for each other byte.
std::string quoted_in(std::string_view text) {
  const std::vector<bool> quoted = quoted_bytes(text, {});
  std::string shown(text);
  for (std::size_t i = 0; i < text.size(); ++i)
    if (!quoted[i]) shown[i] = '.';
  return shown;
}

}  // namespace

TEST_CASE("the call that a dialect writes begins where its mark stands", "[parts]") {
  begun_calls begun(todays_pages());
  std::size_t marked = 0;
  for (const grammarc::page* page : todays_pages().dialects()) {
    if (!has_mark(*page)) continue;
    if (page->name == "pythonic" || page->name == "json_wrapper") continue;  // whose shapes here have no such mark
    ++marked;
    INFO(page->name);
    const std::string text = render(shape_of(page->name), {some_call()}, {}).text;
    const std::size_t name = text.find("lookup");
    begun.forget();
    std::size_t found = 0;
    for (std::size_t at = 0; at < name; ++at) {
      const auto place = begun.at({page}, text, at, some_names());
      if (place && !place->cut_off && place->end <= name + 6) ++found;
    }
    CHECK(found >= 1);
    const std::string cut = text.substr(0, name + 3);
    begun.forget();
    CHECK(begun.at({page}, cut, 0, some_names()).has_value());
  }
  CHECK(marked >= 12);
}

TEST_CASE("a mark that is only mentioned begins no call", "[parts]") {
  begun_calls begun(todays_pages());
  for (const char* const text :
       {"<tool_call> and </tool_call>", "<tool_call>{\"name\": <function-name>}", "<tool_call>{\"x\": 1}"}) {
    INFO(text);
    CHECK_FALSE(begun.at(todays_pages().named("hermes"), text, 0, some_names()).has_value());
  }
  CHECK(begun.at(todays_pages().named("hermes"), "<tool_call>{\"arguments\": [", 0, some_names()).has_value());
  CHECK(begun.at(todays_pages().named("hermes"), "Say <tool_call>", 4, some_names())->cut_off);
}

TEST_CASE("the tags of fields are found as a dialect writes them", "[parts]") {
  field_tags tags(todays_pages());
  for (const char* const name : {"anthropic", "minimax", "dsml", "invoke_tool_call", "qwen3_coder", "seed_oss", "glm47",
                                 "hyperclovax_think", "kimi_k3", "gemma4", "minimax_m3"}) {
    INFO(name);
    const std::string text = render(shape_of(name), {some_call()}, {}).text;
    const auto first = tags.next(name, text, 0);
    REQUIRE(first.has_value());
    CHECK(first->key == "city");
    CHECK(first->paired);
    const auto second = tags.next(name, text, first->end);
    REQUIRE(second.has_value());
    CHECK(second->key == "note");
    CHECK_FALSE(tags.next(name, text, second->end).has_value());
    const std::string open = text.substr(0, second->begin).substr(0, text.find("Rome")) + text.substr(second->begin);
    CHECK_FALSE(tags.next(name, open, 0)->paired);
  }
  for (const char* const name : {"hermes", "kimi_k2", "lfm2", "tool_tag"}) {
    INFO(name);
    CHECK_FALSE(tags.next(name, render(shape_of(name), {some_call()}, {}).text, 0).has_value());
  }
}

TEST_CASE("each tag of a text is damaged in five ways", "[parts]") {
  std::vector<std::string> all;
  for (const variant& each : variants_of("a\n<x>b < c</x>", todays_pages().dialects())) all.push_back(each.text);
  CHECK(all == std::vector<std::string>{"a\n<x>b < c</x>", "a\nb < c</x>", "a\n<x><x>b < c</x>", "a\n<x>,b < c</x>",
                                        "a\n<x> thenb < c</x>", "a<x>\nb < c</x>", "a\n<x>b < c", "a\n<x>b < c</x></x>",
                                        "a\n<x>b < c</x>,", "a\n<x>b < c</x> then", "a</x>\n<x>b < c"});
  const auto tokens = tags_of("x [TOOL_CALLS]y", todays_pages().dialects());
  REQUIRE(tokens.size() == 1);
  CHECK((tokens[0].begin == 2 && tokens[0].end == 14));
}

TEST_CASE("what is quoted is what a reader of Markdown takes for quoted", "[parts]") {
  CHECK(quoted_in("a `b` c ` d") == "..`b`......");
  CHECK(quoted_in("``a`b`` c") == "``a`b``..");
  CHECK(quoted_in("> a\nb") == "> a..");
  CHECK(quoted_in("```x\na\n```\nb") == "```x\na\n```..");
  CHECK(quoted_in("- ~~~\na\n~~~") == "- ~~~\na\n~~~");
  CHECK(quoted_in("```\na\n```<x>") == "```\na\n```...");
  CHECK(quoted_in("```\na\n```</x>") == "```\na\n```</x>");
  CHECK(quoted_in("``` a ``` b") == "``` a ```..");
  CHECK(quoted_in("a\n\n    b\n\n    c\n\nd") == "...    b..    c...");
  CHECK(quoted_in("a\n\n\tb\nc") == "...\tb..");
  CHECK(quoted_in("a\n\n    <b>\n") == "...........");
  CHECK(quoted_in("a\n\n    <b> c") == "...    <b> c");
  CHECK(quoted_in("    a\n\nb") == "........");
}

TEST_CASE("arguments are compared by their digits and the text of their strings", "[parts]") {
  CHECK(spelled_alike("{\"a\": [1.50, \"\\u00e9\"], \"b\": null}") == "{\"a\":[1.50,\"é\"],\"b\":null}");
  CHECK(spelled_alike("{\"a\": }") == "");
  const auto members = members_of("{\"a\":{\"b\":\"x\"},\"c\":\"y\",\"c\":1}");
  REQUIRE(members.has_value());
  CHECK(members->at("a").written == "{\"b\":\"x\"}");
  CHECK_FALSE(members->at("a").string.has_value());
  CHECK(members->at("c").string == "y");
  CHECK_FALSE(members_of("[1]").has_value());
}

}  // namespace parts_test
