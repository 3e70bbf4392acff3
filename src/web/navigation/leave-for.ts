import { keepArrival, type Undo } from '../boot/arrival.ts';
import { go } from './address.ts';

interface Leaving {
  /** Text of a toast on the next page. */
  say?: string;
  /** Undo button of the toast. */
  undo?: Undo;
  /** Replaces this page in the history. */
  replace?: boolean;
}

/**
 * Navigates to another page of this site after an action, or to another state of this room. There, `Arrivals` shows the
 * toast and sets the focus.
 */
export function leaveFor(address: string, { say, undo, replace = false }: Leaving = {}): void {
  const url = new URL(address, location.href);
  keepArrival({ say: say ?? null, undo: undo ?? null });
  // Never navigate to another origin, however the address is written.
  go(url.origin === location.origin ? url : new URL('/', location.origin), { replace });
}
