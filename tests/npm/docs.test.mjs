// What the pages show of JavaScript is run, and prints what they say.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

const fence = /(<!-- not run -->\n)?^```(\w+)\n([^]*?)^```$/gm;

// Each block of JavaScript, whether it is run, and the text that it prints; of one that has none after it, nothing.
function blocks(page) {
  const found = [];
  let last;
  for (const [, skipped, kind, content] of page.matchAll(fence)) {
    if (kind === 'js') found.push({code: content, run: !skipped, printed: ''});
    else if (kind === 'text' && last === 'js') found.at(-1).printed = content;
    last = kind;
  }
  return found;
}

const read = (name) => readFileSync(`${process.env.TOOLCALL_ROOT}/${name}`, 'utf8');

for (const name of ['README.md', 'docs/javascript.md', 'docs/mend.md', 'docs/verdict.md', 'docs/agents.md', 'bindings/js/README.md'])
  test(name, () => {
    const shown = blocks(read(name));
    assert.ok(shown.length > 0);
    for (const {code, run, printed} of shown)
      if (run) assert.equal(execFileSync(process.execPath, ['--input-type=module', '-e', code],
        {cwd: import.meta.dirname, encoding: 'utf8'}), printed, code);
  });

test('the program of the README has five lines', () => {
  const [{code}, ...more] = blocks(read('README.md'));
  assert.equal(code.trimEnd().split('\n').length, 5);
  assert.deepEqual(more, []);
});
