// The package in what bundlers make: Vite, as it serves and as it builds, and esbuild. What they make is run in a browser,
// or in Node where it is one file.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import http from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';

import {chromium} from 'playwright-core';

const program = process.env.TOOLCALL_BROWSER;
const found = {};
for (const name of ['esbuild', 'vite'])
  try {
    found[name] = await import(name);
  } catch (why) {
    if (process.env.TOOLCALL_REQUIRE_ALL === '1') throw why;
  }
const skip = (name, in_browser) => (!found[name] ? `npm has no ${name} for this machine` : in_browser && !program ? 'there is no chromium' : false);

const said = '{"city":"Bern","days":3}';
const read = `const tools = [{name: 'get_weather', input_schema: {properties: {days: {type: 'integer'}}}}];
  const text = '<tool_call>{"name": "get_weather", "arguments": {"city": "Bern", "days": "3"}}</tool_call>';
  const made = parse(text, {tools}).tool_calls[0].function.arguments;
  console.log(made);
  globalThis.document?.body.append(made);`;
const started = (address) => `import {parse, start} from 'toolcall/start';
  import program from '${address}';
  start(program).then(() => { ${read} }, (why) => document.body.append(why.message));`;
const at_once = `import {parse} from 'toolcall'; ${read}`;

let folder, browser;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolcall-'));
  if (program) browser = await chromium.launchPersistentContext(join(folder, 'profile'), {executablePath: program, headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-proxy-server']});
});
after(async () => {
  await browser?.close();
  rmSync(folder, {recursive: true, force: true});
});

// A folder with this program, which is in a page.
function project(name, code) {
  const root = join(folder, name);
  mkdirSync(root);
  cpSync(new URL('node_modules/toolcall', import.meta.url), join(root, 'node_modules/toolcall'), {recursive: true});
  writeFileSync(join(root, 'main.js'), code);
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>toolcall</title><body><script type="module" src="/main.js"></script>');
  return root;
}

async function shown(url) {
  const tab = await browser.newPage();
  try {
    const wrong = new Promise((_, failed) => tab.on('pageerror', failed));
    await tab.goto(url);
    await Promise.race([wrong, tab.waitForFunction(() => document.body.textContent !== '', undefined, {timeout: 20000})]);
    return await tab.textContent('body');
  } finally {
    await tab.close();
  }
}

const local = {host: '127.0.0.1', port: 0};
const of_vite = (root, chosen) => ({root, configFile: false, logLevel: 'error', server: local, preview: local, ...chosen});
const url_of = (server) => `http://127.0.0.1:${server.httpServer.address().port}/`;

async function served(config) {
  const server = await (await found.vite.createServer(config)).listen();
  try {
    return await shown(url_of(server));
  } finally {
    await server.close();
  }
}
async function built(config) {
  await found.vite.build(config);
  const server = await found.vite.preview(config);
  try {
    return await shown(url_of(server));
  } finally {
    await server.close();
  }
}

// As docs/javascript.md says it.
const settings = {optimizeDeps: {exclude: ['toolcall']}, build: {target: 'es2022'}};
for (const [name, make] of [['serves', served], ['builds', built]]) {
  test(`Vite ${name} what is started`, {skip: skip('vite', true)}, async () => {
    assert.equal(await make(of_vite(project(`${name}-started`, started('toolcall/toolcall.wasm?url')))), said);
  });
  test(`Vite ${name} what starts at once, with settings`, {skip: skip('vite', true)}, async () => {
    assert.equal(await make(of_vite(project(`${name}-at-once`, at_once), settings)), said);
  });
}

test('without settings Vite serves a page for the program, and the error says what to do', {skip: skip('vite', true)}, async () => {
  await assert.rejects(served(of_vite(project('no-settings', at_once))),
    /toolcall\.wasm \(200, text\/html\) is not a compiled program; start of toolcall\/start takes .*"Bundlers"/);
});

async function by_esbuild(root, chosen) {
  await found.esbuild.build({absWorkingDir: root, entryPoints: ['main.js'], bundle: true, logLevel: 'silent', outdir: 'out', target: 'es2022',
    ...chosen});
  return readdirSync(join(root, 'out')).sort();
}

for (const [format, platform] of [['iife', 'browser'], ['esm', 'browser'], ['cjs', 'node']])
  test(`esbuild, ${format} for ${platform}, in one file`, {skip: skip('esbuild')}, async () => {
    const root = project(`esbuild-${format}`, started('toolcall/toolcall.wasm'));
    writeFileSync(join(root, 'package.json'), `{"type": "${format === 'esm' ? 'module' : 'commonjs'}"}`);
    assert.deepEqual(await by_esbuild(root, {format, platform, loader: {'.wasm': 'binary'}}), ['main.js']);
    // What it writes of an error would be the line, with all of the program in it.
    const stdio = ['ignore', 'pipe', 'ignore'];
    assert.equal(execFileSync(process.execPath, ['out/main.js'], {cwd: root, encoding: 'utf8', stdio}), `${said}\n`);
  });

const kinds = {js: 'text/javascript', html: 'text/html', wasm: 'application/wasm'};
test('esbuild, with the program in a file of its own', {skip: skip('esbuild', true)}, async () => {
  const root = project('esbuild-file', started('toolcall/toolcall.wasm'));
  assert.match((await by_esbuild(root, {format: 'esm', loader: {'.wasm': 'file'}})).join(), /^main\.js,toolcall-\w+\.wasm$/);
  const page = '<!doctype html><body><script type="module" src="main.js"></script>';
  writeFileSync(join(root, 'out/index.html'), page);
  const server = http.createServer((request, response) => {
    const name = request.url.slice(1) || 'index.html', kind = kinds[name.split('.').at(-1)];
    response.writeHead(kind ? 200 : 404, {'content-type': kind ?? 'text/plain'}).end(kind && readFileSync(join(root, 'out', name)));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    assert.equal(await shown(`http://127.0.0.1:${server.address().port}/`), said);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
