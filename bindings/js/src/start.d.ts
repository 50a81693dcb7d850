export * from './toolcall.js';

/** Starts the library, before which the rest throws a ToolcallError. It takes the compiled program, toolcall.wasm of the
 * package: its address, its bytes, a Response or a WebAssembly.Module, or a promise of one. Where the library was started it
 * does nothing. */
export function start(program: string | object | Promise<string | object>): Promise<void>;
