import { AppError } from '#core/errors.ts';
import { BUSY_RETRY_S } from './wire-errors.ts';

/** Clients give up after 10 s (spec §7), so we respond before that: the response arrives within 8 s. */
const DEADLINE_MS = 7900;

/**
 * Returns the result of the work. Throws `unavailable` if it takes too long, and calls `onLate` so that the work can
 * stop.
 */
export type Deadline = <T>(work: Promise<T>, onLate?: () => void) => Promise<T>;

/** Starts the time of a request. All steps that run one after another share it. */
export function startDeadline(): Deadline {
  const end = performance.now() + DEADLINE_MS;
  return (work, onLate = () => {}) => {
    let timer: NodeJS.Timeout;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          reject(new AppError('unavailable', { retryAfter: BUSY_RETRY_S }));
          onLate();
        },
        Math.max(0, Math.ceil(end - performance.now())),
      );
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  };
}

/** Like `startDeadline`, for a request of one step. */
export const deadline: Deadline = (work, onLate) => startDeadline()(work, onLate);
