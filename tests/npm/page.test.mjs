// The manual's page on which a text is read, opened from the disk: it asks the network for nothing.

import assert from 'node:assert/strict';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {chromium} from 'playwright-core';

const program = process.env.TOOLCALL_BROWSER;
const skip = !program ? 'there is no chromium' : !process.env.TOOLCALL_PAGE ? 'the page was not made' : false;

let browser, profile, tab;
const wrong = [];
before(async () => {
  if (skip) return;
  profile = mkdtempSync(join(tmpdir(), 'toolcall-'));
  browser = await chromium.launchPersistentContext(profile, {executablePath: program, headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking']});
  tab = await browser.newPage();
  tab.on('pageerror', (error) => wrong.push(error.message));
  tab.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  tab.on('request', (request) => /^(file|data|blob):/.test(request.url()) || wrong.push(request.url()));
  await tab.goto(pathToFileURL(process.env.TOOLCALL_PAGE).href);
  await tab.waitForSelector('#made:not([hidden])', {timeout: 20000});
});
after(async () => {
  await browser?.close();
  if (profile) rmSync(profile, {recursive: true, force: true});
  assert.deepEqual(wrong, []);
});

const said = (id) => tab.textContent(`#${id}`);
const marked = () => tab.$$eval('#marked span', (all) => all.map((each) => [each.className, each.textContent]));

test('the text that is there when it opens', {skip}, async () => {
  assert.match(await said('calls'), /^get_weather {2}complete, hermes\n\{\n {2}"city": "Zürich",\n {2}"days": 3\n\}$/);
  assert.match(await said('notes'), /missing_brace/);
  assert.match(await said('trace'), /lossless .*\/days/);
  assert.equal((await marked()).map(([, text]) => text).join(''), await tab.inputValue('#text'));
});

test('another text, with reasoning and a call that was cut off', {skip}, async () => {
  await tab.fill('#text', '<think>Hm 🙂.</think>Hi.<tool_call>\n{"name": "get_weather", "arguments": {"city": "Zü');
  await tab.selectOption('#reason', 'length');
  assert.deepEqual((await marked()).filter(([kind]) => kind !== 'markup'), [['reasoning', 'Hm 🙂.'], ['text', 'Hi.'],
    ['failed', '{"name": "get_weather", "arguments": {"city": "Zü']]);
  assert.match(await said('calls'), /^get_weather {2}incomplete, hermes/);
});

test('a dialect, and tools that are wrong', {skip}, async () => {
  await tab.selectOption('#dialect', 'kimi_k2');
  assert.equal(await said('calls'), 'none');
  await tab.fill('#tools', '[{"name": 3}]');
  assert.match(await said('error'), /^\/0\/name: must be a string/);
  await tab.fill('#tools', '');
  await tab.waitForSelector('#made:not([hidden])');
});

test('the end of the prompt, and the choice of a tool', {skip}, async () => {
  await tab.selectOption('#dialect', '');
  await tab.selectOption('#reason', 'stop');
  await tab.fill('#text', 'I see.\n</think>\n\nHi.');
  assert.deepEqual((await marked()).filter(([kind]) => kind === 'reasoning'), []);
  await tab.fill('#prefill', '<think>\n');
  assert.deepEqual((await marked()).filter(([kind]) => kind !== 'markup'), [['reasoning', 'I see.'], ['text', 'Hi.']]);
  await tab.fill('#prefill', '');
  await tab.fill('#text', '{"city": "Bern"}');
  await tab.fill('#tools', '[{"name": "get_weather", "input_schema": {"properties": {"city": {"type": "string"}}}}]');
  assert.equal(await said('calls'), 'none');
  await tab.fill('#choice', 'get_weather');
  assert.match(await said('calls'), /^get_weather {2}complete/);
  await tab.fill('#choice', 'get_wether');
  assert.match(await said('error'), /"get_wether"/);
});
