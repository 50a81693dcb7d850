// Not run: that it compiles is the test (types.test.mjs).

import {wrapLanguageModel as wrap5} from 'ai-5';
import {wrapLanguageModel as wrap6} from 'ai-6';
import {wrapLanguageModel as wrap7} from 'ai-7';
import {createOpenAICompatible as provider5} from '@ai-sdk/openai-compatible-5';
import {createOpenAICompatible as provider6} from '@ai-sdk/openai-compatible-6';
import {createOpenAICompatible as provider7} from '@ai-sdk/openai-compatible-7';
import OpenAI6 from 'openai-6';
import OpenAI7 from 'openai-7';
import {Parser, ParserStream, Rewriter, Tools, ToolcallError, check, constrain, dialects, mend, parse, render, toolcallMiddleware, verdict, version, wrapFetch,
  type Event, type Message} from 'toolcall';
import {parse as parse_started, start} from 'toolcall/start';

const begun: Promise<void> = start(new URL('https://example.com/toolcall.wasm'));
start(fetch('toolcall.wasm')).then(() => console.log(parse_started('x').content, begun));
// @ts-expect-error there is no program
start();
const tools = new Tools([{name: 'ping', input_schema: {}}], {strict: true});
const rendered: string = render([{name: 'ping', arguments: {}}], {dialect: 'hermes', tools});
// @ts-expect-error a dialect is named
render('[]', {});
const mended: object[] = mend([{role: 'user', content: 'x'}], {tools, format: 'openai'}).transcript;
// @ts-expect-error there is no such format
mend([], {format: 'yaml'});
const constraint: string = constrain({dialect: 'hermes', tools, format: 'gbnf', choice: 'required'}).text;
// @ts-expect-error
constrain({dialect: 'hermes', tools, format: 'yaml'});
const message: Message = parse('x', {tools, dialect: ['hermes'], seed: 1, nativeOnly: true, finishReason: 'length'});
const word: 'call' | 'no_call' | string = verdict(message).kind;
const given: string | undefined = message.tool_calls[0]?.function.arguments;
parse('x', {seed: 1n, toolChoice: {type: 'function', function: {name: 'ping'}}});
// @ts-expect-error there is no such option
parse('x', {nativeOnyl: true});
// @ts-expect-error nor such a word
parse('x', {maxLevel: 'guessed'});

export function shown(event: Event): string {
  switch (event.type) {
    case 'text': case 'reasoning': case 'arguments': return event.text;
    case 'call_begin': return event.name + event.id;
    case 'diagnostic': return `${event.label} ${event.level ?? ''}`;
    case 'call_end': return event.status;
    case 'markup': return String(event.end - event.begin);
    case 'call_incomplete': case 'call_refused': return event.label;
  }
}

parse('x', {quotationGuard: ['fences', 'inline-code']});
const parser = new Parser({trace: true, tools: '[]'});
new Parser()[Symbol.dispose]();
new Rewriter().copy()[Symbol.dispose]();
const events: Event[] = [...parser.feed(new Uint8Array(3), 'special'), ...parser.finish('stop')];
const stream: ReadableStream<Event> = new ReadableStream<string>().pipeThrough(new ParserStream({finishReason: () => 'stop'}));
const bytes: Uint8Array = new Rewriter({events: true}).feed('data');
try { check('[]'); } catch (why) { if (why instanceof ToolcallError) console.log(why.pointer, why.code); }
console.log(rendered, mended, word, constraint, given, events, stream, bytes, dialects()[0]?.tokens, version());

const base = {baseURL: 'http://127.0.0.1/v1', apiKey: 'none', fetch: wrapFetch()};
console.log(new OpenAI6(base), new OpenAI7({...base, fetch: wrapFetch(fetch, {dialect: 'hermes', model: 'm'})}));
const named = {...base, name: 'server'};
console.log(wrap5({model: provider5(named)('m'), middleware: toolcallMiddleware()}));
console.log(wrap6({model: provider6(named)('m'), middleware: toolcallMiddleware()}));
console.log(wrap7({model: provider7(named)('m'), middleware: toolcallMiddleware({seed: 1})}));
