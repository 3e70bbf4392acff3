import { join } from 'node:path';

/**
 * Environment of a child process that loads the server. Reusing compiled code halves the CPU time of loading it. A
 * child that is killed never exits by itself, so it has to call `flushCompileCache`.
 */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node') };
