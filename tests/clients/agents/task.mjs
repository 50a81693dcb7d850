// What each agent is asked to do, in a folder of its own: list it, read a file, mend a line of that, run the check,
// and say that it is done. The line has what notations and shells spell in other ways.

import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';

const wrong = '  return a - b;';
const right = '  // "sum" <b>&amp;</b> \\ {\n  return a + b;';
const around = (line) => `export function add(a, b) {\n${line}\n}\n`;
const check = `import {add} from './calc.mjs';
if (add(2, 3) !== 5) throw new Error('add is wrong');
console.log('add is ' + 'right');
`;

export const edit = {from: wrong, to: right, whole: around(right)};
export const broken_file = around(wrong);
export const mended_file = around(right);
export const prompt = 'The check in check.mjs fails. Mend calc.mjs.';
export const done = 'The task is done.';

// In these words of results a client shows that it ran the step. That of an edit is seen in the file.
export const results = [/check\.mjs/, /return a - b/, /(?:)/, /add is right/];
export const edit_step = 2;

export function lay_out(folder) {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'calc.mjs'), broken_file);
  writeFileSync(path.join(folder, 'check.mjs'), check);
}

export const calc = (folder) => readFileSync(path.join(folder, 'calc.mjs'), 'utf8');
