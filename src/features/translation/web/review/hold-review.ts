import { readItem, writeItem } from '#web/boot/storage.ts';
import { newKey } from '#web/new-key.ts';
import { joinTabs } from '#web/saving/tabs.ts';

/** Ids of reviews whose last page was closed, or only loaded again: which of the two shows a little later. */
const KEY = 'reviewsLeft';

const left = () => new Set(readItem(KEY)?.split(',') ?? []);
const keepLeft = (ids: Set<string>) => writeItem(KEY, ids.size === 0 ? null : [...ids].join());

/** A review open in this page. Whoever leaves gives it back, unless another tab of this browser still has it. */
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
    /** It is over for this page alone: decided, or lost. */
    drop: () => void isLast(),
    /** To another page of the site, or to one from which this one can come back as it is. */
    leave(): void {
      if (isLast()) releaseLease();
    },
    /** The page ends. It may be loaded again at once, and then nothing was left. */
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

/** So long a page may take to be there again. */
export const LOADS_AGAIN = 10_000;

/**
 * Gives back what pages of this browser left when they were closed, as long as somebody looks at the queue; without that
 * the half hour runs out by itself. Answers with what ends it.
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
