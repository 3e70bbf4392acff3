/** The store of the pages that were read on this device. */
export const PAGES = 'skein-pages-1';

/** What was read here is nobody else's business: the pages are public, but not that somebody opened them. */
export function forgetPages(): void {
  // In some private windows there are no stores; then nothing was kept.
  globalThis.caches?.delete(PAGES).catch(() => {});
}
