// Calls that wait for the host, where a call came from, and the marks of its history.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Parser, confirm, deny, parse, verdict} from 'toolcall';

const join = (events, type) => events.filter((event) => event.type === type).map((event) => event.text).join('');

test('a repaired call waits, and is shown beside what was written', () => {
  const loose = '<tool_call>{"name": "ping", "arguments": {"n": 1,}}</tool_call>', exact = '<tool_call>{"name": "ping", "arguments": {}}</tool_call>';
  const message = parse(loose + exact + loose, {confirm: ['repaired'], repairs: true, raw: true, seed: 1});
  const statuses = ({toolcall}) => toolcall.calls.map(({status}) => status).join();
  assert.equal(statuses(message), 'needs_confirmation,complete,needs_confirmation');
  assert.equal(message.toolcall.raw, loose + exact + loose);
  assert.deepEqual(message.toolcall.repairs.map(({call, exact, repairs}) => [call, exact.status, repairs[0].label]),
    [[0, 'incomplete', 'loose_json'], [2, 'incomplete', 'loose_json']]);
  const [first, , third] = message.tool_calls.map(({id}) => id);
  const denied = deny(confirm(message, third), first);
  assert.equal(statuses(denied), 'complete,complete');
  assert.deepEqual(denied.toolcall.refused.map(({label, name}) => [label, name]), [['denied', 'ping']]);
  assert.deepEqual(denied.toolcall.repairs.map(({call}) => call), [1]);
  assert.equal(statuses(message), 'needs_confirmation,complete,needs_confirmation');
  assert.throws(() => confirm(denied, first), {code: 'state'});
  assert.equal(verdict(deny(parse(loose, {confirm: 'repaired', seed: 1}), first)).message, 'The host denied the call of ping.');
  assert.throws(() => parse(loose, {confirm: 'lose_json'}), /confirm: there is no label/);
  assert.throws(() => parse(loose, {confirm: 'truncated'}), /confirm: no complete call has the label/);
  const {channel, evidence} = parse(`<think>So.\n${exact}`).toolcall.calls[0];
  assert.deepEqual([channel, evidence], ['reasoning', 'exact']);
  const echo = `Before (h-5f2c91e07d):\n${exact}`;
  assert.equal(parse(echo, {historyMarks: 'h-5f2c91e07d'}).content, echo);
  const parser = new Parser({confirm: 'repaired', raw: true});
  const events = [...parser.feed(loose), ...parser.finish()];
  const end = events.find(({type}) => type === 'call_end');
  assert.equal(end.status, 'needs_confirmation');
  assert.deepEqual([end.channel, end.evidence], ['text', 'exact']);
  assert.equal(join(events, 'arguments'), '{"n":1');
  assert.equal(parser.message().toolcall.raw, loose);
});
