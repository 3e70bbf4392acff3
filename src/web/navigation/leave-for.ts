import { keepArrival, type Undo } from '../boot/arrival.ts';
import { pageRouter } from './router.ts';

interface Leaving {
  /** Text of a toast on the next page. */
  say?: string;
  /** Undo button of the toast. */
  undo?: Undo;
  /** Replaces this page in the history. */
  replace?: boolean;
}

/**
 * Navigates to another page of this site after an action, through the router if there is one, otherwise with a full
 * load. On the next page, `Arrivals` shows the toast and sets the focus. Resolves when the router has shown the page,
 * or as soon as the browser starts loading it.
 */
export async function leaveFor(address: string, { say, undo, replace = false }: Leaving = {}): Promise<void> {
  const { origin, pathname, search, hash } = new URL(address, location.href);
  // Never navigate to another origin, however the address is written.
  const to = origin === location.origin ? pathname + search + hash : '/';
  keepArrival({ say: say ?? null, undo: undo ?? null });
  const router = pageRouter();
  if (router) await router.go(to, { replace });
  else if (replace) location.replace(to);
  else location.assign(to);
}
