// A server of OpenAI's interface that reads no calls: all that its model says is content, streamed or whole. The model's
// name is that of a scenario. Once the conversation has a tool's result, it says the answer.

import http from 'node:http';

import {answer, scenarios} from './scenarios.mjs';

// Some of the scenarios: one of each kind that a loop of tools can end with.
export const models = ['text', 'thought', 'no_arguments', 'odd_characters', 'as_json', 'big'];

const in_pieces = (text, size) => text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];

async function reply(texts, request, response) {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  const asked = JSON.parse(body);
  const answered = asked.messages.some((message) => message.role === 'tool');
  const {text, chunk = 7} = answered ? {text: answer} : texts[asked.model];
  const head = {id: 'c', created: 1, model: asked.model};
  const usage = {prompt_tokens: 3, completion_tokens: 4, total_tokens: 7};
  if (!asked.stream) {
    response.writeHead(200, {'content-type': 'application/json'});
    return response.end(JSON.stringify({...head, object: 'chat.completion', usage,
      choices: [{index: 0, message: {role: 'assistant', content: text}, finish_reason: 'stop'}]}));
  }
  response.writeHead(200, {'content-type': 'text/event-stream'});
  const send = (choices, more = {}) =>
    response.write(`data: ${JSON.stringify({...head, object: 'chat.completion.chunk', choices, ...more})}\n\n`);
  for (const content of in_pieces(text, chunk)) send([{index: 0, delta: {content}, finish_reason: null}]);
  send([{index: 0, delta: {}, finish_reason: 'stop'}]);
  if (asked.stream_options?.include_usage) send([], {usage});
  response.end('data: [DONE]\n\n');
}

// Its address, and its end. What each model says stands in `texts`, by its name.
export async function serve_text(texts = scenarios) {
  const server = http.createServer((request, response) => reply(texts, request, response));
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

// fetch and its agents must not send what is local to a proxy.
process.env.NO_PROXY = process.env.no_proxy = '127.0.0.1';
