// wrapFetch with real clients, and what it leaves alone.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {runInNewContext} from 'node:vm';

import {createOpenAICompatible as provider5} from '@ai-sdk/openai-compatible-5';
import {createOpenAICompatible as provider6} from '@ai-sdk/openai-compatible-6';
import {createOpenAICompatible as provider7} from '@ai-sdk/openai-compatible-7';
import {HumanMessage, ToolMessage} from '@langchain/core/messages';
import {ChatOpenAI} from '@langchain/openai';
import * as ai5 from 'ai-5';
import * as ai6 from 'ai-6';
import * as ai7 from 'ai-7';
import OpenAI6 from 'openai-6';
import OpenAI7 from 'openai-7';
import {ToolcallError, wrapFetch} from 'toolcall';

import {each, tools, url, with_ai, with_server} from './loops.mjs';

globalThis.AI_SDK_LOG_WARNINGS = false;
with_server();

const runnable = (run) => tools.map(({function: {name, description, parameters}}) => ({type: 'function',
  function: {name, description, parameters, parse: JSON.parse, function: (given) => run(name, given)}}));

for (const stream of [false, true]) {
  const how = stream ? 'streamed' : 'whole';
  for (const [version, OpenAI] of [['6', OpenAI6], ['7', OpenAI7]])
    each(`openai ${version}, ${how}`, ({model, run}) =>
      new OpenAI({apiKey: 'none', baseURL: url(), maxRetries: 0, fetch: wrapFetch()}).chat.completions.runTools({model,
        messages: [{role: 'user', content: 'go'}], stream, tools: runnable(run)}).finalContent());

  for (const [version, ai, provider] of [['5', ai5, provider5], ['6', ai6, provider6], ['7', ai7, provider7]])
    each(`ai ${version}, ${how}`, async ({model, run}) => {
      const made = provider({name: 'server', baseURL: url(), apiKey: 'none', fetch: wrapFetch()});
      return (await with_ai({ai, model: made(model), run, stream})).text;
    });

  each(`langchain, ${how}`, async ({model, run}) => {
    const client = new ChatOpenAI({model, apiKey: 'none', streaming: stream, maxRetries: 0,
      configuration: {baseURL: url(), fetch: wrapFetch()}}).bindTools(tools);
    client.getNumTokens = async () => 0;
    const messages = [new HumanMessage('go')];
    for (;;) {
      let made;
      if (stream) for await (const piece of await client.stream(messages)) made = made === undefined ? piece : made.concat(piece);
      else made = await client.invoke(messages);
      if (made.tool_calls.length === 0) return made.content;
      messages.push(made, ...made.tool_calls.map(({id, name, args}) => new ToolMessage({tool_call_id: id, content: run(name, args)})));
    }
  });
}

// What a fetch was asked, and a fixed answer.
function answering(body, init) {
  const asked = [];
  return {asked, fetch: async (...given) => { asked.push(given); return new Response(body, init); }};
}
const leaked = JSON.stringify({choices: [{index: 0, finish_reason: 'stop',
  message: {role: 'assistant', content: '<tool_call>{"name": "ping", "arguments": {}}</tool_call>'}}]});
const json = {headers: {'content-type': 'application/json', 'content-length': String(leaked.length), 'x-request-id': '7'}};
const chat = 'http://127.0.0.1/v1/chat/completions';
const post = (asked) => ({method: 'POST', body: JSON.stringify(asked)});
const ping = [{type: 'function', function: {name: 'ping', parameters: {type: 'object'}}}];

test('what is not a chat completion passes as it is', async () => {
  const cases = [
    [['http://127.0.0.1/v1/models', undefined], json],
    [['http://127.0.0.1/v1/embeddings', post({tools: ping})], json],
    [['http://127.0.0.1/v1/responses', post({tools: ping})], json],
    [[chat, {method: 'GET'}], json],
    [[chat, {method: 'POST', body: 'no json'}], json],
    [[chat, post([])], json],
    [[chat, post([ping])], json],
    [[chat, post({tools: ping})], {...json, status: 400}],
    [[chat, post({tools: ping})], {headers: {'content-type': 'text/html'}}],
  ];
  for (const [given, init] of cases) {
    const {asked, fetch} = answering(leaked, init);
    const response = await wrapFetch(fetch)(...given);
    assert.equal(response.status, init.status ?? 200);
    assert.equal(await response.text(), leaked);
    assert.deepEqual(asked, [given]);
  }
});

test('a body is known by its bytes where its type says nothing', async () => {
  const found = async (body, init) => (await wrapFetch(answering(new TextEncoder().encode(body), init).fetch)(chat, post({tools: ping}))).text();
  const events = `data: ${JSON.stringify({choices: [{index: 0, delta: {content: '<tool_call>{"name": "ping", "arguments": {}}</tool_call>'}}]})}\n\n`;
  for (const init of [{}, {headers: {'content-type': 'text/plain; charset=utf-8'}}, {headers: {'content-type': ''}}]) {
    assert.equal(JSON.parse(await found(leaked, init)).choices[0].message.tool_calls.length, 1);
    assert.match(await found(events, init), /"tool_calls":\[.*"name":"ping"/);
    for (const other of ['', 'busy: <tool_call>{"name": "ping", "arguments": {}}</tool_call>\r\n\r\nlater', '<!doctype html>\n', '\ufeffx'])
      assert.equal(await found(other, init), other.replace('\ufeff', ''));
  }
});

test('a call is found with the tools of the request alone', async () => {
  const found = async (asked, settings) => {
    const response = await wrapFetch(answering(leaked, json).fetch, settings)(chat, post(asked));
    return (await response.json()).choices[0].message.tool_calls?.length ?? 0;
  };
  assert.equal(await found({tools: ping}), 1);
  assert.equal(await found({}), 0);
  assert.equal(await found({tools: []}), 0);
  assert.equal(await found({tools: ping, tool_choice: 'none'}), 0);
  assert.equal(await found({tools: ping}, {toolChoice: 'none'}), 0);
  assert.equal(await found({tools: ping, tool_choice: {type: 'function', function: {name: 'ping'}}}, {toolChoice: 'none'}), 1);
  assert.equal(await found({tools: ping}, {dialect: 'kimi_k2'}), 0);
  assert.equal(await found({tools: ping, tool_choice: 'any'}), 1);
  assert.equal(await found({tools: null}), 0);
  const none = [{type: 'function', function: {name: 'none'}}, ...ping];
  assert.equal(await found({tools: none, tool_choice: {type: 'function', function: {name: 'none'}}}), 1);
  assert.equal(await found({tools: ping, tool_choice: {type: 'allowed_tools', allowed_tools: {mode: 'required', tools: ping}}}), 1);
});

test('a tool choice that is not known is the server\'s to judge', async () => {
  for (const tool_choice of ['', null, 5, [], [null, ping[0]], {}, {type: 'web_search'}, {type: 'custom', custom: {name: 'grep'}},
    {type: 'function', function: {name: 5}}]) {
    const response = await wrapFetch(answering(leaked, json).fetch)(chat, post({tools: ping, tool_choice}));
    assert.equal((await response.json()).choices[0].message.tool_calls.length, 1);
  }
  const wrapped = wrapFetch(answering(leaked, json).fetch);
  await assert.rejects(wrapped(chat, post({tools: ping, tool_choice: 'pong'})), /there is no tool "pong"; tools are ping/);
  await assert.rejects(wrapped(chat, post({tools: [null, ...ping]})), (why) => why instanceof ToolcallError && why.pointer === '/0');
  await assert.rejects(wrapped(chat, post({tools: 5})), /"tools" of the request must be a list, and 5 is not one/);
});

test('what cannot be read is text, and no more calls are given than were asked for', async () => {
  const given = async (content, asked, settings) => {
    const body = JSON.stringify({choices: [{index: 0, finish_reason: 'stop', message: {role: 'assistant', content}}]});
    const response = await wrapFetch(answering(body, json).fetch, settings)(chat, post({tools: ping, ...asked}));
    return (await response.json()).choices[0].message;
  };
  const unreadable = '<tool_call>{"name": [ping]}</tool_call>';
  assert.equal((await given(unreadable, {})).content, unreadable);
  assert.ok(!(await given(unreadable, {}, {refused: 'hidden'})).content);
  const named = '<tool_call>{"name": "ping", "arguments": what}</tool_call>';
  assert.deepEqual([(await given(named, {})).content, (await given(named, {})).tool_calls], ['{"name": "ping", "arguments": what}', undefined]);
  const two = '<tool_call>{"name": "ping", "arguments": {}}</tool_call>'.repeat(2);
  assert.equal((await given(two, {})).tool_calls.length, 2);
  assert.equal((await given(two, {parallel_tool_calls: false})).tool_calls.length, 1);
  assert.equal((await given(two, {parallel_tool_calls: false}, {mostCalls: undefined})).tool_calls.length, 1);
  assert.equal((await given(two, {}, {mostCalls: 1})).tool_calls.length, 1);
  assert.equal((await given(two, {}, {arguments: 'complete'})).tool_calls.length, 2);
});

test('reasoning that the prompt began ends with its mark', async () => {
  const given = async (message, prefill) => {
    const body = JSON.stringify({choices: [{index: 0, finish_reason: 'stop', message: {role: 'assistant', ...message}}]});
    const {reasoning_content: reasoning = '', content} = (await (await wrapFetch(answering(body, json).fetch, {prefill})(chat, post({}))).json()).choices[0].message;
    return [reasoning, content];
  };
  const content = 'I see.\n</think>\n\nHi.';
  assert.deepEqual(await given({content}, '<think>\n'), ['I see.', 'Hi.']);
  assert.deepEqual(await given({content}, undefined), ['', content]);
  assert.deepEqual(await given({reasoning_content: 'I see.', content: 'Hi.'}, '<think>\n'), ['I see.', 'Hi.']);
});

test('a request may be a Request, and a body bytes', async () => {
  const body = JSON.stringify({tools: ping});
  const encoded = new TextEncoder().encode(body);
  const elsewhere = runInNewContext(`Uint8Array.from(${JSON.stringify([...encoded])})`);
  const bodies = [encoded, encoded.buffer, new DataView(encoded.buffer), new Blob([encoded]), elsewhere, elsewhere.buffer];
  for (const given of [[new Request(chat, {method: 'POST', body})], ...bodies.map((each) => [new URL(chat), {method: 'post', body: each}])]) {
    const {asked, fetch} = answering(leaked, json);
    const response = await wrapFetch(fetch)(...given);
    assert.equal((await response.json()).choices[0].message.tool_calls.length, 1);
    assert.equal(asked[0][0], given[0]);
    if (given[0] instanceof Request) assert.equal(await given[0].text(), body);
    assert.equal(response.headers.get('x-request-id'), '7');
    assert.equal(response.headers.get('content-length'), null);
  }
});

test('what breaks off breaks off', async () => {
  const broken = new ReadableStream({
    start(out) { out.enqueue(new TextEncoder().encode('data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n')); },
    pull() { throw new Error('gone'); },
  });
  const {fetch} = answering(broken, {headers: {'content-type': 'text/event-stream'}});
  const response = await wrapFetch(fetch)(chat, post({stream: true, tools: ping}));
  await assert.rejects(response.text(), /gone/);
  const refusing = wrapFetch(async () => { throw new TypeError('fetch failed'); });
  await assert.rejects(refusing(chat, post({tools: ping})), /fetch failed/);
});

test('a body is read only as its reader reads, and cancelled with it', async () => {
  let pulled = 0, cancelled;
  const endless = () => new ReadableStream({
    pull(out) {
      ++pulled;
      out.enqueue(new TextEncoder().encode(`data: {"choices":[{"index":0,"delta":{"content":"${pulled}, "}}]}\n\n`));
    },
    cancel(why) { cancelled = why; },
  }, {highWaterMark: 0});
  const response = await wrapFetch(answering(endless(), {headers: {'content-type': 'text/event-stream'}}).fetch)(chat, post({stream: true, tools: ping}));
  await new Promise(setImmediate);
  assert.equal(pulled, 0);
  const reader = response.body.getReader();
  assert.match(new TextDecoder().decode((await reader.read()).value), /1, /);
  assert.equal(pulled, 1);
  const waiting = reader.read();
  await reader.cancel('enough');
  await waiting;
  assert.equal(cancelled, 'enough');
});

test('wrong settings are said at once, and wrong tools by the request', async () => {
  assert.throws(() => wrapFetch(fetch, {dialect: 'hermez'}), ToolcallError);
  const {asked, fetch: never} = answering(leaked, json);
  await assert.rejects(wrapFetch(never)(chat, post({tools: [{type: 'function', function: {name: 3}}]})), ToolcallError);
  assert.equal(asked.length, 0);
});
