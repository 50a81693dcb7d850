// toolcallMiddleware with ai 5, 6 and 7, each with its provider; and what it does with parts of all kinds.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {createOpenAICompatible as provider5} from '@ai-sdk/openai-compatible-5';
import {createOpenAICompatible as provider6} from '@ai-sdk/openai-compatible-6';
import {createOpenAICompatible as provider7} from '@ai-sdk/openai-compatible-7';
import * as ai5 from 'ai-5';
import * as ai6 from 'ai-6';
import * as ai7 from 'ai-7';
import {ToolcallError, toolcallMiddleware} from 'toolcall';

import {each, url, with_ai, with_server} from './loops.mjs';
import {scenarios} from './scenarios.mjs';

globalThis.AI_SDK_LOG_WARNINGS = false;
with_server();

for (const [version, ai, provider] of [['5', ai5, provider5], ['6', ai6, provider6], ['7', ai7, provider7]])
  for (const stream of [false, true])
    each(`ai ${version}, ${stream ? 'streamed' : 'whole'}`, async ({model: name, run}) => {
      const made = provider({name: 'server', baseURL: url(), apiKey: 'none'});
      const model = ai.wrapLanguageModel({model: made(name), middleware: toolcallMiddleware()});
      const {steps, text} = await with_ai({ai, model, run, stream});
      const [first] = steps, {reasoning = '', content, finish} = scenarios[name];
      assert.deepEqual([first.reasoningText ?? '', first.text], [reasoning, content]);
      assert.equal(first.finishReason, finish === 'tool_calls' ? 'tool-calls' : 'stop');
      return text;
    });

const tools = [{type: 'function', name: 'ping', inputSchema: {type: 'object', properties: {n: {type: 'integer'}}}}];
const call = '<tool_call>{"name": "ping", "arguments": {"n": "3"}}</tool_call>';

async function streamed(parts, params = {tools}, settings = {seed: 1}) {
  const stream = new ReadableStream({
    start(out) {
      for (const part of parts) out.enqueue(part);
      out.close();
    },
  });
  const result = await toolcallMiddleware(settings).wrapStream({doStream: async () => ({stream, request: 'r'}), params});
  assert.equal(result.request, 'r');
  const made = [];
  for await (const part of result.stream) made.push(part);
  return made;
}
const block = (type, id, ...deltas) => [{type: `${type}-start`, id}, ...deltas.map((delta) => ({type: `${type}-delta`, id, delta})),
  {type: `${type}-end`, id}];
const finish = (finishReason) => ({type: 'finish', finishReason, usage: {totalTokens: 7}});
const kinds = (parts) => parts.map((part) => part.type);

test('the order of parts', async () => {
  const made = await streamed([{type: 'stream-start', warnings: []}, ...block('text', '0', 'A ', call.slice(0, 20), call.slice(20), ' B'),
    finish('stop')]);
  const [id] = made.filter((part) => part.type === 'tool-call').map((part) => part.toolCallId);
  const text = (n, delta) => [{type: 'text-start', id: `toolcall-${n}`}, {type: 'text-delta', id: `toolcall-${n}`, delta},
    {type: 'text-end', id: `toolcall-${n}`}];
  const joined = made.filter((part) => part.type === 'tool-input-delta').map((part) => part.delta).join('');
  assert.equal(joined, '{"n":3}');
  assert.deepEqual(made.filter((part) => part.type !== 'tool-input-delta'), [
    {type: 'stream-start', warnings: []}, ...text(0, 'A '),
    {type: 'tool-input-start', id, toolName: 'ping'}, {type: 'tool-input-end', id},
    {type: 'tool-call', toolCallId: id, toolName: 'ping', input: '{"n":3}'},
    ...text(1, ' B'), finish('tool-calls'),
  ]);
});

test('the reason keeps its shape', async () => {
  const last = async (...parts) => (await streamed(parts)).at(-1).finishReason;
  assert.deepEqual(await last(...block('text', '0', call), finish({unified: 'stop', raw: 'eos'})), {unified: 'tool-calls', raw: 'eos'});
  assert.equal(await last(...block('text', '0', call), finish('length')), 'length');
  assert.equal(await last(...block('text', '0', 'Hi'), finish('stop')), 'stop');
  assert.deepEqual(await last(finish({unified: 'content-filter', raw: 'x'})), {unified: 'content-filter', raw: 'x'});
});

test('a call in the reasoning', async () => {
  const made = await streamed([...block('reasoning', 'r', 'Hm. ', call), finish('stop')]);
  assert.deepEqual(made.filter((part) => part.type === 'tool-call').map((part) => part.input), ['{"n":3}']);
  assert.equal(made.at(-1).finishReason, 'tool-calls');
});

test("the provider's own calls and other parts pass, and what it says of blocks", async () => {
  const own = [{type: 'tool-input-start', id: 'c', toolName: 'ping'}, {type: 'tool-input-delta', id: 'c', delta: '{}'},
    {type: 'tool-input-end', id: 'c'}, {type: 'tool-call', toolCallId: 'c', toolName: 'ping', input: '{}', providerMetadata: {a: {b: 1}}}];
  const source = {type: 'source', sourceType: 'url', id: 's', url: 'https://example.com'};
  const reasoning = block('reasoning', 'r', 'Hm.');
  reasoning.at(-1).providerMetadata = {anthropic: {signature: 'x'}};
  const made = await streamed([...reasoning, ...block('text', '0', 'Hi.'), source, ...own, finish('tool-calls')]);
  assert.deepEqual(made.filter((part) => part.type.startsWith('tool')), own);
  assert.deepEqual(made.filter((part) => part.type === 'source'), [source]);
  assert.deepEqual(made.find((part) => part.type === 'reasoning-end').providerMetadata, {anthropic: {signature: 'x'}});
  assert.deepEqual(made.at(-1), finish('tool-calls'));
});

test('a call that a provider leaks and sends is one', async () => {
  const sent = (id, input) => [{type: 'tool-input-start', id, toolName: 'ping'}, {type: 'tool-input-delta', id, delta: input},
    {type: 'tool-input-end', id}, {type: 'tool-call', toolCallId: id, toolName: 'ping', input}];
  const leaked = block('text', '0', '<tool_call>{"name": "ping", "arguments": {"n": 3, "to": "a"}}</tool_call>');
  const same = sent('x', '{"to": "a", "n": 3.0}'), other = sent('y', '{"n":4}'), again = sent('z', '{"n":3,"to":"a"}');
  const inputs = (parts) => parts.filter((part) => part.type === 'tool-call').map((part) => part.input);
  assert.deepEqual(inputs(await streamed([...leaked, ...same, finish('tool-calls')])), ['{"n":3,"to":"a"}']);
  const all = await streamed([...leaked, ...same, ...other, ...again, finish('tool-calls')]);
  assert.deepEqual(inputs(all), ['{"n":3,"to":"a"}', '{"n":4}', '{"n":3,"to":"a"}']);
  assert.deepEqual(all.filter((part) => (part.toolCallId ?? part.id) === 'y'), other);
  assert.ok(!all.some((part) => (part.toolCallId ?? part.id) === 'x'));
  assert.deepEqual(all.at(-1), finish('tool-calls'));
  // Without an end, and without arguments.
  assert.deepEqual(inputs(await streamed([...leaked, ...same, ...sent('v', ''), ...sent('w', ' null ')])), ['{"n":3,"to":"a"}', '', ' null ']);
  const doGenerate = async () => ({finishReason: 'tool-calls', usage: {}, content: [
    {type: 'text', text: leaked[1].delta}, same.at(-1), other.at(-1)]});
  const {content} = await toolcallMiddleware({seed: 1}).wrapGenerate({doGenerate, params: {tools}});
  assert.deepEqual(inputs(content), ['{"n":3,"to":"a"}', '{"n":4}']);
});

test('half a call is none', async () => {
  const made = await streamed([...block('text', '0', '<tool_call>{"name": "ping", "arguments": {"n": 1'), finish('length')]);
  assert.ok(!kinds(made).includes('tool-call'));
  const broken = await streamed([...block('text', '0', 'Hi').slice(0, 2)]);
  assert.deepEqual(kinds(broken), ['text-start', 'text-delta', 'text-end']);
});

test('without tools, and with the choice none, no call is looked for', async () => {
  for (const params of [{}, {tools: []}, {tools, toolChoice: {type: 'none'}}]) {
    const made = await streamed([...block('text', '0', call), finish('stop')], params);
    assert.equal(made.filter((part) => part.type === 'text-delta').map((part) => part.delta).join(''), call);
    assert.equal(made.at(-1).finishReason, 'stop');
  }
});

test('a whole answer', async () => {
  const doGenerate = async () => ({finishReason: 'stop', usage: {}, warnings: [], content: [{type: 'text', text: `A ${call}`},
    {type: 'file', mediaType: 'x/y', data: ''}]});
  const {content, finishReason, warnings} = await toolcallMiddleware({seed: 1}).wrapGenerate({doGenerate, params: {tools}});
  assert.deepEqual(content.map(({toolCallId, ...part}) => part), [{type: 'text', text: 'A '},
    {type: 'tool-call', toolName: 'ping', input: '{"n":3}'}, {type: 'file', mediaType: 'x/y', data: ''}]);
  assert.deepEqual([finishReason, warnings], ['tool-calls', []]);
});

test('what cannot be read of a whole answer is text', async () => {
  for (const rest of ['"arguments": what}', '"arguments": {"n": 1']) {
    const broken = `{"name": "ping", ${rest}`;
    const read = async (settings) => (await toolcallMiddleware({seed: 1, ...settings}).wrapGenerate({doGenerate: async () => (
      {finishReason: 'stop', usage: {}, warnings: [], content: [{type: 'text', text: `A <tool_call>${broken}`}]}), params: {tools}})).content;
    assert.deepEqual(await read(), [{type: 'text', text: `A ${broken}`}]);
    assert.deepEqual(await read({refused: 'hidden'}), [{type: 'text', text: 'A '}]);
  }
});

test('wrong settings are said at once, and wrong tools before anything is asked', async () => {
  assert.throws(() => toolcallMiddleware({dialect: 'hermez'}), ToolcallError);
  let asked = 0;
  const ask = async () => { ++asked; };
  const params = {tools: [{type: 'function', name: 3}]};
  await assert.rejects(toolcallMiddleware().wrapStream({doStream: ask, params}), ToolcallError);
  await assert.rejects(toolcallMiddleware().wrapGenerate({doGenerate: ask, params}), ToolcallError);
  assert.equal(asked, 0);
});
