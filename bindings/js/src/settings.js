// What a parser is set up with: dialects, tools and options.

import {Handle, call, handed, own_text_of} from './library.js';

const written = (tools) => (typeof tools === 'string' ? tools : JSON.stringify(tools));

/** Tools that are read once, for many parsers. Each tool is as OpenAI, Anthropic or MCP write it. */
export class Tools {
  #handle;

  constructor(tools, {strict = false} = {}) {
    this.#handle = new Handle('tools', call('tools_new', ...handed(written(tools)), strict ? 1 : 0));
  }

  /** The address in the library. */
  get at() { return this.#handle.at; }

  free() { this.#handle.free(); }
}

const joined = (names) => (Array.isArray(names) ? names.join(',') : names);

// The library has dashes where JavaScript has a capital letter.
function options_of(given) {
  const named = Object.entries(given).filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), value]);
  return named.length === 0 ? undefined : JSON.stringify(Object.fromEntries(named));
}

/** Calls use(dialect, tools, options) with what these settings say, as the library takes it. */
export function with_settings({dialect, tools, ...options}, use) {
  const made = [];
  const keep = (type, at) => {
    made.push(new Handle(type, at));
    return at;
  };
  try {
    const which = dialect == null ? 0 : keep('dialect', call('dialect_named', ...handed(joined(dialect))));
    const json = options_of(options);
    const chosen = json === undefined ? 0 : keep('options', call('options_from_json_new', ...handed(json)));
    if (tools == null) return use(which, 0, chosen);
    if (tools instanceof Tools) return use(which, tools.at, chosen);
    return use(which, keep('tools', call('tools_new', ...handed(written(tools)), 0)), chosen);
  } finally {
    for (const handle of made) handle.free();
  }
}

/** All dialects, in the order in which they are tried: name, models, starts of prompts, special tokens. */
export const dialects = () => JSON.parse(own_text_of('dialects_json'));

/** Which dialects the model of a chat template writes, the likely ones first. */
export const dialectsOfTemplate = (text) => JSON.parse(own_text_of('dialects_of_template_json', ...handed(text ?? null)));

/** What the author of these tools should know: the names of those that are usable, and issues. */
export function check(tools, {dialect} = {}) {
  if (tools instanceof Tools) throw new TypeError('check takes what Tools were made of, and not Tools');
  return with_settings({dialect}, (which) => JSON.parse(own_text_of('schema_report_json', ...handed(written(tools)), which)));
}
