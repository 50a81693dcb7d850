// parse, Parser, ParserStream, Rewriter and settings.

import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import {test} from 'node:test';
import {runInNewContext} from 'node:vm';

import {Parser, ParserStream, Rewriter, RewriterStream, Tools, ToolcallError, check, constrain, dialectFromTemplate, dialects, dialectsOfTemplate, mend, parse, render, toolcallMiddleware, verdict, version,
  wrapFetch} from 'toolcall';

import {handed, text_like} from './node_modules/toolcall/library.js';

const tools = [{name: 'get_weather', input_schema: {type: 'object', properties: {city: {type: 'string'}, days: {type: 'integer'}}}}];
const text = 'Sure.<tool_call>\n{"name": "get_weather", "arguments": {"city": "Zürich", "days": "3"}}\n</tool_call>';

const join = (events, type) => events.filter((event) => event.type === type).map((event) => event.text).join('');

test('require says how the package is loaded', () => {
  assert.throws(() => createRequire(import.meta.url)('toolcall'), /import\('toolcall'\)/);
});

test('a whole text', () => {
  const message = parse(text, {tools, seed: 1});
  assert.equal(message.content, 'Sure.');
  assert.equal(message.finish_reason, 'tool_calls');
  const [{id, type, function: {name, arguments: given}}] = message.tool_calls;
  assert.match(id, /^call_/);
  assert.deepEqual([type, name, given], ['function', 'get_weather', '{"city":"Zürich","days":3}']);
  assert.equal(message.toolcall.calls[0].status, 'complete');
  assert.deepEqual(parse(new TextEncoder().encode(text), {tools, seed: 1}), message);
  assert.equal(parse('', {}).content, null);
});

test('without a seed ids are random', () => {
  const ids = Array.from({length: 20}, () => parse(text, {tools}).tool_calls[0].id);
  assert.equal(new Set(ids).size, 20);
});

test('why a text ended', () => {
  const half = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Zür';
  const cut = parse(half, {tools, finishReason: 'length'});
  assert.deepEqual([cut.finish_reason, cut.tool_calls.length, cut.toolcall.incomplete[0].name], ['length', 0, 'get_weather']);
});

test('options are taken by name, and what is wrong is said', () => {
  assert.equal(parse(text, {tools, toolChoice: 'none'}).content, text);
  assert.equal(parse('<tool_call>{"name": "ping", "arguments": {,}', {nativeOnly: true}).tool_calls.length, 0);
  assert.equal(parse('<tool_call>{"name": "ping", "arguments": {,}', {without: ['missing_brace', 'loose_json']}).tool_calls.length, 0);
  assert.equal(parse('x</think>y', {prefill: '<think>', dialect: ['hermes']}).reasoning_content, 'x');
  assert.equal(parse('x', {seed: undefined, dialect: null, tools: null}).content, 'x');
  const wrong = (made, part, pointer = '') => assert.throws(made, (why) => why instanceof ToolcallError && why.code === 'setup'
    && why.message.includes(part) && why.pointer === pointer);
  wrong(() => parse('', {dialect: 'hermez'}), 'did you mean hermes?');
  wrong(() => new Parser({nativeOnyl: true}), 'did you mean nativeOnly?', '/nativeOnyl');
  wrong(() => new Parser({native_only: true}), 'did you mean nativeOnly?', '/native_only');
  wrong(() => parse('', {zzzzzz: true}), 'options are dialect, toolChoice, ids, seed, firstCall, ', '/zzzzzz');
  wrong(() => parse('', {zzzzzz: true}), 'tools, input, output, events, finishReason', '/zzzzzz');
  wrong(() => parse('', {dialekt: 'x'}), 'did you mean dialect?', '/dialekt');
  wrong(() => new Parser({seed: 'x'}), 'seed: "x" is not an integer', '/seed');
  wrong(() => new Parser({seed: true}), 'seed: true is not a number', '/seed');
  wrong(() => new Parser({seed: NaN}), 'seed: NaN is not a value that JSON has', '/seed');
  wrong(() => new Parser({prefill: () => {}}), 'prefill: () => {} is not a value', '/prefill');
  wrong(() => new Parser({nativeOnly: 'yes'}), 'nativeOnly: "yes" is not true or false', '/nativeOnly');
  wrong(() => new Parser({without: ['lose_json']}), 'without: there is no label "lose_json"; did you mean loose_json', '/without');
  assert.equal(parse(text, {seed: 18446744073709551615n}).tool_calls[0].id, parse(text, {seed: '18446744073709551615'}).tool_calls[0].id);
  wrong(() => new Tools([{name: 3}]), 'must be a string', '/0/name');
  wrong(() => new Parser({tools: '['}), 'not JSON');
  assert.throws(() => parse(7), TypeError);
  assert.throws(() => new Parser().feed('x', 'elsewhere'), ToolcallError);
});

test('what is handed in is named where it is wrong', () => {
  const wrong = (made, part) => assert.throws(made, (why) => why instanceof ToolcallError && why.code === 'setup' && why.message.includes(part));
  wrong(() => parse('', {dialect: 5}), 'dialect: 5 is not the name of a dialect or a model, or a list of names');
  wrong(() => parse('', {dialect: ['hermes', null]}), 'dialect: null is not');
  wrong(() => parse('', {finishReason: 5}), 'finishReason: 5 is not a string, such as "stop" or "length"');
  wrong(() => new ParserStream({finishReason: {}}), 'finishReason: {} is not a string');
  const parser = new Parser();
  parser.feed('x');
  wrong(() => parser.finish(5), 'reason: 5 is not a string');
  assert.equal(parser.finish().length + parser.message().content.length, 1);
  for (const given of [null, 'hermes', [], ['hermes'], 5, () => {}, new Map([['dialect', 'hermes']])])
    for (const made of [() => parse('', given), () => new Parser(given), () => new Rewriter(given), () => new ParserStream(given),
      () => new RewriterStream(given), () => toolcallMiddleware(given), () => wrapFetch(fetch, given), () => new Tools([], given),
      () => check([], given), () => parser.correction(given)])
      wrong(made, 'settings are an object such as {');
  wrong(() => parse('', 'hermes'), 'settings are an object such as {dialect: …}, not "hermes"');
  for (const given of ['hermes', 5, {dialect: 'hermes'}, null])
    wrong(() => wrapFetch(given), 'wrapFetch takes a fetch and then settings');
  wrong(() => wrapFetch(fetch, {tools}), 'there is no option "tools"');
  wrong(() => new Tools([], {strikt: true}), 'did you mean strict?');
  wrong(() => check([], {dialekt: 'hermes'}), 'did you mean dialect?');
  wrong(() => parser.correction({executed: 5}), 'and 5 is neither');
  wrong(() => new Tools(undefined), 'tools are a list, a request with a list "tools", or JSON, not undefined');
  assert.throws(() => new Tools([{name: 'a'}, {name: 'b', input_schema: {default: 1n}}]),
    (why) => why instanceof ToolcallError && why.message.includes('BigInt') && why.pointer === '/1');
  assert.throws(() => new Rewriter().feed(undefined), TypeError);
});

test('a tool choice may be what a request says', () => {
  const one = '{"city": "Bern"}';
  const called = (toolChoice) => parse(one, {tools, toolChoice}).tool_calls.map((call) => call.function.name);
  assert.deepEqual(called('get_weather'), ['get_weather']);
  assert.deepEqual(called({type: 'function', function: {name: 'get_weather'}}), ['get_weather']);
  assert.deepEqual(called('auto'), []);
  const none = [{name: 'none', input_schema: {}}];
  assert.equal(parse(one, {tools: none, toolChoice: {type: 'function', function: {name: 'none'}}}).tool_calls.length, 1);
  for (const toolChoice of ['', [], [null, 'get_weather'], 5, {}, {type: 'function', function: {}}])
    assert.throws(() => called(toolChoice), (why) => why instanceof ToolcallError && why.pointer === '/toolChoice'
      && why.message.startsWith('toolChoice: ') && why.message.includes('is not auto, none, required or the name of a tool'));
  assert.throws(() => called({type: 'function', function: {name: 'get_wether'}}), /there is no tool "get_wether"/);
});

test('bytes may come from another realm', () => {
  const bytes = runInNewContext(`Uint8Array.from(${JSON.stringify([...new TextEncoder().encode(text)])})`);
  assert.ok(!(bytes instanceof Uint8Array));
  assert.deepEqual(parse(bytes, {tools, seed: 1}), parse(text, {tools, seed: 1}));
  const parser = new Parser({tools, seed: 1});
  parser.feed(new DataView(bytes.buffer));
  parser.finish();
  assert.deepEqual(parser.message(), parse(text, {tools, seed: 1}));
  assert.throws(() => parse(new Uint16Array(3)), TypeError);
  assert.throws(() => parse(bytes.buffer), TypeError);
});

test('however a text is cut, the joined events are the same', () => {
  for (let size = 1; size < 20; ++size) {
    const parser = new Parser({tools, seed: 1}), events = [];
    for (let at = 0; at < text.length; at += size) events.push(...parser.feed(text.slice(at, at + size)));
    events.push(...parser.finish());
    assert.equal(join(events, 'text'), 'Sure.');
    assert.equal(join(events, 'arguments'), '{"city":"Zürich","days":3}');
    assert.deepEqual(events.filter((event) => event.call === 0 && event.type.startsWith('call')).map((event) => event.type),
      ['call_begin', 'call_end']);
    assert.deepEqual(parser.message(), parse(text, {tools, seed: 1}));
  }
});

test('a piece may end in the middle of a character', () => {
  const odd = 'a🙂\ufeff日\u0000é', bytes = new TextEncoder().encode(odd);
  for (const pieces of [odd.split(''), [...bytes].map((byte) => Uint8Array.of(byte))]) {
    const parser = new Parser(), events = pieces.flatMap((piece) => parser.feed(piece));
    assert.equal(join([...events, ...parser.finish()], 'text'), odd);
  }
  const parser = new Parser();
  assert.equal(join([...parser.feed('a\ud83d'), ...parser.finish()], 'text'), 'a\ufffd');
});

test('long and many texts: memory grows, and comes back', () => {
  const long = '日本 '.repeat(1 << 20);
  for (let i = 0; i < 3; ++i) assert.equal(parse(long).content, long);
  const parser = new Parser(), events = [...parser.feed(long), ...parser.finish()];
  assert.equal(join(events, 'text'), long);
  for (let i = 0; i < 20000; ++i) new Parser({tools: []}).free();
});

test('what is nested deeply, and long chains of references, do not exhaust the stack', () => {
  for (const length of [1300, 2500, 20000]) {
    const $defs = Object.fromEntries(Array.from({length}, (_, i) => [i, {allOf: [{$ref: `#/$defs/${i + 1}`}]}]));
    const chain = [{name: 'f', input_schema: {$defs: {...$defs, [length]: {type: 'integer'}}, properties: {p: {$ref: '#/$defs/0'}}}}];
    assert.equal(check(chain).issues.at(-1).code, 'schema_not_enforced');
    assert.equal(parse('<tool_call>{"name": "f", "arguments": {"p": "x"}}</tool_call>', {tools: chain}).tool_calls.length, 1);
  }
  for (const open of ['[', '{"a":']) {
    assert.equal(parse(`<tool_call>{"name": "f", "arguments": {"a": ${open.repeat(100000)}`).finish_reason, 'stop');
    assert.throws(() => new Tools(open.repeat(100000)), ToolcallError);
  }
});

test('a parser in the middle', () => {
  const parser = new Parser({tools, trace: true, seed: 1});
  parser.feed(text.slice(0, 40));
  const copy = parser.copy();
  parser.free();
  assert.throws(() => parser.feed('x'), (why) => why instanceof ToolcallError && why.code === 'state');
  parser.free();
  copy.feed(text.slice(40));
  copy.finish();
  assert.deepEqual(copy.message(), parse(text, {tools, seed: 1}));
  assert.deepEqual(copy.finish(), []);
  const traced = new Parser({tools, trace: true});
  traced.feed(text);
  traced.finish();
  assert.ok(traced.trace().some((line) => line.includes('/days') && line.includes('lossless')));
  assert.deepEqual(traced.trace(), []);
  assert.match(copy.correction({executed: 'function_calls', text}), /function/);
  assert.equal(new Parser().correction({executed: 'text_calls'}), '');
});

test('special tokens are known by their origin', () => {
  const message = (origin) => {
    const parser = new Parser();
    for (const [piece, from] of [['<think>', 'special'], ['Close with </think>.', origin], ['</think>', 'special'], ['Done.', origin]])
      parser.feed(piece, from);
    parser.finish();
    const {reasoning_content, content} = parser.message();
    return [reasoning_content, content];
  };
  assert.deepEqual(message('text'), ['Close with </think>.', 'Done.']);
  assert.deepEqual(message('special'), ['Close with ', '.Done.']);
});

test('tools that are read once, dialects, and what the author of tools should know', () => {
  const read = new Tools(JSON.stringify({tools}));
  for (let i = 0; i < 3; ++i) assert.equal(parse(text, {tools: read}).tool_calls.length, 1);
  read.free();
  assert.throws(() => parse(text, {tools: read}), ToolcallError);
  assert.ok(dialects().some(({name, models, starts}) => name === 'hermes' && models.length > 0 && starts.includes('<think>\n')));
  const report = check([...tools, {name: 'other', input_schema: {properties: {x: {$ref: '#/nowhere'}}}}]);
  assert.ok(report.usable.includes('get_weather'));
  assert.equal(report.issues[0].tool, 'other');
  assert.match(version(), /^\d+\.\d+\.\d+$/);
});

async function all(stream) {
  const made = [];
  for await (const each of stream) made.push(each);
  return made;
}
const stream_of = (pieces) => new ReadableStream({
  start(out) {
    for (const piece of pieces) out.enqueue(piece);
    out.close();
  },
});

test('a stream', async () => {
  const through = new ParserStream({tools, seed: 1, finishReason: () => 'length'});
  const events = await all(stream_of(text.match(/[^]{1,5}/g)).pipeThrough(through));
  assert.equal(join(events, 'arguments'), '{"city":"Zürich","days":3}');
  assert.equal(through.message.finish_reason, 'length');
  assert.deepEqual(through.message.tool_calls, parse(text, {tools, seed: 1}).tool_calls);
  const left = stream_of(['a', 'b']).pipeThrough(new ParserStream());
  await left.cancel();
});

test('a body in strings, of which one may end within a character', () => {
  const written = (...pieces) => {
    const rewriter = new Rewriter();
    const made = [...pieces.map((piece) => rewriter.feed(piece)), rewriter.finish()];
    return made.map((bytes) => new TextDecoder().decode(bytes)).join('');
  };
  assert.equal(written('a \ud83d', '\ude00 b'), 'a \u{1F600} b');
  assert.equal(written('a \ud83d'), 'a \ufffd');
  assert.equal(written('a \ud83d', new TextEncoder().encode('b')), 'a \ufffdb');
});

test('the body of a response', () => {
  const said = (delta) => `data: ${JSON.stringify({choices: [{index: 0, delta}]})}\n\n`;
  const rewriter = new Rewriter({tools, events: true});
  const decoder = new TextDecoder();
  let out = '';
  for (const content of text.match(/[^]{1,5}/g)) out += decoder.decode(rewriter.feed(said({content})), {stream: true});
  out += decoder.decode(rewriter.feed('data: [DONE]\n\n')) + decoder.decode(rewriter.finish());
  const chunks = out.split('\n\n').filter((line) => line.startsWith('data: {')).map((line) => JSON.parse(line.slice(6)));
  const calls = chunks.flatMap(({choices}) => choices[0].delta.tool_calls ?? []);
  assert.equal(calls.map((call) => call.function.arguments ?? '').join(''), '{"city":"Zürich","days":3}');
  assert.ok(rewriter.events().some((event) => event.type === 'call_end' && event.status === 'complete'));
});

test('a rewriter in the middle', () => {
  const body = text.match(/[^]{1,9}/g).map((content) => `data: ${JSON.stringify({id: 'x', choices: [{index: 0, delta: {content: `${content}🙂`}}]})}\n\n`).join('');
  const decoder = new TextDecoder(), read = (rewriter, piece) => decoder.decode(rewriter.feed(piece)) + decoder.decode(rewriter.finish());
  const whole = read(new Rewriter({tools, seed: 1}), body);
  for (let at = 0; at < body.length; at += 7) {
    const rewriter = new Rewriter({tools, seed: 1}), begun = decoder.decode(rewriter.feed(body.slice(0, at))), copy = rewriter.copy();
    for (const each of [rewriter, copy]) {
      assert.equal(begun + read(each, body.slice(at)), whole);
      each.free();
      assert.throws(() => each.copy(), (why) => why instanceof ToolcallError && why.code === 'state');
    }
  }
});

test('half of a character before bytes comes before them', () => {
  const parser = new Parser({dialect: 'hermes'});
  const events = [...parser.feed('a\ud83e'), ...parser.feed(new TextEncoder().encode('b')), ...parser.finish()];
  assert.match(join(events, 'text'), /^a\ufffd+b$/);
  const whole = new Parser({dialect: 'hermes'});
  assert.equal(join([...whole.feed('\ud83e'), ...whole.feed('\udd8a'), ...whole.finish()], 'text'), '\u{1f98a}');
});

test('what is refused changes nothing', () => {
  const parser = new Parser({dialect: 'hermes'});
  parser.feed('\ud83e');
  assert.throws(() => parser.feed('\udd8a', 'zz'), ToolcallError);
  assert.throws(() => parser.feed(5), TypeError);
  assert.equal(join([...parser.feed('\udd8a'), ...parser.finish()], 'text'), '\u{1f98a}');
});

test('null is no reason, and words that there are not are said with those that there are', () => {
  assert.equal(parse('Hi', {finishReason: null}).finish_reason, 'stop');
  assert.throws(() => new Parser().feed('x', 'zz'), /unknown, special, text; "zz"/);
  assert.throws(() => new Parser().correction({executed: 'zz'}), /"function_calls" or "text_calls"/);
  assert.throws(() => parse(undefined), TypeError);
  assert.deepEqual(check(new Tools(tools)), check(tools));
});

test('what a model would write', () => {
  const call = {name: 'get_weather', arguments: {city: 'Zürich', days: 3}};
  const written = '<tool_call>get_weather<arg_key>city</arg_key><arg_value>Zürich</arg_value><arg_key>days</arg_key><arg_value>3</arg_value></tool_call>';
  assert.equal(render([call], {dialect: 'glm47', tools}), written);
  assert.equal(render(JSON.stringify(call), {dialect: 'glm47', tools: new Tools(tools)}), written);
  const spaced = text.replace('"3"', '3');
  assert.equal(render(parse(spaced, {tools}), {dialect: 'hermes', tools}), spaced);
  call.arguments.city = 'a</arg_value><arg_key>days</arg_key><arg_value>3';
  assert.throws(() => render([call], {dialect: 'glm47', tools}), {pointer: '/tool_calls/0/function/arguments/city'});
  assert.throws(() => render([call], {tools}), /name one of/);
  assert.throws(() => render(undefined, {dialect: 'glm47'}), ToolcallError);
  call.self = call;
  assert.throws(() => render(call, {dialect: 'glm47'}), /the message cannot be written as JSON/);
});

test('a transcript that providers accept', () => {
  const messages = [{role: 'assistant', content: '<tool_call>{"name": "get_weather", "arguments": {"city": "Bern"}}</tool_call>'},
    {role: 'tool', tool_call_id: 'a', content: 'sunny'}];
  const {transcript, changes, changed, format} = mend(messages, {tools});
  assert.deepEqual(transcript[0].tool_calls, [{id: 'a', type: 'function', function: {name: 'get_weather', arguments: '{"city":"Bern"}'}}]);
  assert.deepEqual(transcript[1], messages[1]);
  assert.deepEqual([changes.map(({code}) => code), changed, format], [['leaked_call', 'found_call'], true, 'openai']);
  assert.deepEqual(mend(JSON.stringify({messages, tools})).transcript.messages, transcript);
  assert.equal(mend(messages.slice(0, 1), {format: 'anthropic', dialect: 'hermes'}).transcript[0].content[0].type, 'tool_use');
  assert.equal(mend(transcript).changed, false);
  assert.throws(() => mend([{content: 'a'}]), {pointer: '/0'});
  assert.throws(() => mend(undefined), ToolcallError);
  assert.throws(() => mend([], {format: 'yaml'}), /it must be one of auto, openai, responses, anthropic/);
});

test('one word for a message', () => {
  assert.deepEqual(verdict(parse('Hello')), {kind: 'no_call', message: 'There is no call in the text.'});
  assert.equal(verdict(parse(text, {tools})).kind, 'call');
  assert.equal(verdict(parse('<tool_call>{"name": "ping", "argum', {tools})).kind, 'truncated');
  assert.equal(verdict(parse('<tool_call>{"name": "ping", "arguments": 5}</tool_call>', {tools})).kind, 'leaked_call');
  assert.throws(() => verdict({}), /there is no object under toolcall/);
  assert.throws(() => verdict(undefined), ToolcallError);
});

test('a grammar for guided decoding', () => {
  const made = constrain({dialect: 'hermes', tools, format: 'gbnf', choice: 'required', parallel: false});
  assert.equal(made.text.split('\n')[0], 'root ::= "<tool_call>\\n" call-get-weather');
  assert.deepEqual(made.limits, []);
  const chosen = {type: 'function', function: {name: 'get_weather'}};
  const named = constrain({dialect: 'glm47', tools: new Tools(tools), format: 'lark', choice: chosen});
  assert.deepEqual(named, constrain({dialect: 'glm47', tools, format: 'lark', choice: 'get_weather'}));
  assert.throws(() => constrain({dialect: 'general', tools, format: 'gbnf'}), /declares no marks of a call/);
  assert.throws(() => constrain({dialect: 'hermes', tools}), {pointer: '/format'});
  assert.throws(() => constrain({dialect: 'hermes', format: 'gbnf'}), /none are given/);
});

test('the dialects of a chat template', () => {
  const found = dialectsOfTemplate('{{ "<tool_call>" }}{"name": {{ n }}, "arguments": {{ a }}}</tool_call>');
  assert.ok(found.some(({dialect}) => dialect === 'hermes'));
  assert.deepEqual(dialectsOfTemplate('{{ message }}'), []);
  assert.match(dialectFromTemplate('{{ "<tool_call>" }}{"name": {{ n }}, "arguments": {{ a }}}</tool_call>'), /^hermes/);
  assert.equal(dialectFromTemplate('{"name": {{ n }}, "parameters": {{ a }}}'), 'auto');
  assert.throws(() => dialectFromTemplate('{{ message }}'), /shows the calls of no dialect/);
});

test('a piece that comes back as it was given is the same text, and another of its size is not', () => {
  const pieces = ['Ã©', 'é', 'ab', '\u00e9!', '\u0080', '\u00c3', '12345678901234567', '\u007f', 'Zü', '日', '🙂', '<', 'x<', 'y<|z', '\n', ' .'];
  for (const [before, dialect] of [['', 'hermes'], ['<think>', 'hermes'], ['', undefined]])
    for (let step = 1; step < pieces.length; ++step) {
      const given = [...pieces.map((_, i) => pieces[i * step % pieces.length]), '.'], parser = new Parser({dialect});
      const events = [before, ...given].flatMap((piece) => parser.feed(piece)).concat(parser.finish());
      assert.equal(join(events, before ? 'reasoning' : 'text'), given.join(''));
    }
});

test('the text of bytes is theirs, whatever piece was handed in', () => {
  for (const text of ['é', 'Ã©', 'ab', 'aé', '\u0080', '\u007f', '12345678901234567', '']) {
    const [at, size] = handed(text);
    for (const piece of [text, 'é', 'Ã©', 'ac', 'a', '\u00c2\u0080', '\u00c3', 'aÃ©', '12345678901234568', ''])
      assert.equal(text_like(piece, at, size), text);
  }
});
