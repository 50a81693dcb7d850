/* The C interface of toolcall: what a model writes, as it streams in, becomes reasoning, visible text and tool calls.
 *
 * examples/parse_message.c reads a whole text, examples/read_message.c one that is still coming.
 *
 * Strings are a pointer and a size in bytes, both ways; they are UTF-8 where the model wrote UTF-8, and may hold zero
 * bytes. A NULL pointer with the size 0 is an empty string; with another size it is an error.
 *
 *   const char *   is read-only and belongs to the object that it was asked of. It is valid until the next call that is
 *                  given that object, unless a longer time is said, and has no zero byte after it unless that is said.
 *   char *         is the caller's own copy, with a zero byte after it, and is freed with toolcall_free.
 *   size           where a function returns a string, its size is stored in *size; size may be NULL.
 *
 * Objects are opaque. What a function with "new", "copy", "named" or "from_template" in its name returns is the
 * caller's, and is freed with the function of its type with "free" in its name; freeing NULL does nothing. A parser, a
 * writer and a rewriter keep what they need of a dialect, tools and options, so those may be freed first.
 *
 * Errors. A function that can fail has as its last parameter a place for an error, which may be NULL. Where it fails,
 * it returns NULL, or 0 where it returns an int, and stores a new toolcall_error there, to be freed with
 * toolcall_error_free; otherwise it stores nothing there. Some functions also return NULL where there is nothing to
 * return; those say so, and then no error is stored. An error is a mistake of the program (toolcall_error_code), or
 * memory has run out. What a model writes is never an error: its mistakes are events, and entries of the message. No
 * C++ exception leaves a function, and no function prints, reads or writes files, starts threads, or ends the program.
 *
 * Threads. A dialect, tools, and options that nobody changes any more may be used by several threads at once. Every
 * other object by one thread at a time. Different objects never disturb each other.
 *
 * The same things are described for C++ in the headers of toolcall/ and in docs/; docs/c.md has more of the C
 * interface. JSON is that of the command (docs/message.md, docs/cli.md), compact and without a line end. */

#ifndef TOOLCALL_H
#define TOOLCALL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define TOOLCALL_NOEXCEPT noexcept
extern "C" {
#else
#define TOOLCALL_NOEXCEPT
#endif

/* ---- Version ---------------------------------------------------------------------------------------------------- */

/* The number of the binary interface, and of the shared library (libtoolcall.so.0). A change after which a compiled
 * program must be compiled again raises it. New functions, new options, new constants and new members at the end of a
 * struct do not. */
#define TOOLCALL_ABI_VERSION 0

/* TOOLCALL_ABI_VERSION of the library that is linked. */
int toolcall_abi_version(void) TOOLCALL_NOEXCEPT;

/* Of the library, such as "0.1.0"; with a zero byte, and always valid. */
const char* toolcall_version(void) TOOLCALL_NOEXCEPT;

/* ---- Strings and errors ----------------------------------------------------------------------------------------- */

/* A string in a struct; data is never NULL. */
typedef struct toolcall_view {
  const char* data;
  size_t size; /* bytes */
} toolcall_view;

/* Frees a char * that a function returned. */
void toolcall_free(char* text) TOOLCALL_NOEXCEPT;

typedef struct toolcall_error toolcall_error;

/* What kind of error it is. */
enum {
  TOOLCALL_ERROR_SETUP = 1,   /* what was handed in is not right: tools, a name, an option, a NULL object */
  TOOLCALL_ERROR_MEMORY = 2,  /* memory has run out. The object that was worked on can only be freed any more */
  TOOLCALL_ERROR_STATE = 3,   /* the object cannot do that now: it failed before */
  TOOLCALL_ERROR_INTERNAL = 4 /* a defect of the library; the object can only be freed any more */
};
int toolcall_error_code(const toolcall_error* error) TOOLCALL_NOEXCEPT;

/* A sentence; with a zero byte, and valid until the error is freed. */
const char* toolcall_error_message(const toolcall_error* error, size_t* size) TOOLCALL_NOEXCEPT;

/* Where the mistake is in the JSON that was handed in: a JSON Pointer (RFC 6901), empty for the whole of it and where
 * there is no JSON; with a zero byte, and valid until the error is freed. */
const char* toolcall_error_pointer(const toolcall_error* error, size_t* size) TOOLCALL_NOEXCEPT;

void toolcall_error_free(toolcall_error* error) TOOLCALL_NOEXCEPT;

/* ---- Dialects --------------------------------------------------------------------------------------------------- */

/* One or several ways of writing calls. Wherever a dialect is asked for, NULL stands for all of them. */
typedef struct toolcall_dialect toolcall_dialect;

/* The names of dialects or models, with commas between them, or "auto" for all (docs/cli.md, "--dialect"). The error
 * names what is near. Takes some microseconds. */
toolcall_dialect* toolcall_dialect_named(const char* names, size_t names_size,
                                         toolcall_error** error) TOOLCALL_NOEXCEPT;
/* The page of a dialect, which is read and laid out here (docs/custom_dialect.md); file is its name in errors, or NULL:
 * that of the dialect. The error has a line for each mistake: file, line, rule, and what is wrong. The shared library
 * has this; with the static one, a program that calls it links toolcall_pages as well. */
toolcall_dialect* toolcall_dialect_of_page(const char* page, size_t page_size, const char* file, size_t file_size,
                                           toolcall_error** error) TOOLCALL_NOEXCEPT;
void toolcall_dialect_free(toolcall_dialect* dialect) TOOLCALL_NOEXCEPT;

/* All dialects in the order in which they are tried: a JSON array of objects with "name"; "models", the names of the
 * models that write it; "starts", what the prompt's last bytes may be, for the option "prefill"; and "tokens", the
 * markers that are single special tokens of the model, for TOOLCALL_ORIGIN_SPECIAL. */
char* toolcall_dialects_json(size_t* size, toolcall_error** error) TOOLCALL_NOEXCEPT;

/* Which dialects the model of a chat template writes: a JSON array, the likely ones first, of objects with "dialect";
 * "likely", whether no other one has all of its marks and more; and "marks", those of its calls that stand in the
 * template. Where it does not show for certain which it is, "auto" is the first and only likely one. Empty if no
 * dialect is known. The text is a template in Jinja or Go's language, or a tokenizer_config.json; the error says where
 * that has no chat_template. */
char* toolcall_dialects_of_template_json(const char* text, size_t text_size, size_t* size,
                                         toolcall_error** error) TOOLCALL_NOEXCEPT;

/* The names of the likely ones of these, with commas between them, or auto, as toolcall_dialect_named takes them. The
 * error says where none is known. */
char* toolcall_likely_dialects_of_template(const char* text, size_t text_size, size_t* size,
                                           toolcall_error** error) TOOLCALL_NOEXCEPT;

/* The dialects of these names. */
toolcall_dialect* toolcall_dialect_from_template(const char* text, size_t text_size,
                                                 toolcall_error** error) TOOLCALL_NOEXCEPT;

/* ---- Tools ------------------------------------------------------------------------------------------------------ */

/* The tools that a model was offered. Wherever tools are asked for, NULL says that they are not known: every name then
 * counts as a tool, and arguments are not typed. An empty list is something else. */
typedef struct toolcall_tools toolcall_tools;

/* Reads tools as OpenAI, Anthropic and MCP write them: an array, or an object with an array "tools", such as the whole
 * request. The error says where a tool is wrong. A tool whose schema cannot be used is kept, and its arguments are not
 * checked; where strict is not 0, it is an error. */
toolcall_tools* toolcall_tools_new(const char* json, size_t json_size, int strict,
                                   toolcall_error** error) TOOLCALL_NOEXCEPT;
void toolcall_tools_free(toolcall_tools* tools) TOOLCALL_NOEXCEPT;

/* What the author of these tools should know, as `toolcall check --format json` says it: {"usable":[names],"issues":
 * [{"grade","tool","pointer","code","message"}]} (docs/cli.md, "check"). Mistakes in the tools are entries, and no
 * error. */
char* toolcall_schema_report_json(const char* json, size_t json_size, const toolcall_dialect* dialect, size_t* size,
                                  toolcall_error** error) TOOLCALL_NOEXCEPT;

/* ---- Options ---------------------------------------------------------------------------------------------------- */

/* Settings by name; NULL stands for the defaults. The names are those of the command's flags without the dashes before
 * them (docs/cli.md), and may have _ for -. A switch takes "on" and "off", and "" is on.
 *
 *   of calls     tool-choice (auto|none|required|NAME), ids (openai|mistral|kimi), seed (a number; without it ids are
 *                random), first-call (a number), prefill (the tail of the prompt)
 *   policy       native-only, require-wrapper, without (a label, or several with commas; added to those before),
 *                confirm (likewise; also repaired and none), unknown-tools, calls-in-reasoning, quotation-guard,
 *                invalid-calls, made-up, evidence, max-level, unknown-keys, hold-calls (docs/cli.md, "What is
 *                allowed")
 *   of a text    repairs (a switch: the message of a whole text has toolcall.repairs, docs/message.md)
 *   of a parser  collect (a switch, on by default: what the functions of the message need is kept), raw (a switch:
 *                the text is kept, as toolcall.raw of the message), held-bytes (a number, 67108864 by default: no
 *                value that must be complete may be longer), trace (a switch)
 *   of chunks    arguments (auto|stream|complete), id ("chatcmpl-" and the seed or a random number),
 *                model ("toolcall"), created (seconds since 1970 began, UTC; 0)
 *   of a rewriter  input, output (automatic|server-events|json|other: how the body is written, and how it is
 *                given), events (a switch), most-calls (of a choice; later ones are left out; 0, all, by default),
 *                refused (hidden|text|note|correction: what stands in place of a call that cannot be read, or
 *                broke off; hidden by default), json-alone (a switch: in JSON and server-sent events, what is
 *                not JSON becomes an error object)
 *
 * An object ignores the options that are not its own. */
typedef struct toolcall_options toolcall_options;

toolcall_options* toolcall_options_new(toolcall_error** error) TOOLCALL_NOEXCEPT;

/* Options from a JSON object, {"seed": 1, "native-only": true, "without": ["loose_json"], "tool-choice": "none"}: a
 * switch is true or false, without, confirm and quotation-guard may be lists of words, and a null leaves the default.
 * Any of them may be a string, as toolcall_options_set takes it. tool-choice may be what OpenAI's interface has in a
 * request, {"type": "function", "function": {"name": "ping"}} or "allowed_tools" with a mode. Each option is given
 * once. */
toolcall_options* toolcall_options_from_json_new(const char* json, size_t json_size,
                                                 toolcall_error** error) TOOLCALL_NOEXCEPT;

/* Sets one. The error names what is wrong, a label too, and lists what is taken; the options are then as before. */
int toolcall_options_set(toolcall_options* options, const char* name, size_t name_size, const char* value,
                         size_t value_size, toolcall_error** error) TOOLCALL_NOEXCEPT;
void toolcall_options_free(toolcall_options* options) TOOLCALL_NOEXCEPT;

/* ---- A whole text ----------------------------------------------------------------------------------------------- */

/* The message as one JSON object, as `toolcall parse` prints it (docs/message.md). The finish reason says why the text
 * ends, in the words of any server; NULL is "stop". */
char* toolcall_parse_json(const char* text, size_t text_size, const toolcall_dialect* dialect,
                          const toolcall_tools* tools, const toolcall_options* options, const char* finish_reason,
                          size_t finish_reason_size, size_t* size, toolcall_error** error) TOOLCALL_NOEXCEPT;

/* The other way round: what a model of this dialect would write, of a message as toolcall_parse_json gives it, of one
 * of OpenAI's, or of a list of calls (docs/cli.md, "render"). The dialect is one; tools are those of the request. The
 * error names the value that the dialect's notation cannot carry. */
char* toolcall_render(const char* json, size_t json_size, const toolcall_dialect* dialect, const toolcall_tools* tools,
                      size_t* size, toolcall_error** error) TOOLCALL_NOEXCEPT;

/* One word for a message as toolcall_parse_json gives it: {"verdict": "call", "message": …} (docs/verdict.md). */
char* toolcall_verdict_json(const char* json, size_t json_size, size_t* size, toolcall_error** error) TOOLCALL_NOEXCEPT;
/* A transcript as providers accept it, and its changes (docs/mend.md, "In programs"). The format may be NULL: auto. */
char* toolcall_mend_json(const char* json, size_t json_size, const toolcall_dialect* dialect,
                         const toolcall_tools* tools, const char* format, size_t format_size, size_t* size,
                         toolcall_error** error) TOOLCALL_NOEXCEPT;

/* A text and what it is read with, as one JSON object that can be run again (docs/report.md). The settings, which may
 * be NULL, are a JSON object: perhaps "tools" (a list, or a string that holds one), "dialect" ("auto"), "finish_reason"
 * ("stop"), "redact" (false), "redact_names" (false) and "seed" (0). The error says where the text is read otherwise in
 * other words. */
char* toolcall_report_json(const char* text, size_t text_size, const char* settings, size_t settings_size, size_t* size,
                           toolcall_error** error) TOOLCALL_NOEXCEPT;

/* A grammar for guided decoding of the calls of this dialect (docs/constrain.md), as {"text", "limits"}; of each limit
 * the pointer into the tools and the reason. The settings are a JSON object: "format" ("structural-tag", "ebnf", "lark"
 * or "gbnf"), and perhaps "choice" (as in a request; "auto"), "parallel" (true) and "reasoning" (false). */
char* toolcall_constrain_json(const char* settings, size_t settings_size, const toolcall_dialect* dialect,
                              const toolcall_tools* tools, size_t* size, toolcall_error** error) TOOLCALL_NOEXCEPT;

/* The messages of several texts, in their order, as one JSON array of what toolcall_parse_json gives; for languages in
 * which a call costs more than reading a short text does. Of texts and their sizes there are count each; of finish
 * reasons and theirs as many, or both are NULL, and then each text is taken as whole, as is one whose reason is
 * NULL. seeds, which may be NULL, has a number for each text that stands in place of the option "seed". The error names
 * what is wrong, such as texts[3]. */
char* toolcall_parse_many_json(const char* const* texts, const size_t* text_sizes, size_t count,
                               const toolcall_dialect* dialect, const toolcall_tools* tools,
                               const toolcall_options* options, const char* const* finish_reasons,
                               const size_t* finish_reason_sizes, const uint64_t* seeds, size_t* size,
                               toolcall_error** error) TOOLCALL_NOEXCEPT;

/* ---- A text as it comes ----------------------------------------------------------------------------------------- */

/* Bytes in, events out. However a text is cut, the joined events are the same, and none is ever taken back
 * (spec/events.md). */
typedef struct toolcall_parser toolcall_parser;

/* The error names a tool that does not exist. */
toolcall_parser* toolcall_parser_new(const toolcall_dialect* dialect, const toolcall_tools* tools,
                                     const toolcall_options* options, toolcall_error** error) TOOLCALL_NOEXCEPT;

/* A parser that goes on as this one would, and makes the same ids. It has no events and no trace to take. */
toolcall_parser* toolcall_parser_copy(const toolcall_parser* parser, toolcall_error** error) TOOLCALL_NOEXCEPT;
void toolcall_parser_free(toolcall_parser* parser) TOOLCALL_NOEXCEPT;

/* What is known of the bytes of a chunk. */
enum {
  TOOLCALL_ORIGIN_UNKNOWN = 0, /* a marker is whatever reads like one */
  TOOLCALL_ORIGIN_SPECIAL = 1, /* the tokenizer made them of special tokens. From the first of them on, bytes of unknown
                                  origin are text */
  TOOLCALL_ORIGIN_TEXT = 2     /* the tokenizer did not: they are never a marker that is a special token */
};

/* Reads the next bytes, cut anywhere. Its events are then there to be taken; those of the call before that were not
 * taken are dropped, which loses nothing if only the message is wanted. After toolcall_parser_finish it reads
 * nothing. Returns 1. */
int toolcall_parser_feed(toolcall_parser* parser, const char* bytes, size_t size, int origin,
                         toolcall_error** error) TOOLCALL_NOEXCEPT;

/* The text has ended, for this reason, in the words of any server; NULL is "stop". With "length" an open call is
 * incomplete. Its events are then there to be taken. A second call does nothing, and leaves them there. Returns 1. */
int toolcall_parser_finish(toolcall_parser* parser, const char* reason, size_t reason_size,
                           toolcall_error** error) TOOLCALL_NOEXCEPT;

enum {
  TOOLCALL_EVENT_TEXT = 0,            /* visible text: text */
  TOOLCALL_EVENT_REASONING = 1,       /* reasoning: text */
  TOOLCALL_EVENT_MARKUP = 2,          /* bytes outside of calls that are neither */
  TOOLCALL_EVENT_CALL_BEGIN = 3,      /* a call: name, id, dialect */
  TOOLCALL_EVENT_ARGUMENTS = 4,       /* the next piece of its arguments: text; the pieces join to one JSON object */
  TOOLCALL_EVENT_CALL_END = 5,        /* the call is complete: status. Only now may it be executed */
  TOOLCALL_EVENT_CALL_INCOMPLETE = 6, /* the call was cut off or cannot be read: status, label, name, dialect */
  TOOLCALL_EVENT_CALL_REFUSED = 7,    /* call-shaped, not acceptable: label, name, dialect; nothing else of it comes */
  TOOLCALL_EVENT_DIAGNOSTIC = 8       /* label, text (one sentence), pointer, level, code */
};

enum {
  TOOLCALL_STATUS_COMPLETE = 0,          /* read to its end, and fits its schema, or its tool was not declared */
  TOOLCALL_STATUS_INVALID = 1,           /* read to its end, but the schema says no */
  TOOLCALL_STATUS_INCOMPLETE = 2,        /* cut off or broken; not executable */
  TOOLCALL_STATUS_REFUSED = 3,           /* call-shaped, not acceptable */
  TOOLCALL_STATUS_NEEDS_CONFIRMATION = 4 /* complete, but only the host can say whether it is made (the option confirm);
                                            of its arguments the last brace is no event */
};

/* Where a call stands. */
enum {
  TOOLCALL_CHANNEL_TEXT = 0,      /* in the visible text */
  TOOLCALL_CHANNEL_REASONING = 1, /* in the reasoning, which it ends */
  TOOLCALL_CHANNEL_UPSTREAM = 2   /* in no text: the server has read it */
};

/* What shows that it is a call. Where several fit, the last of them stands. */
enum {
  TOOLCALL_EVIDENCE_EXACT = 0,          /* written as its dialect's page says; its values may have been repaired */
  TOOLCALL_EVIDENCE_DAMAGED_MARKS = 1,  /* its marks, or those around it, had to be repaired */
  TOOLCALL_EVIDENCE_GENERAL_READER = 2, /* written as by no dialect in use (the option evidence) */
  TOOLCALL_EVIDENCE_FORCED_CHOICE = 3   /* nothing but the tool choice: JSON without marks */
};

/* How sure it is that a value means what it was read as (spec/typing.md). */
enum { TOOLCALL_LEVEL_EXACT = 0, TOOLCALL_LEVEL_LOSSLESS = 1, TOOLCALL_LEVEL_ASSUMED = 2, TOOLCALL_LEVEL_REFUSED = 3 };

/* What does not belong to an event's type is empty or 0. Members are only ever added at the end. */
typedef struct toolcall_event {
  int32_t type;          /* TOOLCALL_EVENT_… */
  int32_t status;        /* TOOLCALL_STATUS_…, of call_end, call_incomplete and call_refused */
  int64_t call;          /* which call of the stream, from 0 and counting failed ones; -1: none */
  uint64_t begin;        /* the bytes of the stream that this stands for, [begin, end), */
  uint64_t end;          /* counted from the first byte fed */
  toolcall_view text;    /* text, reasoning, arguments, diagnostic */
  toolcall_view name;    /* call_begin, call_incomplete, call_refused */
  toolcall_view id;      /* call_begin */
  toolcall_view dialect; /* call_begin, call_incomplete, call_refused */
  toolcall_view label;   /* call_incomplete, call_refused, diagnostic: a heading of spec/recovery.md; */
                         /* call_end: the recovery around it because of which it waits, or has its evidence */
  toolcall_view pointer; /* diagnostic: a JSON Pointer into the call's arguments */
  toolcall_view code;    /* diagnostic of a conversion: what was done or is wrong, a word of spec/typing.md, */
  int32_t level;         /* and how sure it is, TOOLCALL_LEVEL_… */
  int32_t recovery;      /* diagnostic: 1 where the text was read other than as it stood */
  int32_t channel;       /* call_end: TOOLCALL_CHANNEL_…, */
  int32_t evidence;      /* and TOOLCALL_EVIDENCE_… */
} toolcall_event;

/* The next event, or NULL where all were taken; it cannot fail. The event and its views are valid until the next
 * event is asked for, or the parser is fed, finished or freed. */
const toolcall_event* toolcall_parser_next(toolcall_parser* parser) TOOLCALL_NOEXCEPT;

/* The next event as a JSON object, as `toolcall stream` prints it, or NULL without an error where all were taken. */
const char* toolcall_parser_next_json(toolcall_parser* parser, size_t* size, toolcall_error** error) TOOLCALL_NOEXCEPT;

/* All events that were not taken yet, as a JSON array of these objects: [] if all were taken. */
const char* toolcall_parser_events_json(toolcall_parser* parser, size_t* size,
                                        toolcall_error** error) TOOLCALL_NOEXCEPT;

/* With the option "trace": the next line that says which rule, recovery, conversion or decision made what of the text,
 * as `--trace` prints it (docs/cli.md), or NULL without an error where all were taken. Lines are kept until they are
 * taken. */
const char* toolcall_parser_next_trace(toolcall_parser* parser, size_t* size, toolcall_error** error) TOOLCALL_NOEXCEPT;

/* Bytes kept because they are not final. */
size_t toolcall_parser_held_bytes(const toolcall_parser* parser) TOOLCALL_NOEXCEPT;

/* ---- The message: what was emitted so far, put together --------------------------------------------------------- */

/* Empty, all of it, with the option collect off. Views are valid until the parser is fed, finished or freed. */

/* As toolcall_parse_json gives it. */
char* toolcall_parser_message_json(const toolcall_parser* parser, size_t* size,
                                   toolcall_error** error) TOOLCALL_NOEXCEPT;

const char* toolcall_parser_content(const toolcall_parser* parser, size_t* size) TOOLCALL_NOEXCEPT;
const char* toolcall_parser_reasoning(const toolcall_parser* parser, size_t* size) TOOLCALL_NOEXCEPT;

/* As it was given; but "tool_calls" where it was "stop" and there are calls. Empty before the end. */
const char* toolcall_parser_finish_reason(const toolcall_parser* parser, size_t* size) TOOLCALL_NOEXCEPT;

/* A call that is complete or invalid, or that needs confirmation. Members are only ever added at the end. */
typedef struct toolcall_call {
  int32_t status;    /* TOOLCALL_STATUS_COMPLETE, TOOLCALL_STATUS_INVALID or TOOLCALL_STATUS_NEEDS_CONFIRMATION */
  int32_t recovered; /* 1 where it needed a recovery */
  uint64_t begin;    /* its bytes in the stream, */
  uint64_t end;      /* [begin, end) */
  toolcall_view id;
  toolcall_view name;
  toolcall_view arguments; /* one compact JSON object */
  toolcall_view dialect;
  int32_t channel;  /* TOOLCALL_CHANNEL_… */
  int32_t evidence; /* TOOLCALL_EVIDENCE_… */
} toolcall_call;

size_t toolcall_parser_calls(const toolcall_parser* parser) TOOLCALL_NOEXCEPT;

/* Call i of them, in the order of the text, or NULL where there are not so many. The struct, but not its views, is
 * valid until the next call is asked for. */
const toolcall_call* toolcall_parser_call(toolcall_parser* parser, size_t i) TOOLCALL_NOEXCEPT;

/* What the host executes. */
enum {
  TOOLCALL_CORRECT_FUNCTION_CALLS = 0, /* only calls of the function-calling interface: any call in the text is wrong */
  TOOLCALL_CORRECT_TEXT_CALLS = 1      /* the calls of the text: what cannot be executed is wrong */
};

/* What to send the model as the user's next message, so that it calls as it should; empty where there is nothing to
 * correct (docs/cli.md, "correction"). With the model's text, it shows where a call broke; text may be NULL. */
char* toolcall_parser_correction(const toolcall_parser* parser, int executed, const char* text, size_t text_size,
                                 size_t* size, toolcall_error** error) TOOLCALL_NOEXCEPT;

/* ---- OpenAI's chunks -------------------------------------------------------------------------------------------- */

/* Writes what a parser emits as objects of the kind chat.completion.chunk (docs/cli.md, "openai"). */
typedef struct toolcall_openai_writer toolcall_openai_writer;

/* Of the options it takes arguments, id, model and created. */
toolcall_openai_writer* toolcall_openai_writer_new(const toolcall_options* options,
                                                   toolcall_error** error) TOOLCALL_NOEXCEPT;
toolcall_openai_writer* toolcall_openai_writer_copy(const toolcall_openai_writer* writer,
                                                    toolcall_error** error) TOOLCALL_NOEXCEPT;
void toolcall_openai_writer_free(toolcall_openai_writer* writer) TOOLCALL_NOEXCEPT;

/* The chunks for all that the parser emitted at its last toolcall_parser_feed or toolcall_parser_finish, taken or not;
 * each of these is followed by one call of this. Chunks that were not taken are kept. Returns 1. */
int toolcall_openai_writer_write(toolcall_openai_writer* writer, const toolcall_parser* parser,
                                 toolcall_error** error) TOOLCALL_NOEXCEPT;

/* The last chunk, with the finish reason, when all is written; NULL is "stop". Returns 1. */
int toolcall_openai_writer_finish(toolcall_openai_writer* writer, const char* finish_reason, size_t finish_reason_size,
                                  toolcall_error** error) TOOLCALL_NOEXCEPT;

/* The next chunk, a JSON object, or NULL where all were taken; it cannot fail. */
const char* toolcall_openai_writer_next(toolcall_openai_writer* writer, size_t* size) TOOLCALL_NOEXCEPT;

/* ---- A server's response ---------------------------------------------------------------------------------------- */

/* Rewrites the body of a server's response as it comes, server-sent events or JSON: calls that leaked into the text
 * become calls, and the server's own get the index, id, type and name that clients need (docs/serving.md). */
typedef struct toolcall_rewriter toolcall_rewriter;

/* Of the options it takes those of calls, of the policy, of chunks (id, model and created where the server says none)
 * and of a rewriter. */
toolcall_rewriter* toolcall_rewriter_new(const toolcall_dialect* dialect, const toolcall_tools* tools,
                                         const toolcall_options* options, toolcall_error** error) TOOLCALL_NOEXCEPT;
toolcall_rewriter* toolcall_rewriter_copy(const toolcall_rewriter* rewriter, toolcall_error** error) TOOLCALL_NOEXCEPT;
void toolcall_rewriter_free(toolcall_rewriter* rewriter) TOOLCALL_NOEXCEPT;

/* Reads the next bytes of the body, cut anywhere, and returns the bytes that are certain, to send in their place, often
 * none; NULL is an error and nothing else. */
const char* toolcall_rewriter_feed(toolcall_rewriter* rewriter, const char* bytes, size_t bytes_size, size_t* size,
                                   toolcall_error** error) TOOLCALL_NOEXCEPT;

/* The body has ended: the last bytes. Bytes that are fed after it begin a new response with an id of its own, which is
 * read as the body of the first was, as server-sent events or as JSON. */
const char* toolcall_rewriter_finish(toolcall_rewriter* rewriter, size_t* size,
                                     toolcall_error** error) TOOLCALL_NOEXCEPT;

/* With the option "events": what was found, for statistics and logs, a JSON object as `toolcall stream --input openai`
 * prints it (docs/cli.md, "--input"), or NULL without an error where all were taken. They are kept until they are
 * taken. */
const char* toolcall_rewriter_next_json(toolcall_rewriter* rewriter, size_t* size,
                                        toolcall_error** error) TOOLCALL_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
