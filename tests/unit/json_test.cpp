// The tree of lexemes, the spelling of strings, and numbers as digits.

#include "typing/json.hpp"

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "text/utf8.hpp"
#include "typing/dom.hpp"
#include "typing/json_escape.hpp"
#include "typing/number.hpp"

namespace json_test {

namespace {

namespace json = toolcall::typing::json;
using toolcall::typing::decimal;

std::string compact(std::string_view text) {
  json::document doc;
  json::syntax_error why;
  if (!doc.read(text, why)) return std::string("error: ") + why.reason;
  std::string out;
  doc.append_compact(0, out);
  return out;
}

std::string repeated(std::string_view unit, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += unit;
  return out;
}

}  // namespace

TEST_CASE("json: compact writing keeps lexemes, order and duplicates") {
  CHECK(compact(" { \"b\" : 1.10 , \"a\":[ ] , \"b\": \"x\\u0041 \\/\" } ") == R"({"b":1.10,"a":[],"b":"x\u0041 \/"})");
  CHECK(compact("1234567890123456789012345678901234567890") == "1234567890123456789012345678901234567890");
  CHECK(compact("[\r\n\t1 ,2e5, -0 ,true,\tfalse,null,{}]") == "[1,2e5,-0,true,false,null,{}]");
  CHECK(compact("\"\xff ill-formed\"") == "\"\xff ill-formed\"");
}

TEST_CASE("json: what is not JSON is refused") {
  for (const char* text :
       {"",      " ",         "{",   "[1,]",    "{\"a\":1,}", "{a:1}", "01",      "1.",          ".5",
        "+1",    "-",         "1e",  "tru",     "nul",        "\"a",   "\"\\x\"", "\"\\u12g4\"", "\"\n\"",
        "[1 2]", "{\"a\" 1}", "1 2", "{\"a\"}", "NaN",        "'a'"}) {
    CAPTURE(text);
    CHECK(compact(text).starts_with("error: "));
  }
  json::document doc;
  json::syntax_error why;
  CHECK_FALSE(doc.read("[1,\n x]", why));
  CHECK(why.at == 5);
}

TEST_CASE("json: agrees with nlohmann on every cut of a document") {
  const std::string text = R"({"k":[1,-2.5e+3,"s\n\u00e9",true,{"x":null}],"":{}})";
  for (std::size_t i = 0; i <= text.size(); ++i) {
    for (std::size_t skip : {std::size_t{0}, std::size_t{1}}) {
      const std::string cut = text.substr(0, i) + text.substr(std::min(text.size(), i + skip));
      CAPTURE(cut);
      json::document doc;
      json::syntax_error why;
      CHECK(doc.read(cut, why) == nlohmann::json::accept(cut));
    }
  }
}

TEST_CASE("json: depth is bounded without recursion") {
  CHECK(compact(repeated("[", 128) + repeated("]", 128)).size() == 256);
  CHECK(compact(repeated("[", 129) + repeated("]", 129)) == "error: nested too deeply");
  CHECK(compact(repeated("[", 100'000)) == "error: nested too deeply");
  CHECK(compact(repeated("{\"a\":", 100'000)) == "error: nested too deeply");
  const std::string wide = "[" + repeated("0,", 1'000'000) + "0]";
  CHECK(compact(wide) == wide);
}

TEST_CASE("json: members and meanings") {
  json::document doc;
  json::syntax_error why;
  REQUIRE(doc.read(R"({"a\u0062":"\ud83d\ude00\ud83d!\n","a\\b":2,"ab":3})", why));
  CHECK(doc.text_of(doc.member(0, "ab")) == "\xf0\x9f\x98\x80\xef\xbf\xbd!\n");
  CHECK(doc.lexeme(doc.member(0, "a\\b")) == "2");
  CHECK(doc.member(0, "c") == 0);
}

TEST_CASE("spell: least escaping, cut anywhere, read back by nlohmann") {
  std::string raw = "plain \" \\ / \x7f \xc3\xa9 tab\t";
  for (char c = 0; c < 0x20; ++c) raw += c;
  raw += std::string(100, 'x') + "\n" + std::string(40, 'y') + "\"";
  std::string whole;
  toolcall::typing::append_json_string(whole, raw);
  CHECK(nlohmann::json::parse(whole).get<std::string>() == raw);
  CHECK(whole.starts_with("\"plain \\\" \\\\ / \x7f \xc3\xa9 tab\\t\\u0000\\u0001"));
  for (std::size_t i = 0; i <= raw.size(); ++i) {
    std::string parts;
    toolcall::typing::append_json_string_body(parts, std::string_view(raw).substr(0, i));
    toolcall::typing::append_json_string_body(parts, std::string_view(raw).substr(i));
    CHECK('"' + parts + '"' == whole);
  }
}

TEST_CASE("spell: every byte at every place of a block") {
  for (int byte = 0; byte < 256; ++byte) {
    std::string alone;
    const char c = static_cast<char>(byte);
    toolcall::typing::append_json_string_body(alone, std::string_view(&c, 1));
    for (std::size_t at = 0; at < 70; ++at) {
      std::string raw(70, 'x'), out;
      raw[at] = c;
      toolcall::typing::append_json_string_body(out, raw);
      REQUIRE(out == std::string(at, 'x') + alone + std::string(69 - at, 'x'));
    }
  }
}

TEST_CASE("number: decimals are exact") {
  const auto order = [](const char* a, const char* b) { return compare(decimal::of(a), decimal::of(b)); };
  CHECK(order("9007199254740993", "9007199254740992") > 0);
  CHECK(order("1.10", "1.1") == 0);
  CHECK(order("-0", "0.0e5") == 0);
  CHECK(order("-2", "-1") < 0);
  CHECK(order("1e400", "9e399") > 0);
  CHECK(order("0.001", "1e-3") == 0);
  CHECK(order("1e99999999999999999999", "1e99999999999999999998") == 0);  // both beyond counting
  CHECK(decimal::of("1.5e1").integer_text() == "15");
  CHECK_FALSE(decimal::of("1.5").is_integral());
  const auto multiple = [](const char* a, const char* m) { return is_multiple(decimal::of(a), decimal::of(m)); };
  CHECK(multiple("19.99", "0.01") == true);
  CHECK(multiple("4.35", "0.01") == true);
  CHECK(multiple("2.5", "1") == false);
  CHECK(multiple("5", "0.1") == true);
  CHECK(multiple("7", "3") == false);
  CHECK(multiple("1e300", "3") == false);
  CHECK(multiple("3e300", "3") == true);
  CHECK(multiple("-9", "3") == true);
}

TEST_CASE("utf8: what is ill-formed is replaced, one U+FFFD for the bytes that begin a character and break off") {
  using toolcall::utf8::well_formed;
  CHECK(well_formed("a\xc3\xa9") == "a\xc3\xa9");
  CHECK(well_formed("a\xff\xc0\x80z") == "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz");
  CHECK(well_formed("\xed\xa0\x80") == "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(well_formed("\xf0\x9f\x98") == "\xef\xbf\xbd");
  CHECK(well_formed("\xe2\x82z\xe2\x82\xac\xf0") == "\xef\xbf\xbdz\xe2\x82\xac\xef\xbf\xbd");
}

TEST_CASE("dom: numbers keep their digits, of duplicates the first counts, members are in the order of their names") {
  using toolcall::typing::count_of, toolcall::typing::dom, toolcall::typing::to_dom;
  json::document doc;
  json::syntax_error why;
  const std::string text =
      R"({"b":[42.0,1e2,123456789012345678901234567890,0.10000000000000000000001],"a":"\u00e9","b":1})";
  REQUIRE(doc.read(text, why));
  const dom made = to_dom(doc, 0);
  CHECK(json_text(made) ==
        "{\"a\":\"\xc3\xa9\",\"b\":[42.0,1e2,123456789012345678901234567890,0.10000000000000000000001]}");
  CHECK(count_of(dom::number("42.0")) == 42U);
  CHECK(count_of(dom::number("18446744073709551615")) == 18446744073709551615U);
  for (const char* none : {"18446744073709551616", "1e30", "-1", "1.5"}) CHECK_FALSE(count_of(dom::number(none)));
  CHECK_FALSE(count_of("42"));
}

}  // namespace json_test
