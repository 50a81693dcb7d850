// What is promised to stay (docs/stability.md) is there: functions and types of the C interface, keys of the JSON,
// labels, words of the notation, exit codes, names of the bindings.
//
// tests/stability.txt records it, a line each: what it is, and what it means. With TOOLCALL_UPDATE=1 the file takes
// what is new. What has gone, or means something else, is an error until the table "What has gone or changed" of
// docs/stability.md names it; then the file drops it, too.

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <toolcall/engine/forms.hpp>
#include <toolcall/repairs.hpp>
#include <toolcall/schema_report.hpp>
#include <toolcall/verdict.hpp>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "golden.hpp"
#include "grammar/labels.hpp"
#include "spec/example.hpp"

namespace stability_test {

using namespace toolcall;
using namespace toolcall::tests;
using nlohmann::json;

namespace {

const std::filesystem::path root = TOOLCALL_SOURCE_DIR;

// By what it is: what it means.
using promises = std::map<std::string, std::string>;

// JSON by its keys: of each place the types that were seen there, and of a few keys the words.
class json_keys {
 public:
  explicit json_keys(std::string of) : of_(std::move(of)) {}

  void add(const std::string& text) { add(json::parse(text), ""); }
  void take(promises& into) const {
    for (const auto& [place, types] : types_) {
      std::string joined;
      for (const std::string& type : types) joined += (joined.empty() ? "" : " or ") + type;
      into["json " + of_ + " " + place] = joined;
    }
    for (const std::string& word : words_) into["word of " + of_ + " " + word] = "";
  }

 private:
  void add(const json& value, const std::string& place) {
    types_[place.empty() ? "/" : place].insert(value.is_number() ? "number" : value.type_name());
    if (value.is_array())
      for (const json& each : value) add(each, place + "/[]");
    if (!value.is_object()) return;
    for (const auto& [key, member] : value.items()) {
      add(member, place + "/" + key);
      const bool is_word = key == "type" || key == "status" || key == "kind" || key == "verdict" || key == "grade";
      if (is_word && member.is_string()) words_.insert(key + " " + member.get<std::string>());
    }
  }

  std::string of_;
  std::map<std::string, std::set<std::string>> types_;
  std::set<std::string> words_;
};

void add_json(promises& found) {
  json_keys messages("message"), events("event"), verdicts("verdict"), repairs("repairs"), reports("schema report");
  for (const example& each : examples()) {
    parser reader = each.fresh(false, true);
    for (const event& e : reader.feed(each.text)) events.add(to_json(e));
    for (const event& e : reader.finish(each.finish)) events.add(to_json(e));
    const message& read = reader.message();
    messages.add(to_json(read));
    verdicts.add(to_json(verdict_on(read)));
    options how = seeded();
    how.tool_choice = each.choice;
    const dialect& which = dialect_named(each.dialect);
    const std::string with_repairs =
        to_json(read, repairs_of(each.text, read, which, each.declared, how, each.prefill));
    repairs.add(json::parse(with_repairs).at("toolcall").at("repairs").dump());
  }
  const tools declared = tools::from_json(
      R"json([{"name": "f", "parameters": {"type": "object", "properties": {"a": {"type": "strnig"},)json"
      R"json( "b": {"type": "string", "pattern": "(?=x)"}}}}])json");
  reports.add(to_json(declared, declared.report()));
  for (const json_keys* const each : {&messages, &events, &verdicts, &repairs, &reports}) each->take(found);
}

std::string with_single_blanks(const std::string& text) {
  const std::string made = std::regex_replace(text, std::regex("\\s+"), " ");
  return made.substr(0, made.find_last_not_of(' ') + 1);
}

std::string without_comments(std::string text) {
  for (std::size_t at; (at = text.find("/*")) != text.npos;) text.erase(at, text.find("*/", at) + 2 - at);
  return std::regex_replace(text, std::regex("TOOLCALL_NOEXCEPT"), "");
}

// Functions with their parameters, constants with their values, structs with their members. That the library shows
// these functions and no others is another test (c/exports.sh).
void add_c(promises& found) {
  const std::string header = without_comments(content_of(root / "include/toolcall.h"));
  const auto each = [&](const char* pattern, auto take) {
    const std::regex form(pattern);
    for (std::sregex_iterator at(header.begin(), header.end(), form), end; at != end; ++at) take(*at);
  };
  each(R"((?:^|\n)([a-z][a-z0-9_ ]*[ *]+)(toolcall_\w+)\(([^;{}]*)\)\s*;)", [&](const std::smatch& m) {
    found["c function " + m.str(2)] = with_single_blanks(m.str(1) + "(" + m.str(3) + ")");
  });
  each(R"((TOOLCALL_\w+) = (-?\w+))", [&](const std::smatch& m) { found["c constant " + m.str(1)] = m.str(2); });
  each(R"(typedef struct (\w+) \{([^}]*)\})", [&](const std::smatch& m) {
    const std::string members = m.str(2);
    const std::regex member(R"(([^;]*?)(\w+)(\[\w+\])?;)");
    for (std::sregex_iterator at(members.begin(), members.end(), member), end; at != end; ++at)
      found["c member " + m.str(1) + "." + at->str(2)] = with_single_blanks(at->str(1));
  });
}

void add_words(promises& found) {
  for (const label_facts& label : grammar::labels)
    found["label " + std::string(label.name)] =
        std::string(label.consequence) + (label.concerns_field ? ", of a field" : "");
  for (const engine::form_facts& form : engine::forms)
    if (!form.written.empty()) found["notation " + std::string(form.written)] = std::to_string(form.parts) + " parts";
  for (const engine::role_word& role : engine::roles) found["notation role " + std::string(role.word)] = "";
}

// The names in a file between these two, each by what `name` finds.
void add_names(promises& found, const std::string& kind, const char* file, const char* begin, const char* end,
               const char* name) {
  const std::string all = content_of(root / file);
  const std::size_t from = all.find(begin), to = all.find(end, from);
  INFO(file);
  REQUIRE(from != all.npos);
  const std::string names = all.substr(from, to - from);
  const std::regex form(name);
  for (std::sregex_iterator at(names.begin(), names.end(), form), none; at != none; ++at) found[kind + at->str(1)] = "";
}

const promises& found() {
  static const promises all = [] {
    promises made;
    add_json(made);
    add_c(made);
    add_words(made);
    add_names(made, "exit code ", "src/cli/commands.hpp", "enum exit_code", "};", R"(= (\d))");
    add_names(made, "python ", "bindings/python/src/toolcall/__init__.py", "__all__ = [", "]", R"re("(\w+)")re");
    add_names(made, "javascript ", "bindings/js/src/toolcall.d.ts", "export ", "\nend of file",
              R"(\bexport (?:declare )?(?:async )?(?:function|class|interface|type|const) (\w+))");
    return made;
  }();
  return all;
}

const std::string between = ": ";

std::string line_of(const std::string& what, const std::string& meaning) {
  return what + (meaning.empty() ? "" : between + meaning) + "\n";
}

promises recorded() {
  promises made;
  std::istringstream lines(content_of(root / "tests/stability.txt"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = std::min(line.find(between), line.size());
    if (!line.empty() && line.front() != '#')
      made[line.substr(0, at)] = line.substr(std::min(at + between.size(), line.size()));
  }
  return made;
}

// Whether docs/stability.md says that this has gone or changed.
bool is_announced(const std::string& what) {
  static const std::string page = content_of(root / "docs/stability.md");
  const std::size_t table = page.find("\n## What has gone or changed\n");
  REQUIRE(table != std::string::npos);
  return page.find("`" + what + "`", table) != std::string::npos;
}

}  // namespace

TEST_CASE("what is promised to stay is there, and means what it meant") {
  const promises before = recorded();
  promises after = found();
  std::string lost, added;
  for (const auto& [what, meaning] : before) {
    const auto now = found().find(what);
    if (now != found().end() && now->second == meaning) continue;
    if (is_announced(what)) continue;
    lost += line_of(what, meaning) + (now == found().end() ? "  is not there\n" : "  is now: " + now->second + "\n");
    after[what] = meaning;
  }
  for (const auto& [what, meaning] : found())
    if (before.find(what) == before.end()) added += line_of(what, meaning);
  INFO("Name each of these in docs/stability.md, \"What has gone or changed\", or bring it back:");
  CHECK(lost == "");
  std::string file =
      "# What docs/stability.md promises, as tests/spec/stability_test.cpp finds it; written with TOOLCALL_UPDATE=1.\n";
  for (const auto& [what, meaning] : after) file += line_of(what, meaning);
  INFO("This is new, or was announced; TOOLCALL_UPDATE=1 records it:\n" + added);
  CHECK(golden(root / "tests/stability.txt", file) == file);
}

TEST_CASE("each part of the promise is looked for") {
  for (const char* const kind :
       {"json message /tool_calls", "json event /type", "json verdict ", "json repairs ", "json schema report /issues",
        "word of event type call_begin", "c function toolcall_parse", "c constant TOOLCALL_EVENT",
        "c member toolcall_event.", "label close_mismatch", "notation run", "notation role call", "exit code 2",
        "python parse", "javascript parse"}) {
    INFO(kind);
    const auto at = found().lower_bound(kind);
    CHECK((at != found().end() && at->first.rfind(kind, 0) == 0));
  }
}

}  // namespace stability_test
