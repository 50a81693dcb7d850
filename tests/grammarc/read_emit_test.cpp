// The emitter: rules as PEGTL, pages as headers, and the spelling of bytes as the compiler reads it.

#include <algorithm>
#include <filesystem>
#include <type_traits>

#include <toolcall/engine/rules.hpp>

#include <tao/pegtl.hpp>

#include "grammarc/emit.hpp"
#include "grammarc/emit_rule.hpp"
#include "grammarc/emit_spelling.hpp"
#include "grammarc/main_spec.hpp"
#include "read_fragment.hpp"

namespace read_emit_test {

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
  CHECK(body_of("note(l, c)") == "rules::note<\"l\", c>");
  CHECK(body_of("note(l) c") == "pegtl::seq<rules::note<\"l\", pegtl::success>, c>");
  CHECK(body_of("when(l) c") == "pegtl::seq<rules::when<\"l\">, c>");
  CHECK(body_of("b{0,2}") == "pegtl::rep_opt<2, b>");
  CHECK(body_of("( b c ){3}") == "pegtl::rep<3, pegtl::seq<b, c>>");
  CHECK(body_of("b{1,4}") == "pegtl::seq<pegtl::rep<1, b>, pegtl::rep_opt<3, b>>");
  CHECK(body_of(". ^ json python") == "pegtl::seq<pegtl::any, rules::cut, rules::json, rules::python>");
  CHECK(body_of("line_start tool field new_field") ==
        "pegtl::seq<rules::line_start, rules::tool, rules::field, rules::new_field>");
  CHECK(body_of("line_start start") == "pegtl::seq<rules::line_start, rules::start>");
  CHECK(body_of("tools_given tool") == "pegtl::seq<rules::tools_given, rules::tool>");
  CHECK(body_of("call_required name:tool_chosen") ==
        "pegtl::seq<rules::call_required, rules::role<rules::node_role::name, rules::tool_chosen>>");
  CHECK(body_of("run(b) span(c) trial(d)") == "pegtl::seq<rules::run<b>, rules::span<c>, rules::trial<d>>");
  CHECK(body_of("followed_by(b, c, text)") == "rules::followed_by<b, c, \"\", rules::node_role::text>");
  CHECK(body_of("followed_by(b, c, @l reasoning)") == "rules::followed_by<b, c, \"l\", rules::node_role::reasoning>");
  CHECK(body_of("\"&lt;\" -> \"<\"") == "rules::replace<\"<\", rules::text<\"&lt;\">>");
  CHECK(body_of("key:b =key") ==
        "pegtl::seq<\n    rules::role<rules::node_role::key, rules::capture<\"page.a.key\", b>>, "
        "rules::back<\"page.a.key\">>");
  CHECK(body_of("q:b end(=q)") ==
        "pegtl::seq<rules::capture<\"page.a.q\", b>, rules::call<end, rules::back<\"page.a.q\">>>");
  CHECK(body_of("dialects.b") == "pegtl::seq<rules::of_dialects<\"b\">>");
  CHECK(body_of("dialects.b(c)") == "pegtl::seq<rules::of_dialects<\"b\", c>>");
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
        "struct a : pegtl::seq<rules::call<b, rules::token<rules::text<\"<t>\">>>, "
        "rules::token<rules::text_any_case<\"<t>\">>> {};");
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
  CHECK(body_of("\"" + longer + "“y\"") == "pegtl::seq<rules::text<\"" + longer + "\">, rules::text<\"“y\">>");
  CHECK(split_text(std::string(60, 'x'), 60).size() == 1);
  CHECK(split_text(std::string(121, 'x'), 60).size() == 3);
}

TEST_CASE("bytes are spelled as the compiler reads them") {
  CHECK(cpp_literal("<a b=\"c\">\n\t\r\\") == R"("<a b=\"c\">\n\t\r\\")");
  CHECK(std::is_same_v<rules::text<"\n\t\r\\\"">, pegtl::string<'\n', '\t', '\r', '\\', '"'>>);
  CHECK(cpp_literal(std::string_view("\0001\x7f", 3)) == R"("\0001\177")");
  CHECK(std::is_same_v<rules::text<"\0001\177">, pegtl::string<'\0', '1', '\x7f'>>);
  CHECK(cpp_literal("｜“é") == "\"｜“é\"");
  CHECK(std::is_same_v<rules::text<"é">, pegtl::string<'\xc3', '\xa9'>>);
  CHECK(cpp_literal("\xe2\x80\x8b\xef\xbb\xbf\xc2\xa0") ==
        R"("\342\200\213\357\273\277\302\240")");  // none can be seen
  CHECK(std::is_same_v<rules::text<"\342\200\213">, pegtl::string<'\xe2', '\x80', '\x8b'>>);
  CHECK(cpp_literal("\xe2\x80") == R"("\342\200")");
  CHECK(cpp_literal("\xf0\x9f\x98\x80") == "\"😀\"");
  CHECK(cpp_literal("?\?/?") == "\"?\\?/?\"");  // no trigraph
  CHECK(std::is_same_v<rules::text_any_case<"a,b(c)">, pegtl::istring<'a', ',', 'b', '(', 'c', ')'>>);
}

TEST_CASE("a rule that does not fit on a line is broken at its brackets") {
  const auto whole = emitted(
      "block(open, close) <- open message.ws call ( message.ws call )* message.ws ( close / @missing_close \"\" )\n"
      "  / @missing_open line_start &( \"<invoke name=\" [\"'] tool [\"'] ) call");
  CHECK(whole ==
        "template <typename open, typename close>\n"
        "struct block : rules::recover<\n"
        "    \"missing_open\",\n"
        "    pegtl::seq<\n"
        "      open, message::ws, call, pegtl::star<pegtl::seq<message::ws, call>>, message::ws,\n"
        "      rules::recover<\"missing_close\", close, pegtl::success>>,\n"
        "    pegtl::seq<\n"
        "      rules::line_start,\n"
        "      pegtl::at<pegtl::seq<rules::text<\"<invoke name=\">, pegtl::one<'\"', '\\''>, rules::tool, "
        "pegtl::one<'\"', "
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
  const auto headers = emit({dialect}, {{"odd", "It is odd.", "reported", true, "damaged_marks", false, 1}});
  REQUIRE(headers.size() == 4);
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
    rules::node_role::call,
    pegtl::seq<
      rules::text<"<">, rules::role<rules::node_role::name, word>, rules::text<">">, rules::cut,
      rules::call<rest, rules::text<"x">>>> {};

// rest(e) <- e
template <typename e>
struct rest : pegtl::seq<e> {};

// word <- xml.word
struct word : pegtl::seq<xml::word> {};

struct page {
  static constexpr std::string_view name = "tiny";
  static constexpr std::array<std::string_view, 2> models{"A", "B"};
  static constexpr std::array<std::string_view, 0> starts{};
  static constexpr std::array<std::string_view, 0> tokens{};
  using call = tiny::call;
  using unread = pegtl::failure;
  using reasoning = pegtl::failure;
  using control = pegtl::failure;
};

}  // namespace tiny

}  // namespace toolcall::grammar
)");
  CHECK(headers[1].name == "dialects.hpp");
  CHECK(headers[2].name == "dialects.cpp");
  CHECK(headers[2].content ==
        R"(// Generated by grammarc from spec/dialects. Do not edit it: change the pages and run grammarc.

#include "grammar/dialects.hpp"

#include <array>

namespace toolcall::grammar {

namespace {

constexpr std::string_view tiny_models[] = {
    "A",
    "B",
};

constinit const engine::page_facts listed[] = {
    {"tiny", tiny_models, {}, {}, {}, "", "", "", ""},
};

constinit const std::array<std::string_view, 0> turn_mark_list{
};

}  // namespace

constinit const std::span<const engine::page_facts> dialects = listed;
constinit const std::span<const std::string_view> turn_marks = turn_mark_list;

}  // namespace toolcall::grammar
)");
  CHECK(headers[3].name == "labels.hpp");
  CHECK(headers[3].content.find("    {\"odd\", \"reported\",\n     \"It is odd.\", true, \"damaged_marks\"},\n") !=
        std::string::npos);
  const auto texts = page_texts({dialect});
  CHECK(texts.name == "page_texts.cpp");
  CHECK(texts.content.find("    {\"tiny\", \"spec/dialects/tiny.md\", 0,\n"
                           "     \"call <- call:( \\\"<\\\" name:word \\\">\\\" ^ rest(\\\"x\\\") )  # why\\n\"\n"
                           "     \"rest(e) <- e\\n\"\n"
                           "     \"word <- xml.word\\n\"},\n") != std::string::npos);
}

namespace {

page dialect(std::string_view name, std::string_view rules, std::string_view order = "") {
  return fragment::read(rules, name, "---\ndialect: " + std::string(name) + "\n" + std::string(order) + "---\n");
}

std::string content_of(const std::vector<page>& pages, std::string_view name) {
  for (const generated_file& made : emit(pages, {}))
    if (made.name == name) return made.content;
  return "";
}

}  // namespace

TEST_CASE("dialects are listed by their order, then by name") {
  const std::vector<page> pages = {dialect("b", "call <- ."), dialect("a", "call <- ."),
                                   dialect("z", "call <- .", "order: 9\n"), dialect("y", "call <- .", "order: 10\n")};
  const auto list = content_of(pages, "dialects.cpp");
  INFO(list);
  const auto line = [](const std::string& name) {
    return "    {\"" + name + "\", {}, {}, {}, {}, \"\", \"\", \"\", \"\"},\n";
  };
  CHECK(list.find(line("z") + line("y") + line("a") + line("b") + "};") != std::string::npos);
}

TEST_CASE("what a page asks of all dialects names none of them, and each offers what it has") {
  const auto shared = fragment::read("r(e) <- dialects.mark(e) dialects.none dialects.one", "shared");
  const std::vector<page> pages = {shared, dialect("b", "call <- shared.r(\"x\")\nmark(a) <- a\none <- ."),
                                   dialect("for", "call <- .\nfor <- .\nmark(b) <- b\nother <- .")};
  CHECK(fragment::shown(check_headers(pages)) == "");
  const auto asking = content_of(pages, "shared.hpp");
  INFO(asking);
  CHECK(asking.find("struct r : pegtl::seq<rules::of_dialects<\"mark\", e>, rules::of_dialects<\"none\">, "
                    "rules::of_dialects<\"one\">> {};") != std::string::npos);
  CHECK(asking.find("#include \"grammar/") == std::string::npos);
  CHECK(content_of(pages, "b.hpp")
            .find("  using offers = rules::offers<\n"
                  "      rules::offer<\"mark\", b::mark<rules::parameter<0>>>,\n"
                  "      rules::offer<\"one\", b::one>>;\n") != std::string::npos);
  CHECK(content_of(pages, "for.hpp")
            .find("  using offers = rules::offers<\n"
                  "      rules::offer<\"mark\", grammar::for_::mark<rules::parameter<0>>>>;\n") != std::string::npos);
}

TEST_CASE("another dialect changes no header, and of the sources the list alone") {
  const std::vector<page> few = {fragment::read("r <- dialects.mark", "shared"), dialect("a", "call <- .\nmark <- .")};
  std::vector<page> more = few;
  more.push_back(dialect("b", "call <- .\nmark <- ."));
  std::string changed;
  const std::vector<generated_file> before = emit(few, {});
  for (const generated_file& each : emit(more, {})) {
    const auto same = [&](const generated_file& other) {
      return other.name == each.name && other.content == each.content;
    };
    if (std::none_of(before.begin(), before.end(), same)) changed += each.name + "\n";
  }
  CHECK(changed == "b.hpp\ndialects.cpp\n");
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
  CHECK(wrong({fragment::read("r <- .", "program")}) == "");
  CHECK(wrong({fragment::read("r <- y.r", "x"), fragment::read("r <- .", "y")}) == "");
}

TEST_CASE("files are written only where their bytes differ, and removed with their page") {
  namespace fs = std::filesystem;
  const auto folder = fs::temp_directory_path() / "toolcall_read_emit_test";
  fs::remove_all(folder);
  const std::vector<generated_file> headers = {{"a.hpp", std::string(generated_mark) + "a\n"},
                                               {"b.hpp", std::string(generated_mark) + "b\n"},
                                               {"b.cpp", std::string(generated_mark) + "b\n"}};
  CHECK(compare(folder, headers).to_write.size() == 3);
  CHECK(apply(folder, compare(folder, headers)) == "");
  CHECK(compare(folder, headers).to_write.empty());
  CHECK(apply(folder, {{{"hand_written.hpp", "// not ours\n"}}, {}}) == "");
  const std::vector<generated_file> fewer = {headers[0]};
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

}  // namespace read_emit_test
