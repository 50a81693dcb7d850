// What a parser is set up with: dialects, tools and options.

import {Handle, call, handed, own_text_of} from './library.js';
import {options_json, refuse, saying_names, settings_in, shown} from './options.js';

function json_of(value, pointer = '', what = pointer === '' ? 'the tools' : 'this tool') {
  try {
    return JSON.stringify(value);
  } catch (why) {
    refuse(`${what} cannot be written as JSON: ${why.message.split('\n')[0]}`, pointer);
  }
}

// The JSON of tools. Each of a list on its own, so that one that has none is named.
function written(tools) {
  if (typeof tools === 'string') return tools;
  if (Array.isArray(tools)) return `[${tools.map((tool, i) => json_of(tool, `/${i}`) ?? 'null')}]`;
  return json_of(tools) ?? refuse(`tools are a list, a request with a list "tools", or JSON, not ${shown(tools)}`);
}

/** Tools that are read once, for many parsers. Each tool is as OpenAI, Anthropic or MCP write it. */
export class Tools {
  #handle;
  #written;
  #strict;

  constructor(tools, settings) {
    const {strict = false} = settings_in(settings, ['strict']);
    this.#written = written(tools);
    this.#strict = strict ? 1 : 0;
    this.#handle = new Handle('tools', call('tools_new', ...handed(this.#written), this.#strict));
  }

  /** The JSON that they were made of, which says more than they know. */
  static json_of(tools) { return tools.#written; }

  /** Calls use with their address in the library. Once they are freed they are read again. */
  static with(tools, use) {
    if (!tools.#handle.freed) return use(tools.at);
    const again = new Handle('tools', call('tools_new', ...handed(tools.#written), tools.#strict));
    try {
      return use(again.at);
    } finally {
      again.free();
    }
  }

  /** The address in the library. */
  get at() { return this.#handle.at; }

  free() { this.#handle.free(); }
}

function dialect_names(given) {
  const names = Array.isArray(given) ? given : [given];
  for (const name of names)
    if (typeof name !== 'string') refuse(`dialect: ${shown(name)} is not the name of a dialect or a model, or a list of names`);
  return names.join(',');
}

/** What these settings say, in words that nobody changes any more, so that the same can be made of them again. */
export function setup_of({dialect, tools, ...options}) {
  if (tools instanceof Tools) tools.at;  // which were not freed
  return {
    names: dialect == null ? undefined : dialect_names(dialect),
    tools: tools == null || tools instanceof Tools ? tools : written(tools),
    json: options_json(options),
    given: Object.keys(options),
  };
}

/** Calls use(dialect, tools, options) with what a setup says, as the library takes it. */
export function with_setup({names, tools, json, given}, use) {
  const made = [];
  const keep = (type, at) => {
    made.push(new Handle(type, at));
    return at;
  };
  try {
    const which = names === undefined ? 0 : keep('dialect', call('dialect_named', ...handed(names)));
    const chosen = json === undefined ? 0
      : keep('options', saying_names(given, () => call('options_from_json_new', ...handed(json))));
    if (tools == null) return use(which, 0, chosen);
    if (tools instanceof Tools) return Tools.with(tools, (at) => use(which, at, chosen));
    return use(which, keep('tools', call('tools_new', ...handed(tools), 0)), chosen);
  } finally {
    for (const handle of made) handle.free();
  }
}

/** Likewise with settings. */
export const with_settings = (given, use) => with_setup(setup_of(given), use);

/** What a model of this dialect would write, of a message or of calls. */
export function render(message, settings) {
  const {dialect, tools} = settings_in(settings, ['dialect', 'tools']);
  const json = typeof message === 'string' ? message
    : json_of(message, '', 'the message') ?? refuse(`a message, a list of calls, or the JSON of one, not ${shown(message)}`);
  return with_settings({dialect, tools}, (which, declared) => own_text_of('render', ...handed(json), which, declared));
}

/** A transcript that providers refuse, as they accept it; and what was changed. */
export function mend(transcript, settings) {
  const {dialect, tools, format} = settings_in(settings, ['dialect', 'tools', 'format']);
  const json = typeof transcript === 'string' ? transcript
    : json_of(transcript, '', 'the transcript')
      ?? refuse(`a transcript is a list of messages, a request with one, or the JSON of one of these, not ${shown(transcript)}`);
  return with_settings({dialect, tools}, (which, declared) => {
    const [at, size, word, word_size] = handed(json, format ?? 'auto');
    return JSON.parse(own_text_of('mend_json', at, size, which, declared, word, word_size));
  });
}

/** One word for a message that parse returned, and one sentence. */
export function verdict(message) {
  const json = json_of(message, '', 'the message') ?? refuse(`a message, as parse returns it, not ${shown(message)}`);
  const {verdict: kind, message: says} = JSON.parse(own_text_of('verdict_json', ...handed(json)));
  return {kind, message: says};
}

/** A grammar for guided decoding, of the calls of this dialect. */
export function constrain(settings) {
  const {dialect, tools, ...chosen} = settings_in(settings, ['dialect', 'tools', 'format', 'choice', 'parallel', 'reasoning']);
  const json = json_of(Object.fromEntries(Object.entries(chosen).filter(([, value]) => value != null)), '', 'the settings');
  return with_settings({dialect, tools}, (which, declared) =>
    JSON.parse(own_text_of('constrain_json', ...handed(json), which, declared)));
}

/** All dialects, in the order in which they are tried: name, models, starts of prompts, special tokens, parsers of servers. */
export const dialects = () => JSON.parse(own_text_of('dialects_json'));

/** Which dialects the model of a chat template writes, the likely ones first. */
export const dialectsOfTemplate = (text) => JSON.parse(own_text_of('dialects_of_template_json', ...handed(text ?? null)));

/** The names of the likely ones, with commas between them, or auto, as the setting dialect takes them. */
export const dialectFromTemplate = (text) => own_text_of('likely_dialects_of_template', ...handed(text ?? null));

/** What the author of these tools should know: the names of those that are usable, and issues. */
export function check(tools, settings) {
  const {dialect} = settings_in(settings, ['dialect']);
  const json = tools instanceof Tools ? Tools.json_of(tools) : written(tools);
  return with_settings({dialect}, (which) => JSON.parse(own_text_of('schema_report_json', ...handed(json), which)));
}
