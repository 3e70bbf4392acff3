import { AppError } from '#core/errors.ts';
import { BUSY_RETRY_S } from './wire-errors.ts';

/** Clients give up after 10 s (spec §7), so we respond before that. */
const DEADLINE_MS = 8000;

/**
 * Returns the result of the work. Throws `unavailable` if it takes too long, and calls `onLate` so that the work can
 * stop.
 */
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
