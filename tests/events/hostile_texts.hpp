// One thing over and over, alone or inside a call: texts on which a reader may do more work than they are worth.

#pragma once

#include <string>
#include <vector>

namespace toolcall::tests {

struct family {
  std::string before, repeated;
  std::string text(std::size_t size) const {
    std::string all = before;
    all.reserve(before.size() + size);
    while (all.size() + repeated.size() <= before.size() + size) all += repeated;
    return all;
  }
};

inline void add_families(std::vector<family>& all, const std::vector<std::string>& befores,
                         const std::vector<std::string>& repeated) {
  for (const std::string& before : befores)
    for (const std::string& each : repeated) all.push_back({before, each});
}

inline std::vector<family> families() {
  const std::string json_name = "<tool_call>{\"name\":\"put\",", invoked = "<minimax:tool_call><invoke name=\"put\">";
  std::vector<family> all;
  // Single bytes, and what nearly is a marker.
  add_families(all, {""}, {"<",          "{",   "[",    "\"",  " ",     "\n",    "\t",
                           "`",          ">",   "~",    "a",   "1",     ",",     "\\",
                           "=",          "'",   "\xC3", "</",  "</a>",  "<a>",   "\n>",
                           "\n  ",       "` ",  "``",   "`\n", "```\n", "~~~\n", "<minimax:tool_call",
                           "<tool_call", "[e~["});
  // Markers, and calls that have only begun.
  add_families(all, {""},
               {"<tool_call>",
                "</tool_call>",
                "<tool_call>{",
                "<tool_call>[",
                "<tool_call> ",
                "<tool_call>{\"id\":\"x\",",
                "<tool_call>{\"name\":",
                "<tool_call>{\"name\":\"put\",\"arguments\":{",
                "<tool_call>{\"arguments\":",
                "<tool_call>{\"arguments\":{",
                "{\"tool\":",
                "{\"tool\":\"put\",\"args\":",
                "\n{\"tool\": \"put\", \"args\": {",
                "\n{\"tool\":\"put\",\"args\":{\"text\":\"",
                "<put>",
                "<put></put>",
                "<put>{\"",
                "<put><parameter name=\"",
                "<put><parameter name=\"text\">",
                "<put><text>",
                "<tool name=\"put\" ",
                "<tool name=\"put\" args=\"",
                "<tool name=\"put\" args='{",
                "<tools>",
                "<tools>[{",
                "<function>{",
                "<invoke name=\"",
                "<invoke name=\"put\">",
                "<invoke_tool_call>",
                "<minimax:tool_call>",
                "</minimax:tool_call>",
                "<parameter name=\"",
                "<parameter name=\"text\">",
                "</parameter>",
                "<tool_use><name>put</name><input>{",
                "<think>",
                "</think>",
                "<think>`",
                "<think><tool_call>{\"name\":\"ping\"}"});
  add_families(
      all, {"<think>", "```\n", "`"},
      {"<", "\n", "<tool_call>{\"name\":\"ping\"}</tool_call>\n", "<put><text>x</text></put>", "<minimax:tool_call"});
  // In JSON.
  const std::vector<std::string> inside_json = {"\"a\":1,", "\"a\":", "{\"a\":", "[",  "{", "\"",
                                                "\\",       "<",      " ",       "\n", ",", "\"a\":[1],"};
  add_families(all,
               {json_name + "\"arguments\":{", json_name + "\"arguments\":{\"text\":", "<tool_call>{\"arguments\":{",
                "\n{\"tool\":\"put\",\"args\":{", "<tools>{\"name\":\"put\",\"arguments\":{"},
               inside_json);
  add_families(all, {json_name, "<tool_call>{"},
               {"\"arguments\":1,", "\"name\":\"a\",", "\"id\":1,", "\"function\":{"});
  // In tags.
  const std::vector<std::string> inside_tags = {"<",
                                                "\"",
                                                " ",
                                                "\n",
                                                "\n  ",
                                                "</",
                                                "=",
                                                "a",
                                                "<parameter name=\"",
                                                "<parameter name=\"text\">",
                                                "</parameter>",
                                                "</parameter> ",
                                                "</text>",
                                                "<text>",
                                                "<put>",
                                                "</put>",
                                                "</put>\n",
                                                "<x>",
                                                "<x></x>",
                                                "<parameter name=\"text\">x</parameter>",
                                                "a=\"b\" ",
                                                "<tool ",
                                                "<tool name=\"put\">",
                                                "<invoke ",
                                                "<invoke name=\"put\">",
                                                "</invoke>",
                                                "<ping></ping>",
                                                "{"};
  add_families(all,
               {invoked, invoked + "<parameter name=\"text\">", invoked + "</invoke>", "<minimax:tool_call><invoke ",
                "<put><text>", "<put><parameter name=\"text\">x</parameter>", "<invoke_tool_call><tool name=\"put\">"},
               inside_tags);
  add_families(all, {"<tool name=\"put\" text=\"", "<tool name=\"put\" args='", "<tool name=\"put\" "},
               {"<", "\"", "'", " ", "&", "&quot;", "\\", "\\\"", "/", "/>", "a=\"b\" ", "<tool ",
                "<tool name=\"put\">", "{", "\" a=\""});
  // Marks of all kinds, alone and after the beginning of each other kind of call.
  const std::vector<std::string> marks = {"<function=put>",
                                          "<function=",
                                          "<parameter=text>",
                                          "</parameter>",
                                          "</function>",
                                          "<arg_key>text</arg_key>",
                                          "<arg_value>",
                                          "</arg_value>",
                                          "<｜DSML｜",
                                          "<｜DSML｜parameter name=\"text\" string=\"true\">",
                                          "</｜DSML｜parameter>",
                                          "<|tool_call_begin|>",
                                          "<|tool_call_begin|>functions.put:0<|tool_call_argument_begin|>{",
                                          "<|tool_call_end|>",
                                          "<|open|>",
                                          "<|open|>call tool=\"put\"<|sep|>",
                                          "<|close|>argument<|sep|>",
                                          "<｜tool▁call▁begin｜>",
                                          "<｜tool▁sep｜>",
                                          "<|start|>assistant",
                                          "<|channel|>",
                                          "<|channel|>commentary to=functions.put",
                                          "<|message|>",
                                          "[TOOL_CALLS]",
                                          "[TOOL_CALLS]put[ARGS]{",
                                          "[THINK]",
                                          "\n[put(",
                                          "\n[put(text='",
                                          "\n[{\"name\":\"put\",\"arguments\":{",
                                          "\n{\"name\":\"put\",\"parameters\":{\"text\":",
                                          "<|tool_call_start|>[",
                                          "<|tool_call>",
                                          "<|tool_call>call:put{text:",
                                          "<|\"|>",
                                          "]<]minimax[>[",
                                          "]<]minimax[>[<text>",
                                          "]<]minimax[>[</text>"};
  const std::vector<std::string> befores = {
      "",
      "<tool_call><function=put>\n<parameter=text>\n",
      "<tool_call>put<arg_key>text</arg_key><arg_value>",
      "<tool_call>put text=",
      "<｜DSML｜tool_calls><｜DSML｜invoke name=\"put\"><｜DSML｜parameter name=\"text\" string=\"true\">",
      "<|tool_calls_section_begin|><|tool_call_begin|>functions.put:0<|tool_call_argument_begin|>{\"text\":",
      "<|open|>tools<|sep|><|open|>call tool=\"put\"<|sep|><|open|>argument key=\"text\" type=\"string\"<|sep|>",
      "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>put<｜tool▁sep｜>{",
      "<|start|>assistant<|channel|>commentary to=functions.put<|message|>{",
      "<|start|>assistant<|channel|>analysis<|message|>",
      "[TOOL_CALLS]put[ARGS]{\"text\":",
      "<|tool_call>call:put{text:<|\"|>",
      "<|tool_call>call:put{text:",
      "]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"put\">]<]minimax[>[<text>",
      "<|tool_call_start|>[put(text=",
      "[put(text='"};
  add_families(all, befores, marks);
  add_families(all, befores, {"<", "\"", " ", "\n", "{", "}", "[", "]", ",", "'", "a", "\\", "</", "<|", ":"});
  return all;
}

}  // namespace toolcall::tests
