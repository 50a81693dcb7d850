// A server of chat completions with a scripted model: it calls a tool for each step of a task, as text, and reads no
// calls, so that all that it says is content.
//
// Which step is next it counts in the conversation it is sent: a step is taken when the conversation has its call.

import http from 'node:http';

import {done} from './task.mjs';

const prose = 'On to the next step.\n';
const in_pieces = (text) => text.match(/[^]{1,7}/gu);
const later = () => new Promise((passed) => setTimeout(passed, 50));

const calls_of = (messages) => messages.flatMap((message) => message.tool_calls ?? []);

// {text, reason, dies}: what the model says next. It is cut off within the new text of the edit, once.
function next(script, messages) {
  const step = calls_of(messages).length;
  if (step >= script.steps.length) return {text: done, reason: 'stop'};
  const {name, arguments: given} = script.steps[step];
  const text = prose + script.notation(name, given, step);
  if (script.cut?.step !== step || script.cut.done) return {text, reason: 'stop'};
  script.cut.done = true;
  return {text: text.slice(0, text.indexOf('<b>&amp') + '<b>&amp'.length), ...script.cut};
}

async function reply(script, request, response) {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  if (request.method !== 'POST' || !request.url.endsWith('/chat/completions')) return response.writeHead(404).end();
  const asked = JSON.parse(body);
  const of_task = asked.tools?.some((tool) => tool.function.name === script.steps[0].name);
  if (of_task) script.asked.push({messages: asked.messages, seen: script.look()});
  // Titles and the like.
  const {text, reason, dies} = of_task ? next(script, asked.messages) : {text: 'A title.', reason: 'stop'};
  const head = {id: 'c', created: 1, model: asked.model};
  const usage = {prompt_tokens: 3, completion_tokens: 4, total_tokens: 7};
  if (!asked.stream) {
    if (dies) return response.destroy();
    response.writeHead(200, {'content-type': 'application/json'});
    return response.end(JSON.stringify({...head, object: 'chat.completion', usage,
      choices: [{index: 0, message: {role: 'assistant', content: text}, finish_reason: reason}]}));
  }
  response.writeHead(200, {'content-type': 'text/event-stream'});
  const send = (choices, more = {}) =>
    response.write(`data: ${JSON.stringify({...head, object: 'chat.completion.chunk', choices, ...more})}\n\n`);
  for (const content of in_pieces(text)) send([{index: 0, delta: {content}, finish_reason: null}]);
  if (dies) {
    await later();
    return response.destroy();
  }
  send([{index: 0, delta: {}, finish_reason: reason}]);
  if (asked.stream_options?.include_usage) send([], {usage});
  response.end('data: [DONE]\n\n');
}

// steps: the calls, with arguments as values. cut: {step, reason} or {step, dies: true}. look(): is called with each
// request of the task. It gives the server's address, the task's requests and the server's end.
export async function start_upstream({steps, notation, cut, look}) {
  const script = {steps, notation, cut: cut && {...cut}, look, asked: []};
  const server = http.createServer((request, response) => reply(script, request, response).catch((why) => response.destroy(why)));
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    asked: script.asked,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
