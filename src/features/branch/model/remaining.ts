/**
 * What follows on a continuation: several open branches, one open branch after `count` chapters, or no more than
 * `count` chapters.
 */
export interface Remaining {
  kind: 'ways' | 'open' | 'over';
  count: number;
}

export function remainingOf({ chaptersBeyond, openEnds }: { chaptersBeyond: number; openEnds: number }): Remaining {
  if (openEnds > 1) return { kind: 'ways', count: openEnds };
  return { kind: openEnds === 1 ? 'open' : 'over', count: chaptersBeyond + 1 };
}

/**
 * Returns the next sibling of the current chapter in the order of writing, or the first one after the last. Positions
 * count from 1.
 */
export function nextSibling<Way extends { readonly place: number }>(siblings: readonly Way[]): Way | null {
  const own = siblings.findIndex(({ place }, i) => place !== i + 1);
  return siblings[own === -1 ? 0 : own] ?? null;
}
