// The client `ai` with `@ai-sdk/openai-compatible`: a loop of at most three steps that runs tools.

import assert from 'node:assert/strict';

import {createOpenAICompatible} from '@ai-sdk/openai-compatible';
import {jsonSchema, stepCountIs, streamText, tool} from 'ai';

import {each} from './each.mjs';
import {answer, runnable, shows_begun} from './scenarios.mjs';
import {tools} from './server.mjs';

const finish_words = {stop: 'stop', tool_calls: 'tool-calls', length: 'length'};

function offered(ran) {
  return Object.fromEntries(tools.map(({function: {name, description, parameters}}) => [name, tool({
    description,
    inputSchema: jsonSchema(parameters),
    execute: (given, {toolCallId}) => { ran.push({name, id: toolCallId, arguments: given}); return 'done'; },
  })]));
}

each('ai reads and runs', async ({scenario, mode, url, ids}) => {
  const ran = [];
  const provider = createOpenAICompatible({name: 'toolcall', baseURL: url, apiKey: 'none'});
  const result = streamText({model: provider('m'), prompt: 'go', tools: offered(ran), stopWhen: stepCountIs(3),
    maxRetries: 0, onError: ({error}) => { throw error; }});
  const steps = await result.steps;
  const [first] = steps;
  assert.equal(first.finishReason, finish_words[scenario.finish]);
  assert.equal(first.text, scenario.content);
  assert.equal(first.reasoningText ?? '', scenario.reasoning ?? '');
  const valid = first.toolCalls.filter((call) => !call.invalid);
  assert.deepEqual(valid.map((call) => ({name: call.toolName, arguments: call.input})), scenario.calls);
  assert.deepEqual(valid.map((call) => call.toolCallId), ids);
  const wrong = first.toolCalls.filter((call) => call.invalid).map((call) => call.toolName);
  assert.deepEqual(wrong, shows_begun(mode) && scenario.begun ? [scenario.begun] : []);
  assert.deepEqual(ran, runnable(scenario).map((call, i) => ({...call, id: ids[i]})));
  if (scenario.finish !== 'tool_calls') return;
  assert.equal(steps.length, 2);
  assert.equal(steps[1].text, answer);
});
