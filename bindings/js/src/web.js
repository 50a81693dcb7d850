// For browsers, workers and bundlers, which fetch the library.

import {start} from './start.js';

await start(new URL('./toolcall.wasm', import.meta.url));

export * from './toolcall.js';
