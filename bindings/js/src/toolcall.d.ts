declare global {
  // As newer libraries of TypeScript have it.
  interface SymbolConstructor { readonly dispose: unique symbol }
}

/** Names of dialects or models, or one string with commas between them; without it all dialects are read. */
export type DialectLike = string | readonly string[];

/** Tools as OpenAI, Anthropic and MCP write them, or a whole request; as values, as JSON, or read before. Without them
 * every name counts as a tool, and arguments are not typed; an empty list is something else. */
export type ToolsLike = readonly object[] | {tools: readonly object[]} | string | Tools;

/** Settings of calls and of the policy: the flags of the command (docs/cli.md), with a capital letter for a dash. An
 * object ignores those that are not its own. */
export interface Options {
  /** A word, the name of a tool, or what a request of OpenAI's interface has. */
  toolChoice?: 'auto' | 'none' | 'required' | (string & {}) | {type: 'function'; function: {name: string}}
    | {type: 'allowed_tools'; allowed_tools: {mode: 'auto' | 'required'; tools: readonly object[]}};
  ids?: 'openai' | 'mistral' | 'kimi';
  /** Makes ids reproducible; without it they are random. */
  seed?: number | bigint;
  firstCall?: number;
  /** The tail of the prompt, as "<think>\n" where the chat template begins the reasoning. */
  prefill?: string;

  nativeOnly?: boolean;
  requireWrapper?: boolean;
  /** Labels of recoveries. */
  without?: string | readonly string[];
  /** Labels of recoveries, "repaired", or an Evidence but "exact": such a complete call has the status needs_confirmation. */
  confirm?: string | readonly string[];
  /** What the host has written into its history, of 8 bytes or more: a call with or after one of these is an echo, and text. */
  historyMarks?: string | readonly string[];
  unknownTools?: 'surface' | 'text';
  callsInReasoning?: 'dialect' | 'if_nothing_else' | 'never' | 'always';
  /** In which quotations a call is text: fences, inline-code, block-quotes or none. */
  quotationGuard?: string | readonly string[];
  invalidCalls?: 'surface' | 'refuse';
  /** A result, or another speaker's turn, that the model made up, and all after it. */
  madeUp?: 'hide' | 'text';
  evidence?: 'off' | 'marks' | 'keys' | 'all';
  maxLevel?: 'exact' | 'lossless' | 'assumed';
  unknownKeys?: 'keep' | 'drop' | 'refuse';
  holdCalls?: boolean;
}

export interface Settings extends Options {
  dialect?: DialectLike | null;
  tools?: ToolsLike | null;
}

export interface ParserSettings extends Settings {
  /** Off keeps nothing for message(). */
  collect?: boolean;
  /** No value that must be complete may be longer; 67108864 by default. */
  heldBytes?: number;
  /** The text as it was fed is kept as toolcall.raw of the message. */
  raw?: boolean;
  trace?: boolean;
}

export interface RewriterSettings extends Settings {
  /** Of chunks, where the server says none: id, model, and created, in seconds since 1970 began, UTC. */
  id?: string;
  model?: string;
  created?: number;
  /** Whether a call's arguments come in pieces, or in one when they are complete, which is what auto means in chunks. */
  arguments?: 'auto' | 'stream' | 'complete';
  input?: 'automatic' | 'server-events' | 'json' | 'other';
  output?: 'automatic' | 'server-events' | 'json' | 'other';
  events?: boolean;
  /** How many calls of a choice are given; later ones are left out. 0: all. */
  mostCalls?: number;
  /** What stands in place of a call that cannot be read, or broke off. */
  refused?: 'hidden' | 'text' | 'note' | 'correction';
  /** In JSON and server-sent events, what is not JSON becomes an error object. */
  jsonAlone?: boolean;
}

/** Why a text ended, in the words of any server. */
export type FinishReason = 'stop' | 'length' | (string & {}) | null;
/** `complete`: read to its end, and fits its schema; an undeclared tool has no schema. */
export type Status = 'complete' | 'invalid' | 'incomplete' | 'refused' | 'needs_confirmation';
/** Where a call stands; `upstream`: in no text, for the server has read it. */
export type Channel = 'text' | 'reasoning' | 'upstream';
/** What shows that it is a call (docs/message.md). */
export type Evidence = 'exact' | 'damaged_marks' | 'general_reader' | 'forced_choice';
export type Level = 'exact' | 'lossless' | 'assumed' | 'refused';

/** The bytes of the text, in UTF-8, from begin to end. */
export interface Span {
  begin: number;
  end: number;
}

export interface TextEvent extends Span { type: 'text' | 'reasoning'; text: string }
/** Bytes outside of calls that are neither: markers, and blanks between calls. */
export interface MarkupEvent extends Span { type: 'markup' }
/** A call has begun. Do not execute it before its call_end. */
export interface CallBeginEvent extends Span { type: 'call_begin'; call: number; name: string; id: string; dialect: string }
/** The next piece of a call's arguments. The pieces of a complete call join to one JSON object. */
export interface ArgumentsEvent extends Span { type: 'arguments'; call: number; text: string }
export interface CallEndEvent extends Span { type: 'call_end'; call: number; status: Status; channel: Channel; evidence: Evidence; label?: string }
/** The call was cut off, or cannot be read: label says why. */
export interface CallIncompleteEvent extends Span {
  type: 'call_incomplete';
  call?: number;
  name?: string;
  dialect?: string;
  status: Status;
  label: string;
}
/** Text that looks like a call and is not one; nothing else of it comes. */
export interface CallRefusedEvent extends Span {
  type: 'call_refused';
  call?: number;
  name?: string;
  dialect?: string;
  status: Status;
  label: string;
}

/** What was repaired, converted or is wrong. label is a heading of spec/recovery.md; pointer, a JSON Pointer, points into
 * the call's arguments; code, a word of spec/typing.md, and level are of the type of a value. */
export interface Diagnostic extends Span {
  label: string;
  message: string;
  call?: number;
  pointer?: string;
  level?: Level;
  code?: string;
}
export interface DiagnosticEvent extends Diagnostic { type: 'diagnostic' }

export type Event = TextEvent | MarkupEvent | CallBeginEvent | ArgumentsEvent | CallEndEvent | CallIncompleteEvent
  | CallRefusedEvent | DiagnosticEvent;

export interface ToolCall {
  id: string;
  type: 'function';
  /** arguments is one compact JSON object. */
  function: {name: string; arguments: string};
}
/** arguments: of a call that was cut off, the beginning of its JSON, as far as it came. */
export interface FailedCall extends Span { name: string; dialect: string; label: string; arguments?: string }

/** A chat message of OpenAI's interface; what toolcall adds is in toolcall (docs/message.md). */
export interface Message {
  role: 'assistant';
  content: string | null;
  reasoning_content: string | null;
  /** Those that are complete or invalid, in order. */
  tool_calls: ToolCall[];
  /** As it was given, but tool_calls where it was stop and there are calls. */
  finish_reason: string;
  toolcall: {
    dialects: string[];
    diagnostics: Diagnostic[];
    /** Of each of tool_calls. */
    calls: (Span & {status: 'complete' | 'invalid' | 'needs_confirmation'; dialect: string; channel: Channel; evidence: Evidence; repairs: string[]})[];
    incomplete: FailedCall[];
    refused: FailedCall[];
    /** Whether anything needed a recovery, in calls or around them: what a strict host checks. */
    recovered: boolean;
    /** With the setting repairs of parse: each call that needed a recovery, beside what exact reading alone gives. */
    repairs?: RepairedCall[];
    /** With the setting raw: the text as it was fed. */
    raw?: string;
  };
}

/** A call that needed a recovery. `call` is its index among tool_calls; one that is incomplete has none, and no arguments. */
export interface RepairedCall extends Span {
  call?: number;
  id?: string;
  name: string;
  arguments?: string;
  status: 'complete' | 'invalid' | 'incomplete' | 'needs_confirmation';
  dialect: string;
  /** The call's bytes, as the model wrote them. */
  written: string;
  /** What stands there where nothing is repaired: a call, or why there is none. */
  exact: Span & {status: Exclude<Status, 'needs_confirmation'> | 'text'; name?: string; arguments?: string; label?: string; message: string};
  repairs: (Span & {label: string; message: string; pointer?: string; before: string; after?: string})[];
}

/** A mistake of the program: what a model writes is never an error. */
export class ToolcallError extends Error {
  readonly code: 'setup' | 'memory' | 'state' | 'internal';
  /** A JSON Pointer to the mistake in the JSON that was handed in. */
  readonly pointer: string;
}

/** Tools that are read once, for many parsers. */
export class Tools {
  /** strict: a tool whose schema cannot be used is an error; else its arguments are not checked. */
  constructor(tools: Exclude<ToolsLike, Tools>, options?: {strict?: boolean});
  free(): void;
}

/** The message that a whole text is; text is a string, or its bytes in UTF-8. */
export function parse(text: string | Uint8Array, settings?: Settings
  & {heldBytes?: number; raw?: boolean; repairs?: boolean; finishReason?: FinishReason}): Message;

/** What is known of the bytes of a piece: nothing; that the tokenizer made them of special tokens; that it did not. */
export type Origin = 'unknown' | 'special' | 'text';

/** Reads a text as it comes. However it is cut, the joined events are the same, and none is ever taken back. */
export class Parser {
  constructor(settings?: ParserSettings);
  /** Reads the next piece, a string or bytes in UTF-8, cut anywhere; returns its events. */
  feed(text: string | Uint8Array, origin?: Origin): Event[];
  /** The text has ended; returns the last events. With "length" an open call is incomplete. */
  finish(reason?: FinishReason): Event[];
  /** What was emitted so far, put together. */
  message(): Message;
  /** What to send the model as the user's next message, so that it calls as it should; empty where nothing is wrong.
   * executed says which calls the host executes; with the model's text it shows where a call broke. */
  correction(options?: {executed?: 'function_calls' | 'text_calls'; text?: string | Uint8Array}): string;
  /** With the option trace: the lines since the last call of this (docs/cli.md, "--trace"). */
  trace(): string[];
  /** Bytes kept because they are not final. */
  readonly heldBytes: number;
  /** A parser that goes on as this one would, and makes the same ids. */
  copy(): Parser;
  /** Frees what the parser keeps; else that is done when nobody refers to it any more. */
  free(): void;
  /** For `using`, where there is Symbol.dispose. */
  [Symbol.dispose](): void;
}

/** Rewrites the body of a server's response as it comes, bytes in, bytes out (docs/serving.md). */
export class Rewriter {
  constructor(settings?: RewriterSettings);
  feed(bytes: string | Uint8Array): Uint8Array;
  finish(): Uint8Array;
  /** With the option events: what was found since the last call of this. */
  events(): object[];
  /** A rewriter that goes on as this one would. */
  copy(): Rewriter;
  free(): void;
  [Symbol.dispose](): void;
}

/** Text in, events out. A finishReason that is a function is called when the text has ended. */
export class ParserStream extends TransformStream<string | Uint8Array, Event> {
  constructor(settings?: ParserSettings & {finishReason?: FinishReason | (() => FinishReason)});
  /** When the text has ended. */
  readonly message?: Message;
}

/** The bytes of a response's body in, those to read in their place out. */
export class RewriterStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(settings?: RewriterSettings);
}

/** fetch, where the answers to chat completions are read by toolcall: calls that leaked into the text become calls,
 * streamed or not. Tools and tool choice are the request's; a ToolcallError is thrown where the tools are wrong, or a tool is
 * chosen that is not among them. Everything else passes as it is, such as answers of …/responses, and so do the answers to a
 * request whose body is a stream. */
export function wrapFetch<Fetch extends (...given: any[]) => Promise<Response> = typeof globalThis.fetch>(
  fetch?: Fetch, settings?: Omit<RewriterSettings, 'tools' | 'input' | 'output' | 'events'>): Fetch;

/** All dialects, in the order in which they are tried. starts are what the prompt's last bytes may be, for prefill; tokens are
 * the marks that are special tokens of the model, for the origin "special". */
export function dialects(): {name: string; models: string[]; starts: string[]; tokens: string[]; server_parsers: string[]}[];

/** Which dialects the model of a chat template writes, the likely ones first; the text is a template (Jinja's, or Go's as
 * Ollama has them) or a tokenizer_config.json. marks are those of its calls that stand in the template.
 * Where it does not show for certain which, auto is the first and only likely one. */
export function dialectsOfTemplate(text: string | Uint8Array): {dialect: string; likely: boolean; marks: string[]}[];
/** The names of the likely ones of these, with commas between them, as the setting dialect takes them; auto where the
 * template does not show which. A ToolcallError where no dialect is known. */
export function dialectFromTemplate(text: string | Uint8Array): string;

/** What the author of these tools should know: the names of those that are usable, and issues (docs/cli.md, "check"). */
export function check(tools: ToolsLike, options?: {dialect?: DialectLike | null}): {
  usable: string[];
  issues: {grade: string; tool: string; pointer: string; code: string; message: string}[];
};

/** What a model of this dialect would write: of a message as parse gives it, one of OpenAI's, a list of calls, or the JSON of
 * one. dialect is the name of one; tools are those of the request. It is read back before it is returned: where the dialect's
 * notation cannot carry a value, a ToolcallError names it. */
export function render(message: object | string, options: {dialect: string; tools?: ToolsLike | null}): string;

/** Makes a transcript that providers refuse one that they accept (docs/mend.md): calls that stand in the text become calls, each
 * call has one result, and each id is one call's. The transcript is a list of messages, a request with messages or input, or the
 * JSON of one of these; it comes back as such a value. Without tools, those that the request has are taken; format says whose
 * messages they are, and auto is what they show. A ToolcallError says what of it is no transcript. */
export function mend<Transcript extends object = any>(transcript: Transcript | string, options?: {
  dialect?: DialectLike | null;
  tools?: ToolsLike | null;
  format?: 'auto' | 'openai' | 'responses' | 'anthropic';
}): {
  format: 'openai' | 'responses' | 'anthropic';
  changed: boolean;
  /** pointer is a JSON Pointer into what was given; made is false where something was found and left as it was. */
  changes: {code: string; pointer: string; message: string; made: boolean}[];
  transcript: Transcript;
};

/** The message in which the call with this id, which needs confirmation, is complete; or refused, with the label "denied", and no
 * longer one of the calls. A ToolcallError is thrown where no call with it needs confirmation. */
export function confirm(message: Message, id: string): Message;
export function deny(message: Message, id: string): Message;

/** One word for a message, and one sentence (docs/verdict.md): whether it has calls, and what became of those that it should have. */
export function verdict(message: Message): {
  kind: 'no_call' | 'mentioned' | 'call' | 'call_with_repairs' | 'leaked_call' | 'truncated' | 'made_up_result';
  message: string;
};

/** A grammar for guided decoding, of the calls of this dialect (docs/constrain.md): a structural tag or EBNF for xgrammar, Lark for
 * llguidance, GBNF for llama.cpp. choice is "auto", "none", "required", the name of a tool, or as a request has it. limits are what of
 * the schemas it does not say, each with a pointer into the tools. */
export function constrain(options: {
  dialect: string;
  tools: ToolsLike;
  format: 'structural-tag' | 'ebnf' | 'lark' | 'gbnf';
  choice?: string | object | null;
  parallel?: boolean | null;
  reasoning?: boolean | null;
}): {text: string; limits: {pointer: string; reason: string}[]};

/** Of the library, such as "0.1.0". */
export function version(): string;

/** A middleware for wrapLanguageModel of ai 5, 6 and 7: calls that a provider left in the text or in the reasoning become
 * tool calls. Tools and tool choice are the request's. */
export function toolcallMiddleware(settings?: Omit<RewriterSettings, 'tools' | 'input' | 'output' | 'events'>): {
  middlewareVersion: any;
  specificationVersion: any;
  wrapGenerate(options: any): Promise<any>;
  wrapStream(options: any): Promise<any>;
};
