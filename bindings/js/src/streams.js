// Streams of the web: TransformStream is there in Node, Deno, Bun, browsers and workers.

import {Parser} from './parser.js';
import {Rewriter} from './rewriter.js';

// Where the stream ends or is cancelled, what was held is freed. Only newer streams have cancel; else the garbage
// collector frees it.
const transformer = (object, feed, finish) => ({
  transform(piece, out) { feed(piece, out); },
  flush(out) {
    finish(out);
    object.free();
  },
  cancel() { object.free(); },
});

/** Text in, strings or bytes; events out. The finish reason may be a function, which is asked when the text has ended. */
export class ParserStream extends TransformStream {
  /** The message, when the text has ended. */
  message;

  constructor({finishReason = 'stop', ...settings} = {}) {
    const parser = new Parser(settings);
    const pass = (events, out) => { for (const event of events) out.enqueue(event); };
    super(transformer(parser, (piece, out) => pass(parser.feed(piece), out), (out) => {
      pass(parser.finish(typeof finishReason === 'function' ? finishReason() : finishReason), out);
      this.message = parser.message();
    }));
  }
}

/** The bytes of a response's body in; those to read in their place out. */
export class RewriterStream extends TransformStream {
  constructor(settings = {}) {
    const rewriter = new Rewriter(settings);
    const pass = (bytes, out) => { if (bytes.length > 0) out.enqueue(bytes); };
    super(transformer(rewriter, (piece, out) => pass(rewriter.feed(piece), out), (out) => pass(rewriter.finish(), out)));
  }
}
