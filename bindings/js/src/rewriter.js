// The body of a server's response, rewritten as it comes (docs/serving.md).

import {Handle, bytes_of, call, handed, text_of} from './library.js';
import {settings, settings_in} from './options.js';
import {with_settings} from './settings.js';
import {Strings} from './strings.js';

const joined = (one, other) => {
  if (one.length === 0) return other;
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
};

/** Bytes in, bytes out. */
export class Rewriter {
  #handle;
  #strings = new Strings();

  constructor(given) {
    this.#handle = given instanceof Handle ? given
      : new Handle('rewriter', with_settings(settings_in(given, settings), (...made) => call('rewriter_new', ...made)));
  }

  /** Reads the next bytes of the body, cut anywhere; returns those that are certain. */
  feed(bytes) {
    if (typeof bytes === 'string') return this.#feed(this.#strings.next(bytes));
    return joined(this.#end_half(), this.#feed(bytes ?? null));
  }

  #feed(bytes) { return bytes_of('rewriter_feed', this.#handle.at, ...handed(bytes)); }

  #end_half() {
    const half = this.#strings.end();
    return half === '' ? new Uint8Array() : this.#feed(half);
  }

  /** The body has ended; returns the last bytes. */
  finish() { return joined(this.#end_half(), bytes_of('rewriter_finish', this.#handle.at)); }

  /** With the option events: what was found since the last call of this. */
  events() {
    const found = [];
    for (let json; (json = text_of('rewriter_next_json', this.#handle.at)) !== undefined;) found.push(JSON.parse(json));
    return found;
  }

  /** A rewriter that goes on as this one would. */
  copy() {
    const made = new Rewriter(new Handle('rewriter', call('rewriter_copy', this.#handle.at)));
    made.#strings = this.#strings.copy();
    return made;
  }

  free() { this.#handle.free(); }
}

if (Symbol.dispose) Rewriter.prototype[Symbol.dispose] = Rewriter.prototype.free;
