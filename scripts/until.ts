import { setTimeout as delay } from 'node:timers/promises';

/**
 * Looks again and again until there is something, and returns it. An error counts as nothing yet, because what is awaited
 * may be away in between. Throws if it takes longer than `patience`. Times are in ms.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | null>,
  patience = 120_000,
  pause = 50,
): Promise<T> {
  let cause: unknown;
  for (const begun = performance.now(); ; await delay(pause)) {
    const found = await look().catch((error: unknown) => {
      cause = error;
      return null;
    });
    if (found !== null) return found;
    if (performance.now() - begun > patience) throw new Error(`Not in time: ${what}`, { cause });
  }
}
