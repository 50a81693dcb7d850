// toolcall dialects, toolcall show, and models' names in --dialect: all that comes from the pages.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "cli/command.hpp"

namespace pages_test {

using namespace toolcall::tests;

namespace {

namespace fs = std::filesystem;

const fs::path spec = fs::path(TOOLCALL_SOURCE_DIR) / "spec";

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    lines.push_back(text.substr(at, text.find('\n', at) - at));
  return lines;
}

// The peg blocks of a page, read here in another way than grammarc does.
std::string grammar_in(const fs::path& file) {
  std::string grammar;
  bool inside = false;
  for (const std::string& line : lines_of(content_of(file))) {
    if (line == "```peg")
      grammar += grammar.empty() ? "" : "\n";
    else if (inside && line != "```")
      grammar += line + "\n";
    inside = (inside || line == "```peg") && line != "```";
  }
  return grammar;
}

std::vector<fs::path> pages() {
  std::vector<fs::path> files = {spec / "message.md"};
  for (const char* const folder : {"values", "shapes", "dialects"})
    for (const auto& entry : fs::directory_iterator(spec / folder))
      if (entry.path().extension() == ".md") files.push_back(entry.path());
  return files;
}

const std::string call =
    "<minimax:tool_call><invoke name=\"add\"><parameter name=\"a\">2</parameter></invoke></minimax:tool_call>";

}  // namespace

TEST_CASE("dialects lists every page of spec/dialects once, with its models in a column") {
  const outcome made = run({"dialects"});
  CHECK(made.code == 0);
  CHECK(made.err == "");
  const auto lines = lines_of(made.out);
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(spec / "dialects")) count += entry.path().extension() == ".md";
  CHECK(lines.size() == count);
  std::size_t column = 0;
  for (const std::string& line : lines) {
    INFO(line);
    const std::string name = line.substr(0, line.find(' '));
    CHECK(fs::exists(spec / "dialects" / (name + ".md")));
    if (name == line) continue;
    const std::size_t models = line.find_first_not_of(' ', name.size());
    if (column == 0) column = models;
    CHECK(models == column);
    CHECK(models >= name.size() + 2);
  }
  CHECK(made.out.find("MiniMax-M2, MiniMax-M2.1, MiniMax-M2.5, MiniMax-M2.7, MiniMax-M3\n") != std::string::npos);
}

TEST_CASE("dialects --markdown is a table of the same dialects, and links to their pages") {
  const auto plain = lines_of(run({"dialects"}).out), table = lines_of(run({"dialects", "--markdown"}).out);
  REQUIRE(table.size() == plain.size() + 2);
  CHECK(table[0] == "| dialect | models | page |");
  CHECK(table[1] == "|---|---|---|");
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const std::string name = plain[i].substr(0, plain[i].find(' ')), file = "spec/dialects/" + name + ".md";
    CHECK(table[i + 2].substr(0, name.size() + 6) == "| `" + name + "` |");
    CHECK(table[i + 2].find("| [" + file + "](" + file + ") |") != std::string::npos);
  }
}

TEST_CASE("show prints the grammar of a page, of a dialect or a shared one, to the byte, and what it has by default") {
  for (const fs::path& file : pages()) {
    INFO(file);
    const outcome made = run({"show", file.stem().string()});
    CHECK(made.code == 0);
    CHECK(made.err == "");
    const std::string written = grammar_in(file), after = "\n# By default:\n";
    const std::string own = made.out.substr(0, made.out.find(after));  // its marks stand before its rules, as comments
    REQUIRE(own.size() >= written.size());
    CHECK(own.substr(own.size() - written.size()) == written);
    CHECK(made.out.find("<-") != std::string::npos);
  }
  const std::string given = "\n# By default:\ngiven leave <- message.never\n";
  CHECK(run({"show", "longcat"}).out.find(given + "call_open <- \"<longcat_tool_call>\"\n") != std::string::npos);
  CHECK(run({"show", "llama_json"}).out.find(given) != std::string::npos);
  CHECK(run({"show", "json"}).out.ends_with(given));
}

TEST_CASE("show of no page, or of none that there is, names the pages") {
  const outcome unknown = run({"show", "klingon"});
  CHECK(unknown.code == 2);
  CHECK(unknown.out == "");
  CHECK(unknown.err.find("\"klingon\"") != std::string::npos);
  for (const fs::path& file : pages()) CHECK(unknown.err.find(file.stem().string()) != std::string::npos);
  const outcome missing = run({"show"});
  CHECK(missing.code == 2);
  CHECK(missing.out == "");
  CHECK(missing.err.find("NAME is required") != std::string::npos);
  CHECK(run({"show", "herms"}).err == "toolcall: there is no page \"herms\"; did you mean hermes?\n");
  CHECK(run({"show", "minimax", "xml"}).code == 2);
  CHECK(run({"dialects", "minimax"}).code == 2);
}

TEST_CASE("--dialect takes a model's name, in any letter case, with or without its vendor") {
  for (const char* const name :
       {"minimax", "MiniMax-M2.1", "minimax-m2.1", "MiniMaxAI/MiniMax-M2.1", "MiniMax-M2,minimax"}) {
    INFO(name);
    CHECK(run({"parse", "--require-call", "--dialect", name}, call).code == 0);
    CHECK(run({"stream", "--require-call", "--dialect", name}, call).code == 0);
  }
  for (const char* const name : {"MiniMax-M9", "MiniMaxAI/", "minimax,", "minimax,MiniMax-M9", "foobar", ""}) {
    INFO(name);
    const outcome made = run({"parse", "--dialect", name}, call);
    CHECK(made.code == 2);
    CHECK(made.out == "");
    const bool near = std::string(name).find("M9") != std::string::npos;
    const bool empty = std::string(name).empty() || std::string(name).back() == ',';
    CHECK(made.err.find(near    ? "did you mean minimax"
                        : empty ? "a name of a dialect or a model is empty"
                                : ", nor one with a similar name") != std::string::npos);
    CHECK(made.err.find("(toolcall dialects lists both)") != std::string::npos);
  }
}

TEST_CASE("a missing or unknown command is answered with the commands that there are") {
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{}, {"no-such-command"}}) {
    const outcome made = run(wrong);
    CHECK(made.code == 2);
    CHECK(made.err.find(
              "commands are parse, stream, batch, explain, dialects, show, check, new, learn, try, render, constrain, "
              "mend, verdict, report, eval, serve and completions") != std::string::npos);
  }
}

TEST_CASE("dialects --models names every model of the front matter once, with all of its dialects") {
  const outcome made = run({"dialects", "--models", "--format", "json"});
  CHECK(made.code == 0);
  const auto all = nlohmann::json::parse(made.out);
  CHECK(all.at("Granite-3.3") == nlohmann::json({"granite4", "granite_pythonic"}));
  CHECK(all.at("Seed-OSS") == nlohmann::json({"seed_oss"}));
  std::set<std::string> listed;
  for (const std::string& line : lines_of(run({"dialects", "--models"}).out))
    if (!line.empty()) CHECK(listed.insert(line.substr(0, line.find("  "))).second);
  CHECK(listed.size() == all.size());
}

TEST_CASE("dialects --template says which dialects a chat template shows, and by which marks") {
  const std::string hermes =
      "{% for call in message.tool_calls %}{{- '<tool_call>\\n{\"name\": \"' + call.name + '\", \"arguments\": ' }}"
      "{{- call.arguments | tojson }}{{- '}\\n</tool_call>' }}{% endfor %}";
  const temporary_file file("hermes.jinja", hermes);
  const outcome made = run({"dialects", "--template", file.path()});
  CHECK(made.code == 0);
  CHECK(made.out.find("hermes ") == 0);
  CHECK(made.out.find("likely") < made.out.find("</tool_call> <tool_call> \"arguments\" \"name\""));
  CHECK(made.err.find("--dialect hermes,ernie tries them in their order, and auto tries all") != std::string::npos);
  const outcome config =
      run({"dialects", "--template", "-", "--format", "json"}, nlohmann::json{{"chat_template", hermes}}.dump());
  CHECK(nlohmann::json::parse(config.out).at(0).at("dialect") == "hermes");
}

TEST_CASE("dialects --template names auto where the template shows keys of JSON alone") {
  const outcome made =
      run({"dialects", "--template", "-"}, R"({"name": "{{ call.name }}", "parameters": {{ call.arguments }}})");
  CHECK(made.code == 0);
  CHECK(made.out.find("auto ") == 0);
  CHECK(made.out.find("likely") < made.out.find('\n'));
  CHECK(made.out.find("\nllama_json ") != std::string::npos);
  CHECK(made.err.find("it does not show for certain which") != std::string::npos);
}

TEST_CASE("dialects --template says where nothing is known, and where there is no template") {
  const outcome nothing = run({"dialects", "--template", "-"}, "{{ messages[0].content }}");
  CHECK(nothing.code == 1);
  CHECK(nothing.out == "");
  CHECK(nothing.err ==
        "toolcall: -: it contains the call markers of no known dialect; leave --dialect at auto, or name the model\n");
  const outcome none = run({"dialects", "--template", "-"}, R"({"model_max_length": 4096})");
  CHECK(none.code == 2);
  CHECK(none.err.find("/chat_template: ") != std::string::npos);
}

}  // namespace pages_test
