import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back what only the start needed: compiled sources, catalogs as text, the first pages' garbage. Node would keep
 * it until the heap grows, which on a quiet site is never (docs/quality.md, S10). A plain collection, not the one of
 * last resort, which frees 16 MB more: it also throws away the shapes of objects that Node's own code has learned, and
 * every answer after it costs a quarter more (S1).
 */
export function returnStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync' });
}
