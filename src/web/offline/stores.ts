/** Name of the cache with the pages that were read on this device. */
export const PAGES = 'skein-pages-1';

/** Deletes the pages that were read on this device. They are public, but that someone has read them is private. */
export function forgetPages(): void {
  // Some private windows have no caches, so nothing was kept.
  globalThis.caches?.delete(PAGES).catch(() => {});
}
