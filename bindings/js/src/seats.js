// The parsers of the library, of which only so many wait in its memory.
//
// The one idea: a parser that nobody will use again looks like one that waits for its next piece. The garbage collector
// tells them apart, but late: its callbacks come between tasks, and it knows nothing of the library's memory, which never
// becomes smaller. So where too many wait, the oldest are freed at once, and what they were made of and fed stays here, in
// memory that the garbage collector knows. One that is used after all reads its text once more and is then one of those
// that never wait, so that happens to none of them twice.

import {ToolcallError, ask, call, feed, handed, random_seed} from './library.js';
import {setup_of, with_setup} from './settings.js';

const most_waiting = 1000;
const most_fed = 1 << 24;         // of all who wait: characters of strings, or bytes
const most_fed_to_one = 1 << 20;  // one that was fed more than this never waits

const waiting = new Set();  // states, the oldest first; not seats, which nobody refers to when they are forgotten
let fed_in_all = 0;

const made = (setup) => with_setup(setup, (...given) => call('parser_new', ...given));

function wait_no_more(state) {
  if (waiting.delete(state)) fed_in_all -= state.size;
}

// From now on the library alone knows what was fed.
function stay(state) {
  wait_no_more(state);
  state.fed = undefined;
}

function leave(state) {
  wait_no_more(state);
  ask('parser_free', state.at);
  state.at = 0;
}

const forgotten = new FinalizationRegistry(leave);

function make_room() {
  for (const state of waiting) {
    if (waiting.size <= most_waiting && fed_in_all <= most_fed) return;
    leave(state);
    forgotten.unregister(state);  // which would hold what was fed
  }
}

// What was fed, in as few pieces as it can be: a string of unknown origin stands there as it is.
function* joined(fed) {
  let text = '';
  for (const each of fed) {
    if (typeof each === 'string') {
      text += each;
      continue;
    }
    if (text !== '') yield {piece: text, from: 0};
    text = '';
    yield each;
  }
  if (text !== '') yield {piece: text, from: 0};
}

/** A parser of the library that is there when it is used. */
export class Seat {
  #state;

  constructor(state) {
    this.#state = state;
    forgotten.register(this, state, state);
    if (state.fed === undefined) return;
    waiting.add(state);
    fed_in_all += state.size;
    make_room();
  }

  static of(settings) {
    const setup = setup_of(settings.seed == null ? {...settings, seed: random_seed()} : settings);
    // Lines of a trace that were given would come again.
    const fed = settings.trace ? undefined : [];
    return new Seat({type: 'parser', at: made(setup), setup, fed, size: 0, reason: undefined});
  }

  /** The address in the library. */
  get at() { return this.#state.at === 0 ? this.#again() : this.#state.at; }

  #again() {
    const state = this.#state;
    if (state.fed === undefined) throw new ToolcallError('state', 'the parser was freed');
    state.at = made(state.setup);
    forgotten.register(this, state, state);
    try {
      for (const {piece, from} of joined(state.fed)) feed(state.at, piece, from);
      if (state.reason !== undefined) call('parser_finish', state.at, ...handed(state.reason));
    } catch (why) {
      forgotten.unregister(state);
      leave(state);  // half of what was fed is in it
      throw why;
    }
    stay(state);
    return state.at;
  }

  feed(piece, from) {
    const at = this.at, state = this.#state;
    try {
      feed(at, piece, from);
    } catch (why) {
      stay(state);  // it may have failed, and must not do better the next time
      throw why;
    }
    if (state.fed === undefined) return;
    const is_text = typeof piece === 'string', size = is_text ? piece.length : piece.byteLength;
    if (state.reason !== undefined || state.size + size > most_fed_to_one) return void stay(state);
    state.fed.push(is_text && from === 0 ? piece
      : {piece: is_text ? piece : new Uint8Array(piece.buffer, piece.byteOffset, size).slice(), from});
    state.size += size;
    fed_in_all += size;
    make_room();
  }

  finish(reason) {
    call('parser_finish', this.at, ...handed(reason));
    this.#state.reason ??= reason;
  }

  copy() {
    const at = call('parser_copy', this.at), state = this.#state;
    return new Seat({...state, at, fed: state.fed && [...state.fed]});
  }

  free() {
    const state = this.#state;
    if (state.at !== 0) {
      forgotten.unregister(state);
      leave(state);
    }
    state.fed = undefined;
  }
}
