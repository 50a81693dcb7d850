// What require('toolcall') finds: a module that waits for WebAssembly is loaded by import alone.

throw new Error("toolcall is an ES module: load it with import {parse} from 'toolcall', or in CommonJS with await import('toolcall')");
