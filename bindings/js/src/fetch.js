// A fetch for any client that takes one: calls that leaked into the text of a chat completion become calls, streamed or
// not. Everything else passes as it is.

import {Rewriter} from './rewriter.js';
import {RewriterStream} from './streams.js';

const kinds = ['text/event-stream', 'application/json', 'application/x-ndjson'];

function is_chat(input, init) {
  const method = init?.method ?? input.method ?? 'GET';
  const path = new URL(input.url ?? input, 'http://localhost').pathname;
  return method.toUpperCase() === 'POST' && /\/chat\/completions\/?$/.test(path);
}

// The JSON object that is asked with; undefined where it is something else.
async function asked(input, init) {
  const body = init?.body;
  try {
    const text = typeof body === 'string' ? body
      : ArrayBuffer.isView(body) || body instanceof ArrayBuffer ? new TextDecoder().decode(body)
      : body instanceof Blob ? await body.text()
      : body == null && typeof input.clone === 'function' ? await input.clone().text() : '';
    const read = JSON.parse(text);
    return typeof read === 'object' && read !== null ? read : undefined;
  } catch {
    return undefined;
  }
}

// The tools and the tool choice of a request. One without tools has none to call, so no call is looked for.
// Who reads the answer alone learns of a call that cannot be read by its text, and in no other way.
function settings_of(request, {toolChoice, refused = 'text', mostCalls, ...settings}) {
  const listed = Array.isArray(request.tools) ? request.tools : [];
  const tools = listed.filter((tool) => (tool?.type ?? 'function') === 'function');
  const given = request.tool_choice?.function?.name ?? request.tool_choice;
  const choice = given === 'any' ? 'required' : typeof given === 'string' ? given : toolChoice;  // "any" is Mistral's word
  const most = request.parallel_tool_calls === false ? 1 : 0;
  return {...settings, refused, mostCalls: mostCalls ?? most, tools, toolChoice: tools.length > 0 ? choice : 'none'};
}

function is_read(response) {
  const kind = (response.headers.get('content-type') ?? '').split(';')[0].trim().toLowerCase();
  return response.status === 200 && response.body !== null && kinds.includes(kind);
}

function rewritten(response, rewriting) {
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const {status, statusText, url} = response;
  const made = new Response(response.body.pipeThrough(rewriting), {status, statusText, headers});
  return Object.defineProperty(made, 'url', {value: url});
}

/** fetch, with the answers to chat completions read by toolcall. The settings are those of parse but tools, which are the
 * request's. */
export function wrapFetch(fetch = globalThis.fetch, settings = {}) {
  new Rewriter(settings).free();  // what is wrong is said at once
  return async (input, init) => {
    const request = is_chat(input, init) ? await asked(input, init) : undefined;
    if (request === undefined) return fetch(input, init);
    const rewriting = new RewriterStream(settings_of(request, settings));
    const response = await fetch(input, init);
    return is_read(response) ? rewritten(response, rewriting) : response;
  };
}
