// The inside of a JSON string, as a model wrote it and as it came.

#include "typing/string_body.hpp"

#include "catch.hpp"
#include "typing/loose_json.hpp"

namespace string_body_test {

using toolcall::typing::read_loose_json;
using toolcall::typing::string_body;
namespace json = toolcall::typing::json;

namespace {

struct spelled {
  std::string body;
  bool repaired;
  bool operator==(const spelled&) const = default;
};

spelled in_pieces(std::string_view text, std::size_t size) {
  spelled made;
  string_body body;
  for (; text.size() > size; text.remove_prefix(size)) body.add(made.body, text.substr(0, size));
  body.add(made.body, text);
  body.end(made.body);
  made.repaired = body.repaired();
  return made;
}

spelled of(std::string_view text) {
  const spelled whole = in_pieces(text, text.size() + 1);
  for (std::size_t size = 1; size <= text.size(); ++size) CHECK(in_pieces(text, size) == whole);
  return whole;
}

std::string read(std::string_view text) {
  json::document doc;
  std::string respelled, out;
  if (!read_loose_json(text, doc, respelled)) return "unreadable";
  doc.append_compact(0, out);
  return out;
}

}  // namespace

TEST_CASE("what is right stays as it was written") {
  for (const std::string_view text :
       {"", "plain", R"(a\"b\\c\/d\b\f\n\r\t)", R"(caf\u00e9 \uD83D\uDE00)", R"(\\)", "\xff"})
    CHECK(of(text) == spelled{std::string(text), false});
}

TEST_CASE("a control character is escaped, a backslash that begins no escape is one") {
  CHECK(of("a\nb\tc") == spelled{R"(a\nb\tc)", true});
  CHECK(of(R"(C:\dir\x)") == spelled{R"(C:\\dir\\x)", true});
  CHECK(of(R"(\u12G4)") == spelled{R"(\\u12G4)", true});
  CHECK(of(R"(\u1\n)") == spelled{R"(\\u1\n)", true});
  CHECK(of("\\\n") == spelled{R"(\\\n)", true});
  CHECK(of(R"(\u\u\u0041)") == spelled{R"(\\u\\u\u0041)", true});
  CHECK(of(R"(\u00)") == spelled{R"(\\u00)", true});
}

TEST_CASE("half a surrogate pair is a replacement character") {
  CHECK(of(R"(\ud83d\ude00)") == spelled{R"(\ud83d\ude00)", false});
  CHECK(of(R"(\ud83d)") == spelled{R"(\ufffd)", true});
  CHECK(of(R"(\ude00x)") == spelled{R"(\ufffdx)", true});
  CHECK(of(R"(\uD83Dx\n)") == spelled{R"(\ufffdx\n)", true});
  CHECK(of(R"(\ud83d\n)") == spelled{R"(\ufffd\n)", true});
  CHECK(of(R"(\ud83d\ud83d\ude00)") == spelled{R"(\ufffd\ud83d\ude00)", true});
  CHECK(of(R"(\ud83d\u0041)") == spelled{R"(\ufffd\u0041)", true});
  CHECK(of(R"(\ud83d\udx)") == spelled{R"(\ufffd\\udx)", true});
  CHECK(of("\\ud83d\"") == spelled{"\\ufffd", true});
  CHECK(read(R"(["\ude00", "\ud83d\ude00"])") == R"(["\ufffd","\ud83d\ude00"])");
}

TEST_CASE("a quote that is not escaped closes the string") {
  CHECK(of(R"(a\")") == spelled{R"(a\")", false});
  CHECK(in_pieces("ab\"", 4) == spelled{"ab", false});
  CHECK(in_pieces("ab\"", 1) == spelled{"ab", false});
}

TEST_CASE("quotes that are not escaped are part of the string, if that is clear") {
  CHECK(of(R"("say "hi" now")") == spelled{R"(say \"hi\" now)", true});
  CHECK(of(R"(""hi" she said")") == spelled{R"(\"hi\" she said)", true});
  CHECK(of(R"("<a href="\"x">\"")") == spelled{R"(<a href=\"\"x\">\")", true});
  const auto unclear = [](std::string_view text) {
    string_body body;
    std::string out;
    body.add(out, text);
    body.end(out);
    return body.unclear();
  };
  for (const std::string_view text : {R"("a")", R"("say "hi" now")", R"("a = "x"")", R"("the "x", now")"}) {
    INFO(text);
    CHECK_FALSE(unclear(text));
  }
  for (const std::string_view text : {R"("a "b")", R"("a" "b")", R"("a" + "b")", R"("it"s")", R"("a "b", then "c"")"}) {
    INFO(text);
    CHECK(unclear(text));
  }
}

TEST_CASE("in the path of a drive a backslash is one, if one of them escapes nothing") {
  CHECK(of(R"("C:\Users\me\notes.md")") == spelled{R"(C:\\Users\\me\\notes.md)", true});
  CHECK(of(R"(d:\new\table\docs)") == spelled{R"(d:\\new\\table\\docs)", true});
  CHECK(of(R"(C:\new\table)") == spelled{R"(C:\new\table)", false});
  CHECK(of(R"(C:\new\\docs\x)") == spelled{R"(C:\new\\docs\\x)", true});  // somebody knew how to write it
  CHECK(of(R"(C:\u0041\d)") == spelled{R"(C:\u0041\\d)", true});
  CHECK(of(R"(C:\users)") == spelled{R"(C:\\users)", true});
  const std::string far(300, 'x');
  CHECK(of("C:\\n" + far + "\\d") == spelled{"C:\\n" + far + "\\\\d", true});  // too far away
}

TEST_CASE("JSON that is held is read as strings that are streamed are") {
  CHECK(read(R"({"a": "C:\dir", "b" : [1, 2]})") == R"({"a":"C:\\dir","b":[1,2]})");
  CHECK(read("{\"a\": \"x\ny\"}") == R"({"a":"x\ny"})");
  CHECK(read("{'a': True, b: None,}") == R"({"a":true,"b":null})");
  CHECK(read(R"({"a": "\)") == "unreadable");
  CHECK(read("{bad") == "unreadable");
  CHECK(read("") == "unreadable");
}

}  // namespace string_body_test
