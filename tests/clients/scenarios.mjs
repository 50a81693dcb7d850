// What a model writes, and what a client must give back of it. Expectations are written down here, not computed by
// what is tested.
//
// calls: complete or invalid ones, with their arguments as values. begun: a call that is begun and breaks; it is seen
// where arguments are streamed, and never where calls are written when they are complete.

const field = (key, value) => `<parameter name="${key}">${value}</parameter>`;
const invoke = (name, ...fields) => `<invoke name="${name}">${fields.join('')}</invoke>`;
const block = (...calls) => `<minimax:tool_call>${calls.join('')}</minimax:tool_call>`;

const odd = 'quotes " and \\ and \\n, a\nnew line,\ta tab, \u0001, Zürich, 日本語, 🙂, <b>&amp;</b> {"a": [1]}';
const big = Array.from({length: 4000}, (_, i) => `${i}: ${odd}\n`).join('');

export const scenarios = {
  text: {
    text: 'Nothing to call, Zürich 🙂.',
    content: 'Nothing to call, Zürich 🙂.', calls: [], finish: 'stop',
  },
  thought: {
    text: '<think>\nWhich city?\n</think>\n\nI will look.\n' +
      block(invoke('get_weather', field('city', 'Zürich'), field('days', '3')),
        invoke('write_file', field('path', 'a.txt'), field('content', 'x'))),
    reasoning: 'Which city?', content: 'I will look.\n', finish: 'tool_calls',
    calls: [{name: 'get_weather', arguments: {city: 'Zürich', days: 3}},
      {name: 'write_file', arguments: {path: 'a.txt', content: 'x'}}],
  },
  no_arguments: {
    text: block(invoke('ping')),
    content: '', calls: [{name: 'ping', arguments: {}}], finish: 'tool_calls',
  },
  odd_characters: {
    text: 'Zürich: ' + block(invoke('write_file', field('path', '日本/🙂.txt'), field('content', odd))),
    content: 'Zürich: ', finish: 'tool_calls',
    calls: [{name: 'write_file', arguments: {path: '日本/🙂.txt', content: odd}}],
  },
  big: {
    text: block(invoke('write_file', field('path', 'big.txt'), field('content', big))),
    chunk: 1000,
    content: '', calls: [{name: 'write_file', arguments: {path: 'big.txt', content: big}}], finish: 'tool_calls',
  },
  text_behind: {
    text: block(invoke('ping')) + 'Asked.',
    content: 'Asked.', calls: [{name: 'ping', arguments: {}}], finish: 'tool_calls',
  },
  as_json: {
    text: 'So: <tool_call>\n{"name": "get_weather", "arguments": {"city": "Bern", "days": 2}}\n</tool_call>',
    content: 'So: ', calls: [{name: 'get_weather', arguments: {city: 'Bern', days: 2}}], finish: 'tool_calls',
  },
  invalid: {
    text: block(invoke('get_weather', field('city', 'Bern'), field('days', 'soon'))),
    content: '', calls: [{name: 'get_weather', arguments: {city: 'Bern', days: 'soon'}}], finish: 'tool_calls',
  },
  refused: {
    text: 'Hm. <minimax:tool_call><invoke id="7" name="get_weather"></invoke></minimax:tool_call>',
    content: 'Hm. ', calls: [], finish: 'stop',
  },
  refused_and_called: {
    text: '<minimax:tool_call><invoke id="7" name="get_weather"></invoke></minimax:tool_call>' + block(invoke('ping')),
    content: '', calls: [{name: 'ping', arguments: {}}], finish: 'tool_calls',
  },
  broken: {
    text: 'Hm. <minimax:tool_call><invoke name="write_file">' + field('path', 'a.txt') + '<parameter name="content">half',
    content: 'Hm. ', calls: [], begun: 'write_file', finish: 'stop',
  },
  truncated: {
    text: '<minimax:tool_call><invoke name="write_file">' + field('path', 'a.txt') + '<parameter name="content">half',
    reason: 'length',
    content: '', calls: [], begun: 'write_file', finish: 'length',
  },
  truncated_behind_a_call: {
    text: '<minimax:tool_call>' + invoke('ping') + '<invoke name="write_file">' + field('path', 'a.txt'),
    reason: 'length',
    content: '', calls: [{name: 'ping', arguments: {}}], begun: 'write_file', finish: 'length',
  },
};

// What the model writes when it has got a result.
export const answer = 'All done.';
// How the chunks are made: of the text, with arguments as they come or each call when it is complete; or of what a server
// sends, whose calls leaked into its content, or are its own and ill-formed.
export const modes = ['stream', 'complete', 'leaked', 'native'];

// Whether a client sees a call that was begun and broke. The ill-formed server has read calls that are complete alone.
export const shows_begun = (mode) => mode === 'stream';

// Of these calls a client may run each once; where the text was cut off, none.
export const runnable = (scenario) => scenario.finish === 'tool_calls' ? scenario.calls : [];
