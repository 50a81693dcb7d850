// What runtimes.test.mjs runs, in whatever runs JavaScript.

import {Parser, ParserStream, parse} from 'toolcall';

const tools = [{name: 'get_weather', input_schema: {properties: {city: {type: 'string'}, days: {type: 'integer'}}}}];
const text = '<tool_call>{"name": "get_weather", "arguments": {"city": "Bern", "days": "3"}}</tool_call>';
const pieces = new ReadableStream({
  start(out) {
    for (const piece of text.match(/[^]{1,40}/g)) out.enqueue(piece);
    out.close();
  },
});
const types = new Set();
for await (const event of pieces.pipeThrough(new ParserStream({tools}))) types.add(event.type);
types.delete('markup');

const ids = [1, 2].map(() => parse(text, {tools}).tool_calls[0].id);
const parser = new Parser({tools});
parser.feed(new TextEncoder().encode(text));
parser.finish();
console.log(parser.message().tool_calls[0].function.arguments, [...types].join(), ids[0] === ids[1] ? 'the same id' : 'random');
