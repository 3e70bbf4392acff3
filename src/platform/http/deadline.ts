import { AppError } from '#core/errors.ts';
import { BUSY_RETRY_S } from './wire-errors.ts';

/** The client gives up after 10 s (spec §7), so an answer is due before that. */
const DEADLINE_MS = 8000;

/** The work, or `unavailable` when it takes longer than callers wait; `onLate` tells the work that nobody does any more. */
export function deadline<T>(work: Promise<T>, onLate: () => void = () => {}): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new AppError('unavailable', { retryAfter: BUSY_RETRY_S }));
      onLate();
    }, DEADLINE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
