import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back what only the start needed: compiled sources, catalogs as text, the first pages' garbage. Node would keep
 * it until the heap grows, which on a quiet site is never: about 40 MB of 170 (docs/quality.md, S10).
 */
export function returnStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  // The last resort also gives back what the young objects of the start took.
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
