import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Frees what was only needed to start: compiled sources, texts of the language files, garbage of the first pages. Node
 * would keep it until the heap grows, which never happens on a quiet site (docs/quality.md, S10). This is a normal
 * collection. A last-resort one would free 16 MB more, but it also discards the object shapes that Node’s own code has
 * learned, and every response after it costs a quarter more (S1).
 */
export function returnStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync' });
}
