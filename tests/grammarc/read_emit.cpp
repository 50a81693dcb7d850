// The emitter: rules as PEGTL, pages as headers, and the spelling of bytes as the compiler reads it.

#include <filesystem>
#include <type_traits>

#include <tao/pegtl.hpp>

#include <toolcall/engine/rules.hpp>

#include "grammarc/emit.hpp"
#include "grammarc/emit_rule.hpp"
#include "grammarc/emit_spelling.hpp"
#include "grammarc/main_spec.hpp"
#include "read_fragment.hpp"

using namespace toolcall::grammarc;
namespace pegtl = tao::pegtl;
namespace rules = toolcall::rules;

namespace {

std::string emitted(std::string_view rules, std::string_view front = "") {
  const auto page = fragment::read(rules, "page", front);
  return definition(page.rules.at(0), page);
}

std::string body_of(std::string_view body) {
  const auto whole = emitted("a <- " + std::string(body));
  constexpr std::string_view start = "struct a : ";
  REQUIRE(whole.substr(0, start.size()) == start);
  return whole.substr(start.size(), whole.size() - start.size() - 4);
}

}  // namespace

TEST_CASE("each form has one rule") {
  CHECK(body_of("\"x\" b*") == "pegtl::seq<rules::text<\"x\">, pegtl::star<b>>");
  CHECK(body_of("b / \"x\"i+ / \"\"") == "pegtl::sor<b, pegtl::plus<rules::text_any_case<\"x\">>, pegtl::success>");
  CHECK(body_of("&b !c d?") == "pegtl::seq<pegtl::at<b>, pegtl::not_at<c>, pegtl::opt<d>>");
  CHECK(body_of("b / @l c") == "rules::recover<\"l\", b, c>");
  CHECK(body_of("@l c") == "rules::recover<\"l\", pegtl::failure, c>");
  CHECK(body_of(". ^ json python") == "pegtl::seq<pegtl::any, rules::cut, rules::json, rules::python>");
  CHECK(body_of("line tool field new_field") == "pegtl::seq<rules::line, rules::tool, rules::field, rules::new_field>");
  CHECK(body_of("offered tool") == "pegtl::seq<rules::offered, rules::tool>");
  CHECK(body_of("forced name:chosen") == "pegtl::seq<rules::forced, rules::role<rules::kind::name, rules::chosen>>");
  CHECK(body_of("run(b) span(c) trial(d)") == "pegtl::seq<rules::run<b>, rules::span<c>, rules::trial<d>>");
  CHECK(body_of("late(b, c, text)") == "rules::late<b, c, \"\", rules::kind::text>");
  CHECK(body_of("late(b, c, @l reasoning)") == "rules::late<b, c, \"l\", rules::kind::reasoning>");
  CHECK(body_of("\"&lt;\" -> \"<\"") == "rules::replace<\"<\", rules::text<\"&lt;\">>");
  CHECK(body_of("key:b =key") ==
        "pegtl::seq<rules::role<rules::kind::key, rules::capture<\"page.a.key\", b>>, rules::back<\"page.a.key\">>");
  CHECK(body_of("q:b end(=q)") == "pegtl::seq<rules::capture<\"page.a.q\", b>, end<rules::back<\"page.a.q\">>>");
  CHECK(body_of("xml.word") == "pegtl::seq<xml::word>");
}

TEST_CASE("names that C++ or the headers need get an underscore") {
  CHECK(identifier("for") == "for_");
  CHECK(identifier("for_") == "for__");
  CHECK(identifier("page") == "page_");
  CHECK(identifier("fork") == "fork");
  CHECK(emitted("template(class) <- class new") ==
        "template <typename class_>\nstruct template_ : pegtl::seq<class_, new_> {};");
}

TEST_CASE("a page that is hidden by a rule or a parameter of its name is found from outside") {
  CHECK(emitted("a <- xml.word\nxml <- .") == "struct a : pegtl::seq<grammar::xml::word> {};");
  CHECK(emitted("a(xml) <- xml.word xml") ==
        "template <typename xml>\nstruct a : pegtl::seq<grammar::xml::word, xml> {};");
}

TEST_CASE("a token of the page is a token in its arguments too") {
  CHECK(emitted("a <- b(\"<t>\") \"<t>\"i", "---\ntokens: [<t>]\n---\n") ==
        "struct a : pegtl::seq<b<rules::token<rules::text<\"<t>\">>>, rules::token<rules::text_any_case<\"<t>\">>> {};");
}

TEST_CASE("classes are spelled as PEGTL's") {
  CHECK(body_of("[ab]") == "pegtl::one<'a', 'b'>");
  CHECK(body_of("[^<\\n']") == "pegtl::not_one<'\\n', '\\'', '<'>");
  CHECK(body_of("[a-z_-]") == "pegtl::ranges<'a', 'z', '-', '-', '_'>");
  CHECK(body_of("[^a-z]") == "pegtl::ranges<'\\000', '`', '{', '\\177', '\\200', '\\377'>");
  CHECK(std::is_same_v<pegtl::ranges<'\000', '\x7f', '\200', '\377'>, pegtl::ranges<'\0', '\x7f', '\x80', '\xff'>>);
}

TEST_CASE("a long literal is several, not cut inside a character") {
  const std::string longer(59, 'x');
  CHECK(body_of("\"" + longer + "“y\"") ==
        "pegtl::seq<rules::text<\"" + longer + "\">, rules::text<\"“y\">>");
  CHECK(split_text(std::string(60, 'x'), 60).size() == 1);
  CHECK(split_text(std::string(121, 'x'), 60).size() == 3);
}

TEST_CASE("bytes are spelled as the compiler reads them") {
  CHECK(quoted("<a b=\"c\">\n\t\r\\") == R"("<a b=\"c\">\n\t\r\\")");
  CHECK(std::is_same_v<rules::text<"\n\t\r\\\"">, pegtl::string<'\n', '\t', '\r', '\\', '"'>>);
  CHECK(quoted(std::string_view("\0001\x7f", 3)) == R"("\0001\177")");
  CHECK(std::is_same_v<rules::text<"\0001\177">, pegtl::string<'\0', '1', '\x7f'>>);
  CHECK(quoted("｜“é") == "\"｜“é\"");
  CHECK(std::is_same_v<rules::text<"é">, pegtl::string<'\xc3', '\xa9'>>);
  CHECK(quoted("\xe2\x80\x8b\xef\xbb\xbf\xc2\xa0") == R"("\342\200\213\357\273\277\302\240")");  // none can be seen
  CHECK(std::is_same_v<rules::text<"\342\200\213">, pegtl::string<'\xe2', '\x80', '\x8b'>>);
  CHECK(quoted("\xe2\x80") == R"("\342\200")");
  CHECK(quoted("\xf0\x9f\x98\x80") == "\"😀\"");
  CHECK(quoted("?\?/?") == "\"?\\?/?\"");  // no trigraph
  CHECK(std::is_same_v<rules::text_any_case<"a,b(c)">, pegtl::istring<'a', ',', 'b', '(', 'c', ')'>>);
}

TEST_CASE("a rule that does not fit on a line is broken at its brackets") {
  const auto whole = emitted(
      "block(open, close) <- open message.ws call ( message.ws call )* message.ws ( close / @missing_close \"\" )\n"
      "  / @missing_open line &( \"<invoke name=\" [\"'] tool [\"'] ) call");
  CHECK(
      whole ==
      "template <typename open, typename close>\n"
      "struct block : rules::recover<\n"
      "    \"missing_open\",\n"
      "    pegtl::seq<\n"
      "      open, message::ws, call, pegtl::star<pegtl::seq<message::ws, call>>, message::ws,\n"
      "      rules::recover<\"missing_close\", close, pegtl::success>>,\n"
      "    pegtl::seq<\n"
      "      rules::line,\n"
      "      pegtl::at<pegtl::seq<rules::text<\"<invoke name=\">, pegtl::one<'\"', '\\''>, rules::tool, pegtl::one<'\"', "
      "'\\''>>>,\n"
      "      call>> {};");
}

TEST_CASE("a page becomes a header that is read beside it") {
  std::vector<problem> problems;
  auto dialect =
      read_page("spec/dialects/tiny.md",
                "---\ndialect: tiny\nmodels: [A, B]\n---\n" +
                    fragment::fenced("call <- call:( \"<\" name:word \">\" ^ rest(\"x\") )  # why\nrest(e) <- e\n"
                                     "word <- xml.word"),
                problems);
  REQUIRE(problems.empty());
  const auto headers = emit({dialect}, {{"odd", "It is odd.", "told", true, 1}});
  REQUIRE(headers.size() == 6);
  CHECK(headers[0].name == "tiny.hpp");
  CHECK(headers[0].content ==
        R"(// Generated by grammarc from spec/dialects/tiny.md. Do not edit it: change the page and run grammarc.

#pragma once

#include <array>
#include <string_view>

#include <toolcall/engine/rules.hpp>

#include "grammar/xml.hpp"

namespace toolcall::grammar {

namespace pegtl = tao::pegtl;

namespace tiny {

struct call;
template <typename e> struct rest;
struct word;

// call <- call:( "<" name:word ">" ^ rest("x") )
struct call : rules::role<
    rules::kind::call,
    pegtl::seq<
      rules::text<"<">, rules::role<rules::kind::name, word>, rules::text<">">, rules::cut, rest<rules::text<"x">>>> {};

// rest(e) <- e
template <typename e>
struct rest : pegtl::seq<e> {};

// word <- xml.word
struct word : pegtl::seq<xml::word> {};

struct page {
  static constexpr std::string_view name = "tiny";
  static constexpr std::string_view framing = "";
  static constexpr std::string_view repeats = "";
  static constexpr std::string_view ids = "";
  static constexpr std::string_view telling = "";
  static constexpr std::array<std::string_view, 2> models{"A", "B"};
  static constexpr std::array<std::string_view, 0> starts{};
  using call = tiny::call;
  using reasoning = pegtl::failure;
  using control = pegtl::failure;
};

}  // namespace tiny

}  // namespace toolcall::grammar
)");
  CHECK(headers[1].name == "tiny.cpp");
  CHECK(headers[1].content ==
        R"(// Generated by grammarc from spec/dialects/tiny.md. Do not edit it: change the page and run grammarc.

#include <toolcall/engine/page.hpp>

#include "grammar/dialects.hpp"
#include "grammar/tiny.hpp"

namespace toolcall::grammar {

constinit const engine::page compiled::tiny = engine::page_of<tiny::page>();

}  // namespace toolcall::grammar
)");
  CHECK(headers[2].name == "dialects.hpp");
  CHECK(headers[2].content.find("extern const engine::page tiny;\n") != std::string::npos);
  CHECK(headers[2].content.find("dialects[] = {\n    &compiled::tiny};") != std::string::npos);
  CHECK(headers[3].name == "labels.hpp");
  CHECK(headers[3].content.find("    {\"odd\", \"told\",\n     \"It is odd.\", true},\n") != std::string::npos);
  CHECK(headers[4].name == "pages.hpp");
  CHECK(headers[4].content.find("    {\"tiny\", \"spec/dialects/tiny.md\",\n"
                                "     \"call <- call:( \\\"<\\\" name:word \\\">\\\" ^ rest(\\\"x\\\") )  # why\\n\"\n"
                                "     \"rest(e) <- e\\n\"\n"
                                "     \"word <- xml.word\\n\"},\n") != std::string::npos);
  CHECK(headers[5].name == "every.hpp");
  CHECK(headers[5].content.find("\n#include \"grammar/tiny.hpp\"\n") != std::string::npos);
}

TEST_CASE("dialects are listed by their order, then by name") {
  const auto dialect = [](std::string_view name, std::string_view order) {
    return fragment::read("call <- .", name,
                          "---\ndialect: " + std::string(name) + "\n" + std::string(order) + "---\n");
  };
  const auto headers =
      emit({dialect("b", ""), dialect("a", ""), dialect("z", "order: 9\n"), dialect("y", "order: 10\n")}, {});
  CHECK(headers[8].name == "dialects.hpp");
  CHECK(headers[8].content.find("\n    &compiled::z,\n    &compiled::y,\n    &compiled::a,\n    &compiled::b}") !=
        std::string::npos);
}

TEST_CASE("what is asked of all dialects is declared, not included") {
  const auto shared = fragment::read("r(e) <- dialects.mark(e) dialects.none dialects.one", "shared");
  const auto dialect = [](std::string_view name, std::string_view rules) {
    return fragment::read("call <- shared.r(\"x\")\n" + std::string(rules), name,
                          "---\ndialect: " + std::string(name) + "\n---\n");
  };
  const std::vector<page> all = {shared, dialect("b", "mark(a) <- a\none <- ."), dialect("for", "mark(b) <- b")};
  CHECK(fragment::shown(check_headers(all)) == "");
  const auto header = emit(all, {}).front().content;
  INFO(header);
  CHECK(header.find("namespace b {\ntemplate <typename a> struct mark;\nstruct one;\n}  // namespace b\n\n"
                    "namespace for_ {\ntemplate <typename b> struct mark;\n}  // namespace for_\n\n"
                    "namespace shared {") != std::string::npos);
  CHECK(header.find("struct r : pegtl::seq<\n"
                    "    pegtl::sor<rules::of<\"b\", b::mark<e>>, rules::of<\"for\", for_::mark<e>>>, "
                    "pegtl::failure, rules::of<\"b\", b::one>> {};") != std::string::npos);
  CHECK(header.find("#include \"grammar/") == std::string::npos);
}

TEST_CASE("a dialect's source includes the dialects that its rules ask, also through other pages") {
  const auto dialect = [](std::string_view name, std::string_view rules) {
    return fragment::read(rules, name, "---\ndialect: " + std::string(name) + "\n---\n");
  };
  const std::vector<page> all = {fragment::read("r <- dialects.mark", "shared"), fragment::read("s <- shared.r", "between"),
                                 dialect("asks", "call <- between.s"), dialect("alone", "call <- \"x\""),
                                 dialect("asked", "call <- mark\nmark <- over.o"),
                                 fragment::read("o <- dialects.other", "over"),
                                 dialect("further", "call <- other\nother <- .")};
  std::string included;
  for (const header& made : emit(all, {}))
    for (std::size_t at = 0; made.name.ends_with(".cpp") && (at = made.content.find("#include \"", at)) != made.content.npos;
         ++at)
      included += made.name + " " + made.content.substr(at + 10, made.content.find('"', at + 10) - at - 10) + "\n";
  CHECK(included ==
        "alone.cpp grammar/dialects.hpp\nalone.cpp grammar/alone.hpp\n"
        "asked.cpp grammar/dialects.hpp\nasked.cpp grammar/asked.hpp\nasked.cpp grammar/further.hpp\n"
        "asks.cpp grammar/dialects.hpp\nasks.cpp grammar/asked.hpp\nasks.cpp grammar/asks.hpp\n"
        "asks.cpp grammar/further.hpp\n"
        "further.cpp grammar/dialects.hpp\nfurther.cpp grammar/further.hpp\n");
}

TEST_CASE("pages that cannot be headers together") {
  const auto wrong = [](std::vector<page> pages) { return fragment::shown(check_headers(pages)); };
  CHECK(
      wrong({fragment::read("r <- y.r", "x"), fragment::read("r <- x.r", "y")}) ==
      "y.md:1: the page uses x, and x uses this page: their headers cannot include each other, so move what both need "
      "into a page of its own\n");
  CHECK(wrong({fragment::read("r <- .", "x"), fragment::read("r <- .", "x")}) ==
        "x.md:1: x is the name of x.md too: rules refer to pages by name, so each page needs its own\n");
  CHECK(wrong({fragment::read("r <- .", "labels")}) ==
        "labels.md:1: labels.hpp is written by grammarc itself: name the page otherwise\n");
  CHECK(wrong({fragment::read("r <- .", "pages")}) ==
        "pages.md:1: pages.hpp is written by grammarc itself: name the page otherwise\n");
  CHECK(wrong({fragment::read("r <- .", "compiled")}) ==
        "compiled.md:1: a page cannot be called compiled: its namespace is that of the compiled pages\n");
  CHECK(wrong({fragment::read("r <- y.r", "x"), fragment::read("r <- .", "y")}) == "");
}

TEST_CASE("headers are written only where their bytes differ, and removed with their page") {
  namespace fs = std::filesystem;
  const auto folder = fs::temp_directory_path() / "toolcall_read_emit_test";
  fs::remove_all(folder);
  const std::vector<header> headers = {{"a.hpp", std::string(generated_mark) + "a\n"},
                                       {"b.hpp", std::string(generated_mark) + "b\n"},
                                       {"b.cpp", std::string(generated_mark) + "b\n"}};
  CHECK(compare(folder, headers).to_write.size() == 3);
  CHECK(apply(folder, compare(folder, headers)) == "");
  CHECK(compare(folder, headers).to_write.empty());
  CHECK(apply(folder, {{{"hand_written.hpp", "// not ours\n"}}, {}}) == "");
  const std::vector<header> fewer = {headers[0]};
  const auto changes = compare(folder, fewer);
  CHECK(changes.to_write.empty());
  REQUIRE(changes.to_remove.size() == 2);
  CHECK(changes.to_remove[0].filename() == "b.hpp");
  CHECK(changes.to_remove[1].filename() == "b.cpp");
  CHECK(apply(folder, changes) == "");
  CHECK_FALSE(fs::exists(folder / "b.hpp"));
  CHECK_FALSE(fs::exists(folder / "b.cpp"));
  CHECK(fs::exists(folder / "hand_written.hpp"));
  fs::remove_all(folder);
}
