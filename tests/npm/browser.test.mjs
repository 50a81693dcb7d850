// The package in a browser, loaded as it lies in node_modules: in a page, and in a worker.

import assert from 'node:assert/strict';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import http from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';

import {chromium} from 'playwright-core';

const program = process.env.TOOLCALL_BROWSER;
const skip = program ? false : 'there is no chromium';
const package_folder = new URL('node_modules/toolcall/', import.meta.url);
const kinds = {js: 'text/javascript', wasm: 'application/wasm', html: 'text/html'};
const tools = [{name: 'get_weather', input_schema: {properties: {days: {type: 'integer'}}}}];
const text = '<tool_call>{"name": "get_weather", "arguments": {"city": "Zürich", "days": "3"}}</tool_call>';

const reader = `import {parse, ParserStream} from '/toolcall/web.js';
  const read = ({tools, text}) => parse(text, {tools}).tool_calls.map((call) => call.function.arguments);`;
const pages = {
  '/': `<!doctype html><title>toolcall</title><script type="module">${reader} globalThis.read = read;</script>`,
  '/worker.js': `${reader} onmessage = ({data}) => postMessage(read(data)); postMessage('ready');`,
};

let server, browser, profile, tab;
before(async () => {
  if (skip) return;
  server = http.createServer((request, response) => {
    const [, name] = request.url.split('/toolcall/');
    const file = name && new URL(name, package_folder);
    const body = pages[request.url] ?? (file && existsSync(file) ? readFileSync(file) : undefined);
    const kind = request.url === '/' ? 'html' : request.url.split('.').at(-1);
    response.writeHead(body === undefined ? 404 : 200, {'content-type': kinds[kind] ?? 'text/plain'}).end(body);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  profile = mkdtempSync(join(tmpdir(), 'toolcall-'));
  browser = await chromium.launchPersistentContext(profile, {executablePath: program, headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-proxy-server']});
  tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
});
after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  if (profile) rmSync(profile, {recursive: true, force: true});
});

test('in a page', {skip}, async () => {
  await tab.waitForFunction(() => globalThis.read);
  assert.deepEqual(await tab.evaluate((given) => globalThis.read(given), {tools, text}), ['{"city":"Zürich","days":3}']);
});

test('in a worker', {skip}, async () => {
  const made = await tab.evaluate((given) => new Promise((done, failed) => {
    const worker = new Worker('/worker.js', {type: 'module'});
    worker.onerror = ({message}) => failed(new Error(message));
    worker.onmessage = ({data}) => (data === 'ready' ? worker.postMessage(given) : done(data));
  }), {tools, text});
  assert.deepEqual(made, ['{"city":"Zürich","days":3}']);
});
