// Chat templates that models really have, from a package that carries them: which dialects `toolcall dialects --template`
// finds in each.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {test} from 'node:test';
import {runInNewContext} from 'node:vm';

// The package exports what it makes of the list, but not the list, which is a literal in its source.
function templates() {
  const main = createRequire(import.meta.url).resolve('@huggingface/ollama-utils');
  const source = readFileSync(join(dirname(main), '../src/chat-template-automap.ts'), 'utf8');
  const list = runInNewContext(source.slice(source.indexOf('= [') + 2));
  return Array.from(list, ({model, gguf}) => ({model: model.replace('library/', ''), text: gguf}));
}

function likely(text) {
  const run = spawnSync(process.env.TOOLCALL_COMMAND, ['dialects', '--template', '-', '--format', 'json'],
    {input: text, encoding: 'utf8'});
  assert.ok(run.status === 0 || run.status === 1, run.stderr);
  return JSON.parse(run.stdout).filter((each) => each.likely).map((each) => each.dialect);
}

// What the models' own cards say that they write. A model that is not here has a template without a form for calls: it
// has none, or prints JSON that its host makes.
const writes = [
  [/^(qwen2\.5|qwen2\.5-coder|qwen3|qwen3-next|qwq|cogito:14b|granite4|rnj-1)(:|$)/, 'hermes'],
  [/^qwen3-coder:/, 'qwen3_coder'],
  [/^(command-a|command-r7b|command-r7b-arabic):/, 'cohere'],
  [/^(deepseek-r1:(8b|latest)|deepseek-v2\.5|deepseek-v3|deepseek-v3\.1|deepcoder|r1-1776)(:|$)/, 'deepseek'],
  [/^(llama3\.[12]|llama3\.2-vision|llama4|nemotron):/, 'llama_json'],
  [/^(granite3-dense|granite3\.1-moe|granite3\.2|granite3\.2-vision|granite3\.3):/, 'granite4'],
];

const all = templates();

test('the package has templates of many models', () => {
  assert.ok(all.length > 80, `${all.length}`);
  for (const [model] of writes) assert.ok(all.some((each) => model.test(each.model)), `${model}`);
});

test('a template with calls shows its dialect first', () => {
  for (const {model, text} of all) {
    if (!/tool_call|tools/.test(text)) continue;
    const known = writes.find(([name]) => name.test(model));
    if (known) assert.equal(likely(text)[0], known[1], model);
  }
});

test('a template of another model shows calls only where it has some', () => {
  const shown = all.filter(({model, text}) => !writes.some(([name]) => name.test(model)) && likely(text).length > 0);
  assert.deepEqual(shown.map((each) => each.model), ['firefunction-v2:70b']);
});

test('a template without calls shows no dialect', () => {
  for (const {model, text} of all) if (!/tool/i.test(text)) assert.deepEqual(likely(text), [], model);
});
