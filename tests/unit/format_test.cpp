// Formats that the recorded verdicts have none of: by their RFCs.

#include "typing/format.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "typing/pattern.hpp"

namespace format_test {

using toolcall::typing::format_named;
using toolcall::typing::in_re2_syntax;

namespace {

bool is(const char* name, const std::string& text) {
  const auto* const found = format_named(name);
  REQUIRE(found != nullptr);
  return found->holds(text);
}

void all_are(bool expected, const char* name, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    INFO(name << ' ' << text);
    CHECK(is(name, text) == expected);
  }
}

}  // namespace

TEST_CASE("formats: each takes its own example, and no empty text but a pointer and a reference") {
  for (const char* name : {"date", "time", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "uri",
                           "uri-reference", "uuid", "json-pointer", "relative-json-pointer", "regex"}) {
    CAPTURE(name);
    CHECK(is(name, std::string(format_named(name)->example)));
    const std::string of = name;
    CHECK(is(name, "") == (of == "json-pointer" || of == "uri-reference" || of == "regex"));
  }
  CHECK(format_named("cuid2") == nullptr);
}

TEST_CASE("formats: times and durations") {
  all_are(true, "time", {"00:00:00Z", "23:59:60Z", "15:59:60-08:00", "12:00:00.5+14:00", "12:00:00z"});
  all_are(false, "time", {"12:00Z", "12:00:00", "24:00:00Z", "22:59:60Z", "12:00:00.Z", "12:00:00+24:00"});
  all_are(true, "date-time", {"2024-02-29t00:00:00z", "1998-12-31T23:59:60Z"});
  all_are(false, "date-time", {"2023-02-29T00:00:00Z", "2024-01-01T00:00:00", "2024-01-01 00:00:00Z"});
  all_are(true, "duration", {"P1D", "PT36H", "P4Y", "PT0S", "P1M", "PT1M", "P2W", "P1Y2M3DT4H5M6S"});
  all_are(false, "duration", {"P", "PT", "1D", "P1", "P1DT", "P1S", "PT1D", "P1Y2W", "P-1D", "P1D2Y"});
}

TEST_CASE("formats: hosts and addresses") {
  all_are(true, "hostname", {"a", "a-b.c", "1.2", "xn--4gbwdl.xn--wgbh1c", std::string(63, 'a') + ".b"});
  all_are(false, "hostname", {"-a", "a-", "a..b", "a_b", "a.", ".a", std::string(64, 'a'), "caf\xc3\xa9"});
  all_are(true, "email", {"a@b", "a.b+c@d.e", "\"a b\"@c.d", "a@[192.0.2.1]", "a@[IPv6:::1]"});
  all_are(false, "email", {"a", "@b", "a@", ".a@b", "a.@b", "a..b@c", "a b@c", "a@b c", "a@[999.0.0.1]"});
  all_are(
      true, "uri",
      {"https://a.b/c?d=e#f", "mailto:a@b.c", "urn:isbn:1", "http://[::1]:80/", "file:///a", "x:", "http://u:p@h/%20"});
  all_are(false, "uri",
          {"/a", "a b:c", "http://a b", "http://[::1", "http://a:b", "http://a/%2", "1a:b", "http://a/{b}"});
  all_are(true, "uri-reference", {"/a", "#f", "?q", "//h/p", "a/b:c", "."});
  all_are(false, "uri-reference", {"a b", "\\\\h\\s", "1:b", "a#b#c"});
}

TEST_CASE("formats: pointers and expressions") {
  all_are(true, "json-pointer", {"/a/b~0c~1", "/", "/a//b", "/ "});
  all_are(false, "json-pointer", {"a", "/a~", "/a~2", "#/a"});
  all_are(true, "relative-json-pointer", {"0", "1/a", "0#", "12"});
  all_are(false, "relative-json-pointer", {"/a", "-1/a", "01/a", "0##"});
  all_are(true, "regex", {"^a+$", "(?=a)b", "(?<!a)b", "\\p{L}", "(?<name>a)\\k<name>", "a{2,3}"});
  all_are(false, "regex", {"(a", "[a", "*a", "a)"});
}

TEST_CASE("patterns: ECMAScript's spellings are RE2's") {
  CHECK(in_re2_syntax("^\\u00e9$") == "^\\x{00e9}$");
  CHECK(in_re2_syntax("\\u{1F600}") == "\\x{1F600}");
  CHECK(in_re2_syntax("\\ud83d\\ude00") == "\\x{01f600}");
  CHECK(in_re2_syntax("(?<year>\\d+)") == "(?P<year>\\d+)");
  CHECK(in_re2_syntax("(?<=a)(?<!b)") == "(?<=a)(?<!b)");
  CHECK(in_re2_syntax("\\cA") == "\\x01");
  CHECK(in_re2_syntax("[^]") == "(?s:.)");
  CHECK(in_re2_syntax("[[:a\\]]") == "[\\[:a\\]]");
  CHECK(in_re2_syntax("a\\") == "a\\");
  CHECK(in_re2_syntax("\\\\u0041") == "\\\\u0041");
  toolcall::typing::pattern_set all;
  for (const char* text : {"[]", "[^]", "\\_", "[\\w-.]", "\\/", "[[a]", "\\u00e9", "^$", "[\\u4e00-\\u9fff]"}) {
    CAPTURE(text);
    CHECK(all.get(text).problem.empty());
  }
}

}  // namespace format_test
