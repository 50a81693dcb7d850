// Measures reading beside yardsticks of the same run, and prints the times as JSON, from which tests/bench/figures.py
// makes the tables of docs/speed.md. usage: toolcall_bench [ROUNDS [SECONDS A CELL]]

#include <array>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <toolcall/toolcall.hpp>

#include "calls.hpp"
#include "measure.hpp"
#include "reading.hpp"
#include "texts.hpp"
#include "yardsticks.hpp"

namespace {

using bench::kilobyte;

constexpr std::array<std::string_view, 12> named = {"hermes",  "qwen3_coder", "minimax",    "glm47",
                                                    "harmony", "kimi_k2",     "deepseek",   "mistral",
                                                    "gemma4",  "pythonic",    "llama_json", "tool_tag"};
// Of these, calls are read with all dialects in use, too.
constexpr std::array<std::string_view, 4> with_all = {"hermes", "qwen3_coder", "harmony", "gemma4"};

const toolcall::dialect& dialect_of(std::string_view name) {
  static std::map<std::string_view, toolcall::dialect> made;
  const auto found = made.find(name);
  return found != made.end() ? found->second : made.emplace(name, toolcall::dialect::named(name)).first->second;
}

const toolcall::tools& tools_of(std::size_t count) {
  static std::map<std::size_t, toolcall::tools> made;
  const auto found = made.find(count);
  return found != made.end()
             ? found->second
             : made.emplace(count, toolcall::tools::from_json(bench::declared_tools(count))).first->second;
}

class benchmark {
 public:
  // One way of reading all calls of a size, in all dialects, beside parsers of the same arguments as JSON.
  void add_calls(const std::string& group, const std::function<bench::written_message(std::string_view)>& written,
                 std::initializer_list<std::size_t> chunks) {
    const std::string json = written("hermes").arguments;
    table.add_group(group, json.size());
    bench::add_json_parsers(table, json);
    for (const std::string_view name : named) add_call(name, name, written(name), chunks);
    for (const std::string_view name : with_all) add_call(name, "auto", written(name), chunks);
  }

  void add_text(const std::string& name, const std::string& text) {
    const std::string& kept = texts_.emplace_back(text);
    table.add_group("text/" + name, kept.size());
    bench::add_scans(table, kept);
    bench::add_json_parsers(table, bench::text_json(kept));
    for (const std::string_view which : named) {
      bench::check_text(kept, dialect_of(which), tools_of(3), name + " in " + std::string(which));
      add_reading(std::string(which), "whole", kept, which, 3, 0);
    }
    bench::check_text(kept, dialect_of("auto"), tools_of(3), name + " in auto");
    add_reading("auto", "whole", kept, "auto", 3, 0);
    add_reading("auto", "4", kept, "auto", 3, 4);
    add_reading("auto", "64", kept, "auto", 3, 64);
    add_reading("auto", "64 tools", kept, "auto", 64, 0);
  }

  // A text that begins calls and ends none, as somebody would write it who wants to cost a server time.
  void add_hostile(const std::string& name, const std::string& before, const std::string& unit,
                   std::string_view which) {
    std::string& kept = texts_.emplace_back(before);
    while (kept.size() < 8 * kilobyte) kept += unit;
    if (hostile_++ == 0) table.add_group("hostile", kept.size());
    add_reading(name, std::string(which), kept, which, 3, 0);
  }

  void add_set_up() {
    table.add_group("set-up", 0);
    for (const char* const name : {"hermes", "qwen3_coder", "auto"})
      table.add("dialect::named(\"" + std::string(name) + "\")", "", [name] {
        const toolcall::dialect made = toolcall::dialect::named(name);
        return sizeof made;
      });
    table.add("dialect::automatic()", "", [] {
      const toolcall::dialect made = toolcall::dialect::automatic();
      return sizeof made;
    });
    for (const std::size_t count : {3U, 64U, 500U})
      table.add("tools::from_json, " + std::to_string(count) + " tools", "",
                [json = bench::declared_tools(count)] { return toolcall::tools::from_json(json).size(); });
    for (const char* const name : {"hermes", "auto"})
      table.add("parser(), " + std::string(name), "", [name] {
        toolcall::options how;
        how.collect = false;
        return toolcall::parser(dialect_of(name), tools_of(3), how).held_bytes() + 1;
      });
  }

  bench::table table;

 private:
  void add_call(std::string_view shape, std::string_view which, const bench::written_message& written,
                std::initializer_list<std::size_t> chunks) {
    const std::string row = std::string(which == shape ? "" : "auto: ") + std::string(shape);
    bench::check_call(written, dialect_of(which), tools_of(3), row);
    const std::string& kept = texts_.emplace_back(written.text);
    for (const std::size_t chunk : chunks)
      add_reading(row, chunk == 0 ? "whole" : std::to_string(chunk), kept, which, 3, chunk);
  }

  void add_reading(const std::string& row, const std::string& column, const std::string& text, std::string_view which,
                   std::size_t tools, std::size_t chunk) {
    table.add(row, column, [&text, &dialect = dialect_of(which), &declared = tools_of(tools), chunk] {
      return bench::read(text, dialect, declared, chunk);
    });
  }

  std::deque<std::string> texts_;  // stay where they are
  std::size_t hostile_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  const std::size_t rounds = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 5;
  const double seconds = count > 2 ? std::strtod(arguments[2], nullptr) : 0.01;
  benchmark all;
  const auto write_file = [](std::string (*made)(std::size_t), std::size_t size) {
    return [made, size](std::string_view dialect) { return bench::write_file(dialect, made(size)); };
  };
  all.add_calls("call/64/source", write_file(bench::source, 64 * kilobyte), {0, 4, 1});
  all.add_calls("call/64/prose", write_file(bench::plain_prose, 64 * kilobyte), {0, 4, 1});
  all.add_calls("call/1/source", write_file(bench::source, kilobyte), {0, 4});
  all.add_calls("call/ten", bench::ten_fields, {0, 4});
  const std::size_t size = 256 * kilobyte;
  all.add_text("prose", bench::prose(size));
  all.add_text("C++", bench::source(size));
  all.add_text("HTML", bench::html(size));
  all.add_text("log", bench::log_lines(size));
  all.add_text("Markdown", bench::markdown(size));
  all.add_text("JSON", bench::json_records(size));
  all.add_hostile("<tool_call>{\"name\":", "", "<tool_call>{\"name\":", "auto");
  all.add_hostile("<tool_call>[", "", "<tool_call>[", "auto");
  all.add_hostile("<tool_call>\\n", "", "<tool_call>\n", "auto");
  all.add_hostile("<function=", "", "<function=", "auto");
  all.add_hostile("```\\n", "", "```\n", "auto");
  all.add_hostile("</ in a value", "<tool_call>\n<function=write_file>\n<parameter=content>\n", "</", "qwen3_coder");
  all.add_set_up();
  all.table.measure(rounds, seconds);
  all.table.write(stdout);
}
