// Streams of the web: TransformStream is there in Node, Deno, Bun, browsers and workers.

import {reason_of, settings, settings_in} from './options.js';
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

/** Text in, strings or bytes; events out. The finish reason may be a function, which is called when the text has ended. */
export class ParserStream extends TransformStream {
  /** The message, when the text has ended. */
  message;

  constructor(given) {
    const {finishReason, ...chosen} = settings_in(given, [...settings, 'finishReason']);
    const why = () => reason_of(typeof finishReason === 'function' ? finishReason() : finishReason, 'finishReason');
    if (typeof finishReason !== 'function') why();  // what is wrong is said at once
    const parser = new Parser(chosen);
    const pass = (events, out) => { for (const event of events) out.enqueue(event); };
    super(transformer(parser, (piece, out) => pass(parser.feed(piece), out), (out) => {
      pass(parser.finish(why()), out);
      this.message = parser.message();
    }));
  }
}

const rewriting = (rewriter) => {
  const pass = (bytes, out) => { if (bytes.length > 0) out.enqueue(bytes); };
  return transformer(rewriter, (piece, out) => pass(rewriter.feed(piece), out), (out) => pass(rewriter.finish(), out));
};

/** The bytes of a response's body in; those to read in their place out. */
export class RewriterStream extends TransformStream {
  constructor(given) {
    super(rewriting(new Rewriter(given)));
  }
}

const unread = new FinalizationRegistry((reader) => reader.cancel().catch(() => {}));

/** A stream of what a transformer makes of another stream. That is read only as this one is, so that nothing but its
 * reader holds what the transformer has; where nobody reads it any more, the other one is cancelled, as a body is that fetch
 * gave. With pipeThrough a connection that stays open would hold all of it. */
export function read_through(source, {transform, flush, cancel}) {
  const reader = source.getReader();
  let ended = false;
  const end = () => {
    ended = true;
    cancel();
  };
  const made = new ReadableStream({
    async pull(out) {
      let some = false;
      const to = {enqueue(piece) { out.enqueue(piece); some = true; }};
      try {
        while (!some) {
          const {done, value} = await reader.read();
          if (ended) return;
          if (!done) {
            transform(value, to);
            continue;
          }
          flush(to);
          return out.close();
        }
      } catch (why) {
        end();
        reader.cancel(why).catch(() => {});
        throw why;
      }
    },
    cancel(why) {
      end();
      return reader.cancel(why);
    },
  }, {highWaterMark: 0});
  unread.register(made, reader);
  return made;
}

/** The bytes of a body, rewritten as they are read. */
export const rewritten_body = (body, rewriter) => read_through(body, rewriting(rewriter));
