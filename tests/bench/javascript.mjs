// How long the npm package takes for a call with 64 KB of source code as an argument, in pieces of 4 bytes and whole.
// usage: make npm && node tests/bench/javascript.mjs
// Each row: the median and the least of 41 runs in milliseconds, and the median of JSON.parse of the arguments, whole.
// The first ten runs, in which the engine compiles, are not counted.

import {readFileSync, readdirSync} from 'node:fs';
import {performance} from 'node:perf_hooks';

import {Parser} from '../../build/npm/package/node.js';

const root = new URL('../../', import.meta.url);
const sources = readdirSync(new URL('src/parser/', root)).sort()
  .map((name) => readFileSync(new URL(`src/parser/${name}`, root), 'latin1')).join('');
const source = sources.replace(/[^\x00-\x7f]/g, '-').repeat(2).slice(0, 65536);

const tools = JSON.stringify([{name: 'write_file', input_schema: {type: 'object',
  properties: {path: {type: 'string'}, content: {type: 'string'}}, required: ['path', 'content']}}]);
const texts = {
  hermes: `<tool_call>\n${JSON.stringify({name: 'write_file', arguments: {path: 'a.cpp', content: source}})}\n</tool_call>`,
  qwen3_coder: '<tool_call>\n<function=write_file>\n<parameter=path>\na.cpp\n</parameter>\n<parameter=content>\n'
    + `${source}\n</parameter>\n</function>\n</tool_call>`,
};

function timed(run, rounds = 51, uncounted = 10) {
  const times = [];
  for (let i = 0; i < rounds; ++i) {
    const begin = performance.now();
    run();
    if (i >= uncounted) times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  return {median: times[times.length >> 1], least: times[0]};
}

function read(dialect, pieces) {
  const parser = new Parser({dialect, tools});
  let size = 0;
  const take = (events) => { for (const event of events) if (event.type === 'arguments') size += event.text.length; };
  for (const piece of pieces) take(parser.feed(piece));
  take(parser.finish('stop'));
  parser.free();
  if (size < 65536) throw new Error(`${dialect}: ${size} bytes of arguments are too few`);
}

const figure = ({median, least}) => `${median.toFixed(2)} (${least.toFixed(2)})`;
console.log('dialect      4-byte pieces, ms  whole, ms      JSON.parse, ms');
for (const [dialect, text] of Object.entries(texts)) {
  const pieces = text.match(/[^]{1,4}/g);
  const args = JSON.stringify({path: 'a.cpp', content: source});
  console.log([dialect.padEnd(12), figure(timed(() => read(dialect, pieces))).padEnd(18),
    figure(timed(() => read(dialect, [text]))).padEnd(14), figure(timed(() => JSON.parse(args)))].join(' '));
}
