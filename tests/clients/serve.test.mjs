// toolcall serve between a server that reads no calls and real clients: each runs a loop with tools, in the interface that
// it speaks, streamed and not.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, describe, it} from 'node:test';

import {createAnthropic} from '@ai-sdk/anthropic';
import {createOpenAI} from '@ai-sdk/openai';
import {createOpenAICompatible} from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import {HumanMessage, ToolMessage} from '@langchain/core/messages';
import {ChatOpenAI} from '@langchain/openai';
import {generateText, jsonSchema, stepCountIs, streamText, tool} from 'ai';
import OpenAI6 from 'openai';
import OpenAI7 from 'openai-7';

import {models as kinds, serve_text} from './model.mjs';
import {answer, scenarios} from './scenarios.mjs';
import {no_server, start_serve} from './served.mjs';
import {tools} from './server.mjs';

globalThis.AI_SDK_LOG_WARNINGS = false;

const models = Object.fromEntries(kinds.map((name) => [name, {...scenarios[name], tools}]));

// And of each dialect the first example of its page that calls, undamaged and without a prefill.
const examples = process.env.TOOLCALL_EXAMPLES ? JSON.parse(readFileSync(process.env.TOOLCALL_EXAMPLES, 'utf8')) : [];
for (const {dialect, automatic, options, finish_reason, text, tools: offered, notes, message} of examples) {
  const name = `dialect ${dialect}`;
  const {tool_calls: written, incomplete, refused} = message;
  if (!dialect || !automatic || models[name] || Object.keys(options).length > 0 || finish_reason !== 'stop' || !offered) continue;
  if (written.length === 0 || notes.length > 0 || incomplete.length > 0 || refused.length > 0) continue;
  if (written.some(({status}) => status !== 'complete')) continue;
  models[name] = {text, tools: offered, calls: written.map((call) => ({name: call.name, arguments: JSON.parse(call.arguments)}))};
}

it('most dialects have such an example', {skip: examples.length === 0}, () =>
  assert.ok(Object.keys(models).length > 50, Object.keys(models).join()));

let upstream, served, base;

const skip = no_server();

before(async () => {
  if (skip) return;
  upstream = await serve_text(models);
  served = await start_serve(upstream.url);
  base = served.base;
});

after(async () => {
  if (skip) return;
  assert.equal(await served.stop(), 0);
  upstream.stop();
});

// loop({model, run}) runs tools until the model calls none, and gives its last text.
function each(client, loop) {
  describe(client, {skip}, () => {
    for (const model of Object.keys(models))
      it(model, async () => {
        const ran = [];
        const said = await loop({model, run: (name, given) => { ran.push({name, arguments: given}); return 'done'; }});
        const {calls, content} = models[model];
        assert.deepEqual(ran, calls);
        assert.equal(said, calls.length > 0 ? answer : content);
      });
  });
}

const runnable = (model, run) => models[model].tools.map(({function: {name, description, parameters}}) => ({type: 'function',
  function: {name, description, parameters, parse: JSON.parse, function: (given) => run(name, given)}}));

for (const [version, OpenAI] of [['6', OpenAI6], ['7', OpenAI7]]) {
  const connect = () => new OpenAI({apiKey: 'none', baseURL: `${base}/v1`, maxRetries: 0});
  const messages = [{role: 'user', content: 'go'}];
  for (const stream of [false, true]) {
    each(`openai ${version}, chat, ${stream ? 'streamed' : 'whole'}`, ({model, run}) =>
      connect().chat.completions.runTools({model, messages, stream, tools: runnable(model, run)}).finalContent());
    each(`openai ${version}, responses, ${stream ? 'streamed' : 'whole'}`, async ({model, run}) => {
      const flat = models[model].tools.map(({function: each}) => ({type: 'function', strict: false, ...each}));
      const input = [{role: 'user', content: 'go'}];
      for (;;) {
        const asked = {model, input, tools: flat};
        const made = stream ? await connect().responses.stream(asked).finalResponse()
          : await connect().responses.create(asked);
        assert.equal(made.status, 'completed');
        assert.equal(made.usage.total_tokens, 7);
        const calls = made.output.filter((item) => item.type === 'function_call');
        if (calls.length === 0) return made.output_text;
        input.push(...made.output);
        for (const {call_id, name, arguments: given} of calls)
          input.push({type: 'function_call_output', call_id, output: run(name, JSON.parse(given))});
      }
    });
  }
}

for (const stream of [false, true])
  each(`@anthropic-ai/sdk, ${stream ? 'streamed' : 'whole'}`, async ({model, run}) => {
    const client = new Anthropic({apiKey: 'none', baseURL: base, maxRetries: 0});
    const offered = models[model].tools.map(({function: {name, description, parameters}}) => ({name, description, input_schema: parameters}));
    const messages = [{role: 'user', content: 'go'}];
    for (;;) {
      const asked = {model, max_tokens: 1000, messages, tools: offered};
      const made = stream ? await client.messages.stream(asked).finalMessage() : await client.messages.create(asked);
      assert.equal(made.usage.output_tokens, 4);
      const calls = made.content.filter((block) => block.type === 'tool_use');
      assert.equal(made.stop_reason, calls.length > 0 ? 'tool_use' : 'end_turn');
      if (calls.length === 0) return made.content.map((block) => block.text ?? '').join('');
      messages.push({role: 'assistant', content: made.content});
      messages.push({role: 'user', content: calls.map(({id, name, input}) =>
        ({type: 'tool_result', tool_use_id: id, content: run(name, input)}))});
    }
  });

const providers = {
  '@ai-sdk/openai-compatible': (model) => createOpenAICompatible({name: 'toolcall', baseURL: `${base}/v1`, apiKey: 'none'})(model),
  '@ai-sdk/openai, chat': (model) => createOpenAI({baseURL: `${base}/v1`, apiKey: 'none'}).chat(model),
  '@ai-sdk/openai, responses': (model) => createOpenAI({baseURL: `${base}/v1`, apiKey: 'none'}).responses(model),
  '@ai-sdk/anthropic': (model) => createAnthropic({baseURL: `${base}/v1`, apiKey: 'none'})(model),
};
for (const [name, provider] of Object.entries(providers))
  for (const stream of [false, true])
    each(`ai with ${name}, ${stream ? 'streamed' : 'whole'}`, async ({model, run}) => {
      const offered = Object.fromEntries(models[model].tools.map(({function: {name, description, parameters}}) => [name,
        tool({description, inputSchema: jsonSchema(parameters), execute: (given) => run(name, given)})]));
      const asked = {model: provider(model), prompt: 'go', tools: offered, stopWhen: stepCountIs(3), maxRetries: 0};
      if (!stream) return (await generateText(asked)).text;
      return await streamText({...asked, onError: ({error}) => { throw error; }}).text;
    });

for (const streaming of [false, true])
  each(`@langchain/openai, ${streaming ? 'streamed' : 'whole'}`, async ({model, run}) => {
    const client = new ChatOpenAI({model, apiKey: 'none', streaming, maxRetries: 0, useResponsesApi: false,
      configuration: {baseURL: `${base}/v1`}});
    const bound = client.bindTools(models[model].tools);
    const said = [new HumanMessage('go')];
    for (;;) {
      let made;
      if (streaming) {
        for await (const piece of await bound.stream(said)) made = made === undefined ? piece : made.concat(piece);
      } else {
        made = await bound.invoke(said);
      }
      if (made.tool_calls.length === 0) return made.content;
      said.push(made, ...made.tool_calls.map(({id, name, args}) =>
        new ToolMessage({tool_call_id: id, content: run(name, args)})));
    }
  });
