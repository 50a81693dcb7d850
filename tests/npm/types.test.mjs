// The types: a program that uses all of them compiles, and what is wrong in it does not.

import {execFileSync} from 'node:child_process';
import {test} from 'node:test';

test('use.ts compiles', () => {
  const compiler = new URL('node_modules/typescript/bin/tsc', import.meta.url).pathname;
  try {
    execFileSync(process.execPath, [compiler, '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable',
      '--types', 'node', '--skipLibCheck', 'use.ts'], {cwd: import.meta.dirname, encoding: 'utf8'});
  } catch (why) {
    throw new Error(why.stdout ?? why.message);
  }
});
