// A fetch for any client that takes one: calls that leaked into the text of a chat completion become calls, streamed or
// not. Everything else passes as it is.

import {answer_settings, refuse, settings_in, shown} from './options.js';
import {Rewriter} from './rewriter.js';
import {rewritten_body} from './streams.js';

// Some servers and proxies say nothing of what they send, or text/plain. The rewriter sees by the first bytes what it is, and
// lets pass what it does not know.
const kinds = ['text/event-stream', 'application/json', 'application/x-ndjson', 'text/plain', ''];

function is_chat(input, init) {
  const method = init?.method ?? input.method ?? 'GET';
  const path = new URL(input.url ?? input, 'http://localhost').pathname;
  return method.toUpperCase() === 'POST' && /\/chat\/completions\/?$/.test(path);
}

// The JSON object in the request's body; undefined where the body is something else.
async function asked(input, init) {
  const body = init?.body;
  try {
    const kind = Object.prototype.toString.call(body);  // which is the same in every realm
    const text = typeof body === 'string' ? body
      : ArrayBuffer.isView(body) || kind === '[object ArrayBuffer]' ? new TextDecoder().decode(body)
      : kind === '[object Blob]' || kind === '[object File]' ? await body.text()
      : body == null && typeof input.clone === 'function' ? await input.clone().text() : '';
    const read = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

// The tool choice of a request, where it is one that the library reads; of others, such as that of a tool of the server's
// own, the server says whether they are right.
function choice_of(given) {
  if (given === 'any') return 'required';  // Mistral's word
  if (typeof given === 'string') return given || undefined;
  const is_known = typeof given?.function?.name === 'string' || ['auto', 'required'].includes(given?.allowed_tools?.mode);
  return is_known ? given : undefined;
}

// The tools and the tool choice of a request. One without tools has none to call, so no call is looked for.
// Who reads the answer alone learns of a call that cannot be read by its text, and in no other way.
function settings_of(request, {toolChoice, refused = 'text', mostCalls, ...settings}) {
  const listed = request.tools ?? [];
  if (!Array.isArray(listed)) refuse(`"tools" of the request must be a list, and ${shown(listed)} is not one`);
  const tools = listed.filter((tool) => (tool?.type ?? 'function') === 'function');
  const choice = choice_of(request.tool_choice) ?? toolChoice;
  const most = request.parallel_tool_calls === false ? 1 : 0;
  return {...settings, refused, mostCalls: mostCalls ?? most, tools, toolChoice: tools.length > 0 ? choice : 'none'};
}

function is_read(response) {
  const kind = (response.headers.get('content-type') ?? '').split(';')[0].trim().toLowerCase();
  return response.status === 200 && response.body !== null && kinds.includes(kind);
}

function rewritten(response, rewriter) {
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const {status, statusText, url} = response;
  const made = new Response(rewritten_body(response.body, rewriter), {status, statusText, headers});
  return Object.defineProperty(made, 'url', {value: url});
}

/** fetch, with the answers to chat completions, and to no other request, read by toolcall. The settings are those of parse
 * but tools, which are the request's. */
export function wrapFetch(fetch = globalThis.fetch, given) {
  if (typeof fetch !== 'function')
    refuse(`wrapFetch takes a fetch and then settings, as in wrapFetch(fetch, {dialect: …}), and ${shown(fetch)} is not a function`);
  const settings = settings_in(given, answer_settings);
  new Rewriter(settings).free();  // what is wrong is said at once
  return async (input, init) => {
    const request = is_chat(input, init) ? await asked(input, init) : undefined;
    if (request === undefined) return fetch(input, init);
    const rewriter = new Rewriter(settings_of(request, settings));
    try {
      const response = await fetch(input, init);
      if (is_read(response)) return rewritten(response, rewriter);
      rewriter.free();
      return response;
    } catch (why) {
      rewriter.free();
      throw why;
    }
  };
}
