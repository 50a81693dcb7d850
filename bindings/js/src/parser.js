// Reading a text, whole or as it comes.

import {ToolcallError, ask, handed, long, most, next_event, own_text_of, text_at, text_like, text_of, word} from './library.js';
import {reason_of, settings, settings_in, shown} from './options.js';
import {Seat} from './seats.js';
import {Strings} from './strings.js';
import {with_settings} from './settings.js';

const origins = {unknown: 0, special: 1, text: 2};
const types = ['text', 'reasoning', 'markup', 'call_begin', 'arguments', 'call_end', 'call_incomplete', 'call_refused',
  'diagnostic'];
const statuses = ['complete', 'invalid', 'incomplete', 'refused', 'needs_confirmation'];
const channels = ['text', 'reasoning', 'upstream'];
const evidences = ['exact', 'damaged_marks', 'general_reader', 'forced_choice'];
const levels = ['exact', 'lossless', 'assumed', 'refused'];
const origin_of = (name) => {
  if (Object.hasOwn(origins, name)) return origins[name];
  throw new ToolcallError('setup', `an origin is one of ${Object.keys(origins).join(', ')}; ${shown(name)} is not`);
};
const whole_settings = [...settings, 'finishReason'];
const has_end = new Set(['call_end', 'call_incomplete', 'call_refused']);

/** The message that a whole text is, as the command prints it. */
export function parse(text, given) {
  const {finishReason, ...chosen} = settings_in(given, whole_settings);
  const why = reason_of(finishReason, 'finishReason');
  return with_settings(chosen, (dialect, tools, options) => {
    const [at, size, reason, reason_size] = handed(text ?? null, why);
    return JSON.parse(own_text_of('parse_json', at, size, dialect, tools, options, reason, reason_size));
  });
}

// The event that lies at an address (toolcall_event), as `toolcall stream` prints it; the text of text, reasoning and
// arguments is there though it is empty. Those three come with every piece, so they are made at once.
function event_at(at, piece) {
  const which = word(at), begin = long(at + 4), end = long(at + 6);
  if (which === 4) return {type: 'arguments', call: word(at + 2), text: text_like(piece, word(at + 8), word(at + 9)), begin, end};
  if (which < 2) return {type: types[which], text: text_like(piece, word(at + 8), word(at + 9)), begin, end};
  return rare_event_at(at, types[which], begin, end);
}

function rare_event_at(at, type, begin, end) {
  const event = {type};
  if (word(at + 3) === 0) event.call = word(at + 2);  // else it is -1
  const add = (name, view) => {
    const size = word(view + 1);
    if (size > 0) event[name] = text_at(word(view), size);
  };
  add('name', at + 10);
  add('id', at + 12);
  add('dialect', at + 14);
  if (has_end.has(type)) event.status = statuses[word(at + 1)];
  if (type === 'call_end') {
    event.channel = channels[word(at + 24)];
    event.evidence = evidences[word(at + 25)];
  }
  add('label', at + 16);
  add('message', at + 8);
  add('pointer', at + 18);
  if (word(at + 21) > 0) event.level = levels[word(at + 22)];
  add('code', at + 20);
  event.begin = begin;
  event.end = end;
  return event;
}

// The events of this piece. Most give one, and a list that grows would take room for many.
function events_of(parser, piece = '') {
  let at = next_event(parser);
  if (at === 0) return [];
  const events = [event_at(at, piece)];
  while ((at = next_event(parser)) !== 0) events.push(event_at(at, piece));
  return events;
}

/** Reads a text as it comes: text in, events out. */
export class Parser {
  #seat;
  #strings = new Strings();

  constructor(given) { this.#seat = given instanceof Seat ? given : Seat.of(settings_in(given, settings)); }

  /** Reads the next piece, a string or bytes in UTF-8, cut anywhere; returns its events. */
  feed(text, origin = 'unknown') {
    const from = origin === 'unknown' ? 0 : origin_of(origin);
    if (typeof text === 'string') {
      const piece = this.#strings.next(text);
      this.#seat.feed(piece, from);
      return events_of(this.#seat.at, piece);
    }
    most(text);  // what is refused ends no half
    const events = this.#end_half();
    this.#seat.feed(text, from);
    return events.concat(events_of(this.#seat.at));
  }

  // Half of a character that no string goes on with is a character that is not well formed.
  #end_half() {
    const half = this.#strings.end();
    if (half === '') return [];
    this.#seat.feed(half, 0);
    return events_of(this.#seat.at);
  }

  /** The text has ended, for this reason, in the words of any server; returns the last events. */
  finish(reason) {
    const why = reason_of(reason, 'reason');
    const events = this.#end_half();
    this.#seat.finish(why);
    return events.concat(events_of(this.#seat.at));
  }

  /** What was emitted so far, put together. */
  message() { return JSON.parse(own_text_of('parser_message_json', this.#seat.at)); }

  /** What to send the model as the user's next message, so that it calls as it should; '' where nothing is wrong. */
  correction(given) {
    const {executed = 'function_calls', text} = settings_in(given, ['executed', 'text']);
    const how = ['function_calls', 'text_calls'].indexOf(executed);
    if (how < 0) throw new ToolcallError('setup', `executed is "function_calls" or "text_calls", and ${shown(executed)} is neither`);
    return own_text_of('parser_correction', this.#seat.at, how, ...handed(text));
  }

  /** With the option trace: the lines since the last call of this. */
  trace() {
    const lines = [];
    for (let line; (line = text_of('parser_next_trace', this.#seat.at)) !== undefined;) lines.push(line);
    return lines;
  }

  /** Bytes kept because they are not final. */
  get heldBytes() { return ask('parser_held_bytes', this.#seat.at) >>> 0; }

  /** A parser that goes on as this one would, and makes the same ids. */
  copy() {
    const made = new Parser(this.#seat.copy());
    made.#strings = this.#strings.copy();
    return made;
  }

  /** Frees what the parser keeps; else that is done when nobody refers to it any more. */
  free() { this.#seat.free(); }
}

if (Symbol.dispose) Parser.prototype[Symbol.dispose] = Parser.prototype.free;
