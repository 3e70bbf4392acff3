import { keepArrival, type Undo } from '../boot/arrival.ts';
import { pageRouter } from './router.ts';

interface Leaving {
  /** Said by a toast on the next page. */
  say?: string;
  /** Offered with what is said. */
  undo?: Undo;
  /** The way back leads past this page. */
  replace?: boolean;
}

/**
 * Leaves this page for another one of the site after an act, whether it is loaded or shown by the router. What is said and
 * the focus go along (`Arrivals`). Resolves when the page is there, or as soon as the browser loads it.
 */
export async function leaveFor(address: string, { say, undo, replace = false }: Leaving = {}): Promise<void> {
  const { origin, pathname, search, hash } = new URL(address, location.href);
  // However an address is written, it leads to no other site.
  const to = origin === location.origin ? pathname + search + hash : '/';
  keepArrival({ say: say ?? null, undo: undo ?? null });
  const router = pageRouter();
  if (router) await router.go(to, { replace });
  else if (replace) location.replace(to);
  else location.assign(to);
}
