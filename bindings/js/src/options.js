// What may be set, by name, and what is said of what is wrong with it.

import {ToolcallError} from './library.js';

const of_calls = ['toolChoice', 'ids', 'seed', 'firstCall', 'prefill', 'nativeOnly', 'requireWrapper', 'without', 'unknownTools',
  'confirm', 'callsInReasoning', 'quotationGuard', 'invalidCalls', 'madeUp', 'evidence', 'maxLevel', 'unknownKeys', 'historyMarks', 'holdCalls'];
const of_objects = ['collect', 'heldBytes', 'raw', 'repairs', 'trace', 'arguments', 'id', 'model', 'created', 'mostCalls', 'refused', 'jsonAlone'];

/** Of what reads the answers to requests, whose tools are theirs; and of all else. */
export const answer_settings = ['dialect', ...of_calls, ...of_objects];
export const settings = [...answer_settings, 'tools', 'input', 'output', 'events'];

/** Throws what is wrong with what was handed in. */
export function refuse(message, pointer) {
  throw new ToolcallError('setup', message, pointer);
}

/** A value, as an error shows it. */
export function shown(value) {
  let text;
  try {
    text = typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value) : String(value);
  } catch {
    text = Object.prototype.toString.call(value);  // it refers to itself, or will not be shown
  }
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function distance(one, other) {
  let row = Array.from({length: other.length + 1}, (_, i) => i);
  for (let i = 0; i < one.length; ++i) {
    const next = [i + 1];
    for (let j = 0; j < other.length; ++j)
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (one[i] === other[j] ? 0 : 1)));
    row = next;
  }
  return row[other.length];
}

// The nearest name, if at most a third of it differs; dashes and capital letters do not count.
function nearest(wrong, names) {
  const plain = (name) => name.replace(/[-_]/g, '').toLowerCase();
  if (wrong.length > 64) return undefined;
  const [[far, name]] = names.map((each) => [distance(plain(wrong), plain(each)), each]).sort(([a], [b]) => a - b);
  return far <= Math.max(1, name.length / 3) ? name : undefined;
}

/** An object that was handed in, whose members have these names; {} where there is none. */
export function settings_in(given, names) {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null || Symbol.iterator in given)
    refuse(`settings are an object such as {${names[0]}: …}, not ${shown(given)}`);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || names.includes(name)) continue;
    const near = nearest(name, names);
    refuse(`there is no option "${name}"; ${near === undefined ? `options are ${names.join(', ')}` : `did you mean ${near}?`}`,
      `/${name}`);
  }
  return given;
}

/** Why a text ended, which was handed in under this name. */
export function reason_of(given, name) {
  if (given != null && typeof given !== 'string') refuse(`${name}: ${shown(given)} is not a string, such as "stop" or "length"`);
  return given ?? 'stop';
}

// The library has dashes where JavaScript has a capital letter.
const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function json_of(value, name) {
  if (typeof value === 'bigint') return String(value);
  const has_none = typeof value === 'number' && !Number.isFinite(value);  // it would be null
  let json;
  try {
    if (!has_none) json = JSON.stringify(value);
  } catch { /* it refers to itself */ }
  if (json === undefined) refuse(`${name}: ${shown(value)} is not a value that JSON has`, `/${name}`);
  return json;
}

/** The JSON of options, as the library takes it; undefined where there is none. */
export function options_json(given) {
  const members = Object.entries(given).filter(([, value]) => value !== undefined)
    .map(([name, value]) => `"${dashed(name)}":${json_of(value, name)}`);
  return members.length === 0 ? undefined : `{${members}}`;
}

/** Does what may refuse an option, and says its name as it was given, which is one of these. */
export function saying_names(given, act) {
  try {
    return act();
  } catch (why) {
    const name = given.find((each) => why.pointer === `/${dashed(each)}`);
    if (name === undefined) throw why;
    throw new ToolcallError(why.code, why.message.replace(`${dashed(name)}: `, `${name}: `), `/${name}`);
  }
}
