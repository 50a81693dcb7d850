// Calls as four families of models write them, by the names of their dialects: text for a server that reads none.
//
// A writer gets the tool's name, its arguments as values, and how many calls the conversation had before.

const as_text = (value) => typeof value === 'string' ? value : JSON.stringify(value);
const fields = (given, write) => Object.entries(given).map(([key, value]) => write(key, as_text(value))).join('');

export const notations = {
  hermes: (name, given) => `<tool_call>\n${JSON.stringify({name, arguments: given})}\n</tool_call>`,

  qwen3_coder: (name, given) => `<tool_call>\n<function=${name}>\n` +
    fields(given, (key, text) => `<parameter=${key}>\n${text}\n</parameter>\n`) + '</function>\n</tool_call>',

  kimi_k2: (name, given, before) => '<|tool_calls_section_begin|><|tool_call_begin|>' +
    `functions.${name}:${before}<|tool_call_argument_begin|>${JSON.stringify(given)}` +
    '<|tool_call_end|><|tool_calls_section_end|>',

  glm47: (name, given) => `<tool_call>${name}\n` +
    fields(given, (key, text) => `<arg_key>${key}</arg_key>\n<arg_value>${text}</arg_value>\n`) + '</tool_call>',
};

// What of them no client may show.
export const markup = /<\/?tool_call>|<\/?function|<\/?parameter|<\/?arg_(key|value)>|<\|tool_call|functions\.\w+:\d|\{"name":/;
