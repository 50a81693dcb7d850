// toolcall try: a page that was not compiled does what the compiled one does, and what is wrong with a
// page or a text is said where it is.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"
#include "cli/written_pages.hpp"
#include "effort.hpp"

namespace try_test {

using namespace toolcall::tests;

namespace {

std::vector<fs::path> dialects() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(spec / "dialects"))
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  return files;
}

// The lines that `parse` gives, made from its events, in which touching pieces are joined.
// After a word: the name of a call that has one.
std::string named(const nlohmann::json& call) {
  const std::string name = call.value("name", "");
  return name.empty() ? "" : " " + name;
}

std::string lines_of_events(const std::string& events) {
  std::string made, kind, text, name;
  const auto flush = [&] {
    if (!kind.empty()) made += kind + " " + nlohmann::json(text).dump() + "\n";
    kind.clear();
    text.clear();
  };
  std::string arguments;
  for (std::size_t at = 0; at < events.size(); at = events.find('\n', at) + 1) {
    const auto e = nlohmann::json::parse(events.substr(at, events.find('\n', at) - at));
    const std::string type = e.at("type");
    if (type == "text" || type == "reasoning") {
      if (kind != type) flush();
      kind = type;
      text += e.at("text").get<std::string>();
      continue;
    }
    if (type == "diagnostic") continue;
    flush();
    if (type == "call_begin") name = e.at("name"), arguments.clear();
    if (type == "arguments") arguments += e.at("text").get<std::string>();
    if (type == "call_end")
      made += (e.at("status") == "complete" ? "call " : "invalid ") + name + " " + arguments + "\n";
    if (type == "call_incomplete") made += e.at("status").get<std::string>() + named(e) + "\n";
    if (type == "call_refused") made += "refused" + named(e) + "\n";
  }
  flush();
  return made;
}

std::string without_notes(const std::string& lines) {
  std::string made;
  for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1) {
    const std::string line = lines.substr(at, lines.find('\n', at) + 1 - at);
    if (line.substr(0, 5) != "note ") made += line;
  }
  return made;
}

}  // namespace

TEST_CASE("the examples of every page hold without a compiler") {
  const std::vector<fs::path> files = dialects();
  REQUIRE(files.size() > 20);
  for (const fs::path& file : files) {
    const outcome made = run({"try", file.string(), "--examples"});
    INFO(file.string() << "\n" << made.out << made.err);
    CHECK(made.code == 0);
    CHECK(made.err == "");
    const std::string text = content_of(file);
    std::size_t examples = 0;
    for (std::size_t at = 0; (at = text.find("```example ", at)) != text.npos; ++at) ++examples;
    CHECK(made.out.find("\n" + std::to_string(examples) + " examples, 0 differ\n") != made.out.npos);
  }
}

TEST_CASE("try reads a text as the compiled page does") {
  const std::string texts[] = {
      "<think>Hm.</think>So.\n<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bern\", \"days\": "
      "2}}</tool_call>",
      "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bern\"",
      "<tool_call>{\"name\": \"ping\" \"arguments\": {}}</tool_call> and `<tool_call>`",
      "<tool_call>\n<function=get_weather>\n<parameter=city>\nBern\n</parameter>\n</function>\n</tool_call>",
      "<minimax:tool_call><invoke name=\"get_weather\"><parameter name=\"city\">Bern</city><parameter name=\"days\">x"
      "</parameter></invoke></minimax:tool_call>",
      "[TOOL_CALLS]get_weather{\"city\": \"Bern\"}",
      "[get_weather(city='Bern')]",
      "{\"name\": \"get_weather\", \"parameters\": {\"city\": \"Bern\"}}"};
  // To read all pages takes a tenth of a second, so by day each dialect reads one of twelve.
  const std::size_t share = every(12);
  std::size_t turn = 0, number = 0;
  for (const fs::path& file : dialects()) {
    ++number;
    for (const std::string& text : texts) {
      const std::size_t of_text = static_cast<std::size_t>(&text - texts);
      if ((number + of_text) % share != 0) continue;
      const char* const reason = turn++ % 2 == 0 ? "stop" : "length";
      INFO(file.string() << " " << reason << "\n" << text);
      const outcome tried = run({"try", file.string(), "--tools", tools, "--finish-reason", reason}, text);
      const outcome read = run({"parse", "--dialect", file.stem().string(), "--tools", tools, "--format", "events",
                                "--finish-reason", reason},
                               text);
      CHECK(tried.code == 0);
      CHECK(without_notes(lines_for(tried.out)) == lines_of_events(read.out));
    }
  }
}

TEST_CASE("the lines that try prints are an example that holds") {
  const folder here;
  const std::string text = "Hm. CALL get_weather {city=Bern,days=a `2` b} and CALL ping {} or CALL add {a=1";
  const outcome tried = run({"try", here.write("shout.md", page(shout)), "--tools", tools}, text + "\n");
  const std::string lines = lines_for(tried.out);
  CHECK(lines.find("invalid get_weather {\"city\":\"Bern\",\"days\":\"a `2` b\"}\n") != lines.npos);
  CHECK(lines.find("note schema_violation ") != lines.npos);
  const std::string example =
      "\n````example as told\ntools get_weather,ping,add\n---\n" + text + "\n---\n" + lines + "````\n";
  const outcome again = run({"try", here.write("shout.md", page(shout, example)), "--examples", "--tools", tools});
  INFO(lines << again.out << again.err);
  CHECK(again.code == 0);
}

TEST_CASE("an example that differs is shown, and is the exit code") {
  const folder here;
  const std::string example =
      "\n```example a wrong one\ntools ping\n---\nCALL ping {a=1}\n---\ncall ping {\"a\": 2}\n```\n"
      "\n```example a tool that is none\ntools pong\n---\nx\n---\ntext \"x\"\n```\n";
  const std::string file = here.write("shout.md", page(shout, example));
  const outcome made = run({"try", file, "--examples"});
  CHECK(made.code == 1);
  CHECK(made.out == file +
                        ":11: a wrong one: differs\n"
                        "  expected:\n    call ping {\"a\":2}\n  found:\n    call ping {\"a\":\"1\"}\n" +
                        file +
                        ":19: a tool that is none: differs\n  the tool pong is not declared\n"
                        "2 examples, 2 differ\n");
}

// The text may go on in the value, and then the call is another one.
TEST_CASE("an example that completes a call too early is shown with the byte and the call") {
  const folder here;
  const std::string lines =
      "call <- call:( \"[[CALL \" name:tool \"]]\\n\" ^ line* ( \"[[END]]\" / @missing_call_close \"\" ) ) ^\n"
      "line <- key:[a-z]+ \" := \" ^ value:[^\\n]* ( \"\\n\" / END ) ^\n";
  const std::string example =
      "\n```example a number\ntools add\n---\n[[CALL add]]\na := 12\n[[END]]\n---\ncall add {\"a\": 12}\n```\n";
  const auto run_with = [&](const std::string& end) {
    std::string rules = lines;
    rules.replace(rules.find("END ) ^"), 3, end);
    return run({"try", here.write("shout.md", page(rules, example)), "--examples"});
  };
  for (const char* const end : {"@missing_close \"\"", "\"\""}) {
    const outcome made = run_with(end);
    INFO(made.out << made.err);
    CHECK(made.code == 1);
    CHECK(made.out.find(": a number: ok\n  cut off at byte 19, it has a complete call that the whole text has not: "
                        "add {\"a\":1}\n1 example, 0 differ\n1 example completes a call too early: ") != made.out.npos);
  }
  const outcome right = run_with("@open_field \"\"");
  INFO(right.out << right.err);
  CHECK(right.code == 0);
  CHECK(right.out.find("too early") == right.out.npos);
}

TEST_CASE("a page that is wrong is refused as grammarc refuses it") {
  const folder here;
  const std::string file = here / "shout.md";
  const auto said = [&](const std::string& content) {
    here.write("shout.md", content);
    const outcome made = run({"try", file}, "x");
    CHECK(made.code == 2);
    CHECK(made.out == "");
    return made.err;
  };
  CHECK(said(page("call <- call:( \"x\" ^ nmae )\n")).find(file + ":7: call: ") == 0);
  CHECK(said(page("call <- ( \"a\" \n")).find(file + ":") == 0);
  CHECK(said("\xEF\xBB\xBF" + page(shout)).find("byte order mark") != std::string::npos);
  CHECK(said("---\r\ndialect: shout\r\n---\r\n").find("lines end with CR LF") != std::string::npos);
  CHECK(said("---\ndialect: shout\norder: sixty\n---\n```peg\n" + shout + "```\n").find("order: is a whole number") !=
        std::string::npos);
  CHECK(said("no page").find(file + ":1: the page of a dialect begins with front matter that names it") == 0);
  const std::string label = said(page("call <- call:( \"x\" name:tool ^ ( \"y\" / @my_own \"\" ) )\n"));
  CHECK(label.find(file + ":7: call: @my_own has no heading in spec/recovery.md") == 0);
  CHECK(label.find("\ntoolcall: a label must have a heading in spec/recovery.md") != label.npos);
  CHECK(said(page("call <- call:( \"x\" name:tool ^ run(\"y\") )\nunused <- \"z\"\n")).find(file + ":8: unused: ") ==
        0);
  here.write("json.md", page(shout, "", "json"));
  CHECK(run({"try", here / "json.md"}, "x").err.find("json is a page that dialects share") != std::string::npos);
  CHECK(run({"try", here / "none.md"}, "x").code == 5);
}

TEST_CASE("a page in the place of a compiled one is the one that is run") {
  const folder here;
  const outcome made = run({"try", here.write("hermes.md", page(shout, "", "hermes"))}, "CALL ping {a=1}");
  INFO(made.err);
  CHECK(lines_for(made.out) == "call ping {\"a\":\"1\"}\n");  // no other page uses its parts
  const outcome alone = run({"try", here.write("kimi_k2.md", page(shout, "", "kimi_k2"))}, "CALL ping {a=1}");
  INFO(alone.err);
  CHECK(lines_for(alone.out) == "call ping {\"a\":\"1\"}\n");
}

TEST_CASE("tools that are none are refused, once, with the examples too") {
  const folder here;
  const std::string file =
      here.write("shout.md", page(shout, "\n```example e\ntools ping\n---\nx\n---\ntext \"x\"\n```\n"));
  for (const char* const bad : {"{", "{}", "garbage"}) {
    const outcome made = run({"try", file, "--examples", "--tools", here.write("tools.json", bad)});
    INFO(bad << made.out << made.err);
    CHECK(made.code == 2);
    CHECK(made.out == "");
  }
}

TEST_CASE("tools of the examples are read once, so they may come from a pipe") {
  const folder here;
  const std::string file = here.write(
      "shout.md", page(shout, "\n```example e\ntools ping\n---\nCALL ping {a=1}\n---\ncall ping {\"a\": 1}\n```\n"));
  const std::string declared =
      R"([{"name": "ping", "input_schema": {"type": "object", "properties": {"a": {"type": "integer"}}}}])";
  const outcome made = run({"try", file, "--examples", "--tools", "-"}, declared);
  INFO(made.out << made.err);
  CHECK(made.code == 0);
}

TEST_CASE("nothing on a page moves a terminal's cursor") {
  const folder here;
  const std::string escape = "\x1B[31mred";
  const std::string titled = page(shout, "\n```example " + escape + "\n---\nx\n---\ntext \"y\"\n```\n");
  const outcome differs = run({"try", here.write("shout.md", titled), "--examples"});
  CHECK(differs.code == 1);
  CHECK(differs.out.find('\x1B') == differs.out.npos);
  const outcome wrong = run({"try", here.write("shout.md", page("call <- " + escape + "\n"))}, "x");
  CHECK(wrong.code == 2);
  CHECK(wrong.err.find('\x1B') == wrong.err.npos);
  const outcome name = run({"new", escape});
  CHECK(name.code == 2);
  CHECK(name.err.find('\x1B') == name.err.npos);
}

TEST_CASE("what a page does to the pages that ask it is said of its own rule") {
  const folder here;
  const outcome made = run(
      {"try",
       here.write(
           "shout.md",
           page(shout + "last_calls <- call ( [ ]* call )* \"!\"\nreasoning <- reasoning.think(\"<a>\", \"</a>\")\n"))},
      "x");
  INFO(made.err);
  CHECK(made.code == 2);
  CHECK(made.err.find(
            "shout.md:9: last_calls: as dialects.last_calls, which spec/shapes/reasoning.md asks in interruption: ") !=
        made.err.npos);
}

TEST_CASE("what a page hands to the rules of other pages is said of its own rule, and first of what is wrong itself") {
  const folder here;
  const std::string wrong =
      "call <- block\n"
      "block <- block_open headed.calls(one, one, leave <- [\\t\\n\\r ]* \"</\" [a-z_]* !.)\n"
      "block_open <- \"<a>\"\nblock_close <- \"</a>\"\ncall_open <- \"<a\"\n"
      "one <- call:( call_open name:[a-z]+ \">\" ) ^\n";
  const outcome made = run({"try", here.write("shout.md", page(wrong))}, "x");
  INFO(made.err);
  CHECK(made.code == 2);
  CHECK(made.err.find(
            "shout.md:8: block: [\\t\\n\\r ]* cannot stand here: in spec/shapes/headed.md, unread: the stop of ") !=
        made.err.npos);
  for (std::size_t at = 0; at < made.err.size(); at = made.err.find('\n', at) + 1)
    CHECK(made.err.substr(at, (here / "shout.md").size()) == here / "shout.md");
}

TEST_CASE("a page without an order, and one with that of another dialect, is refused") {
  const folder here;
  const auto said = [&](const std::string& line) {
    const std::string file = here.write("shout.md", "---\ndialect: shout\n" + line + "---\n```peg\n" + shout + "```\n");
    return run({"try", file}, "x").err;
  };
  CHECK(said("order: 61\n") == "");
  CHECK(said("").find("shout.md:1: the front matter has no `order: N`") != std::string::npos);
  CHECK(said("order: 38\n").find("shout.md:3: order: 38 is that of hermes already") != std::string::npos);
}

TEST_CASE("rules that call each other without end of patience are refused") {
  const folder here;
  std::string rules = "call <- call:( \"CALL \" name:tool ^ r0 )\n";
  for (int i = 0; i < 1500; ++i) rules += "r" + std::to_string(i) + " <- \"(\" r" + std::to_string(i + 1) + "\n";
  const outcome made = run({"try", here.write("shout.md", page(rules + "r1500 <- \"x\"\n"))}, "CALL ping(");
  CHECK(made.code == 2);
  CHECK(made.err.find("rules call each other more than 400 deep") != made.err.npos);
}

TEST_CASE("no bytes make try fail, and its work is bounded") {
  std::mt19937 bits(7);
  const std::vector<fs::path> files = dialects();
  const char* const pieces[] = {"<tool_call>", "{\"name\": ", "\"ping\"", "<think>", "[TOOL_CALLS]", "<|", "`",
                                "\n",          "{{{{",        "\xFF",     "</"};
  for (int round = 0; round < 40; ++round) {
    std::string text;
    for (int i = 0; i < 40; ++i)
      text += bits() % 3 == 0 ? std::string(1, static_cast<char>(bits())) : pieces[bits() % std::size(pieces)];
    const fs::path file = files[bits() % files.size()];
    const outcome made = run({"try", file.string(), "--tools", tools}, text);
    INFO(file.string());
    CHECK(made.code == 0);
    CHECK(made.err == "");
    CHECK(made.out.find('\x1B') == made.out.npos);
  }
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "<tool_call>{\"name\" ";
  const outcome made = run({"try", (spec / "dialects/hermes.md").string()}, many);
  CHECK(made.code == 0);
  CHECK(made.out.find(": not analysed, because that would take too long.\n") != made.out.npos);
}

}  // namespace try_test
