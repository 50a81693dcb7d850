// The compiled library: its memory, and the functions of toolcall.h over it.
//
// The one idea: what is handed in is written into one buffer in the library's memory that is kept, and what comes back is
// read where it lies. So a piece of text costs neither an allocation nor a copy of a copy.

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', {ignoreBOM: true});
const kinds = ['', 'setup', 'memory', 'state', 'internal'];

let c = unstarted();  // what the program exports
let fill = () => c.malloc;  // an array with random bytes; before the start it says that there was none
let bytes;     // its memory
let words;     // likewise, as numbers of 32 bits
let slots;     // two words: where a function stores the size of a string, and an error
let buffer = 0;    // what is handed in
let capacity = 0;  // of the buffer

/** A mistake of the program: what a model writes is never an error. */
export class ToolcallError extends Error {
  constructor(code, message, pointer = '') {
    super(message);
    this.name = 'ToolcallError';
    this.code = code;
    this.pointer = pointer;
  }
}

function unstarted() {
  return new Proxy({}, {
    get() { throw new ToolcallError('state', 'the library was not started: first await start(…) of toolcall/start'); },
  });
}

function look() {
  bytes = new Uint8Array(c.memory.buffer);
  words = new Uint32Array(c.memory.buffer);
}

// What the program needs of a system: random ids. It prints nothing, reads no file and needs no time, so the functions
// for that, which the C++ library is linked with, do nothing.
const nothing = () => 0;
const no_file = () => 8;  // EBADF
const system = (random) => ({
  env: {
    emscripten_notify_memory_growth: look,
    getentropy(at, size) {
      random(bytes.subarray(at, at + size));
      return 0;
    },
  },
  wasi_snapshot_preview1: {
    environ_sizes_get(count, size) {
      words[count >>> 2] = words[size >>> 2] = 0;
      return 0;
    },
    environ_get: nothing, clock_time_get: nothing, fd_close: no_file, fd_seek: no_file, fd_write: no_file,
    proc_exit() { throw new ToolcallError('internal', 'the library ended itself'); },
  },
});

export const is_started = () => slots !== undefined;

/** Starts the library: its compiled program, and what fills an array with random bytes. It is done once: another program
 * would have other objects. */
export async function start(source, random) {
  const made = await WebAssembly.instantiate(source, system(random));
  if (is_started()) return;
  const exports = (made.instance ?? made).exports;
  if (exports.toolcall_version === undefined)
    throw new ToolcallError('setup', 'this compiled program is not toolcall\'s: it has no toolcall_version');
  c = exports;
  fill = random;
  look();
  c._initialize();
  slots = c.malloc(8);
  reserve(1 << 12);
}

function reserve(size) {
  if (size <= capacity) return;
  c.free(buffer);
  capacity = 0;
  buffer = c.malloc(size);
  if (buffer === 0) throw new ToolcallError('memory', `there is no memory for ${size} bytes`);
  capacity = size;
}

// A long text is not kept for the shorter ones after it.
function release() {
  if (capacity > 1 << 20) {
    capacity = 0;
    c.free(buffer);
    buffer = 0;
    reserve(1 << 12);
  }
}

// Writes a text at an address for which there is room; returns its size.
function write(text, at) {
  if (typeof text !== 'string') {
    bytes.set(text instanceof Uint8Array ? text : new Uint8Array(text.buffer, text.byteOffset, text.byteLength), at);
    return text.byteLength;
  }
  const size = text.length;
  if (size > 16) return encoder.encodeInto(text, bytes.subarray(at, at + 3 * size)).written;
  // A short piece, as a token is, is written faster from here.
  for (let i = 0; i < size; ++i) {
    const unit = text.charCodeAt(i);
    if (unit > 127) return encoder.encodeInto(text, bytes.subarray(at, at + 3 * size)).written;
    bytes[at + i] = unit;
  }
  return size;
}

/** The bytes that a text may need. */
export function most(text) {
  if (typeof text === 'string') return 3 * text.length;
  // A Uint8Array may be one of another realm, as of node:vm or a frame.
  if (ArrayBuffer.isView(text) && (text.BYTES_PER_ELEMENT ?? 1) === 1) return text.byteLength;
  throw new TypeError('a text is a string or a Uint8Array');
}

/** Writes texts, each a string or its bytes; returns the address and the size of each, 0 and 0 of undefined. They are
 * valid until the next call of this. */
export function handed(...texts) {
  reserve(texts.reduce((sum, text) => sum + (text === undefined ? 0 : most(text)), 0));
  let at = buffer;
  return texts.flatMap((text) => {
    if (text === undefined) return [0, 0];
    const here = at, size = write(text, at);
    at += size;
    return [here, size];
  });
}

// The text of up to 16 bytes, as a token has; undefined where one is not ASCII.
function short_text(at, size) {
  let text = '';
  for (const last = at + size; at < last; at += 4) {
    const left = last - at, a = bytes[at], b = bytes[at + 1], c = bytes[at + 2], d = bytes[at + 3];
    if (a > 127 || (left > 1 && b > 127) || (left > 2 && c > 127) || (left > 3 && d > 127)) return undefined;
    text += left > 3 ? String.fromCharCode(a, b, c, d) : left > 2 ? String.fromCharCode(a, b, c)
      : left > 1 ? String.fromCharCode(a, b) : String.fromCharCode(a);
  }
  return text;
}

/** The text of these bytes of the library's memory. */
export function text_at(at, size) {
  return (size > 16 ? undefined : short_text(at, size)) ?? decoder.decode(bytes.subarray(at, at + size));
}

/** The text of these bytes, which often is that of a piece that was just handed in: then the string is the same. */
export function text_like(piece, at, size) {
  if (size !== piece.length || size > 16) return text_at(at, size);
  for (let i = 0; i < size; ++i) {
    const unit = piece.charCodeAt(i);
    if (unit !== bytes[at + i] || unit > 127) return text_at(at, size);
  }
  return piece;
}

function check() {
  const error = words[(slots >>> 2) + 1];
  if (error === 0) return;
  words[(slots >>> 2) + 1] = 0;
  const said = (name) => {
    const at = c[name](error, slots);
    return text_at(at, words[slots >>> 2]);
  };
  const why = new ToolcallError(kinds[c.toolcall_error_code(error)], said('toolcall_error_message'),
    said('toolcall_error_pointer'));
  c.toolcall_error_free(error);
  throw why;
}

/** Calls a function of toolcall.h whose last parameter is the place of an error, and throws that. */
export function call(name, ...given) {
  const result = c[`toolcall_${name}`](...given, slots + 4);
  check();
  return result;
}

/** Likewise one that gives a string, and takes the place of its size; undefined where there is none. */
export function text_of(name, ...given) {
  const at = call(name, ...given, slots);
  return at === 0 ? undefined : text_at(at, words[slots >>> 2]);
}

/** Likewise, where the string is the caller's and must be freed. */
export function own_text_of(name, ...given) {
  const at = call(name, ...given, slots);
  const text = text_at(at, words[slots >>> 2]);
  c.toolcall_free(at);
  release();
  return text;
}

/** Likewise, as bytes. */
export function bytes_of(name, ...given) {
  const at = call(name, ...given, slots);
  return bytes.slice(at, at + words[slots >>> 2]);
}

/** What a function says that cannot fail. */
export const ask = (name, ...given) => c[`toolcall_${name}`](...given);

/** A seed, as the library would make one. */
export function random_seed() {
  const halves = new Uint32Array(2);
  fill(new Uint8Array(halves.buffer));
  return String((BigInt(halves[0]) << 32n) | BigInt(halves[1]));
}

/** A string with a zero byte after it. */
export function constant(at) {
  return text_at(at, bytes.indexOf(0, at) - at);
}

/** Feeds a parser; what is handed in is written first. */
export function feed(parser, text, origin) {
  reserve(most(text));
  if (c.toolcall_parser_feed(parser, buffer, write(text, buffer), origin, slots + 4) === 0) check();
}

/** The address, in words, of a parser's next event; 0 where there is none. */
export const next_event = (parser) => c.toolcall_parser_next(parser) >>> 2;

/** A number of 32 bits, and one of 64 bits, which a text's length never fills. */
export const word = (at) => words[at];
export const long = (at) => (words[at + 1] === 0 ? words[at] : words[at] + words[at + 1] * 4294967296);

const freed = new FinalizationRegistry(({type, at}) => c[`toolcall_${type}_free`](at));

/** An object of the library, freed when nobody refers to it any more, or by free. */
export class Handle {
  #type;
  #at;

  constructor(type, at) {
    this.#type = type;
    this.#at = at;
    freed.register(this, {type, at}, this);
  }

  get freed() { return this.#at === 0; }

  get at() {
    if (this.#at === 0) throw new ToolcallError('state', `the ${this.#type} was freed`);
    return this.#at;
  }

  free() {
    if (this.#at === 0) return;
    freed.unregister(this);
    c[`toolcall_${this.#type}_free`](this.#at);
    this.#at = 0;
  }
}
