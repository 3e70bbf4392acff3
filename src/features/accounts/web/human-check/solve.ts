import type { Challenge, Solution } from 'altcha-lib/types';
import { policy } from '#web/trusted-types.ts';
import solver from './solver.worker.ts?worker&url';

/** Maximum time for solving. The task itself is valid for ten minutes. */
const TIMEOUT_MS = 90_000;

/**
 * Returns the probability that a sum is solved by now, from 0 to 1. Each try succeeds with a probability of 1 in 16 to
 * the power of the prefix length.
 */
export function chanceSolved(tries: number, keyPrefix: string): number {
  return 1 - (1 - 16 ** -keyPrefix.length) ** tries;
}

/** Solves the sum in a worker. Returns what the server verifies: the task with its solution. */
export function solve(challenge: Challenge, onProgress: (chance: number) => void): Promise<string> {
  // TypeScript’s DOM types don’t accept a `TrustedScriptURL` here yet.
  const worker = new Worker(policy.createScriptURL(solver), { type: 'module' });
  return new Promise<Solution>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Solution | { tries: number } | { error: unknown } | null>) => {
      if (data && 'tries' in data) onProgress(chanceSolved(data.tries, challenge.parameters.keyPrefix));
      else if (data && 'counter' in data) resolve(data);
      else reject(new Error('The sum was not solved', { cause: data }));
    };
    worker.onerror = (event) => reject(new Error('The solver failed', { cause: event.message }));
    worker.postMessage({ type: 'work', challenge, timeout: TIMEOUT_MS });
  })
    .then(({ counter, derivedKey }) => btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } })))
    .finally(() => worker.terminate());
}
