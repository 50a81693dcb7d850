// The body of a server's response, rewritten as it comes (docs/serving.md).

import {Handle, bytes_of, call, handed, text_of} from './library.js';
import {settings, settings_in} from './options.js';
import {with_settings} from './settings.js';

/** Bytes in, bytes out. */
export class Rewriter {
  #handle;

  constructor(given) {
    this.#handle = new Handle('rewriter', with_settings(settings_in(given, settings), (...made) => call('rewriter_new', ...made)));
  }

  /** Reads the next bytes of the body, cut anywhere; returns those that are certain. */
  feed(bytes) { return bytes_of('rewriter_feed', this.#handle.at, ...handed(bytes ?? null)); }

  /** The body has ended; returns the last bytes. */
  finish() { return bytes_of('rewriter_finish', this.#handle.at); }

  /** With the option events: what was found since the last call of this. */
  events() {
    const found = [];
    for (let json; (json = text_of('rewriter_next_json', this.#handle.at)) !== undefined;) found.push(JSON.parse(json));
    return found;
  }

  free() { this.#handle.free(); }
}

if (Symbol.dispose) Rewriter.prototype[Symbol.dispose] = Rewriter.prototype.free;
