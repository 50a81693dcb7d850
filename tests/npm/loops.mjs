// A loop of tools with each client, against a server whose model writes its calls as text.

import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';

import {models, serve_text} from './model.mjs';
import {answer, scenarios} from './scenarios.mjs';
import {readFileSync} from 'node:fs';

export const tools = JSON.parse(readFileSync(new URL('tools.json', import.meta.url), 'utf8'));

let server;
export const url = () => `${server.url}/v1`;

export function with_server() {
  before(async () => { server = await serve_text(); });
  after(() => server.stop());
}

// loop({model, run}) runs tools until the model calls none, and gives its last text.
export function each(client, loop) {
  describe(client, () => {
    for (const model of models)
      it(model, async () => {
        const ran = [];
        const said = await loop({model, run: (name, given) => { ran.push({name, arguments: given}); return 'done'; }});
        const {calls, content} = scenarios[model];
        assert.deepEqual(ran, calls);
        assert.equal(said, calls.length > 0 ? answer : content);
      });
  });
}

// The same with `ai`, each of whose versions has the provider of its time.
export async function with_ai({ai, model, run, stream}) {
  const {generateText, jsonSchema, stepCountIs, isStepCount, streamText, tool} = ai;
  const offered = Object.fromEntries(tools.map(({function: {name, description, parameters}}) => [name, tool({description,
    inputSchema: jsonSchema(parameters), execute: (given) => run(name, given)})]));
  const asked = {model, prompt: 'go', tools: offered, stopWhen: (stepCountIs ?? isStepCount)(3), maxRetries: 0};
  if (!stream) return generateText(asked);
  const result = streamText({...asked, onError: ({error}) => { throw error; }});
  return {steps: await result.steps, text: await result.text};
}
