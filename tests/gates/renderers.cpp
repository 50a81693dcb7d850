// A shape is filled in; only its values are written by code, and in six ways.

#include "gates/renderers.hpp"

#include <algorithm>
#include <stdexcept>

namespace toolcall::tests {

namespace {

using kind = json_value::kind;

#define M3 "]<]minimax[>["

constexpr std::string_view name_of_kind(kind is) {
  constexpr std::string_view names[] = {"null", "boolean", "number", "string", "array", "object"};
  return names[static_cast<std::size_t>(is)];
}

class writer {
 public:
  writer(const shape& as, const json_style& how) : as_(as), how_(how) {}

  rendered all(const std::vector<written_call>& calls) {
    made_.text = as_.before;
    for (const written_call& call : calls) {
      if (number_ > 0) made_.text += as_.between;
      of_ = &call;
      had_.clear();
      fill(as_.call, nullptr);
      for (const json_member& member : call.arguments.members) {
        if (as_.how == values_as::json) break;
        if (!had_.empty()) made_.text += as_.comma;
        had_.insert(member.name);
        fill(as_.field, &member);
      }
      fill(as_.end, nullptr);
      ++number_;
    }
    made_.text += as_.after;
    return std::move(made_);
  }

 private:
  void fill(std::string_view pattern, const json_member* of) {
    for (std::size_t at = 0; at < pattern.size(); ++at) {
      if (pattern[at] != '{' || at + 2 >= pattern.size() || pattern[at + 2] != '}') {
        made_.text += pattern[at];
        continue;
      }
      put(pattern[at + 1], of);
      at += 2;
    }
  }

  void put(char what, const json_member* of) {
    if (what == 'n') made_.text += of_->name;
    if (what == 'q') made_.text += to_text(of_->name);
    if (what == 'i') made_.text += std::to_string(number_);
    if (what == 'j') made_.text += std::to_string(number_ + 1);
    if (what == 'a') made_.text += to_text(of_->arguments, how_);
    if (what == 'k') made_.text += of->name;
    if (what == 's') made_.text += of->value.is == kind::string ? "true" : "false";
    if (what == 't') made_.text += name_of_kind(of->value.is);
    if (what == 'r') made_.text += of->value.is == kind::string ? "raw" : "json";
    if (what == 'v') value(of->value, of_->without_types.count(of->name) != 0);
  }

  void raw(std::string_view text) {
    made_.raw.push_back({made_.text.size(), made_.text.size() + text.size(), of_, had_});
    made_.text += text;
  }

  void value(const json_value& of, bool without_types) {
    if (as_.how == values_as::python) made_.text += to_python(of);
    if (as_.how == values_as::gemma) gemma(of);
    if (as_.how == values_as::elements) elements(of, without_types);
    if (as_.how == values_as::raw_json) raw(to_text(of, how_));
    if (as_.how != values_as::raw) return;
    const std::string text = of.is == kind::string ? of.text : to_text(of, how_);
    const bool new_line = text.substr(0, 1) == "\n" || text.substr(0, 2) == "\r\n";
    const char* const frame = as_.frames && new_line ? "\n" : "";
    made_.text += frame;
    raw(text);
    made_.text += frame;
  }

  void gemma(const json_value& of) {
    const char* comma = "";
    if (of.is == kind::string) {
      made_.text += "<|\"|>";
      raw(of.text);
      made_.text += "<|\"|>";
    } else if (of.is == kind::array) {
      made_.text += "[";
      for (const json_value& item : of.items) {
        made_.text += comma;
        gemma(item);
        comma = ",";
      }
      made_.text += "]";
    } else if (of.is == kind::object) {
      made_.text += "{";
      for (const auto& [name, value] : of.members) {
        made_.text += comma + name + ":";
        gemma(value);
        comma = ",";
      }
      made_.text += "}";
    } else {
      made_.text += to_text(of);
    }
  }

  // What the schema says nothing about has no type as raw text, so it is written as JSON.
  void elements(const json_value& of, bool without_types) {
    if (without_types || of.is == kind::string) return raw(of.is == kind::string ? of.text : to_text(of, how_));
    if (of.is != kind::array && of.is != kind::object) return raw(to_text(of, how_));
    for (const json_value& item : of.items) element("item", item);
    for (const auto& [name, value] : of.members) element(name, value);
  }

  void element(const std::string& name, const json_value& of) {
    made_.text += M3 "<" + name + ">";
    elements(of, false);
    made_.text += M3 "</" + name + ">";
  }

  const shape& as_;
  const json_style& how_;
  rendered made_;
  const written_call* of_ = nullptr;
  std::set<std::string> had_;
  std::size_t number_ = 0;
};

}  // namespace

written_call call_of_texts(std::string_view name, const std::vector<named_text>& fields) {
  written_call made;
  made.name = name;
  made.arguments.is = kind::object;
  for (const auto& [key, text] : fields) {
    made.declared.insert(key);
    made.arguments.members.push_back({key, {kind::string, text, {}, {}, false}});
  }
  return made;
}

const std::vector<shape>& shapes() {
  using enum values_as;
  static const std::vector<shape> all = {
      // JSON, between marks or without any
      {"hermes", json, "", "<tool_call>\n{\"name\": {q}, \"arguments\": {a}}\n</tool_call>", "", "", "", "\n", ""},
      {"ernie", json, "", "<tool_call>\n{\"name\": {q}, \"arguments\": {a}}\n</tool_call>", "", "", "", "\n", "", false,
       true},
      {"glm53_flash", json, "", "<![{n}>{a}", "", "", "", "", ""},
      {"granite4", json, "<|tool_call|>[", "{\"name\": {q}, \"arguments\": {a}}", "", "", "", ", ", "]"},
      {"granite4", json, "", "<tool_call>\n{\"name\": {q}, \"arguments\": {a}}\n</tool_call>", "", "", "", "\n", "",
       false, true},
      {"json_wrapper", json, "<function_call>", "{\"name\": {q}, \"arguments\": {a}}", "", "", "", "\n",
       "</function_call>"},
      {"json_wrapper", json, "<tool_calls>[", "{\"name\": {q}, \"arguments\": {a}}", "", "", "", ", ",
       "]</tool_calls>"},
      {"tool_json", json, "", "{\"tool\": {q}, \"args\": {a}}", "", "", "", "\n", ""},
      {"llama_json", json, "<|python_tag|>", "{\"name\": {q}, \"parameters\": {a}}", "", "", "", "; ", "<|eom_id|>"},
      {"llama_json", json, "", "<|python_tag|>{\"name\": {q}, \"parameters\": {a}}", "", "", "", "", ""},
      {"generic_json", json, "[", "{\"name\": {q}, \"arguments\": {a}}", "", "", "", ", ", "]"},
      {"generic_json", json, "", "{\"name\": {q}, \"arguments\": {a}}", "", "", "", "\n", ""},
      {"cohere", json, "<|START_ACTION|>[\n",
       "    {\"tool_call_id\": \"{i}\", \"tool_name\": {q}, \"parameters\": {a}}", "", "", "", ",\n",
       "\n]<|END_ACTION|>"},
      {"inkling", json, "", "<|message_model|><|content_invoke_tool_json|>{\"name\":{q},\"args\":{a}}<|end_message|>",
       "", "", "", "", ""},
      {"inkling", json, "",
       "<|message_model|>{n}<|content_invoke_tool_json|>{\"name\":{q},\"args\":{a}}<|end_message|>", "", "", "", "",
       ""},
      {"apertus", json, "<|tools_prefix|>[", "{{q}: {a}}", "", "", "", ", ", "]<|tools_suffix|>"},
      {"gigachat3", json, "", "<|function_call|>{\"name\": {q}, \"arguments\": {a}}", "", "", "", "", ""},
      {"gigachat3", json, "", "<|message_sep|>\n\nfunction call<|role_sep|>\n{\"name\": {q}, \"arguments\": {a}}", "",
       "", "", "", ""},
      {"sarashina", json, "<|tool_calls|>[", "{\"name\": {q}, \"arguments\": {a}}", "", "", "", ", ", "]"},
      {"apriel", json, "<tool_calls>[", "{\"name\": {q}, \"arguments\": {a}}", "", "", "", ", ", "]</tool_calls>"},
      {"hyperclovax_14b", json, "<|im_start|>assistant -> tool/function_call\n[", "{\"name\": {q}, \"arguments\": {a}}",
       "", "", "", ", ", "]<|im_end|>"},
      {"command_r", json, "Action: ```json\n[\n",
       "    {\n        \"tool_name\": {q},\n        \"parameters\": {a}\n    }", "", "", "", ",\n", "\n]\n```"},
      // a header, and the arguments as JSON
      {"plamo3", json, "<|plamo:begin_tool_requests:plamo|>",
       "<|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>{n}<|plamo:end_tool_name:plamo|>"
       "<|plamo:begin_tool_arguments:plamo|><|plamo:constrain|>json<|plamo:msg|>{a}"
       "<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|>",
       "", "", "", "", "<|plamo:end_tool_requests:plamo|>"},
      {"mirothinker", json, "",
       "<use_mcp_tool>\n<server_name>tools</server_name>\n<tool_name>{n}</tool_name>\n<arguments>\n{a}\n</arguments>\n"
       "</use_mcp_tool>",
       "", "", "", "\n", ""},
      {"functionary", json, "", ">>>{n}\n{a}", "", "", "", "\n", ""},
      {"functionary", json, "", ">>>{n}\n{a}", "", "", "", "", ""},
      {"react", json, "", "Action: {n}\nAction Input: {a}", "", "", "", "\n", ""},
      {"cwm", json, "", "<tool: {n}>\n{a}\n</tool>", "", "", "", "\n", "", false, true},
      {"step_audio2", json, "", "<tool_call>function\n{n}\n{a}</tool_call>", "", "", "", "\n", ""},
      {"step_audio_r1", json, "", "<|CALL_START|>function\n{n}\n{a}<|CALL_END|>", "", "", "", "", ""},
      {"glm4", json, "", "{n}\n{a}", "", "", "", "\n", "", false, true},
      {"solar_open", json, "<|begin|>assistant<|tool_calls|>",
       "<|tool_call:begin|><|tool_call:name|>{n}<|tool_call:args|>{a}<|tool_call:end|>", "", "", "", "", "<|calls|>"},
      {"kimi_k2", json, "<|tool_calls_section_begin|>",
       "<|tool_call_begin|>functions.{n}:{i}<|tool_call_argument_begin|>{a}<|tool_call_end|>", "", "", "", "",
       "<|tool_calls_section_end|>"},
      {"deepseek", json, "<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>{n}<｜tool▁sep｜>{a}<｜tool▁call▁end｜>", "",
       "", "", "", "<｜tool▁calls▁end｜>"},
      {"harmony", json, "",
       "<|start|>assistant<|channel|>commentary to=functions.{n} <|constrain|>json<|message|>{a}<|call|>", "", "", "",
       "", ""},
      {"mistral", json, "", "[TOOL_CALLS]{n}[ARGS]{a}", "", "", "", "", ""},
      // Python
      {"lfm2", python, "<|tool_call_start|>[", "{n}(", "{k}={v}", ", ", ")", ", ", "]<|tool_call_end|>"},
      {"minicpm3", python, "<|tool_call_start|>\n```python\n", "{n}(", "{k}={v}", ", ", ")", "\n",
       "\n```\n<|tool_call_end|>"},
      {"pythonic", python, "[", "{n}(", "{k}={v}", ", ", ")", ", ", "]"},
      {"olmo3", python, "<function_calls>", "{n}(", "{k}={v}", ", ", ")", "\n", "</function_calls>"},
      {"granite_pythonic", python, "", "{n}(", "{k}={v}", ", ", ")", "\n", "", false, true},
      // fields between tags
      {"cofl", raw_json, "<cofl:tool_calls>", "<cofl:tool_call id=\"{i}\" name=\"{n}\">",
       "<cofl:value name=\"{k}\" type=\"json\">{v}</cofl:value>", "", "</cofl:tool_call>", "", "</cofl:tool_calls>"},
      {"cofl", raw, "<cofl:tool_calls>", "<cofl:tool_call id=\"{i}\" name=\"{n}\">",
       "<cofl:value name=\"{k}\" type=\"{r}\">{v}</cofl:value>", "", "</cofl:tool_call>", "", "</cofl:tool_calls>"},
      {"rwkv", raw, "<tool_call>", "<invoke name=\"{n}\">", "<parameter name=\"{k}\">{v}</parameter>", "", "</invoke>",
       "", "</tool_call>", false, true},
      {"anthropic", raw, "<function_calls>\n", "<invoke name=\"{n}\">\n", "<parameter name=\"{k}\">{v}</parameter>\n",
       "", "</invoke>\n", "", "</function_calls>"},
      {"minimax", raw, "<minimax:tool_call>\n", "<invoke name=\"{n}\">\n", "<parameter name=\"{k}\">{v}</parameter>\n",
       "", "</invoke>\n", "", "</minimax:tool_call>"},
      {"dsml", raw, "<｜DSML｜function_calls>\n", "<｜DSML｜invoke name=\"{n}\">\n",
       "<｜DSML｜parameter name=\"{k}\" string=\"{s}\">{v}</｜DSML｜parameter>\n", "", "</｜DSML｜invoke>\n", "",
       "</｜DSML｜function_calls>"},
      {"dsml", raw, "<｜DSML｜tool_calls>\n", "<｜DSML｜invoke name=\"{n}\">\n",
       "<｜DSML｜parameter name=\"{k}\" string=\"{s}\">{v}</｜DSML｜parameter>\n", "", "</｜DSML｜invoke>\n", "",
       "</｜DSML｜tool_calls>"},
      {"gigachat35", raw, "<｜GCML｜tool_calls>\n", "<｜GCML｜invoke name=\"{n}\">\n",
       "<｜GCML｜parameter name=\"{k}\" string=\"{s}\">{v}</｜GCML｜parameter>\n", "", "</｜GCML｜invoke>\n", "",
       "</｜GCML｜tool_calls>"},
      {"step3", raw, "<｜tool_calls_begin｜>",
       "<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\"{n}\">",
       "<steptml:parameter name=\"{k}\">{v}</steptml:parameter>", "", "</steptml:invoke><｜tool_call_end｜>", "",
       "<｜tool_calls_end｜>"},
      {"dots", raw, "<dots_function_call>\n", "<invoke name=\"{n}\">\n", "<parameter name=\"{k}\">{v}</parameter>\n",
       "", "</invoke>\n", "", "</dots_function_call>"},
      {"muse", raw, "<|start|>assistant to=tools<|message|><atem:function_calls>\n", "<atem:invoke name=\"{n}\">\n",
       "<atem:parameter name=\"{k}\">{v}</atem:parameter>\n", "", "</atem:invoke>\n", "",
       "</atem:function_calls><|eom|>"},
      {"minicpm5", raw, "", "<function name=\"{n}\">", "<param name=\"{k}\">{v}</param>", "", "</function>", "\n", "",
       false, true},
      {"functions_xml", raw, "<functions>", "<function name=\"{n}\">", "<param name=\"{k}\" type=\"{t}\">{v}</param>",
       "", "</function>", "", "</functions>"},
      {"invoke_tool_call", raw, "<invoke_tool_call>\n", "<tool name=\"{n}\">\n",
       "<parameter name=\"{k}\">{v}</parameter>\n", "", "</tool>\n", "", "</invoke_tool_call>"},
      {"qwen3_coder", raw, "", "<tool_call>\n<function={n}>\n", "<parameter={k}>\n{v}\n</parameter>\n", "",
       "</function>\n</tool_call>", "\n", ""},
      {"seed_oss", raw, "", "<seed:tool_call>\n<function={n}>\n", "<parameter={k}>{v}</parameter>\n", "",
       "</function>\n</seed:tool_call>", "\n", "", true},
      {"tool_tag", raw, "", "<{n}>\n", "<{k}>\n{v}\n</{k}>\n", "", "</{n}>", "\n", ""},
      {"glm47", raw, "", "<tool_call>{n}", "<arg_key>{k}</arg_key><arg_value>{v}</arg_value>", "", "</tool_call>", "",
       ""},
      {"glm47", raw, "", "<tool_call>{n}\n", "<arg_key>{k}</arg_key>\n<arg_value>{v}</arg_value>\n", "", "</tool_call>",
       "\n", ""},
      {"laguna", raw, "", "<tool_call>{n}\n", "<arg_key>{k}</arg_key>\n<arg_value>{v}</arg_value>\n", "",
       "</tool_call>", "\n", "", false, true},
      {"iquest", raw, "", "<iquest_tool_call>{n}\n", "<arg_key>{k}</arg_key>\n<arg_value>{v}</arg_value>\n", "",
       "</iquest_tool_call>", "\n", ""},
      {"longcat", raw, "", "<longcat_tool_call>{n}\n",
       "<longcat_arg_key>{k}</longcat_arg_key>\n<longcat_arg_value>{v}</longcat_arg_value>\n", "",
       "</longcat_tool_call>", "\n", ""},
      {"telechat4", raw, "", "<tool_call>{n}\n", "<param_key>{k}</param_key>\n<param_value>{v}</param_value>\n", "",
       "</tool_call>", "\n", ""},
      {"k2_horizon", raw, "<ifm|tool_calls>\n", "<ifm|tool_call>{n}\n",
       "<ifm|arg_key>{k}</ifm|arg_key>\n<ifm|arg_type>{t}</ifm|arg_type>\n<ifm|arg_value>{v}</ifm|arg_value>\n", "",
       "</ifm|tool_call>\n", "", "</ifm|tool_calls>"},
      {"hy_v3", raw, "<tool_calls>\n", "<tool_call>{n}<tool_sep>\n",
       "<arg_key>{k}</arg_key>\n<arg_value>{v}</arg_value>\n", "", "</tool_call>\n", "", "</tool_calls>"},
      {"hy_v4", raw, "<tool_calls:6124c78e>", "<tool_call:6124c78e>{n}",
       "<arg_key:6124c78e>{k}</arg_key:6124c78e><arg_value:6124c78e>{v}</arg_value:6124c78e>", "",
       "</tool_call:6124c78e>", "", "</tool_calls:6124c78e>"},
      {"solar_open2", raw, "", "<|tool_call:start|>{n}\n",
       "<|tool_arg:start|>{k}<|tool_arg:value|>{v}<|tool_arg:end|>\n", "", "<|tool_call:end|>", "\n", ""},
      {"glm53_flash", raw, "", "<!\u200b[{n}\n", "<!\u200b[arg_key\u200b]{k}\n<!\u200b[arg_val\u200b]{v}\n", "",
       "<!\u200b[/tool_call\u200b]", "\n", ""},
      {"hyperclovax_think", raw_json, "", "<tool_call>{n}\n", "<arg_key>{k}</arg_key>\n<arg_value>{v}</arg_value>\n",
       "", "</tool_call>", "\n", "", false, true},
      {"kimi_k3", raw, "<|open|>tools<|sep|>", "<|open|>call tool=\"{n}\" index=\"{j}\"<|sep|>",
       "<|open|>argument key=\"{k}\" type=\"{t}\"<|sep|>{v}<|close|>argument<|sep|>", "", "<|close|>call<|sep|>", "",
       "<|close|>tools<|sep|>"},
      // containers of their own
      {"gemma4", gemma, "", "<|tool_call>call:{n}{", "{k}:{v}", ",", "}<tool_call|>", "", ""},
      {"minimax_m3", elements, M3 "<tool_call>\n", M3 "<invoke name=\"{n}\">", M3 "<{k}>{v}" M3 "</{k}>", "",
       M3 "</invoke>\n", "", M3 "</tool_call>"},
  };
  return all;
}

const shape& shape_of(std::string_view dialect) {
  for (const shape& each : shapes())
    if (each.dialect == dialect) return each;
  throw std::logic_error("nothing says how " + std::string(dialect) + " is written");
}

rendered render(const shape& as, const std::vector<written_call>& calls, const json_style& how) {
  return writer(as, how).all(calls);
}

std::vector<std::string> marks_of(const shape& as, const std::string& tool, const std::vector<std::string>& fields) {
  std::vector<std::string> marks;
  const auto add = [&](std::string_view pattern, const std::string& field) {
    std::string text(pattern);
    for (const auto& [what, by] : {std::pair<std::string, std::string>{"{n}", tool},
                                   {"{q}", to_text(tool)},
                                   {"{i}", "0"},
                                   {"{j}", "1"},
                                   {"{a}", "{}"},
                                   {"{k}", field},
                                   {"{t}", "string"},
                                   {"{s}", "true"},
                                   {"{r}", "raw"}})
      for (std::size_t at = text.find(what); at != text.npos; at = text.find(what)) text.replace(at, what.size(), by);
    if (!text.empty()) marks.push_back(text);
  };
  for (const std::string_view pattern : {as.before, as.call, as.end, as.after}) add(pattern, "");
  if (as.how == values_as::gemma) add("<|\"|>", "");
  if (as.how == values_as::elements) add(M3, ""), add(M3 "<item>", ""), add(M3 "</item>", "");
  const std::size_t value = std::min(as.field.find("{v}"), as.field.size());
  for (const std::string& field : fields) {
    add(as.field.substr(0, value), field);
    add(as.field.substr(std::min(value + 3, as.field.size())), field);
  }
  return marks;
}

#undef M3

}  // namespace toolcall::tests
