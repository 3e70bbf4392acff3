import { readItem, writeItem } from '#web/boot/storage.ts';
import { newKey } from '#web/new-key.ts';
import { joinTabs } from '#web/saving/tabs.ts';

/** Ids of reviews whose last page was closed or reloaded. Which of the two it was becomes clear a little later. */
const KEY = 'reviewsLeft';

const left = () => new Set(readItem(KEY)?.split(',') ?? []);
const keepLeft = (ids: Set<string>) => writeItem(KEY, ids.size === 0 ? null : [...ids].join());

/** A review that is open on this page. Leaving the page releases it, unless another tab of this browser has it too. */
export function holdReview(translationId: string, releaseLease: () => void) {
  const join = () => {
    unnote(translationId);
    return joinTabs(`review-${translationId}`, newKey(), { change: () => {}, give: async () => {} });
  };
  let tabs: ReturnType<typeof join> | null = join();
  const isLast = () => {
    const last = tabs !== null && tabs.others.size === 0;
    tabs?.leave();
    tabs = null;
    return last;
  };
  return {
    /** The review has ended for this page only: decided or lost. */
    drop: () => void isLast(),
    /** The user goes to another page of the site, or the page goes into the back/forward cache. */
    leave(): void {
      if (isLast()) releaseLease();
    },
    /** The page is unloaded. If it is only reloaded, the review isn’t left. */
    close(): void {
      if (isLast()) keepLeft(left().add(translationId));
    },
    comeBack(): void {
      tabs ??= join();
    },
  };
}

function unnote(translationId: string): boolean {
  const ids = left();
  const wasLeft = ids.delete(translationId);
  if (wasLeft) keepLeft(ids);
  return wasLeft;
}

/** How long a reload may take (ms). */
export const LOADS_AGAIN = 10_000;

/**
 * Releases the reviews that pages of this browser left when they were closed, while a page shows the queue. Otherwise
 * the lease expires on its own. Returns a function that stops it.
 */
export function watchLeftReviews(releaseLease: (translationId: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const seen = left();
    if (seen.size === 0) return;
    timer = setTimeout(() => {
      for (const id of seen) if (unnote(id)) releaseLease(id);
    }, LOADS_AGAIN);
  };
  addEventListener('storage', look);
  look();
  return () => {
    clearTimeout(timer);
    removeEventListener('storage', look);
  };
}
