// Reads examples, and compares what they expect with what was emitted, as toolcall try does.

#include "spec/example.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>

#include "authoring/page_example.hpp"
#include "authoring/result_lines.hpp"
#include "effort.hpp"
#include "golden.hpp"
#include "grammarc/main_spec.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"

namespace toolcall::tests {

namespace {

namespace fs = std::filesystem;

// Events that live on, as those that the product's writer takes.
authoring::result_lines lines_of(const emitted& all) {
  authoring::result_lines made;
  for (const emitted_event& e : all) {
    event same;
    same.type = e.type;
    same.status = e.status;
    same.call = e.call;
    same.begin = e.begin;
    same.end = e.end;
    same.text = e.text;
    same.name = e.name;
    same.label = e.label;
    same.pointer = e.pointer;
    made.take({&same, 1});
  }
  return made;
}

const fs::path spec = fs::path(TOOLCALL_SOURCE_DIR) / "spec";

}  // namespace

const dialect& dialect_named(const std::string& name) {
  static std::map<std::string, dialect> known;
  const auto found = known.find(name);
  return found != known.end() ? found->second
                              : known.emplace(name, dialect::named(name.empty() ? "auto" : name)).first->second;
}

parser example::fresh(bool automatic, bool collect) const {
  return reader(dialect_named(automatic && !read_named ? "" : dialect), collect);
}

parser example::reader(const toolcall::dialect& which, bool collect, trace_sink trace) const {
  options how = seeded();
  how.collect = collect;
  how.tool_choice = choice;
  how.trace = trace;
  parser made(which, declared, how);
  if (!prefill.empty()) made.prefill(prefill);
  return made;
}

example damaged_example(std::mt19937_64& bits) {
  example of = examples()[bits() % examples().size()];
  const std::string& other = examples()[bits() % examples().size()].text;
  const std::size_t at = bits() % (of.text.size() + 1), from = bits() % (other.size() + 1);
  of.text.replace(at, bits() % 30, other, from, bits() % 60);
  if (bits() % 2 == 0) of.finish = "length";
  return of;
}

std::string tools_json() {
  return content_of(spec / "tools.json");
}

tools tools_named(const std::vector<std::string>& names) {
  static std::map<std::vector<std::string>, tools> known;
  const auto found = known.find(names);
  return found != known.end() ? found->second
                              : known.emplace(names, authoring::tools_named(tools_json(), names)).first->second;
}

interpreter::names names_of(const example& of) {
  interpreter::names made;
  made.given = of.tools_given;
  made.call_required = of.choice.kind != tool_choice_kind::automatic;
  made.tool_chosen = of.choice.name;
  if (!made.given) return made;
  const typing::tool_set& declared = *internals(of.declared);
  for (std::size_t i = 0; i < declared.size(); ++i) {
    std::set<std::string>& fields = made.tools[std::string(declared.name(i))];
    for (const std::string& field : declared.fields(i)) fields.insert(field);
  }
  return made;
}

const std::vector<grammarc::page>& pages() {
  static const std::vector<grammarc::page> all = [] {
    grammarc::specification read = grammarc::read_specification(spec);
    if (!read.problems.empty())
      throw std::runtime_error(read.problems.front().file + ": " + read.problems.front().what);
    return read.pages;
  }();
  return all;
}

const std::vector<example>& examples() {
  static const std::vector<example> all = [] {
    std::vector<example> made;
    for (const grammarc::page& page : pages())
      for (const grammarc::example& from : page.examples) {
        example e;
        e.place = grammarc::place_in_spec(spec, page.file) + ":" + std::to_string(from.line) + ": " + from.title;
        e.page = page.name;
        if (page.front.count("dialect") != 0) e.dialect = page.name;
        e.text = from.text;
        e.expected = from.expected;
        e.prefill = authoring::option(from, "prefill", "");
        e.finish = authoring::option(from, "finish", "stop");
        e.choice = tool_choice::of(authoring::option(from, "choice", "auto"));
        e.read_named = from.options.count("read") != 0;
        e.held = authoring::option(from, "held", "");
        e.tools_given = from.options.count("tools") != 0;
        e.tool_names = authoring::names_in(authoring::option(from, "tools", ""));
        if (e.tools_given) e.declared = tools_named(e.tool_names);
        made.push_back(std::move(e));
      }
    return made;
  }();
  return all;
}

bool is_wanted(std::string_view page) {
  const char* const only = std::getenv("TOOLCALL_PAGE");
  return only == nullptr || ("," + std::string(only) + ",").find("," + std::string(page) + ",") != std::string::npos;
}

std::vector<const example*> wanted_examples() {
  std::vector<const example*> wanted;
  for (const example& each : examples())
    if (is_wanted(each.page)) wanted.push_back(&each);
  if (wanted.empty()) throw std::runtime_error("TOOLCALL_PAGE names no page of spec/ that has examples");
  const std::size_t share = is_nightly() || std::getenv("TOOLCALL_PAGE") != nullptr ? 1 : effort(1, 6);
  std::size_t turn = 0;
  std::erase_if(wanted, [&](const example*) { return turn++ % share != 0; });
  return wanted;
}

std::string difference(const example& of, const emitted& all) {
  const authoring::result_lines found = lines_of(all);
  const std::string differs = authoring::difference(authoring::expected_lines(of.expected), found, of.text);
  if (differs.empty()) return "";
  if (updates_goldens()) {
    std::string written = found.written(of.text);
    if (!written.empty() && !of.expected.ends_with('\n')) written.pop_back();
    if (of.expected.empty()) written = '\n' + written;  // an empty result has no line of its own
    const std::size_t line = of.place.find(':'), title = of.place.find(": ") + 2;
    update_golden(spec.parent_path() / of.place.substr(0, line), "example " + of.place.substr(title) + "\n",
                  of.expected, written);
    return "";
  }
  return differs + "events:\n" + show(all);
}

}  // namespace toolcall::tests
