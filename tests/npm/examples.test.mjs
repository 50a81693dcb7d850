// Every example of every page of spec/, whole and byte by byte, with its dialect and with all of them: what its page says,
// and in the same words as the C interface writes it.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

import {Parser, parse} from 'toolcall';

import {Handle, call, feed, handed, text_of} from './node_modules/toolcall/library.js';
import {with_settings} from './node_modules/toolcall/settings.js';

const examples = JSON.parse(readFileSync(process.env.TOOLCALL_EXAMPLES, 'utf8'));

// A message as the file says it.
function gathered(message) {
  const {calls, incomplete, refused} = message.toolcall;
  return {
    content: message.content,
    reasoning_content: message.reasoning_content,
    tool_calls: message.tool_calls.map((each, i) => ({...each.function, status: calls[i].status})),
    incomplete: incomplete.map((each) => each.name),
    refused: refused.map((each) => each.name),
  };
}

// Diagnostics as the file says notes: with a pointer where the page has one.
function notes(diagnostics, expected, bytes) {
  return diagnostics.filter((each) => !['other_dialect', 'resembles_call'].includes(each.label)).map(({label, begin, end, pointer}, i) => ({
    label,
    bytes: new TextDecoder('utf-8', {ignoreBOM: true}).decode(bytes.subarray(begin, end)),
    ...(expected[i]?.pointer !== undefined && {pointer: pointer ?? ''}),
  }));
}

// Events as the file says parts.
function parts(events) {
  const made = [], begun = new Map();
  let last = {};
  for (const event of events) {
    const {type, call, name, text, begin, end, status} = event;
    if (type === 'diagnostic') continue;
    if (type === 'text' || type === 'reasoning') {
      if (last.type !== type || last.end !== begin) made.push({kind: type, text: ''});
      made.at(-1).text += text;
    }
    if (type === 'call_begin') {
      begun.set(call, made.length);
      made.push({kind: 'call', name, arguments: ''});
    }
    if (type === 'arguments') made[begun.get(call)].arguments += text;
    if (type === 'call_end' && status !== 'complete') made[begun.get(call)].kind = 'invalid';
    const failed = {kind: status, name: name ?? ''};
    if (type === 'call_incomplete' && call !== undefined) made[begun.get(call)] = failed;
    else if (type === 'call_incomplete' || type === 'call_refused') made.push(failed);
    last = {type, end};
  }
  return made;
}

function fed(bytes, piece, reason, settings) {
  const parser = new Parser(settings), events = [];
  for (let at = 0; at < bytes.length; at += piece) events.push(...parser.feed(bytes.subarray(at, at + piece)));
  events.push(...parser.finish(reason));
  const message = parser.message();
  parser.free();
  return {events, message};
}

// The events of the same bytes as JSON that the library wrote.
function written(bytes, piece, reason, settings) {
  const handle = new Handle('parser', with_settings(settings, (...given) => call('parser_new', ...given))), all = [];
  const take = () => all.push(...JSON.parse(text_of('parser_events_json', handle.at)));
  for (let at = 0; at < bytes.length; at += piece) {
    feed(handle.at, bytes.subarray(at, at + piece), 0);
    take();
  }
  call('parser_finish', handle.at, ...handed(reason));
  take();
  handle.free();
  return all;
}

const read_by = (example, automatic) => ({
  dialect: automatic || example.dialect === null ? 'auto' : example.dialect,
  tools: example.tools, prefill: example.options.prefill, toolChoice: example.options['tool-choice'], seed: 1,
});

function check(example, automatic) {
  const settings = read_by(example, automatic);
  const {text, finish_reason: finishReason} = example;
  const bytes = new TextEncoder().encode(text);
  const whole = parse(text, {...settings, finishReason});
  assert.deepEqual(gathered(whole), example.message);
  assert.deepEqual(notes(whole.toolcall.diagnostics, example.notes, bytes), example.notes);
  for (const piece of [bytes.length + 1, 1]) {
    const {events, message} = fed(bytes, piece, finishReason, settings);
    assert.deepEqual(message, whole);
    assert.deepEqual(parts(events), example.parts);
    assert.deepEqual(notes(events.filter((event) => event.type === 'diagnostic'), example.notes, bytes), example.notes);
    const same = written(bytes, piece, finishReason, settings)
      .map((event) => (['text', 'reasoning', 'arguments'].includes(event.type) ? {text: '', ...event} : event));
    assert.deepEqual(events, same);
  }
}

const pages = new Map(examples.map(({page}) => [page, examples.filter((each) => each.page === page)]));

assert.ok(examples.length > 1000);
for (const [page, all] of pages)
  test(page, () => {
    for (const example of all)
      for (const automatic of example.automatic ? [false, true] : [false])
        try {
          check(example, automatic);
        } catch (why) {
          why.message = `${page}:${example.line} ${example.title}${automatic ? ', all dialects' : ''}: ${why.message}`;
          throw why;
        }
  });
