// The package without a top-level await and without a place for the program: for bundlers, for pages that start late, and
// for where nothing is fetched.

import {ToolcallError, is_started, start as begin} from './library.js';
import {refuse, shown} from './options.js';

export * from './toolcall.js';

const advice = "start of toolcall/start takes the program's bytes, or the address that a bundler gave it (docs/javascript.md, \"Bundlers\")";

// What begins as a compiled program does. A server that has no such file may answer with a page, and say that all is well.
function program_of(bytes, answer) {
  const found = new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset, bytes.byteLength);
  if ([0, 97, 115, 109].every((byte, i) => found[i] === byte)) return bytes;
  throw new ToolcallError('setup', `what was ${answer} is not a compiled program; ${advice}`);
}

async function read(response) {
  const kind = response.headers.get('content-type') ?? 'of no type';
  const answer = `fetched from ${response.url || 'there'} (${response.status}, ${kind})`;
  if (!response.ok) throw new ToolcallError('setup', `toolcall.wasm cannot be ${answer}; ${advice}`);
  return program_of(await response.arrayBuffer(), answer);
}

async function fetched(address) {
  let response;
  try {
    response = await fetch(address);
  } catch (why) {
    throw new ToolcallError('setup', `toolcall.wasm cannot be fetched from ${address}: ${why.message}; ${advice}`);
  }
  return read(response);
}

// An object of another realm is of none of the classes here.
const is_a = (given, name) => Object.prototype.toString.call(given) === `[object ${name}]`;

function found(given) {
  if (typeof given === 'string' || is_a(given, 'URL')) return fetched(given);
  if (is_a(given, 'WebAssembly.Module')) return given;
  if (is_a(given, 'Response')) return read(given);
  if (ArrayBuffer.isView(given) || is_a(given, 'ArrayBuffer')) return program_of(given, 'handed in');
  return refuse(`start takes toolcall.wasm: its bytes, its address, a Response or a WebAssembly.Module, not ${shown(given)}`);
}

let started;

/** Starts the library with its compiled program: the bytes of toolcall.wasm, its address, a Response or a
 * WebAssembly.Module, or a promise of one. Where it was started, this does nothing. */
export function start(given) {
  started ??= (async () => {
    if (is_started()) return;
    const source = found(await given);
    if (typeof globalThis.crypto?.getRandomValues !== 'function')
      refuse('there is no globalThis.crypto, which makes ids random; Node 18 has one as webcrypto of node:crypto');
    await begin(await source, (bytes) => crypto.getRandomValues(bytes));
  })().catch((why) => {
    started = undefined;  // so that it can be tried again
    throw why;
  });
  return started;
}
