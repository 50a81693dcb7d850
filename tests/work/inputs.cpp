// What is read often, what was slow once, and what somebody could send to make it slow.

#include "work/inputs.hpp"

#include "bench/texts.hpp"

namespace toolcall::tests {

namespace {

constexpr std::size_t argument = 16 * bench::kilobyte, document = 64 * bench::kilobyte;

std::string hermes_call(const std::string& arguments) {
  return "I'll write it.\n<tool_call>\n{\"name\": \"write_file\", \"arguments\": " + arguments + "}\n</tool_call>";
}
std::string parameter(const std::string& name, const std::string& value) {
  return "<parameter=" + name + ">\n" + value + "\n</parameter>\n";
}
std::string qwen_call(const std::string& fields) {
  return "I'll write it.\n<tool_call>\n<function=write_file>\n" + fields + "</function>\n</tool_call>";
}
std::string repeated(const std::string& part, std::size_t size) {
  std::string all;
  while (all.size() < size) all += part;
  return all;
}

std::string source_in_hermes() {
  return hermes_call(bench::arguments_json(bench::source(argument)));
}
std::string source_in_qwen() {
  return qwen_call(parameter("path", "a.cpp") + parameter("content", bench::source(argument)));
}
std::string source_in_glm47() {
  return "<tool_call>write_file<arg_key>path</arg_key><arg_value>a.cpp</arg_value><arg_key>content</"
         "arg_key><arg_value>" +
         bench::source(argument) + "</arg_value></tool_call>";
}
std::string source_in_gemma4() {
  return "<|tool_call>call:write_file{path:<|\"|>a.cpp<|\"|>,content:<|\"|>" + bench::source(argument) +
         "<|\"|>}<tool_call|>";
}
std::string prose_in_gemma4() {
  return "<|tool_call>call:write_file{path:<|\"|>a.cpp<|\"|>,content:<|\"|>" + bench::plain_prose(argument) +
         "<|\"|>}<tool_call|>";
}
std::string source_in_tool_tag() {
  return "<write_file><path>a.cpp</path><content>" + bench::source(argument) + "</content></write_file>";
}
std::string source_in_python() {
  const std::string object =
      bench::text_json(bench::source(argument));  // {"content":…}, whose string is one of Python too
  return "[write_file(path=\"a.cpp\", content=" + object.substr(11, object.size() - 12) + ")]";
}
std::string source_in_minimax() {
  return bench::message_with_call(bench::source(argument));
}
std::string prose_in_minimax() {
  return bench::message_with_call(bench::plain_prose(argument));
}
std::string kilobyte_in_hermes() {
  return hermes_call(bench::arguments_json(bench::source(bench::kilobyte)));
}
std::string ten_fields_in_hermes() {
  return hermes_call(
      R"({"path": "a.txt", "content": "x", "mode": 420, "create": true, "backup": null, "ratio": 0.5, )"
      R"("tags": ["a", "b"], "owner": {"name": "me", "id": 7}, "encoding": "utf-8", "note": "a \"quoted\" word"})");
}
std::string ten_fields_in_qwen() {
  return qwen_call(parameter("path", "a.txt") + parameter("content", "x") + parameter("mode", "420") +
                   parameter("create", "true") + parameter("backup", "null") + parameter("ratio", "0.5") +
                   parameter("tags", R"(["a", "b"])") + parameter("owner", R"({"name": "me", "id": 7})") +
                   parameter("encoding", "utf-8") + parameter("note", "a \"quoted\" word"));
}
std::string prose() {
  return bench::prose(document);
}
std::string source() {
  return bench::source(document);
}
std::string html() {
  return bench::html(document);
}
std::string json() {
  return bench::json_records(document);
}
std::string markdown() {
  return bench::markdown(document);
}
std::string log() {
  return bench::log_lines(document);
}
std::string openers() {
  return repeated("<tool_call>{\"name\":", 2 * bench::kilobyte);
}
std::string wrapper_lines() {
  return repeated("<tool_call>\n", bench::kilobyte / 2);
}
std::string brackets_in_value() {
  return qwen_call(parameter("content", repeated("</", 2 * bench::kilobyte)));
}
std::string fences() {
  return repeated("```\n", 8 * bench::kilobyte);
}

}  // namespace

const std::vector<counted_input>& counted_inputs() {
  static const std::vector<counted_input> all = {{"source_in_json", "hermes", source_in_hermes, 0},
                                                 {"source_in_json_by_4", "hermes", source_in_hermes, 4},
                                                 {"source_in_json_by_4_auto", "auto", source_in_hermes, 4},
                                                 {"source_in_json_by_1", "hermes", source_in_hermes, 1},
                                                 {"source_raw", "qwen3_coder", source_in_qwen, 0},
                                                 {"source_raw_by_4", "qwen3_coder", source_in_qwen, 4},
                                                 {"source_in_minimax_by_4", "minimax", source_in_minimax, 4},
                                                 {"prose_in_minimax_by_4", "minimax", prose_in_minimax, 4},
                                                 {"source_in_glm47", "glm47", source_in_glm47, 0},
                                                 {"source_in_gemma4", "gemma4", source_in_gemma4, 0},
                                                 {"source_in_python", "pythonic", source_in_python, 0},
                                                 {"kilobyte_in_json", "hermes", kilobyte_in_hermes, 0},
                                                 {"kilobyte_set_up", "hermes", kilobyte_in_hermes, 0, true},
                                                 {"kilobyte_set_up_auto", "auto", kilobyte_in_hermes, 0, true},
                                                 {"ten_fields_in_json", "hermes", ten_fields_in_hermes, 0},
                                                 {"ten_fields_in_json_auto", "auto", ten_fields_in_hermes, 0},
                                                 {"ten_fields_raw", "qwen3_coder", ten_fields_in_qwen, 0},
                                                 {"prose", "hermes", prose, 0},
                                                 {"prose_auto", "auto", prose, 0},
                                                 {"prose_by_4_auto", "auto", prose, 4},
                                                 {"source_auto", "auto", source, 0},
                                                 {"html_auto", "auto", html, 0},
                                                 {"json_auto", "auto", json, 0},
                                                 {"json_in_hermes", "hermes", json, 0},
                                                 {"json_in_python", "pythonic", json, 0},
                                                 {"html_in_python", "pythonic", html, 0},
                                                 {"html_in_tool_tag", "tool_tag", html, 0},
                                                 {"log_auto", "auto", log, 0},
                                                 {"log_in_hermes", "hermes", log, 0},
                                                 {"log_in_python", "pythonic", log, 0},
                                                 {"markdown_auto", "auto", markdown, 0},
                                                 {"markdown_in_hermes", "hermes", markdown, 0},
                                                 {"source_in_tool_tag", "tool_tag", source_in_tool_tag, 0},
                                                 {"prose_in_gemma4", "gemma4", prose_in_gemma4, 0},
                                                 {"wrapper_lines_auto", "auto", wrapper_lines, 0},
                                                 {"openers_auto", "auto", openers, 0},
                                                 {"brackets_in_value", "qwen3_coder", brackets_in_value, 0},
                                                 {"fences_auto", "auto", fences, 0}};
  return all;
}

}  // namespace toolcall::tests
