// toolcall/start: what it takes, and what is said where that is something else. Nothing here loads the package otherwise.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import http from 'node:http';
import {after, before, test} from 'node:test';
import {runInNewContext} from 'node:vm';

import {Parser, ToolcallError, parse, start, version} from 'toolcall/start';

const program = readFileSync(new URL('node_modules/toolcall/toolcall.wasm', import.meta.url));
const wasm = {'content-type': 'application/wasm'}, html = {'content-type': 'text/html'};
const answers = {'/toolcall.wasm': [200, wasm, program], '/page': [200, html, '<!doctype html>'], '/none': [404, html, 'none']};

let server, url;
before(async () => {
  server = http.createServer((request, response) => {
    const [status, headers, body] = answers[request.url];
    response.writeHead(status, headers).end(body);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const refused = (made, code, ...parts) => assert.rejects(async () => made(), (why) => {
  assert.ok(why instanceof ToolcallError, String(why));
  assert.equal(why.code, code);
  for (const part of parts) assert.ok(why.message.includes(part), `${part} is not in: ${why.message}`);
  return true;
});

test('before it nothing can be used', async () => {
  for (const use of [() => parse('x'), () => parse(''), () => new Parser(), () => version()])
    await refused(use, 'state', 'the library was not started: first await start(…) of toolcall/start');
});

test('what is wrong is said, and it can be tried again', async () => {
  for (const given of [undefined, null, 5, {}])
    await refused(() => start(given), 'setup', 'start takes toolcall.wasm', `not ${JSON.stringify(given) ?? 'undefined'}`);
  await refused(() => start(new TextEncoder().encode('<!doctype html>')), 'setup', 'what was handed in is not a compiled program');
  await refused(() => start(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])), 'setup', "is not toolcall's");
  await refused(() => parse('x'), 'state', 'was not started');
  await refused(() => start(`${url}/page`), 'setup', `${url}/page (200, text/html) is not a compiled program`, '"Bundlers"');
  await refused(() => start(fetch(`${url}/page`)), 'setup', `${url}/page (200, text/html)`);
  await refused(() => start(new URL(`${url}/none`)), 'setup', `cannot be fetched from ${url}/none (404, text/html)`, '"Bundlers"');
  await refused(() => start('file:///none.wasm'), 'setup', 'cannot be fetched from file:///none.wasm: ', '"Bundlers"');
  const {crypto} = globalThis;
  Object.defineProperty(globalThis, 'crypto', {value: undefined, configurable: true});
  await refused(() => start(program), 'setup', 'there is no globalThis.crypto');
  Object.defineProperty(globalThis, 'crypto', {value: crypto, configurable: true});
  await refused(() => parse('x'), 'state', 'was not started');
});

test('it is started once, with whatever is the program', async () => {
  await Promise.all([start(`${url}/toolcall.wasm`), start(5)]);
  const parser = new Parser();
  parser.feed('Hi');
  const elsewhere = runInNewContext('new Uint8Array(size)', {size: program.length});
  elsewhere.set(program);
  for (const given of [program, elsewhere, fetch(`${url}/toolcall.wasm`), new WebAssembly.Module(program), program.buffer, 5]) await start(given);
  await start(undefined);
  parser.finish();
  assert.equal(parser.message().content, 'Hi');
  assert.equal((await import('toolcall')).version(), version());
});

test('the program may be bytes, a module or a response', async () => {
  for (const given of ['bytes', 'new WebAssembly.Module(bytes)', "new Response(bytes, {headers: {'content-type': 'application/wasm'}})",
    'bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)', 'Promise.resolve(bytes)']) {
    const code = `import {readFileSync} from 'node:fs'; import {parse, start} from 'toolcall/start';
      const bytes = readFileSync('node_modules/toolcall/toolcall.wasm'); await start(${given}); console.log(parse('Hi').content);`;
    assert.equal(execFileSync(process.execPath, ['--input-type=module', '-e', code], {cwd: import.meta.dirname, encoding: 'utf8'}), 'Hi\n');
  }
});
