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

test('reasoning that the prompt began ends with its mark', async () => {
  const doGenerate = async () => ({finishReason: 'stop', usage: {}, content: [{type: 'text', text: 'I see.\n</think>\n\nHi.'}]});
  const {content} = await toolcallMiddleware({prefill: '<think>\n'}).wrapGenerate({doGenerate, params: {tools}});
  assert.deepEqual(content, [{type: 'reasoning', text: 'I see.'}, {type: 'text', text: 'Hi.'}]);
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

const whole = async (content, params = {tools}) =>
  (await toolcallMiddleware({seed: 1}).wrapGenerate({doGenerate: async () => ({finishReason: 'stop', usage: {}, content}), params})).content;
const without_ids = (parts) => parts.map(({id, toolCallId, ...part}) => part);

// As the providers of Anthropic and OpenAI say them: without these the next request is refused.
const signed = (signature) => ({anthropic: {signature}});
const item = (itemId) => ({openai: {itemId}});
const text = (said, providerMetadata) => ({type: 'text', text: said, ...(providerMetadata && {providerMetadata})});
const thought = (said, providerMetadata) => ({...text(said, providerMetadata), type: 'reasoning'});
const source = {type: 'source', sourceType: 'url', id: 's', url: 'https://example.com'};
const own_call = {type: 'tool-call', toolCallId: 'c', toolName: 'ping', input: '{}'};

test('blocks of a whole answer that leaks no call pass as they are', async () => {
  for (const content of [
    [thought('one', signed('S1')), thought('two', signed('S2')), text('Hi.'), own_call],
    [thought('if a <', signed('S1')), thought('tool_call', signed('S2')), thought('\n\n x <think', signed('S3')), text('\n a <tool ')],
    [thought('', {anthropic: {redactedData: 'X'}}), thought('Hm.', signed('S')), text('Hi.'), own_call],
    [thought('', {openai: {itemId: 'rs_1', reasoningEncryptedContent: 'E'}}), own_call],
    [text('a', item('m1')), text('b <tool', item('m2')), text('_calls> c', item('m3'))],
    [text('a'), source, text('b')],
    [text('a <tool'), source, text('_call', item('m')), {type: 'file', mediaType: 'x/y', data: ''}, thought('late', signed('S')), text('b')],
  ])
    for (const params of [{tools}, {}, {tools, toolChoice: {type: 'none'}}]) assert.deepEqual(await whole(content, params), content);
});

test('blocks of a whole answer stand around what was in them', async () => {
  const made = {type: 'tool-call', toolName: 'ping', input: '{"n":3}'};
  const [one, two] = [call.slice(0, 30), call.slice(30)];
  for (const [content, expected] of [
    [[thought('Hm.', signed('S')), text(`A ${call} B`, item('m')), source, text('C')],
      [thought('Hm.', signed('S')), text('A ', item('m')), made, text(' B', item('m')), source, text('C')]],
    [[text(`A ${one}`, item('m1')), text(`${two} B`, item('m2')), source],
      [text('A ', item('m1')), made, text(' B', item('m2')), source]],
    [[thought(`Hm. ${one}`), thought(two, signed('S'))], [thought('Hm. '), made]],
    [[thought(`Hm. ${one}`), thought(two, signed('S')), text('B')], [thought(`Hm. ${one}`), thought(two, signed('S')), text('B')]],
    [[text(call, item('m')), source], [made, source]],
    [[text('<think>\nHm.</think>\n\nB', item('m')), source], [thought('Hm.'), text('B', item('m')), source]],
  ]) assert.deepEqual(without_ids(await whole(content)), without_ids(expected));
});

test("the provider's own calls stand at their places in a whole answer", async () => {
  const own = {type: 'tool-call', toolCallId: 'n', toolName: 'search', input: '{}', providerExecuted: true};
  const result = {type: 'tool-result', toolCallId: 'n', toolName: 'search', result: 'found'};
  const made = await whole([text(call), own, result, text('after')]);
  assert.deepEqual(made.map((part) => part.toolName ?? part.text), ['ping', 'search', 'search', 'after']);
});

const start = (type, id, providerMetadata) => ({type: `${type}-start`, id, ...(providerMetadata && {providerMetadata})});
const end = (type, id, providerMetadata) => ({...start(type, id, providerMetadata), type: `${type}-end`});
const delta = (type, id, said, providerMetadata) => ({...start(type, id, providerMetadata), type: `${type}-delta`, delta: said});

test('blocks of a stream keep what the provider says of each', async () => {
  const made = await streamed([
    start('reasoning', '0'), delta('reasoning', '0', 'one <'), delta('reasoning', '0', '', signed('S1')), end('reasoning', '0'),
    start('reasoning', '1'), delta('reasoning', '1', 'two'), end('reasoning', '1', signed('S2')),
    start('reasoning', '2', {anthropic: {redactedData: 'X'}}), end('reasoning', '2'),
    start('reasoning', '3', {openai: {itemId: 'rs', reasoningEncryptedContent: 'E'}}), end('reasoning', '3', item('rs')),
    start('text', '4', item('m1')), delta('text', '4', 'if a <tool'), end('text', '4', item('m1')),
    start('text', '5', item('m2')), delta('text', '5', ', then'), end('text', '5', item('m2')),
    start('text', '6'), end('text', '6'), own_call, finish('tool-calls')]);
  const blocks = new Map();
  for (const part of made) if (/^(text|reasoning)-/.test(part.type)) {
    const said = blocks.get(part.id) ?? {type: part.type.split('-')[0], text: ''};
    blocks.set(part.id, said);
    said.text += part.delta ?? '';
    if (part.type.endsWith('-start')) said.first = part.providerMetadata;
    if (part.type.endsWith('-end')) said.last = part.providerMetadata;
  }
  const shown = (type, said, first, last) => ({type, text: said, first, last});
  assert.deepEqual([...blocks.values()], [
    shown('reasoning', 'one <', undefined, signed('S1')), shown('reasoning', 'two', undefined, signed('S2')),
    shown('reasoning', '', {anthropic: {redactedData: 'X'}}, {anthropic: {redactedData: 'X'}}),
    shown('reasoning', '', {openai: {itemId: 'rs', reasoningEncryptedContent: 'E'}}, item('rs')),
    shown('text', 'if a <tool', item('m1'), item('m1')), shown('text', ', then', item('m2'), item('m2'))]);
  for (const kind of ['start', 'end'])
    assert.equal(made.filter(({type}) => type === `text-${kind}` || type === `reasoning-${kind}`).length, blocks.size);
  assert.deepEqual(made.slice(-2), [own_call, finish('tool-calls')]);
});

test('a block of a stream is ended where the provider ends it', async () => {
  const said = [start('text', '0'), delta('text', '0', 'Hi. '), end('text', '0', item('m1')), source,
    start('text', '1'), start('text', '2'), delta('text', '1', 'a'), delta('text', '2', 'b'), delta('text', '1', 'c'), end('text', '1', item('m2')),
    end('text', '2', item('m3')), finish('stop')];
  const made = await streamed(said), ids = [...new Set(made.filter(({type}) => type === 'text-start').map(({id}) => id))];
  const order = {'0': ids[0], '1': ids[1], '2': ids[2]};
  const expected = said.map((part) => (part.id in order ? {...part, id: order[part.id]} : part));
  const sorted = (parts) => parts.filter(({type}) => type !== 'text-start');
  assert.deepEqual(sorted(made), sorted(expected));
});

test('text that waits long comes back in one piece, however many it was given in', async () => {
  const count = 5000, said = '{"name": "ping", "arguments": {"n": "';
  let given = 0;
  const stream = new ReadableStream({
    pull(out) {
      if (given === 0) out.enqueue(delta('text', '0', said));
      else if (given <= count) out.enqueue(delta('text', '0', 'abc '));
      else out.enqueue(end('text', '0', item('m')));
      if (given++ > count) out.close();
    },
  });
  const result = await toolcallMiddleware({holdCalls: true}).wrapStream({doStream: async () => ({stream}), params: {tools}});
  const texts = [];
  let last;
  for await (const part of result.stream) {
    if (part.type === 'text-delta') texts.push(part.delta);
    last = part;
  }
  assert.deepEqual(texts, [said + 'abc '.repeat(count)]);
  assert.deepEqual(last.providerMetadata, item('m'));
});

test('a call in two blocks of a stream', async () => {
  for (const kind of ['text', 'reasoning']) {
    const behind = kind === 'text' ? [start('text', '2', item('m3')), delta('text', '2', 'B.'), end('text', '2', item('m3'))] : [];
    const made = await streamed([start(kind, '0', item('m1')), delta(kind, '0', `A ${call.slice(0, 30)}`), end(kind, '0', item('m1')),
      start(kind, '1', item('m2')), delta(kind, '1', call.slice(30)), end(kind, '1', item('m2')), ...behind, finish('stop')]);
    const [id] = made.filter(({type}) => type === 'tool-call').map(({toolCallId}) => toolCallId);
    assert.deepEqual(made.filter(({type}) => !type.startsWith('tool-input-')), [
      start(kind, 'toolcall-0', item('m1')), delta(kind, 'toolcall-0', 'A '), end(kind, 'toolcall-0', item('m1')),
      {type: 'tool-call', toolCallId: id, toolName: 'ping', input: '{"n":3}'},
      ...behind.map((part) => ({...part, id: 'toolcall-1'})), finish('tool-calls')]);
  }
});

// A model as a provider of each version has it, whose answer has two signed blocks, one that is hidden, and text around a source.
const content = [thought('one', signed('S1')), thought('two', signed('S2')), thought('', {anthropic: {redactedData: 'X'}}),
  text('See this.', item('m1')), source, text('And b.', item('m2'))];
const streamed_content = content.flatMap((part, i) => (part.type === 'source' ? [part]
  : [start(part.type, `${i}`, part.type === 'text' || part.text === '' ? part.providerMetadata : undefined),
    ...(part.text === '' ? [] : [delta(part.type, `${i}`, part.text)]), end(part.type, `${i}`, part.providerMetadata)]));
const count = {total: 1}, usages = {v2: {inputTokens: 1, outputTokens: 1, totalTokens: 2}, v3: {inputTokens: count, outputTokens: count}};
function model_of(specificationVersion) {
  const usage = usages[specificationVersion] ?? usages.v3, finishReason = specificationVersion === 'v2' ? 'stop' : {unified: 'stop', raw: 'stop'};
  const stream = () => new ReadableStream({
    start(out) {
      for (const part of [{type: 'stream-start', warnings: []}, ...streamed_content, {type: 'finish', finishReason, usage}]) out.enqueue(part);
      out.close();
    },
  });
  return {specificationVersion, provider: 'p', modelId: 'm', supportedUrls: {},
    doGenerate: async () => ({content, finishReason, usage, warnings: []}), doStream: async () => ({stream: stream()})};
}

for (const [version, ai, specification] of [['5', ai5, 'v2'], ['6', ai6, 'v3'], ['7', ai7, 'v4']])
  test(`ai ${version} gives back what the provider says of each block`, async () => {
    const model = ai.wrapLanguageModel({model: model_of(specification), middleware: toolcallMiddleware()});
    const expected = content.map(({type, text: said, providerMetadata}) => (type === 'source' ? {type} : {type, text: said, providerMetadata}));
    const blocks = (made) => made.map(({type, text: said, providerMetadata}) => (type === 'source' ? {type} : {type, text: said, providerMetadata}));
    const offered = {ping: ai.tool({inputSchema: ai.jsonSchema(tools[0].inputSchema)})};
    for (const given of [{}, {tools: offered}]) {
      const asked = {model, prompt: 'go', maxRetries: 0, ...given};
      assert.deepEqual(blocks((await ai.generateText(asked)).content), expected);
      assert.deepEqual(blocks(await ai.streamText({...asked, onError: ({error}) => { throw error; }}).content), expected);
    }
  });
