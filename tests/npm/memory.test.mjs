// What is held, and for how long: the objects of the library, the bodies of responses, and the size of the package.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

// How many objects of the library there are: each is registered, and then freed by free or by the garbage collector.
let alive = 0;
const Registry = globalThis.FinalizationRegistry;
globalThis.FinalizationRegistry = class extends Registry {
  constructor(free) {
    super((held) => {
      if (held.type !== undefined) --alive;
      free(held);
    });
  }
  register(object, held, token) {
    if (held.type !== undefined) ++alive;
    super.register(object, held, token);
  }
  unregister(token) {
    --alive;
    return super.unregister(token);
  }
};
// And the memory of the library, which never becomes smaller.
let memory;
const {instantiate} = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  ({memory} = (made.instance ?? made).exports);
  return made;
};
const {Parser, Tools, toolcallMiddleware, wrapFetch} = await import('toolcall');
WebAssembly.instantiate = instantiate;
globalThis.FinalizationRegistry = Registry;

// The garbage collector's callbacks come between tasks.
async function collected(are_done, rounds = 400) {
  for (let i = 0; i < rounds && !are_done(); ++i) {
    collect();
    await new Promise((done) => setTimeout(done, 5));
  }
}

const encoder = new TextEncoder();
const chat = 'http://127.0.0.1/v1/chat/completions';
const ping = [{type: 'function', function: {name: 'ping', parameters: {type: 'object'}}}];
const asked = {method: 'POST', body: JSON.stringify({stream: true, tools: ping})};
const said = (content) => encoder.encode(`data: ${JSON.stringify({choices: [{index: 0, delta: {content}}]})}\n\n`);
const answered = (body, status = 200) => async () => new Response(body, {status, headers: {'content-type': 'text/event-stream'}});

// Bodies whose connections stay open: their sources are held by what they come from, as by a socket.
const open = new Set();
function connection() {
  let source;
  const body = new ReadableStream({
    start(out) { source = out; },
    cancel() { open.delete(source); },
  });
  open.add(source);
  source.enqueue(said('Hi '));
  return body;
}

test('a parser that nobody refers to is freed', async () => {
  for (let i = 0; i < 100; ++i) new Parser();
  await collected(() => alive === 0);
  assert.equal(alive, 0);
});

const text = 'Sure. <tool_call>{"name": "ping", "arguments": {"to": "Bern"}}</tool_call>';

test('parsers that nobody frees, and that no callback can free, take no more memory of the library', () => {
  const tools = new Tools(ping), long = 'Hello. '.repeat(15000);
  const make = {
    'not fed': () => new Parser({tools}),
    'fed in part': () => new Parser({tools}).feed(text.slice(0, 30)),
    'at their end': () => {
      const parser = new Parser({tools});
      parser.feed(text);
      parser.finish();
    },
    'with long texts': () => new Parser({tools}).feed(long),
  };
  for (const [what, use] of Object.entries(make)) {
    const many = what === 'with long texts' ? 500 : 4000;
    for (let i = 0; i < many / 2; ++i) use();
    const before = memory.buffer.byteLength;
    for (let i = 0; i < many; ++i) use();
    const more = memory.buffer.byteLength - before;
    assert.ok(more < 1 << 24, `${many} parsers ${what} take ${more} bytes more`);
  }
});

test('a parser that had to make room goes on as if it had not', () => {
  const others = () => { for (let i = 0; i < 1100; ++i) new Parser(); };
  const pieces = ['Hm', '</think>Sure. 🙂<tool_', new TextEncoder().encode('call>{"name": "ping", '), '"arguments": {"to": "Zü', 'rich"}}</tool_', 'call>'];
  const read = (seed, between) => {
    const tools = new Tools(ping), settings = {tools, seed, prefill: '<think>\n', dialect: 'hermes'};
    const parser = new Parser(settings);
    tools.free();
    settings.seed = 8;  // what was handed in is the caller's
    const events = pieces.flatMap((piece, i) => {
      if (i === 4) between();
      return parser.feed(piece, i < 1 ? 'text' : undefined);
    });
    const copy = parser.copy();
    between();
    const last = copy.finish('stop');
    between();
    assert.deepEqual(parser.finish('stop'), last);
    between();
    assert.deepEqual(copy.message(), parser.message());
    return {events: events.concat(last), held: parser.heldBytes, message: parser.message(), correction: parser.correction({text})};
  };
  assert.deepEqual(read(7, others), read(7, () => {}));
  const {events, message} = read(undefined, others);
  assert.equal(events.find((event) => event.type === 'call_begin').id, message.tool_calls[0].id);
  assert.notEqual(message.tool_calls[0].id, read(undefined, others).message.tool_calls[0].id);
});

test('a parser that was freed stays freed, and one that is traced keeps its lines', () => {
  const freed = new Parser(), traced = new Parser({trace: true});
  freed.feed('x');
  traced.feed(text);
  freed.free();
  for (let i = 0; i < 1100; ++i) new Parser();
  assert.throws(() => freed.feed('x'), /the parser was freed/);
  assert.throws(() => freed.copy(), /the parser was freed/);
  freed.free();
  const lines = traced.trace();
  assert.notEqual(lines.length, 0);
  assert.deepEqual(traced.trace(), []);
});

test('a response whose body is never read holds no rewriter, and its connection is closed', async () => {
  for (let i = 0; i < 50; ++i) await wrapFetch(answered(connection()))(chat, asked);
  await collected(() => alive === 0 && open.size === 0);
  assert.deepEqual([alive, open.size], [0, 0]);
  const {wrapStream} = toolcallMiddleware();
  for (let i = 0; i < 50; ++i) await wrapStream({doStream: async () => ({stream: connection()}), params: {tools: []}});
  await collected(() => alive === 0 && open.size === 0);
  assert.deepEqual([alive, open.size], [0, 0]);
});

test('what ends, fails or passes as it is holds no rewriter, without the garbage collector', async () => {
  const whole = () => new ReadableStream({start(out) { out.enqueue(said('Hi')); out.close(); }});
  assert.match(await (await wrapFetch(answered(whole()))(chat, asked)).text(), /Hi/);
  assert.equal(alive, 0);
  await wrapFetch(answered(whole(), 500))(chat, asked);
  assert.equal(alive, 0);
  await assert.rejects(wrapFetch(async () => { throw new Error('gone'); })(chat, asked), /gone/);
  assert.equal(alive, 0);
  const broken = new ReadableStream({pull() { throw new Error('gone'); }});
  await assert.rejects((await wrapFetch(answered(broken))(chat, asked)).text(), /gone/);
  assert.equal(alive, 0);
  await (await wrapFetch(answered(connection()))(chat, asked)).body.cancel();
  assert.deepEqual([alive, open.size], [0, 0]);
  const {wrapGenerate, wrapStream} = toolcallMiddleware();
  const failing = async () => { throw new Error('gone'); };
  await assert.rejects(wrapGenerate({doGenerate: failing, params: {}}), /gone/);
  await assert.rejects(wrapStream({doStream: failing, params: {}}), /gone/);
  assert.equal(alive, 0);
});

test('a body that is being read keeps its rewriter', async () => {
  const pieces = ['Hi <tool_call>{"name": "pi', 'ng", "argum', 'ents": {}}</tool', '_call>'];
  const body = new ReadableStream({
    async pull(out) {
      collect();
      await new Promise((done) => setTimeout(done, 5));
      if (pieces.length > 0) out.enqueue(said(pieces.shift()));
      else out.close();
    },
  });
  let reader = (await wrapFetch(answered(body))(chat, asked)).body.getReader();
  let all = '';
  for (let piece; !(piece = await reader.read()).done;) {
    all += new TextDecoder().decode(piece.value);
    await collected(() => false, 5);
  }
  reader = undefined;
  assert.match(all, /"name":"ping"/);
  await collected(() => alive === 0);
  assert.equal(alive, 0);
});

test('the program is not larger than it may be', () => {
  const most = 1_165_000, program = readFileSync(new URL('node_modules/toolcall/toolcall.wasm', import.meta.url));
  const size = execFileSync('gzip', ['-9nc'], {input: program, maxBuffer: 1 << 24}).length;  // Node's own makes more of it
  assert.ok(size <= most, `toolcall.wasm has ${size} bytes gzipped (${program.length} as it is), and may have ${most}`);
});
