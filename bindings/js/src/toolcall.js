// What the package has, once the library was started.

import {ask, constant} from './library.js';

export {ToolcallError} from './library.js';
export {Tools, check, constrain, dialectFromTemplate, dialects, dialectsOfTemplate, mend, render, verdict} from './settings.js';
export {Parser, parse} from './parser.js';
export {confirm, deny} from './confirm.js';
export {Rewriter} from './rewriter.js';
export {ParserStream, RewriterStream} from './streams.js';
export {wrapFetch} from './fetch.js';
export {toolcallMiddleware} from './middleware.js';

/** Of the library, such as "0.1.0". */
export const version = () => constant(ask('version'));
