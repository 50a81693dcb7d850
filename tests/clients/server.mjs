// A server of OpenAI's interface that has one model: what it says was written by a scenario and read by toolcall.
//
// usage: http://127.0.0.1:PORT/SCENARIO/MODE as base URL. Once the conversation has a tool's result, it says the answer.

import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import http from 'node:http';

import {answer, scenarios} from './scenarios.mjs';

const command = process.env.TOOLCALL_COMMAND;
const tools_file = new URL('tools.json', import.meta.url).pathname;
export const tools = JSON.parse(readFileSync(tools_file, 'utf8'));

const printed = new Map();

// What toolcall prints of the scenario's text; it is asked once.
function run(scenario, ...flags) {
  const reason = scenario.reason ?? 'stop';
  const args = ['parse', '--tools', tools_file, '--finish-reason', reason, '--seed', '3', ...flags];
  const key = JSON.stringify([args, scenario.text]);
  if (!printed.has(key))
    printed.set(key, execFileSync(command, args, {input: scenario.text, encoding: 'utf8', maxBuffer: 1 << 28}));
  return printed.get(key);
}

// The ids that the message has, which those of the chunks must be.
export function ids(scenario) {
  return JSON.parse(run(scenario)).tool_calls.map((call) => call.id);
}

function chunks(scenario, mode) {
  return run(scenario, '--format', 'openai', '--arguments', mode, '--chunk', String(scenario.chunk ?? 7))
    .split('\n').filter((line) => line !== '');
}

const in_pieces = (text, size) => text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
const upstream = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{index: 0, delta, finish_reason}]})}\n\n`;

// A server that reads no calls: all of the text is content.
function leaked(scenario) {
  const deltas = in_pieces(scenario.text, scenario.chunk ?? 7).map((content) => upstream({content}));
  return deltas.join('') + upstream({}, scenario.reason ?? 'stop') + 'data: [DONE]\n\n';
}

// A server that reads them, and writes them as no client takes them: no role, no id, no type, the same index for all, an
// object for arguments or nothing, and a finish reason that says nothing of calls. Of a call that was cut off there is the
// name.
function ill_formed(scenario) {
  const call = ({name, arguments: given}) => ({index: 0, function: Object.keys(given).length > 0 ? {name, arguments: given} : {name}});
  const deltas = [{reasoning_content: scenario.reasoning ?? ''}, {content: scenario.content}];
  const cut = scenario.begun && scenario.reason === 'length' ? [{name: scenario.begun, arguments: {}}] : [];
  const calls = [...scenario.calls, ...cut];
  if (calls.length > 0) deltas.push({tool_calls: calls.map(call)});
  return deltas.map((delta) => upstream(delta)).join('') + upstream({}, scenario.reason ?? 'stop') + 'data: [DONE]\n\n';
}

function rewritten(response) {
  const args = ['stream', '--input', 'openai', '--format', 'openai', '--tools', tools_file, '--seed', '3'];
  const key = JSON.stringify([args, response]);
  if (!printed.has(key)) printed.set(key, execFileSync(command, args, {input: response, encoding: 'utf8', maxBuffer: 1 << 28}));
  return printed.get(key).split('\n').filter((line) => line !== '');
}

async function body_of(request) {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  return JSON.parse(body);
}

async function reply(request, response) {
  const [, name, mode, ...rest] = request.url.split('/');
  const asked = await body_of(request);
  if (rest.join('/') !== 'chat/completions' || asked.stream !== true) return response.writeHead(404).end();
  const answered = asked.messages.some((message) => message.role === 'tool');
  const scenario = answered ? {text: answer, content: answer, calls: []} : scenarios[name];
  const make = {leaked: () => rewritten(leaked(scenario)), native: () => rewritten(ill_formed(scenario))}[mode];
  const said = make ? make() : chunks(scenario, mode);
  response.writeHead(200, {'content-type': 'text/event-stream'});
  for (const chunk of said) response.write(`data: ${chunk}\n\n`);
  response.end('data: [DONE]\n\n');
}

// A base URL for each scenario, and the end of the server.
export async function start() {
  const server = http.createServer((request, response) => {
    reply(request, response).catch((why) => response.destroy(why));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: (name, mode) => `http://127.0.0.1:${server.address().port}/${name}/${mode}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((stopped) => server.close(stopped));
    },
  };
}

// fetch and its agents must not send what is local to a proxy.
process.env.NO_PROXY = process.env.no_proxy = '127.0.0.1';
