import { keepArrival, type Undo } from '../boot/arrival.ts';

interface Leaving {
  /** Text of a toast on the next page. */
  say?: string;
  /** Undo button of the toast. */
  undo?: Undo;
  /** Replaces this page in the history. */
  replace?: boolean;
}

/** Navigates to another page of this site after an action. On the next page, `Arrivals` shows the toast and sets the focus. */
export function leaveFor(address: string, { say, undo, replace = false }: Leaving = {}): void {
  const { origin, pathname, search, hash } = new URL(address, location.href);
  // Never navigate to another origin, however the address is written.
  const to = origin === location.origin ? pathname + search + hash : '/';
  keepArrival({ say: say ?? null, undo: undo ?? null });
  if (replace) location.replace(to);
  else location.assign(to);
}
