// The client `openai`, two major versions of it: the helper that puts a message together, and the one that runs tools.

import assert from 'node:assert/strict';

import OpenAI6 from 'openai';
import OpenAI7 from 'openai-7';

import {each} from './each.mjs';
import {answer, runnable, shows_begun} from './scenarios.mjs';
import {tools} from './server.mjs';

const asked = {model: 'm', messages: [{role: 'user', content: 'go'}]};

async function message_is_read(client, {scenario, mode, ids}) {
  const stream = client.chat.completions.stream({...asked, tools});
  const [choice] = (await stream.finalChatCompletion()).choices;
  assert.equal(choice.finish_reason, scenario.finish);
  assert.equal(choice.message.role, 'assistant');
  assert.equal(choice.message.content ?? '', scenario.content);
  const calls = choice.message.tool_calls ?? [];
  const begun = shows_begun(mode) && scenario.begun ? [scenario.begun] : [];
  assert.deepEqual(calls.map((call) => call.function.name), [...scenario.calls.map((call) => call.name), ...begun]);
  assert.equal(new Set(calls.map((call) => call.id)).size, calls.length);
  scenario.calls.forEach((expected, i) => {
    assert.equal(calls[i].id, ids[i]);
    assert.equal(calls[i].type, 'function');
    assert.deepEqual(JSON.parse(calls[i].function.arguments), expected.arguments);
  });
  for (const open of calls.slice(scenario.calls.length))
    assert.throws(() => JSON.parse(open.function.arguments), SyntaxError);
}

// Each call is run once, with its arguments. One that broke after it began is none: its arguments cannot be read, and
// what the model is told then is the client's affair. So is it whether calls are run that were complete when the text was
// cut off; version 6 does so.
async function calls_are_run(client, expected, {scenario}) {
  const ran = [];
  const runnable_tools = tools.map(({function: {name, description, parameters}}) => ({
    type: 'function',
    function: {name, description, parameters, parse: JSON.parse,
      function: (given) => { ran.push({name, arguments: given}); return 'done'; }},
  }));
  const runner = client.chat.completions.runTools({...asked, stream: true, tools: runnable_tools});
  const said = await runner.finalContent().catch((why) => why);
  assert.deepEqual(ran, expected);
  if (scenario.finish === 'tool_calls') assert.equal(said, answer);
}

const connect = (OpenAI, url) => new OpenAI({apiKey: 'none', baseURL: url, maxRetries: 0});
each('openai 6 reads', (given) => message_is_read(connect(OpenAI6, given.url), given));
each('openai 7 reads', (given) => message_is_read(connect(OpenAI7, given.url), given));
each('openai 6 runs', (given) => calls_are_run(connect(OpenAI6, given.url), given.scenario.calls, given));
each('openai 7 runs', (given) => calls_are_run(connect(OpenAI7, given.url), runnable(given.scenario), given));
