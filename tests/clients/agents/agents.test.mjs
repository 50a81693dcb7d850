// Agents as their users run them, through toolcall serve and a model that writes its calls as text. Each does a whole task, and
// one whose edit is cut off; some also one whose server dies in it.
//
// TOOLCALL_AGENTS names those that were fetched.

import assert from 'node:assert/strict';
import {describe, it} from 'node:test';

import {markup, notations} from './notations.mjs';
import {run_agent} from './run_agent.mjs';
import {broken_file, done, edit_step, mended_file, results} from './task.mjs';

const there = process.env.TOOLCALL_AGENTS.split(' ');

const calls_of = (messages) => messages.flatMap((message) => message.tool_calls ?? []);
const text_of = ({content}) => typeof content === 'string' ? content : (content ?? []).map(({text}) => text ?? '').join('');
// For messages: the end of what the agent printed, and of the log.
const shown = (ran) => `${ran.output.slice(-2000)}\n${ran.log.slice(-2000)}`;

// It did every step once, with the arguments that were written, and got through to the end.
function finished(ran) {
  assert.equal(ran.file, mended_file, shown(ran));
  assert.ok(ran.output.includes(done), shown(ran));
  assert.equal(ran.code, 0, shown(ran));
  assert.doesNotMatch(ran.output, markup);
  const {messages} = ran.asked.at(-1);
  const calls = calls_of(messages);
  assert.deepEqual(calls.map(({function: {name, arguments: given}}) => ({name, arguments: JSON.parse(given)})), ran.steps);
  const answers = messages.filter(({role}) => role === 'tool');
  assert.deepEqual(answers.map(({tool_call_id}) => tool_call_id), calls.map(({id}) => id));
  results.forEach((words, step) => assert.match(text_of(answers[step]), words));
}

// How often it asked for the edit.
const asked_for_edit = (ran) => ran.asked.filter(({messages}) => calls_of(messages).length === edit_step).length;

for (const agent of there)
  describe(`${agent}, the task`, () => {
    for (const [name, notation] of Object.entries(notations))
      it(name, async () => {
        const ran = await run_agent(agent, {notation});
        assert.equal(asked_for_edit(ran), 1, shown(ran));
        finished(ran);
      });
  });

// A call as JSON, whose string stays open, and one in tags, whose value nothing closes; at night all of them.
const cut = Object.entries(notations).filter(([name]) => process.env.TOOLCALL_NIGHTLY || ['hermes', 'qwen3_coder'].includes(name));

// No part of it may be run. The agent knows that it was cut off: it asks again and goes on, or ends and shows its user why,
// by the name of the tool or the reason that the answer ended with. Codex ends with an error, as its rule is for such answers.
for (const agent of there)
  describe(`${agent}, an edit that is cut off`, () => {
    for (const [name, notation] of cut)
      for (const reason of ['length', 'stop'])
        it(`${name}, ${reason}`, async () => {
          const ran = await run_agent(agent, {notation, cut: {step: edit_step, reason}});
          const again = asked_for_edit(ran) - 1;
          for (const {seen} of ran.asked.slice(0, edit_step + 1 + again)) assert.equal(seen, broken_file, shown(ran));
          if (again > 0) return finished(ran);
          assert.equal(ran.file, broken_file, shown(ran));
          assert.equal(ran.asked.length, edit_step + 1, shown(ran));
          assert.equal(ran.code, agent === 'codex' ? 1 : 0, shown(ran));
          assert.doesNotMatch(ran.output, markup);
          assert.match(ran.output, new RegExp(`\\b${ran.steps[edit_step].name} was not made|The answer ended with: length|max_output_tokens`));
        });
  });

for (const agent of ['claude', 'codex', 'opencode'].filter((name) => there.includes(name)))
  describe(`${agent}, a server that dies in a call`, () => {
    for (const [name, notation] of Object.entries(notations))
      it(name, async () => {
        const ran = await run_agent(agent, {notation, cut: {step: edit_step, dies: true}});
        assert.equal(asked_for_edit(ran), 2, shown(ran));
        finished(ran);
      });
  });
