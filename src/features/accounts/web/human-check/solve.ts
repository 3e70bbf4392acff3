import type { Challenge, Solution } from 'altcha-lib/types';
import { policy } from '#web/trusted-types.ts';
import solver from './solver.worker.ts?worker&url';

/** Longest that a device may count; the task itself is good for ten minutes. */
const TIMEOUT_MS = 90_000;

/** How likely it is that a sum is solved by now, 0 to 1: each try is right once in 16 to the length of the prefix. */
export function chanceSolved(tries: number, keyPrefix: string): number {
  return 1 - (1 - 16 ** -keyPrefix.length) ** tries;
}

/** Solves the sum away from the page. The answer is what the server verifies: the task with its solution. */
export function solve(challenge: Challenge, onProgress: (chance: number) => void): Promise<string> {
  // The types of the browser do not know yet that the policy's address is what a worker asks for.
  const worker = new Worker(policy.createScriptURL(solver), { type: 'module' });
  return new Promise<Solution>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Solution | { tries: number } | { error: unknown } | null>) => {
      if (data && 'tries' in data) onProgress(chanceSolved(data.tries, challenge.parameters.keyPrefix));
      else if (data && 'counter' in data) resolve(data);
      else reject(new Error('The sum was not solved', { cause: data }));
    };
    worker.onerror = (event) => reject(new Error('The solver does not run', { cause: event.message }));
    worker.postMessage({ type: 'work', challenge, timeout: TIMEOUT_MS });
  })
    .then(({ counter, derivedKey }) => btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } })))
    .finally(() => worker.terminate());
}
