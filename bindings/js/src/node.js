// For Node, Deno and Bun, which read the library from the disk.

import {webcrypto} from 'node:crypto';
import {readFile} from 'node:fs/promises';

import {start} from './library.js';

await start(await readFile(new URL('./toolcall.wasm', import.meta.url)), (bytes) => webcrypto.getRandomValues(bytes));

export * from './toolcall.js';
