// Shows what the parser makes of a text. Nothing is read here: events say which bytes became what.

const at = (id) => document.getElementById(id);

// Starts the library that the page holds. A page on a disk may fetch nothing, so its modules are addresses of data.
async function start({library, parser, settings, program}) {
  const packed = Uint8Array.from(atob(program), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  await (await import(library)).start(await new Response(unpacked).arrayBuffer(), (bytes) => crypto.getRandomValues(bytes));
  return {...await import(parser), ...await import(settings)};
}

// The kinds of the text's parts, by their bytes: calls, and between them what the events say.
function parts(events, size) {
  const calls = {call_end: 'call', call_incomplete: 'failed', call_refused: 'failed'};
  const taken = events.filter(({type, begin, end}) => end > begin && (type in calls || type === 'text' || type === 'reasoning'))
    .map(({type, begin, end}) => ({kind: calls[type] ?? type, begin, end})).sort((a, b) => a.begin - b.begin);
  const all = [];
  let last = 0;
  for (const {kind, begin, end} of [...taken, {kind: 'end', begin: size, end: size}]) {
    if (begin > last) all.push({kind: 'markup', begin: last, end: begin});
    if (end > Math.max(begin, last)) all.push({kind, begin: Math.max(begin, last), end});
    last = Math.max(last, end);
  }
  return all;
}

function mark(events, bytes) {
  at('marked').replaceChildren(...parts(events, bytes.length).map(({kind, begin, end}) => {
    const part = document.createElement('span');
    part.className = kind;
    part.title = `${kind}, bytes ${begin} to ${end}`;
    part.textContent = new TextDecoder().decode(bytes.subarray(begin, end));
    return part;
  }));
}

function shown_calls({tool_calls, toolcall}) {
  const called = tool_calls.map(({function: {name, arguments: given}}, i) =>
    `${name}  ${toolcall.calls[i].status}, ${toolcall.calls[i].dialect}\n${JSON.stringify(JSON.parse(given), null, 2)}`);
  const failed = (what) => ({name, dialect, label}) => `${name}  ${what}, ${dialect}: ${label}`;
  return [...called, ...toolcall.incomplete.map(failed('incomplete')), ...toolcall.refused.map(failed('refused'))].join('\n\n');
}

function show({Parser}) {
  const bytes = new TextEncoder().encode(at('text').value), tools = at('tools').value.trim();
  const settings = {trace: true, dialect: at('dialect').value || undefined, tools: tools === '' ? undefined : tools,
    prefill: at('prefill').value || undefined, toolChoice: at('choice').value.trim() || undefined};
  try {
    const parser = new Parser(settings);
    const events = [...parser.feed(bytes), ...parser.finish(at('reason').value)];
    const message = parser.message();
    mark(events, bytes);
    at('calls').textContent = shown_calls(message) || 'none';
    at('notes').replaceChildren(...message.toolcall.diagnostics.map(({label, message: said, pointer = ''}) => {
      const note = document.createElement('li');
      note.textContent = `${label}: ${said} ${pointer}`;
      return note;
    }));
    at('trace').textContent = parser.trace().join('\n');
    at('events').textContent = events.map((event) => JSON.stringify(event)).join('\n');
    at('message').textContent = JSON.stringify(message, null, 2);
    parser.free();
    at('error').hidden = true;
    at('made').hidden = false;
  } catch (why) {
    at('error').textContent = why.pointer ? `${why.pointer}: ${why.message}` : why.message;
    at('error').hidden = false;
    at('made').hidden = true;
  }
}

start(globalThis.toolcallPackage).then((toolcall) => {
  for (const {name} of toolcall.dialects()) at('dialect').append(new Option(name));
  at('asked').addEventListener('input', () => show(toolcall));
  show(toolcall);
}, (why) => {
  at('error').textContent = `The library does not start here: ${why.message}`;
  at('error').hidden = false;
});
