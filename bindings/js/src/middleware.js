// A middleware for wrapLanguageModel of `ai`, versions 5, 6 and 7: calls that a provider left in the text or in the
// reasoning become tool calls.
//
// The one idea: what the provider says is written as OpenAI's chunks and read by the rewriter, as the answers of a server
// are; what that found becomes parts again (blocks.js). Whatever else there is passes as it is.

import {Blocks} from './blocks.js';
import {answer_settings, settings_in} from './options.js';
import {Rewriter} from './rewriter.js';
import {read_through} from './streams.js';

const kinds = {text: 'content', reasoning: 'reasoning_content'};
const of_calls = ['tool-input-start', 'tool-input-delta', 'tool-input-end', 'tool-call', 'tool-result'];

// What the rewriter makes of the arguments of a call that it is given whole.
const arguments_of = (input) => (/^\s*(null\s*)?$/.test(input) ? '{}' : input);

// What reads the answer to a request: tools and tool choice are its own. What is wrong with them is said before it is sent.
// Who reads parts alone learns of a call that cannot be read by its text, and in no other way. Parts mark where a call ends.
function rewriter_of(params, {toolChoice, refused = 'text', ...settings}) {
  const tools = (params.tools ?? []).filter((tool) => tool.type === 'function')
    .map(({name, description, inputSchema}) => ({name, description, inputSchema}));
  const {type, toolName} = params.toolChoice ?? {};
  const choice = (type === 'tool' ? {type: 'function', function: {name: toolName}} : type) ?? toolChoice;
  return new Rewriter({arguments: 'stream', ...settings, refused, tools, toolChoice: tools.length > 0 ? choice : 'none', input: 'json', events: true});
}

/** The parts of a stream, made of what was found. */
class Parts {
  #rewriter;
  #emit;
  #blocks;
  #calls = new Map();
  #found = false;  // a call in the text
  // From then on the provider's own calls wait for the end, which says which of them the text had: those are left out.
  #held = [];
  #natives = [];  // calls of the provider, in their order
  #kept = [];     // those that the rewriter let pass

  constructor(rewriter, emit) {
    this.#rewriter = rewriter;
    this.#emit = emit;
    this.#blocks = new Blocks(emit);
  }

  read(part) {
    const [kind, what] = /^(text|reasoning)-(start|delta|end)$/.exec(part.type)?.slice(1) ?? [];
    if (kind !== undefined) {
      this.#blocks.read(kind, what, part);
      if (what === 'delta') this.#say({[kinds[kind]]: part.delta});
      return;
    }
    if (part.type === 'finish') return this.#end(part);
    // From the provider's own calls on, the rewriter lets the text pass.
    if (part.type === 'tool-input-start') this.#native(part.id, part.toolName, '');
    if (part.type === 'tool-call') {
      this.#native(part.toolCallId, part.toolName, part.input);
      this.#natives.push(part);
    }
    if (this.#found && of_calls.includes(part.type)) this.#held.push(part);
    else this.#emit(part);
  }

  // The end of a stream without a part that says so, or after it.
  finish() {
    this.#rewriter.finish();
    this.#take();
    this.#blocks.end();
    this.#release();
    this.#rewriter.free();
  }

  // Both lists have the same order, and what is kept has the name and the arguments that were given.
  #release() {
    const kept = this.#kept.values(), dropped = new Set();
    let next = kept.next().value;
    for (const {toolCallId, toolName, input} of this.#natives) {
      if (next?.name === toolName && next.input === arguments_of(input)) next = kept.next().value;
      else dropped.add(toolCallId);
    }
    for (const part of this.#held) if (!dropped.has(part.toolCallId ?? part.id)) this.#emit(part);
    this.#held = [];
  }

  #native(id, name, input) {
    this.#say({tool_calls: [{index: 0, id, type: 'function', function: {name, arguments: input}}]});
  }

  #end(part) {
    const reason = part.finishReason;
    const word = (reason.unified ?? reason).replace('-', '_');
    this.#say({}, word);
    this.#rewriter.finish();
    this.#take();
    this.#blocks.end();
    this.#release();
    const changed = this.#found && word === 'stop' ? 'tool-calls' : undefined;
    const said = changed === undefined ? reason : reason.unified === undefined ? changed : {...reason, unified: changed};
    this.#emit({...part, finishReason: said});
  }

  #say(delta, finish_reason = null) {
    this.#rewriter.feed(`${JSON.stringify({object: 'chat.completion.chunk', choices: [{index: 0, delta, finish_reason}]})}\n`);
    this.#take();
  }

  #take() {
    for (const event of this.#rewriter.events()) this[`on_${event.type}`]?.(event);
  }

  // What was found, by the names of events.

  on_text({type, text}) { this.#blocks.say(type, text); }

  on_reasoning(event) { this.on_text(event); }

  on_call_begin({call, id, name, dialect}) {
    const made = {id, name, input: '', native: dialect === undefined};
    this.#calls.set(call, made);
    if (made.native) {
      this.#kept.push(made);
      return;
    }
    this.#blocks.divide();
    this.#emit({type: 'tool-input-start', id, toolName: name});
  }

  on_arguments({call, text}) {
    const made = this.#calls.get(call);
    if (made === undefined || !text) return;
    made.input += text;
    if (made.native) return;
    this.#emit({type: 'tool-input-delta', id: made.id, delta: text});
  }

  on_call_end({call}) {
    const made = this.#calls.get(call);
    this.#calls.delete(call);
    if (made === undefined || made.native) return;
    this.#found = true;
    this.#emit({type: 'tool-input-end', id: made.id});
    this.#emit({type: 'tool-call', toolCallId: made.id, toolName: made.name, input: made.input});
  }

  on_call_incomplete({call}) {
    const made = this.#calls.get(call);
    this.#calls.delete(call);
    if (made === undefined || made.native) return;
    this.#emit({type: 'tool-input-end', id: made.id});
  }
}

function read_stream(stream, rewriter) {
  let to;
  const parts = new Parts(rewriter, (part) => to.enqueue(part));
  return read_through(stream, {
    transform(part, out) {
      to = out;
      parts.read(part);
    },
    flush(out) {
      to = out;
      parts.finish();
    },
    cancel() { rewriter.free(); },
  });
}

// What is made of a whole answer's contents, each with the place of the content that it is of: text may come back when
// later contents were read. Text after a call stays after it.
class Contents {
  #made = [];
  #pieces = new Map();
  #calls = new Map();
  #places = new Map();  // of contents that are neither text nor reasoning, which may be held
  #place = -1;
  #text = 0;    // the place of the last text or reasoning
  #called = 0;  // of the last call in it
  finish;

  next(content, is_text) {
    this.#places.set(content, ++this.#place);
    if (is_text) this.#text = this.#place;
    return this.#place;
  }

  take(part, block) {
    const [, kind, what] = /^(text|reasoning|tool-input)-(start|delta|end)$/.exec(part.type) ?? [];
    if (part.type === 'finish') this.finish = part.finishReason;
    else if (kind === undefined) this.#keep(part, this.#places.get(part) ?? this.#calls.get(part.toolCallId) ?? this.#place);
    else if (kind === 'tool-input' && what === 'start') this.#calls.set(part.id, this.#called = this.#text);
    else if (kind !== 'tool-input' && what === 'start') this.#begin(kind, part, block ?? this.#text);
    else if (kind !== 'tool-input' && what === 'delta') this.#pieces.get(part.id).text += part.delta;
  }

  #begin(type, {id, providerMetadata}, place) {
    const piece = {type, text: '', ...(providerMetadata && {providerMetadata})};
    this.#pieces.set(id, piece);
    this.#keep(piece, Math.max(place, this.#called));
  }

  #keep(part, place) { this.#made.push({part, place}); }

  all() { return this.#made.sort((one, other) => one.place - other.place).map(({part}) => part); }
}

// A whole answer is read as a stream of its contents, of which only whole parts are taken.
function read_result({content, finishReason, ...result}, rewriter) {
  const made = new Contents(), parts = new Parts(rewriter, (part, block) => made.take(part, block));
  for (const part of content) {
    const {type, text, providerMetadata} = part, is_text = type in kinds, id = made.next(part, is_text);
    if (!is_text) parts.read(part);
    else for (const what of ['start', 'delta', 'end']) parts.read({type: `${type}-${what}`, id, delta: text, providerMetadata});
  }
  made.next(undefined, false);
  parts.read({type: 'finish', finishReason});
  parts.finish();
  return {...result, content: made.all(), finishReason: made.finish};
}

/** The middleware. The settings are those of parse but tools, which are the request's. */
export function toolcallMiddleware(given) {
  const settings = settings_in(given, answer_settings);
  new Rewriter(settings).free();  // what is wrong is said at once
  return {
    middlewareVersion: 'v2',     // of ai 5
    specificationVersion: 'v3',  // of ai 6; 7 takes it
    async wrapGenerate({doGenerate, params}) {
      // It is known whole, so no call need begin that cannot be read.
      const rewriter = rewriter_of(params, {...settings, holdCalls: true, heldBytes: undefined});
      try {
        return read_result(await doGenerate(), rewriter);
      } finally {
        rewriter.free();
      }
    },
    async wrapStream({doStream, params}) {
      const rewriter = rewriter_of(params, settings);
      try {
        const {stream, ...result} = await doStream();
        return {...result, stream: read_stream(stream, rewriter)};
      } catch (why) {
        rewriter.free();
        throw why;
      }
    },
  };
}
