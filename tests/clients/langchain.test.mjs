// The client `@langchain/openai`: streamed, and the loop that a host writes around invoke.

import assert from 'node:assert/strict';

import {HumanMessage, ToolMessage} from '@langchain/core/messages';
import {ChatOpenAICompletions} from '@langchain/openai';

import {each} from './each.mjs';
import {answer, shows_begun} from './scenarios.mjs';
import {tools} from './server.mjs';

// What ChatOpenAI hands its requests to. To count the tokens of what it invoked it would fetch a table from the net.
class Model extends ChatOpenAICompletions {
  async getNumTokens() { return 0; }
}

const connect = (url) => new Model({model: 'm', apiKey: 'none', streaming: true, maxRetries: 0,
  configuration: {baseURL: url}}).bindTools(tools);

async function streamed(model) {
  let all;
  for await (const piece of await model.stream('go')) all = all === undefined ? piece : all.concat(piece);
  return all;
}

function check_message(made, {scenario, mode, ids}) {
  assert.equal(made.content, scenario.content);
  assert.equal(made.additional_kwargs.reasoning_content ?? '', scenario.reasoning ?? '');
  assert.equal(made.response_metadata.finish_reason, scenario.finish);
  // This client closes what was left open, and takes half a call for a whole one. So docs/cli.md has a word for it, and
  // hosts that use it want calls when they are complete.
  const begun = shows_begun(mode) && scenario.begun ? 1 : 0;
  assert.equal(made.tool_calls.length + made.invalid_tool_calls.length, scenario.calls.length + begun);
  const complete = made.tool_calls.slice(0, scenario.calls.length);
  assert.deepEqual(complete.map((call) => ({name: call.name, arguments: call.args})), scenario.calls);
  assert.deepEqual(complete.map((call) => call.id), ids);
}

each('langchain reads a stream', async (given) => check_message(await streamed(connect(given.url)), given));

each('langchain invokes, and runs', async (given) => {
  const model = connect(given.url);
  const asked = [new HumanMessage('go')];
  const made = await model.invoke(asked);
  check_message(made, given);
  if (given.scenario.finish !== 'tool_calls') return;
  const results = made.tool_calls.map((call) => new ToolMessage({tool_call_id: call.id, content: 'done'}));
  assert.deepEqual(results.map((result) => result.tool_call_id), given.ids);
  const last = await model.invoke([...asked, made, ...results]);
  assert.equal(last.content, answer);
  assert.deepEqual(last.tool_calls, []);
});
