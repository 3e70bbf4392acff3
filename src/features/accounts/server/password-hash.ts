import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#core/errors.ts';
import { SECOND } from '#core/time.ts';

/** argon2id with the OWASP parameters: 19 MiB, two passes, one lane. Takes about 15 ms of one core. */
const PARAMETERS = { memoryCost: 19456, timeCost: 2, parallelism: 1 };
/** Hash to compare with for unknown addresses, so that they take as long as known ones. */
const DUMMY = '$argon2id$v=19$m=19456,t=2,p=1$c2tlaW4tc2tlaW4tc2s$mzFhHq2nVDhGm3HlGq8tqTZkqmBKHzKMwEN7k2mRZ0A';

/** At most one hash per core at a time, and a short queue, so that a flood of logins doesn’t slow down the site. */
let slots = availableParallelism();
const QUEUE_OF_SLOT = 64;
const MAX_WAIT_MS = 2 * SECOND;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= slots) {
    if (waiting.length >= slots * QUEUE_OF_SLOT) throw new AppError('unavailable', { retryAfter: 2 });
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(new AppError('unavailable', { retryAfter: 2 }));
      }, MAX_WAIT_MS);
      waiting.push(turn);
    });
  } else running += 1;
  try {
    return await work();
  } finally {
    const turn = waiting.shift();
    // Hands the slot to the next in the queue, or frees it.
    if (turn) turn();
    else running -= 1;
  }
}

/** Call at the start of one of several processes, which share the cores. */
export function shareCores(processes: number): void {
  slots = Math.max(1, Math.floor(availableParallelism() / processes));
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

/** Compares a password with the stored hash. Without one it takes as long, and returns false. */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(stored ?? DUMMY, password).catch(() => false);
    return stored !== null && matches;
  });
}
