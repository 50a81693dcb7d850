// The package in other programs that run JavaScript: Node 18 and 22, Deno and Bun; and installed by npm as people do.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';

const said = '{"city":"Bern","days":3} call_begin,arguments,call_end random';
const run = (program, args, cwd = import.meta.dirname) =>
  execFileSync(program, args, {cwd, encoding: 'utf8', env: {...process.env, NODE_OPTIONS: ''}, timeout: 60000}).trim();
const module_path = (name) => new URL(`node_modules/${name}`, import.meta.url).pathname;

const programs = {
  'Node, this one': [process.execPath, []],
  'Node 18': [module_path('node-18/bin/node'), []],
  'Node 22': [module_path('node-22/bin/node'), []],
  Deno: [module_path('@deno/linux-x64-glibc/deno'), ['run', '--allow-read', '--no-remote', '--no-lock']],
  Bun: [module_path('@oven/bun-linux-x64/bin/bun'), ['run']],
};

for (const [name, [program, args]] of Object.entries(programs))
  test(name, {skip: existsSync(program) || process.env.TOOLCALL_REQUIRE_ALL === '1' ? false : 'npm has none for this machine'}, () => {
    assert.equal(run(program, [...args, 'first.mjs']), said);
  });

test('installed by npm from the tarball, and it needs nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcall-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', process.env.TOOLCALL_TARBALL], folder);
    const program = "import {parse} from 'toolcall'; console.log(parse('<tool_call>{\"name\": \"f\"}</tool_call>').finish_reason)";
    assert.equal(run(process.execPath, ['--input-type=module', '-e', program], folder), 'tool_calls');
    assert.equal(run('npm', ['ls', '--parseable', '--all'], folder).split('\n').length, 2);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
});
