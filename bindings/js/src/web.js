// For browsers, workers and bundlers, which fetch the library.

import {start} from './library.js';

await start(await (await fetch(new URL('./toolcall.wasm', import.meta.url))).arrayBuffer(),
  (bytes) => crypto.getRandomValues(bytes));

export * from './toolcall.js';
