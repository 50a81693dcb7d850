// How long the npm package takes for a call with 64 KB of source code as an argument, in pieces of 4 bytes and whole.
// usage: make npm && node tests/bench/javascript.mjs [--json]
// `make bench` runs it, too, where there is the package.
// Each row: the median and the least of 41 runs in milliseconds of processor time, and those of JSON.parse of the arguments,
// whole. The processor time is that of all threads, with the garbage collector's; other programs do not count in it.
// The first 30 runs, in which the engine compiles, are not counted.

import {readFileSync, readdirSync} from 'node:fs';

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

function timed(run, rounds = 71, uncounted = 30) {
  const times = [];
  for (let i = 0; i < rounds; ++i) {
    const begin = process.cpuUsage();
    run();
    const {user, system} = process.cpuUsage(begin);
    if (i >= uncounted) times.push((user + system) / 1000);
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

const args = JSON.stringify({path: 'a.cpp', content: source});
const measured = Object.entries(texts).map(([dialect, text]) => {
  const pieces = text.match(/[^]{1,4}/g);
  return {dialect, pieces: timed(() => read(dialect, pieces)), whole: timed(() => read(dialect, [text])), parse: timed(() => JSON.parse(args))};
});

const figure = ({median, least}) => `${median.toFixed(2)} (${least.toFixed(2)})`;
if (process.argv[2] === '--json') {
  console.log(JSON.stringify(Object.fromEntries(measured.map(({dialect, pieces, whole}) => [dialect, {4: pieces.median, whole: whole.median}]))));
} else {
  console.log('dialect      4-byte pieces, ms  whole, ms      JSON.parse, ms');
  for (const {dialect, pieces, whole, parse} of measured)
    console.log(`${dialect.padEnd(12)} ${figure(pieces).padEnd(18)} ${figure(whole).padEnd(14)} ${figure(parse)}`);
}
